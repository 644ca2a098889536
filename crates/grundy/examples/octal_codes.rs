//! The periods of all octal games with three digits after the point, or of the codes that are given.
//!
//! ```sh
//! cargo run --release --example octal_codes                      all codes 0.abc, values up to 500
//! cargo run --release --example octal_codes -- 100000            values up to 100000
//! cargo run --release --example octal_codes -- 20200000 0.354    one code
//! ```
//!
//! One line for each code: the least preperiod, the least period, the exceptions and the largest value that the proof needs, or the number of values that prove no period. Codes that have no
//! move beyond their first heaps are included. A code whose values are proved to be those of an earlier one is only said to be the same. `values` in place of a period: the values themselves are computed, for games that the theorem does not cover.

use grundy::heaps::{Code, HeapPeriod, Values, prove, same_values};
use grundy::solve::rays::threads;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let most: u64 = arguments.next().map_or(Ok(500), |most| most.parse())?;
    let given: Vec<String> = arguments.collect();
    let codes: Vec<String> =
        if given.is_empty() { (0..512).map(|n| format!("0.{n:03o}")).collect() } else { given };
    let mut earlier: Vec<(String, Code)> = Vec::new();
    for text in codes {
        let start = Instant::now();
        let (rest, unequal) = text.strip_suffix('!').map_or((text.as_str(), false), |rest| (rest, true));
        let code: Code = rest.parse()?;
        let code = if unequal { code.with_unequal_heaps() } else { code };
        let same = earlier.iter().find(|(_, other)| same_values(other, &code) == Ok(Some(true)));
        if let Some((same, _)) = same {
            println!("{text}\tthe values of {same}");
            continue;
        }
        earlier.push((text.clone(), code.clone()));
        let mut values = Values::new(Arc::new(code)).threads(threads());
        let go_on = &mut |_| ControlFlow::Continue(());
        let found = prove(&mut values, most, go_on)?;
        if found.is_none() {
            values.extend(most, go_on)?;
        }
        let (rare, all) = (values.rare().map_or(0, |rare| rare.heaps), values.known());
        let largest = values.iter().max().unwrap_or(0);
        let status = match found {
            Some(HeapPeriod { preperiod, length, exceptions, verified, .. }) => {
                format!(
                    "period {length} from {preperiod} on, {exceptions} exceptions, proved by G(0) to G({verified})"
                )
            }
            None => format!("no period proved by G(0) to G({most}) = {}", values.get(most).unwrap_or(0)),
        };
        let seconds = start.elapsed().as_secs_f64();
        println!("{text}\t{status}\tlargest value {largest}\t{rare} rare of {all}\t{seconds:.1} s");
    }
    Ok(())
}

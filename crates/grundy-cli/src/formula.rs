//! `grundy formula`: the positions of a value of R-Wythoff in closed form.

use crate::args::Expression;
use crate::failure::{Failure, print_json, print_text};
use crate::watch::Watch;
use clap::ValueEnum;
use grundy::r_wythoff::{Chain, Chains, Form, NoChains, Prover};
use grundy::theorem::UBig;
use grundy::{InputError, Template};
use serde::Serialize;
use std::fmt::Write as _;

/// The arguments of `grundy formula`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  grundy formula r-wythoff --value 2                    Theorem 7 of Gu
  grundy formula r-wythoff --value 3 --format latex     Theorem 8
  grundy formula r-wythoff --value 12 --chains 10       the first ten of its many chains

The value is proved first, with all smaller ones (see grundy prove). p_n is P-position n of Wythoff's game, (floor(phi n),
floor(phi^2 n)), and F^(m,n) the sequence m, n, m+n, .. in which each number is the sum of the two before it; F_0 = m.")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// The value
    #[arg(long, value_name = "G")]
    value: u64,
    /// How many chains of exceptions are shown
    #[arg(long, value_name = "N", default_value_t = 40)]
    chains: usize,
    /// How many of the first positions, before the formula begins, are shown
    #[arg(long, value_name = "N", default_value_t = 40)]
    positions: usize,
    /// Look at no more members of the sequence than this
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    members: u64,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: How,
}

/// How a formula is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum How {
    /// For reading
    #[default]
    Text,
    /// For a paper
    Latex,
    /// For programs; the keys are in docs/json.md
    Json,
}

#[derive(Serialize)]
struct Formula {
    game: &'static str,
    value: u64,
    shift: u64,
    settled: u64,
    from: u64,
    positions: Vec<[u64; 2]>,
    chain_count: u64,
    chains: Vec<Shown>,
}

#[derive(Serialize)]
struct Shown {
    start: [u64; 2],
    sign: i8,
}

/// Writes the closed form of a value.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let game = arguments.expression.text();
    let template = Template::parse(&game)?;
    if template.game().name() != "r-wythoff" || !template.is_plain() {
        let error = InputError::whole(format!("no closed forms are known of {game} by value"));
        return Err(error.hint("try grundy formula r-wythoff --value 3").into());
    }
    let value = arguments.value;
    let prover = proved(value)?;
    let chains = Chains::of(&prover, value, arguments.members, arguments.chains);
    let chains = chains.map_err(|error| match error {
        NoChains::Open => InputError::whole(format!("value {value} is not proved")),
        NoChains::Far(members) => InputError::whole(format!(
            "the exceptions of value {value} settle into chains up to member {members}, which are too many to look at"
        ))
        .hint(format!("allow it with --members {members}; positions of any size are known without it")),
    })?;
    let positions = first_positions(&prover, value, chains.from, arguments.positions);
    let formula = Formula {
        game: "r-wythoff",
        value,
        shift: chains.shift,
        settled: prover.tally(value).map_or(0, |tally| tally.settled),
        from: chains.from,
        positions,
        chain_count: chains.count,
        chains: chains.first.iter().map(Shown::of).collect(),
    };
    match arguments.format {
        How::Json => print_json(&formula),
        How::Text => print_text(&formula.text()),
        How::Latex => print_text(&formula.latex()),
    }
}

/// Proves a value and all smaller ones.
pub fn proved(value: u64) -> Result<Prover, Failure> {
    /// Rows between two looks at the clock: less than a second.
    const CHUNK: u64 = 1 << 22;
    let mut prover = Prover::new(value)?;
    let mut watch = Watch::start("rows");
    while prover.missing().is_some() {
        prover.run(prover.stride().min(CHUNK), true);
        let place = || prover.missing().map_or_else(String::new, |(value, _)| format!("value {value}"));
        if watch.see_endless(prover.row(), place).is_break() {
            return Err(Failure::Stopped);
        }
    }
    Ok(prover)
}

/// The first positions, at most so many, below index `from`.
fn first_positions(prover: &Prover, value: u64, from: u64, most: usize) -> Vec<[u64; 2]> {
    let Some(form) = Form::of(prover, value) else { return Vec::new() };
    let small = |(x, y): (UBig, UBig)| Some([u64::try_from(x).ok()?, u64::try_from(y).ok()?]);
    (0..from).take(most).map_while(|n| form.member(&UBig::from(n), None).and_then(small)).collect()
}

impl Shown {
    fn of(chain: &Chain) -> Self {
        Self { start: [chain.start.0, chain.start.1], sign: if chain.is_high { 1 } else { -1 } }
    }
}

impl Formula {
    fn text(&self) -> String {
        let Self { value, shift, settled, from, chain_count, .. } = self;
        let mut text = format!(
            "r-wythoff value {value}: position n lies on diagonal n for all n >= {settled}\n\
             for n >= {from}, position n is p_n - ({shift},{shift})"
        );
        match chain_count {
            0 => text.push('\n'),
            1 => text.push_str(", but on this chain\n"),
            _ => {
                let _ = writeln!(text, ", but on these {chain_count} chains");
            }
        }
        for Shown { start: [m, n], sign } in &self.chains {
            let power = if *sign > 0 { "(-1)^k" } else { "(-1)^(k+1)" };
            let _ = writeln!(text, "  + {power:<10}  if n = F_k^({m},{n})");
        }
        more(&mut text, self.chains.len(), *chain_count, "chains");
        if *from > 0 {
            text.push_str("the positions before that\n");
            for positions in self.positions.chunks(10) {
                let line: Vec<String> = positions.iter().map(|[x, y]| format!("({x},{y})")).collect();
                let _ = writeln!(text, "  {}", line.join(" "));
            }
            more(&mut text, self.positions.len(), *from, "positions");
        }
        text
    }

    fn latex(&self) -> String {
        let Self { value, shift, from, chain_count, .. } = self;
        let list: Vec<String> = self.positions.iter().map(|[x, y]| format!("({x},{y})")).collect();
        let dots = if crate::sequence::count_of(list.len()) < *from { ", \\dots" } else { "" };
        let mut text = format!(
            "The first {from} positions of value {value} are ${}{dots}$. For $n \\ge {from}$,\n\\[\n  p_n^{{{value}}} = p_n^0 - ({shift},{shift})",
            list.join("$, $")
        );
        if *chain_count > 0 {
            text.push_str(" + \\begin{cases}\n");
            for Shown { start: [m, n], sign } in &self.chains {
                let power = if *sign > 0 { "(-1)^k" } else { "(-1)^{k+1}" };
                let _ = writeln!(text, "    ({power}, {power}) & \\text{{if }} n = F_k^{{({m},{n})}} \\\\");
            }
            if crate::sequence::count_of(self.chains.len()) < *chain_count {
                let _ = writeln!(text, "    \\vdots & \\text{{({chain_count} sequences)}} \\\\");
            }
            text.push_str("    (0, 0) & \\text{otherwise.}\n  \\end{cases}");
        }
        text.push_str("\n\\]\n");
        text
    }
}

/// Says how many are not shown.
fn more(text: &mut String, shown: usize, all: u64, what: &str) {
    let shown = crate::sequence::count_of(shown);
    if shown < all {
        let _ = writeln!(text, "  .. and {} more {what}", all - shown);
    }
}

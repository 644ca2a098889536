//! A question over a grid of parameters: how far apart are the piles of the 50th P-position of `NIM_{a,b}`?

use grundy::{Sequence, Table};

fn main() -> Result<(), grundy::Error> {
    println!("{:>3} {:>3} {:>6} {:>6} {:>6} {:>8}", "a", "b", "x", "y", "y-x", "largest");
    for a in 1..=4 {
        for b in 1..=4 {
            let game = grundy::game(&format!("gurvich:a={a},b={b}"))?;
            let (x, y) = Sequence::of(&game).count(50)?[49];

            let mut largest = 0;
            Table::of(&game).to(100).for_each(|_, _, value| {
                largest = largest.max(value);
                Ok(())
            })?;
            println!("{a:>3} {b:>3} {x:>6} {y:>6} {:>6} {largest:>8}", y - x);

            // Fraenkel for b = 1, Gurvich for all b: member n lies on diagonal a n.
            assert_eq!(y - x, 49 * a);
        }
    }
    Ok(())
}

//! The closed form of the positions of one value of R-Wythoff.

use crate::ask::{Ask, Error};
use crate::prove::{prover, refuse_others};
use grundy::r_wythoff::{Chain, Chains, Form, NoChains, Prover};
use grundy::theorem::UBig;
use grundy::{Game, Unanswered, counted};
use serde::Serialize;
use std::fmt::Write as _;

/// A question about a closed form.
#[derive(Clone, Debug)]
pub struct Question {
    /// The game.
    pub game: Game,
    /// The value.
    pub value: u64,
    /// Upper limit on members to compute in search of chains.
    pub members: u64,
    /// Upper limit on chains to return.
    pub chains: usize,
    /// Upper limit on first positions to return.
    pub positions: usize,
}

/// The closed form of the positions of a value.
#[derive(Clone, Debug, Serialize)]
pub struct Formula {
    /// The game.
    pub game: String,
    /// The value.
    pub value: u64,
    /// The number to subtract from the P-position of the same index.
    pub shift: u64,
    /// From this index on position n lies on diagonal n.
    pub settled: u64,
    /// From this index on the form holds.
    pub from: u64,
    /// The first positions.
    pub positions: Vec<[u64; 2]>,
    /// Number of chains of exceptions.
    pub chain_count: u64,
    /// The first chains.
    pub chains: Vec<ChainStart>,
}

/// A chain of exceptions.
#[derive(Clone, Debug, Serialize)]
pub struct ChainStart {
    /// The first two numbers of the chain.
    pub start: [u64; 2],
    /// 1 or -1: the sign of the first exception.
    pub sign: i8,
}

impl Question {
    /// A question that shows at most 40 chains and 40 first positions.
    pub fn new(game: Game, value: u64, members: u64) -> Self {
        Self { game, value, members, chains: 40, positions: 40 }
    }

    /// Proves the value and all smaller ones, then derives the closed form.
    ///
    /// # Errors
    /// When the game has no closed forms, there are too many members, or the work is cancelled.
    pub fn ask(&self, ask: Ask<'_>) -> Result<Formula, Error> {
        refuse_others(&self.game)?;
        let value = self.value;
        let prover = prover(value, ask)?;
        let chains = Chains::of(&prover, value, self.members, self.chains);
        let chains = chains.map_err(|error| {
            not_answered(match error {
                NoChains::Open => format!("value {value} is not proved"),
                NoChains::Far(needed) => format!(
                    "the closed form of value {value} needs {needed} members, and {} may be computed",
                    counted(self.members, "member")
                ),
            })
        })?;
        Ok(Formula {
            game: self.game.name(),
            value,
            shift: chains.shift,
            settled: prover.tally(value).map_or(0, |tally| tally.settled),
            from: chains.from,
            positions: first_positions(&prover, value, chains.from, self.positions),
            chain_count: chains.count,
            chains: chains.first.iter().map(ChainStart::of).collect(),
        })
    }
}

fn not_answered(message: String) -> grundy::Error {
    Box::new(Unanswered { message, stopped_by: None, between: None, period_of_row: None }).into()
}

/// The first positions below index `from`, at most `most`.
fn first_positions(prover: &Prover, value: u64, from: u64, most: usize) -> Vec<[u64; 2]> {
    let Some(form) = Form::of(prover, value) else { return Vec::new() };
    let small = |(x, y): (UBig, UBig)| Some([u64::try_from(x).ok()?, u64::try_from(y).ok()?]);
    (0..from).take(most).map_while(|n| form.member(&UBig::from(n), None).and_then(small)).collect()
}

impl ChainStart {
    fn of(chain: &Chain) -> Self {
        Self { start: [chain.start.0, chain.start.1], sign: if chain.is_high { 1 } else { -1 } }
    }
}

impl Formula {
    /// The closed form as text.
    pub fn text(&self) -> String {
        let Self { value, shift, settled, from, chain_count, .. } = self;
        let mut text = format!(
            "r-wythoff value {value}: position n lies on diagonal n for all n >= {settled}\n\
             for n >= {from}, position n is p_n - ({shift},{shift})"
        );
        match chain_count {
            0 => text.push('\n'),
            1 => text.push_str(", except on this chain\n"),
            _ => {
                let _ = writeln!(text, ", except on these {chain_count} chains");
            }
        }
        for ChainStart { start: [m, n], sign } in &self.chains {
            let power = if *sign > 0 { "(-1)^k" } else { "(-1)^(k+1)" };
            let _ = writeln!(text, "  + {power:<10}  if n = F_k^({m},{n})");
        }
        more(&mut text, self.chains.len(), *chain_count, "chain");
        if *from > 0 {
            text.push_str("the positions before that\n");
            for positions in self.positions.chunks(10) {
                let line: Vec<String> = positions.iter().map(|[x, y]| format!("({x},{y})")).collect();
                let _ = writeln!(text, "  {}", line.join(" "));
            }
            more(&mut text, self.positions.len(), *from, "position");
        }
        text
    }

    /// The closed form in LaTeX.
    pub fn latex(&self) -> String {
        let Self { value, shift, from, chain_count, .. } = self;
        let list: Vec<String> = self.positions.iter().map(|[x, y]| format!("({x},{y})")).collect();
        let dots = if count_of(list.len()) < *from { ", \\dots" } else { "" };
        let mut text = format!(
            "The first {from} positions of value {value} are ${}{dots}$. For $n \\ge {from}$,\n\\[\n  p_n^{{{value}}} = p_n^0 - ({shift},{shift})",
            list.join("$, $")
        );
        if *chain_count > 0 {
            text.push_str(" + \\begin{cases}\n");
            for ChainStart { start: [m, n], sign } in &self.chains {
                let power = if *sign > 0 { "(-1)^k" } else { "(-1)^{k+1}" };
                let _ = writeln!(text, "    ({power}, {power}) & \\text{{if }} n = F_k^{{({m},{n})}} \\\\");
            }
            if count_of(self.chains.len()) < *chain_count {
                let _ = writeln!(text, "    \\vdots & \\text{{({chain_count} sequences)}} \\\\");
            }
            text.push_str("    (0, 0) & \\text{otherwise.}\n  \\end{cases}");
        }
        text.push_str("\n\\]\n");
        text
    }
}

/// Adds the number of items that are not shown.
fn more(text: &mut String, shown: usize, all: u64, what: &str) {
    let shown = count_of(shown);
    if shown < all {
        let _ = writeln!(text, "  .. and {}", counted(all - shown, &format!("more {what}")));
    }
}

/// A length as a number.
fn count_of(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

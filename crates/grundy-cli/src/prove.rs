//! `grundy prove`: proves Gu's conjectures about R-Wythoff value by value, the automata of the small values of Wythoff's game, and certifies positions of
//! Sharing Nim.

use crate::args::{Format, GameAlone, Output};
use crate::failure::Failure;
use crate::limits::Effort;
use crate::number::whole;
use crate::output;
use crate::store::{Keeping, asked};
use grundy::automaton::Numeration;
use grundy::{Game, InputError};
use grundy_answers::prove::Question;
use grundy_answers::sequence::sharing;
use grundy_answers::{Ask, automata, variants};
use serde::Serialize;
use std::path::PathBuf;

/// The arguments of `grundy prove`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy prove r-wythoff --value 4                               Gu, Conjectures 1 and 2
  grundy prove r-wythoff --value 18 --certificate r-18.cert      for `grundy check`
  grundy prove r-wythoff --value 28 --max 10^9                     with a limit on rows
  grundy prove wythoff --value 2 --certificate w.cert            automata of values 0, 1 and 2, a minute
  grundy prove sharing-nim --value 1                             automata in base 2, a moment
  grundy prove terminal-wythoff:k=20 --value 0                   the P-positions, by an automaton
  grundy prove wythoff@block=2 --value 0                         the same with blocking
  grundy prove r-wythoff --value 3 --numeration zeckendorf       automata of r-wythoff
  grundy prove fraenkel:a=2 --value 0                            with digits 0, 1 and 2
  grundy prove sharing-nim 0,7,31003 --certificate s.cert        the value of a position
  grundy prove sharing-nim --value 4 --max 10^7 --certificate r.cert   how many there are, and records

For r-wythoff:

columns, for each value g: C is the number of repeated second entries. From index M on, position n \
of value g lies on diagonal n; W positions do not. The run checks indices up to X, which takes the \
given number of rows; the induction of docs/r-wythoff.md covers the rest. It starts from the \
window, in which positions lie within P of their line. Exit status: 3 if a value is still open.

For wythoff:

an automaton of each value is learned from positions and proved to accept exactly those of the value, \
in Zeckendorf representation (docs/automata.md). The columns are the number of hypotheses, and the states of \
the automata of the proof: positions with x<=y; all; L, the position of row x is before y; D, that of diagonal d; DL, it is \
before row x; and the last product. Exit status: 3 if a value is still open.

For sharing-nim without --max, and for other games of two piles with moves along rays, with blocking too:

the same with smaller automata, guessed from a table: words are told apart by continuations of so many \
digits (depth). The columns are the states of the automaton of positions, and those of the largest other one of the proof.")]
pub struct Arguments {
    #[command(flatten)]
    game: GameAlone,
    /// The value; all smaller ones are proved too
    #[arg(long, value_name = "G", value_parser = whole::<u64>(..))]
    value: Option<u64>,
    /// Prove automata that read numbers in this numeration system [default: by the game]
    ///
    /// zeckendorf, base-2, ostrowski-2 and others. Of r-wythoff, automata are proved only if it is given.
    #[arg(long, value_name = "NAME")]
    numeration: Option<Numeration>,
    /// Upper limit on rows to compute [default: none]
    ///
    /// For sharing-nim, the largest b of the positions 0,a,b.
    #[arg(long, value_name = "N", alias = "up-to-rows", value_parser = whole::<u64>(..))]
    max: Option<u64>,
    /// Write the certificate to this file; `-` is standard output
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    format: Output<Format>,
    #[command(flatten)]
    effort: Effort,
    #[command(flatten)]
    keeping: Keeping,
}

/// Proves a value and all smaller ones, or certifies positions.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    output::check(arguments.certificate.as_deref())?;
    let text = arguments.game.text();
    let Some(value) = arguments.value else {
        let (game, position) = grundy::parse(&text).map_err(|error| {
            let alone = grundy::game(&text).is_ok();
            let hint = "e.g. grundy prove r-wythoff --value 4";
            if alone { InputError::whole("give a value with --value").hint(hint) } else { error }
        })?;
        if !sharing::is_sharing(&game) {
            let message = format!("there are no certificates of positions of {}", game.name());
            return Err(InputError::whole(message).hint("those of sharing-nim have some").into());
        }
        let certified = arguments.asked(|ask| Ok(sharing::certify(&game, &position, ask)?))?;
        let text = format!("{} {} has value {}\n", certified.game, certified.position, certified.value);
        return arguments.show(&certified, &text, Some(&certified.certificate));
    };
    let game = &grundy::game(&text)?;
    if sharing::is_sharing(game)
        && let Some(largest) = arguments.max
    {
        let surveyed = arguments.asked(|ask| Ok(sharing::survey(game, value..=value, largest, ask)?))?;
        return arguments.show(&surveyed, &surveyed.values_text(), surveyed.certificate.as_deref());
    }
    let is_usual = arguments.numeration.is_none_or(|asked| asked == Numeration::ZECKENDORF);
    if automata::is_wythoff(game) && is_usual {
        let proved = arguments.asked(|ask| Ok(automata::prove(game, value, ask)?))?;
        return arguments.conclude(value, &proved.known, &proved.known.text(), proved.certificate.as_deref());
    }
    if (arguments.numeration.is_some() || !variants::has_another_proof(game))
        && let Some(variant) = variants::variant(game, arguments.numeration)?
    {
        if arguments.certificate.is_some() && !variants::has_certificates(&variant) {
            let message = format!("there are no certificates of automata of {}", game.name());
            return Err(InputError::whole(message)
                .hint("omit --certificate; those of wythoff and sharing-nim have some")
                .into());
        }
        let proved = arguments.asked(|ask| Ok(variants::prove(game, &variant, value, ask)?))?;
        let certificate = proved.certificate.as_deref();
        if arguments.certificate.is_some() && certificate.is_none() {
            eprintln!("note: value {value} is not proved, so there is no certificate");
        }
        arguments.show(&proved.known, &proved.known.text(), certificate)?;
        let is_proved = proved.known.obstacle.is_none();
        return if is_proved { Ok(()) } else { Err(Failure::NotAnswered) };
    }
    let question = Question { game: Game::clone(game), value, up_to_rows: arguments.max };
    let proved = arguments.asked(|ask| Ok(question.ask(ask)?))?;
    arguments.conclude(value, &proved.known, &proved.known.text(), proved.certificate.as_deref())
}

impl Arguments {
    fn asked<T>(&self, question: impl FnOnce(Ask<'_>) -> Result<T, Failure>) -> Result<T, Failure> {
        asked(&self.keeping, Some(self.effort.apply()), question)
    }

    /// Shows the proof of a value. Without a certificate the value is open.
    fn conclude(
        &self,
        value: u64,
        answer: &impl Serialize,
        text: &str,
        certificate: Option<&str>,
    ) -> Result<(), Failure> {
        if self.certificate.is_some() && certificate.is_none() {
            eprintln!("note: value {value} is not proved, so there is no certificate");
        }
        self.show(answer, text, certificate)?;
        if certificate.is_some() { Ok(()) } else { Err(Failure::NotAnswered) }
    }

    /// Writes the certificate, if there is one, and prints the answer.
    fn show(&self, answer: &impl Serialize, text: &str, certificate: Option<&str>) -> Result<(), Failure> {
        if let (Some(path), Some(certificate)) = (&self.certificate, certificate) {
            output::write(Some(path), |out| out.write_all(certificate.as_bytes()))?;
        }
        let text = self.format.chosen().render(answer, || text.to_owned())?;
        output::print_beside(self.certificate.as_deref(), &text)
    }
}

//! The positions of a value of R-Wythoff, proved and in closed form, automata, and limits.

use super::ask::{Asked, bounded, heavy, parsed};
use crate::refusal::Refusal;
use crate::server::App;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use grundy::Game;
use grundy::automaton::Numeration;
use grundy_answers::automata::ShownAutomaton;
use grundy_answers::formula::{Formula, Question as FormulaQuestion};
use grundy_answers::prove::{ProofReport, Question as ProveQuestion};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The largest value that is proved here: some seconds.
const LARGEST: u64 = 18;

/// A value of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Of {
    game: String,
    value: u64,
}

impl Of {
    fn game(&self) -> Result<Game, Refusal> {
        bounded(&self.game)?;
        if self.value > LARGEST {
            let refusal = Refusal::too_much(format!("value {} takes too long to prove here", self.value));
            return Err(refusal.hint(format!("values go up to {LARGEST}")));
        }
        Ok(grundy::game(&self.game)?)
    }
}

#[derive(Serialize)]
struct Proved {
    #[serde(flatten)]
    known: ProofReport,
    certificate: Option<String>,
    text: Vec<String>,
}

/// A value of a game, and a numeration system.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Read {
    game: String,
    value: u64,
    numeration: Option<String>,
}

/// The automaton of a value.
pub async fn automaton(
    State(app): State<Arc<App>>,
    Asked(Read { game, value, numeration }): Asked<Read>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let numeration: Option<Numeration> = numeration.map(|name| name.parse()).transpose()?;
    let of = Of { game, value };
    let game = parsed(&app, move || of.game()).await?;
    Ok(heavy(&app, &headers, move |ask| Ok(ShownAutomaton::ask(&game, value, numeration, ask)?)).await)
}

/// Where the positions of a value lie, all of them.
pub async fn prove(
    State(app): State<Arc<App>>,
    Asked(of): Asked<Of>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let question =
        ProveQuestion { value: of.value, up_to_rows: None, game: parsed(&app, move || of.game()).await? };
    let made = heavy(&app, &headers, move |ask| {
        let proved = question.ask(ask)?;
        let text = lines(&proved.known.text());
        Ok(Proved { known: proved.known, certificate: proved.certificate, text })
    });
    Ok(made.await)
}

#[derive(Serialize)]
struct Written {
    #[serde(flatten)]
    formula: Formula,
    text: Vec<String>,
    latex: String,
}

/// The closed form of the positions of a value.
pub async fn formula(
    State(app): State<Arc<App>>,
    Asked(of): Asked<Of>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    /// Members that are looked at for chains: some seconds, in which the work cannot be cancelled.
    const MEMBERS: u64 = 20_000_000;
    let value = of.value;
    let question = FormulaQuestion::new(parsed(&app, move || of.game()).await?, value, MEMBERS);
    let made = heavy(&app, &headers, move |ask| {
        let formula = question.ask(ask)?;
        Ok(Written { text: lines(&formula.text()), latex: formula.latex(), formula })
    });
    Ok(made.await)
}

/// A limit that is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digits {
    game: String,
    digits: Option<usize>,
}

#[derive(Serialize)]
struct LimitRead {
    #[serde(flatten)]
    told: grundy_answers::limit::LimitAnswer,
    text: Vec<String>,
}

/// The limit of `x_n/n` along the P-positions.
pub async fn limit(
    State(app): State<Arc<App>>,
    Asked(Digits { game, digits }): Asked<Digits>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    const MOST: usize = 1000;
    bounded(&game)?;
    let digits = digits.unwrap_or(50);
    if !(1..=MOST).contains(&digits) {
        let refusal = Refusal::too_much(format!("{digits} digits were asked for"));
        return Err(refusal.hint(format!("the number of digits is from 1 to {MOST}")));
    }
    let made = heavy(&app, &headers, move |ask| {
        let told = grundy_answers::limit::ask(&game, digits, ask.limits)?;
        Ok(LimitRead { text: lines(&told.text), told })
    });
    Ok(made.await)
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

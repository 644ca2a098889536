//! Automata of the positions of a value.

use crate::answer::limits;
use crate::error::Failure;
use crate::numbers::big;
use crate::work::watched;
use grundy::InputError;
use grundy::automaton::{MOST_DRAWN, Numeration, dot, svg, walnut, write};
use grundy::theorem::UBig;
use grundy_answers::automata::{self, ShownAutomaton};
use grundy_answers::variants;
use pyo3::prelude::*;
use std::sync::Arc;

/// Bytes of numbers that are read on this thread. The time for Zeckendorf digits grows with the square.
const SHORT: usize = 1 << 11;

/// Positions do not limit automata.
const POSITIONS: u64 = u64::MAX;

/// An automaton that is proved.
#[pyclass(frozen, module = "grundy._native")]
pub struct Automaton {
    shown: Arc<ShownAutomaton>,
}

#[pymethods]
impl Automaton {
    /// The automaton of a value.
    #[new]
    #[pyo3(signature = (game, value, numeration, seconds, memory, progress))]
    fn new(
        py: Python<'_>,
        game: String,
        value: u64,
        numeration: Option<String>,
        seconds: f64,
        memory: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let limits = limits(seconds, memory, POSITIONS)?;
        let shown = watched(py, progress.as_ref(), move |gauge| {
            let game = grundy::game(&game)?;
            let numeration = asked(numeration.as_deref())?;
            gauge.asked(limits, |ask| Ok(ShownAutomaton::ask(&game, value, numeration, ask)?))
        })?;
        Ok(Self { shown: Arc::new(shown) })
    }

    /// The keys of `docs/json.md`.
    fn json(&self) -> PyResult<String> {
        Ok(serde_json::to_string(&*self.shown).map_err(Failure::from)?)
    }

    /// The text of certificates.
    fn text(&self) -> String {
        format!("automaton {} states {}\n{}", self.shown.value, self.shown.states, write(&self.shown.dfa))
    }

    fn dot(&self) -> String {
        dot(&self.shown.dfa, &self.title())
    }

    /// A picture; `None` if there are too many states.
    fn svg(&self) -> Option<String> {
        svg(&self.shown.dfa, &self.title())
    }

    fn walnut(&self) -> String {
        walnut(&self.shown.dfa, self.shown.numeration_system)
    }

    /// Whether two numbers of any size are accepted.
    fn accepts(&self, py: Python<'_>, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<bool> {
        let (x, y): (UBig, UBig) = (big(x)?, big(y)?);
        if x.to_le_bytes().len().max(y.to_le_bytes().len()) <= SHORT {
            return Ok(py.detach(|| self.shown.has(x, y)));
        }
        let shown = Arc::clone(&self.shown);
        watched(py, None, move |_| Ok(shown.has(x, y)))
    }

    /// The most states of a picture.
    #[classattr]
    #[pyo3(name = "most_drawn")]
    const MOST_DRAWN: usize = MOST_DRAWN;
}

impl Automaton {
    fn title(&self) -> String {
        format!("{} value {}", self.shown.game, self.shown.value)
    }
}

/// The numeration system of a name.
fn asked(name: Option<&str>) -> Result<Option<Numeration>, InputError> {
    name.map(str::parse).transpose()
}

/// Learns the automata of a value and all smaller ones, and proves them: JSON, text and the certificate.
#[pyfunction]
#[pyo3(signature = (game, value, numeration, seconds, memory, progress))]
pub fn prove_automata(
    py: Python<'_>,
    game: String,
    value: u64,
    numeration: Option<String>,
    seconds: f64,
    memory: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, String, Option<String>)> {
    let limits = limits(seconds, memory, POSITIONS)?;
    watched(py, progress.as_ref(), move |gauge| {
        let game = grundy::game(&game)?;
        let numeration = asked(numeration.as_deref())?;
        let is_usual = numeration.is_none_or(|asked| asked == Numeration::ZECKENDORF);
        gauge.asked(limits, |ask| {
            if !(automata::is_wythoff(&game) && is_usual)
                && let Some(variant) = variants::variant(&game, numeration)?
            {
                let proved = variants::prove(&game, &variant, value, ask)?;
                return Ok((serde_json::to_string(&proved.known)?, proved.known.text(), proved.certificate));
            }
            let proved = automata::prove(&game, value, ask)?;
            Ok((serde_json::to_string(&proved.known)?, proved.known.text(), proved.certificate))
        })
    })
}

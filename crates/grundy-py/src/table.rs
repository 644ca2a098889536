//! Tables that numpy reads without copying.

use crate::error::Failure;
use crate::work::watched;
use grundy::solve::rays::How;
use grundy::table::Cells;
use grundy::{Budget, Element, Engine, InputError, Limits, Template};
use grundy_answers::Ask;
use grundy_answers::table::Question;
use grundy_export::picture::{Colouring, Heat, Map, Palette, Pool, png};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::Arc;

/// An immutable table of values.
#[pyclass(frozen, module = "grundy._native")]
pub struct Table {
    made: Arc<grundy::Table>,
    /// The game or slice.
    #[pyo3(get)]
    name: String,
    /// The engine.
    #[pyo3(get)]
    by: &'static str,
}

/// Settings of a table.
pub struct Wanted {
    pub max: u64,
    pub element: Option<String>,
    pub engine: String,
    pub threads: Option<usize>,
    /// Without a limit: nine tenths of what is free.
    pub memory: Option<u64>,
    pub positions: u64,
}

impl Table {
    /// Computes a table.
    pub fn make(
        py: Python<'_>,
        name: String,
        template: Template,
        wanted: Wanted,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Self> {
        let made = watched(py, progress, move |gauge| {
            let best = How::default();
            let how = How { threads: wanted.threads.unwrap_or(best.threads).max(1), ..best };
            let (engine, element) = (wanted.engine()?, wanted.element()?);
            let question = Question { slice: &template, max: wanted.max, engine };
            let budget = Budget::of_positions(wanted.positions);
            let memory = wanted.memory.unwrap_or_else(grundy_answers::memory::usable);
            let limits = Limits { budget, memory, ..Limits::default() };
            gauge.asked(limits, |ask| Ok(question.whole(element, Element::U16, Ask { how, ..ask })?))
        })?;
        Ok(Self { made: Arc::new(made.table), name, by: made.by })
    }
}

impl Wanted {
    fn engine(&self) -> Result<Engine, InputError> {
        match self.engine.as_str() {
            "best" => Ok(Engine::Best),
            "definition" => Ok(Engine::Definition),
            "rays" => Ok(Engine::Rays),
            other => {
                Err(InputError::whole(format!("there is no engine `{other}`"))
                    .hint("best, definition or rays"))
            }
        }
    }

    fn element(&self) -> Result<Option<Element>, InputError> {
        match self.element.as_deref() {
            None => Ok(None),
            Some("uint8") => Ok(Some(Element::U8)),
            Some("uint16") => Ok(Some(Element::U16)),
            Some("uint32") => Ok(Some(Element::U32)),
            Some(other) => {
                let error = InputError::whole(format!("tables are not made of `{other}`"));
                Err(error.hint("uint8, uint16 or uint32"))
            }
        }
    }
}

#[pymethods]
impl Table {
    /// The array interface of numpy, version 3: address and type of the cells. The array keeps this object alive. The cells are
    /// read-only because the object is shared.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let end = if cfg!(target_endian = "little") { '<' } else { '>' };
        let (size, address) = match self.made.cells() {
            Cells::U8(cells) => (1, cells.as_ptr().addr()),
            Cells::U16(cells) => (2, cells.as_ptr().addr()),
            Cells::U32(cells) => (4, cells.as_ptr().addr()),
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("shape", (self.made.side(), self.made.side()))?;
        interface.set_item("typestr", format!("{end}u{size}"))?;
        interface.set_item("data", (address, true))?;
        Ok(interface)
    }
}

/// A heat map of a square table as PNG, at most about this many pixels wide. The cells are 32-bit numbers in the order of this machine;
/// the largest one stands for no position.
#[pyfunction]
pub fn heat_map<'py>(
    py: Python<'py>,
    cells: &[u8],
    side: usize,
    title: String,
    width: usize,
) -> PyResult<Bound<'py, PyBytes>> {
    const WIDTH: usize = size_of::<u32>();
    let number = |bytes: &[u8]| bytes.try_into().map_or(u32::MAX, u32::from_ne_bytes);
    let cells: Vec<u32> = cells.chunks_exact(WIDTH).map(number).collect();
    let picture = watched(py, None, move |_| {
        let Some(mut heat) = Heat::new(side, width, Colouring::Scale, Pool::Maximum) else {
            return Err(InputError::whole("the picture would have no pixels").into());
        };
        for (at, &value) in cells.iter().enumerate().filter(|&(_, &value)| value != u32::MAX) {
            heat.put(at / side, at % side, value.into());
        }
        let palette = Palette::named("viridis");
        let palette = palette.ok_or_else(|| Failure::Broken("no palette".to_owned()))?;
        let mut picture = Vec::new();
        png(&Map { title: &title, palette, width }.scene(&heat), &mut picture)?;
        Ok(picture)
    })?;
    Ok(PyBytes::new(py, &picture))
}

/// The values of a two-coordinate slice of a game.
#[pyfunction]
#[pyo3(signature = (game, max, element, engine, threads, memory, positions, progress))]
#[expect(clippy::too_many_arguments, reason = "Python gives them by name")]
pub fn table(
    py: Python<'_>,
    game: String,
    max: u64,
    element: Option<String>,
    engine: String,
    threads: Option<usize>,
    memory: Option<u64>,
    positions: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let template = Template::parse(&game).map_err(Failure::from)?;
    let wanted = Wanted { max, element, engine, threads, memory, positions };
    Table::make(py, game, template, wanted, progress.as_ref())
}

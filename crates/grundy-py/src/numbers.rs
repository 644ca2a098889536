//! Whole numbers of any size between Python and the library. Python's own conversion to text stops at 4,300 digits.

use crate::error::Failure;
use grundy::InputError;
use grundy::RawPosition;
use grundy::notation::{RawNumber, Span};
use grundy::theorem::UBig;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyList, PyString, PyTuple};

/// A pile, or a strip with its tokens.
enum Given {
    Number(String),
    Strip(Vec<String>),
}

/// The numbers of a position, as a user has given them.
pub struct Numbers(Vec<Given>);

impl Numbers {
    /// Reads whole numbers, and sequences of them.
    pub fn read(numbers: &Bound<'_, PyTuple>) -> PyResult<Self> {
        numbers.iter().map(|number| given(&number)).collect::<PyResult<_>>().map(Self)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers as the command line takes them.
    pub fn text(&self) -> String {
        let shown = |given: &Given| match given {
            Given::Number(number) => number.clone(),
            Given::Strip(strip) => format!("[{}]", strip.join(",")),
        };
        self.0.iter().map(shown).collect::<Vec<_>>().join(",")
    }

    /// The numbers as a position; `None` if piles and strips are mixed, which only a text can say is wrong.
    pub fn raw(&self) -> Option<RawPosition> {
        let span = Span::default();
        let raw = |text: &String| RawNumber { text: text.clone(), span };
        let piles = || {
            self.0.iter().map(|given| match given {
                Given::Number(number) => Some(raw(number)),
                Given::Strip(_) => None,
            })
        };
        let strips = || {
            self.0.iter().map(|given| match given {
                Given::Number(_) => None,
                Given::Strip(strip) => Some((strip.iter().map(raw).collect(), span)),
            })
        };
        let piles = piles().collect::<Option<Vec<_>>>().map(|piles| RawPosition::Row(piles, span));
        piles.or_else(|| Some(RawPosition::Strips(strips().collect::<Option<Vec<_>>>()?, span)))
    }
}

fn given(number: &Bound<'_, PyAny>) -> PyResult<Given> {
    if let Some(digits) = digits(number)? {
        return Ok(Given::Number(digits));
    }
    // A text is a sequence too, and never a strip.
    if number.is_instance_of::<PyString>() || number.is_instance_of::<PyBytes>() {
        return Err(wrong(number));
    }
    let Ok(each) = number.try_iter() else { return Err(wrong(number)) };
    let strip = each.map(|one| {
        let one = one?;
        digits(&one)?.ok_or_else(|| wrong(&one))
    });
    Ok(Given::Strip(strip.collect::<PyResult<_>>()?))
}

fn wrong(number: &Bound<'_, PyAny>) -> PyErr {
    let kind = number.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    let shown = number.repr().map_or_else(|_| kind.clone(), |repr| repr.to_string());
    let shown: String = shown.chars().take(60).collect();
    let hint = "piles and tokens are whole numbers, and strips are sequences of them";
    Failure::Kind(InputError::whole(format!("{shown} is a {kind}, not a whole number")).hint(hint)).into()
}

/// The digits of a whole number that is not negative; `None` if this is no whole number.
fn digits(number: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = number.py();
    let whole = if number.is_instance_of::<PyInt>() {
        number.clone()
    } else if number.hasattr(intern!(py, "__index__"))? && !number.is_instance_of::<PyList>() {
        match number.call_method0(intern!(py, "__index__")) {
            Ok(whole) => whole,
            // An array of numpy has the method, and refuses.
            Err(_) => return Ok(None),
        }
    } else {
        return Ok(None);
    };
    if let Ok(small) = whole.extract::<u64>() {
        return Ok(Some(small.to_string()));
    }
    if whole.lt(0)? {
        let error = InputError::whole(format!("{whole} is negative"))
            .hint("the numbers of a position are at least 0");
        return Err(Failure::from(error).into());
    }
    let bits: usize = whole.call_method0(intern!(py, "bit_length"))?.extract()?;
    let bytes = whole.call_method1(intern!(py, "to_bytes"), (bits.div_ceil(8), "little"))?;
    Ok(Some(UBig::from_le_bytes(bytes.extract()?).to_string()))
}

/// A whole number of any size that is not negative.
pub fn big(number: &Bound<'_, PyAny>) -> PyResult<UBig> {
    let digits = digits(number)?.ok_or_else(|| wrong(number))?;
    let fault = || Failure::Broken(format!("{digits} is no number"));
    Ok(UBig::from_str_radix(&digits, 10).map_err(|_| fault())?)
}

/// A number of any size as Python's.
pub fn whole<'py>(py: Python<'py>, number: &UBig) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = u64::try_from(number) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let bytes = PyBytes::new(py, &number.to_le_bytes());
    py.get_type::<PyInt>().call_method1(intern!(py, "from_bytes"), (bytes, "little"))
}

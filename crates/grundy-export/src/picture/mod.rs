//! Heat maps of tables and plots of sequences, as SVG and PNG. The same input always gives the same bytes.
//!
//! A [`Heat`] or a [`Chart`] becomes a [`Scene`], a list of shapes, which is written as SVG or rendered into a PNG with indexed
//! colours. Text in a PNG uses a built-in bitmap font, so labels do not depend on installed fonts.

mod axis;
mod canvas;
mod chart;
mod colour;
mod glyphs;
mod heat;
mod numbers;
mod scene;
mod svg;

pub use canvas::png;
pub use chart::{Band, Chart, Mark, Series};
pub use colour::{Colour, OKABE_ITO, PALETTES, Palette};
pub use heat::{Colouring, Heat, Map, Pool};
pub use numbers::real;
pub use scene::Scene;
pub use svg::svg;

//! Pictures: heat maps of tables and plots of sequences, as SVG and PNG, the same bytes every time.
//!
//! A [`Heat`] or a [`Chart`] becomes a [`Scene`] of a few kinds of shapes, which is written as SVG or painted into a PNG of indexed
//! colour. Text in a PNG is painted with letters that are built in, so no label is lost for want of a font.

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

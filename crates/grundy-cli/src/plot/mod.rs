//! `grundy plot`: pictures of tables, positions, sequences, rows and limits.

mod limit;
mod positions;
mod records;
mod row;
mod sequence;
mod table;

use crate::failure::Failure;
use crate::number::whole;
use crate::{config, memory, output};
use clap::builder::PossibleValuesParser;
use clap::{Subcommand, ValueEnum};
use grundy::{Error, InputError};
use grundy_answers::memory::{beyond, size};
use grundy_export::picture::{Chart, PALETTES, Palette, Scene, png, real, svg};
use std::path::PathBuf;

/// The arguments of `grundy plot`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy plot table wythoff --max 400 -o wythoff.png
  grundy plot table star-nim --max 255 --residues 3 -o star-nim.svg
  grundy plot table wythoff --max 16383 --highlight 0,1,2 -o far.png
  grundy plot positions gurvich:a=2,b=2 --max 60 --eliminated -o kernel.svg
  grundy plot sequence r-wythoff --value 3 --count 200 --of golden -o golden.svg
  grundy plot row star-nim --row 3 --max 120 -o row.svg
  grundy plot limit gurvich:a=2,b=3 -o limit.svg
  grundy plot records sharing-nim --values 2..6 --max 10^7 -o records.svg

The extension selects the format, .svg or .png. The same command always writes the same bytes.")]
pub struct Arguments {
    /// The kind of picture.
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A heat map of a table of values
    Table(table::Arguments),
    /// Positions of given values as points
    Positions(positions::Arguments),
    /// A g-sequence: y-x, x, y, or the distance from the golden line
    Sequence(sequence::Arguments),
    /// A row or a diagonal of a table, with shaded preperiod and periods
    Row(row::Arguments),
    /// `x_n/n` and its limit
    Limit(limit::Arguments),
    /// Records of Sharing Nim: the largest a of each value up to b
    Records(records::Arguments),
}

/// Draws a picture.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    match &arguments.what {
        What::Table(arguments) => table::run(arguments),
        What::Positions(arguments) => positions::run(arguments),
        What::Sequence(arguments) => sequence::run(arguments),
        What::Row(arguments) => row::run(arguments),
        What::Limit(arguments) => limit::run(arguments),
        What::Records(arguments) => records::run(arguments),
    }
}

/// Arguments of all pictures.
#[derive(Debug, clap::Args)]
struct Look {
    /// Output file, .svg or .png; `-` is standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Picture format [default: by the extension of --output]
    #[arg(long, value_enum)]
    format: Option<Kind>,
    /// Title above the picture
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Width in pixels, without axes and legend
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u16>(16..=16_384))]
    size: Option<u16>,
}

/// The colours of heat maps.
#[derive(Debug, clap::Args)]
struct Colours {
    /// Palette, readable for the colour-blind and in grey [default: viridis]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(PALETTES.map(|palette| palette.name)))]
    palette: Option<String>,
}

impl Colours {
    fn palette(&self) -> Palette {
        let name = self.palette.as_deref().or_else(|| config::palette());
        name.and_then(Palette::named).unwrap_or(PALETTES[0])
    }
}

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Vector graphics
    Svg,
    /// Pixels
    Png,
}

impl Look {
    /// The file format. Refuses files and sizes that cannot be written, before any work is done.
    fn kind(&self) -> Result<Kind, Failure> {
        let kind = match (self.format, self.output.extension().and_then(|ending| ending.to_str())) {
            (Some(kind), _) => kind,
            (None, Some("svg")) => Kind::Svg,
            (None, Some("png")) => Kind::Png,
            _ => {
                let error = InputError::whole(format!(
                    "cannot infer the picture format of {}",
                    self.output.display()
                ));
                return Err(error.hint("use the extension .svg or .png, or --format svg or png").into());
            }
        };
        output::check(Some(&self.output))?;
        self.fits(memory::limit(None))?;
        Ok(kind)
    }

    /// Refuses a picture that does not fit into memory.
    fn fits(&self, limit: u64) -> Result<(), Error> {
        /// One byte for the picture and about two for the encoder.
        const BYTES_A_PIXEL: u64 = 3;
        let side = self.size.map_or(0, u64::from);
        let needed = side * side * BYTES_A_PIXEL;
        if needed <= limit {
            return Ok(());
        }
        let (about, may) = (size(needed), size(limit));
        let message = format!(
            "a picture of {side} by {side} pixels needs about {about}; the limit is {may}; choose a smaller --size"
        );
        Err(beyond(message, needed, limit))
    }

    fn size(&self, usual: usize) -> usize {
        self.size.map_or(usual, usize::from)
    }

    fn title<'t>(&'t self, usual: &'t str) -> &'t str {
        self.title.as_deref().unwrap_or(usual)
    }

    fn write(&self, kind: Kind, scene: &Scene) -> Result<(), Failure> {
        output::write(Some(&self.output), |out| match kind {
            Kind::Svg => svg(scene, out),
            Kind::Png => png(scene, out),
        })
    }

    fn write_chart(&self, kind: Kind, chart: &Chart<'_>) -> Result<(), Failure> {
        self.write(kind, &chart.scene())
    }
}

/// The error for an empty picture.
fn empty(what: &str) -> InputError {
    InputError::whole(format!("the picture would be empty: {what}"))
}

/// The range of some numbers, with a margin on either side.
fn range(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let (low, high) =
        (numbers.clone().fold(f64::INFINITY, f64::min), numbers.fold(f64::NEG_INFINITY, f64::max));
    let room = ((high - low) * 0.04).max(0.5);
    (low - room, high + room)
}

/// An index as a number.
fn place(n: usize) -> f64 {
    real(u64::try_from(n).unwrap_or(u64::MAX))
}

/// The difference `a - b`.
fn minus(a: u64, b: u64) -> f64 {
    if a >= b { real(a - b) } else { -real(b - a) }
}

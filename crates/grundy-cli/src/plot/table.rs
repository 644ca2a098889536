//! Heat maps of tables.

use super::{Colours, Look, empty};
use crate::args::Expression;
use crate::device::On;
use crate::failure::Failure;
use crate::limits::Effort;
use crate::memory;
use crate::number::whole;
use crate::store::{Keeping, asked};
use crate::value::name_reading;
use clap::ValueEnum;
use grundy::solve::rays::How;
use grundy::{Engine, Error, InputError, Plan, Template};
use grundy_answers::Ask;
use grundy_answers::table::Question;
use grundy_export::picture::{Colouring, Heat, Map, Pool};

/// Tables up to this size get at least one pixel per cell; larger ones are pooled.
const WHOLE: usize = 4096;
const POOLED: usize = 2048;

/// Small tables are enlarged to about this many pixels.
const USUAL: usize = 640;

/// The arguments of `grundy plot table`.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Examples:
  grundy plot table wythoff --max 400 -o wythoff.png
  grundy plot table wythoff --max 400 --palette cividis --title 'Wythoff' -o wythoff.svg
  grundy plot table sharing-nim --max 200 --outcome -o outcome.png
  grundy plot table star-nim --max 300 --residues 3 -o residues.png
  grundy plot table wythoff --max 16383 --highlight 0,1,2 -o far.png

a increases upwards, b to the right. A table with more cells than pixels is pooled while it is \
computed and never stored as a whole: a pixel shows the largest of its cells, the least, or the \
most common class. --pool selects which [default: minimum with --highlight and --outcome, majority \
with --residues, else maximum].")]
pub struct Arguments {
    #[command(flatten)]
    expression: Expression,
    /// Largest coordinate; coordinates start at 0
    #[arg(long, value_name = "N", value_parser = whole::<u64>(..))]
    max: u64,
    #[command(flatten)]
    means: Means,
    /// The cell that a pixel shows if it covers several
    #[arg(long, value_enum)]
    pool: Option<Pooling>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    colours: Colours,
    #[command(flatten)]
    on: On,
    #[command(flatten)]
    effort: Effort,
}

/// What the colours mean; by default a scale from small to large values.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Means {
    /// Colour only these values, e.g. 0 or 0,1,2
    #[arg(long, value_name = "VALUES", value_parser = whole::<u64>(..), value_delimiter = ',')]
    highlight: Vec<u64>,
    /// Colour values modulo M, with a cyclic palette
    #[arg(long, value_name = "M", value_parser = whole::<u32>(2..=100))]
    residues: Option<u32>,
    /// Colour P-positions and N-positions
    #[arg(long)]
    outcome: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Pooling {
    /// The most common class
    Majority,
    /// The least value, or the class named first
    Minimum,
    /// The largest value, or the class named last
    Maximum,
}

/// Draws a heat map.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let kind = arguments.look.kind()?;
    let text = arguments.expression.text();
    let template = Template::parse(&text)?;
    let plan_to = |max| Plan::new(&template, max, Engine::Best);
    let plan = plan_to(arguments.max)?;
    plan.refuse_empty()?;
    let (colouring, pool) = (arguments.means.colouring(), arguments.pool());
    if pool == Pool::Majority && colouring == Colouring::Scale {
        let error = InputError::whole("--pool majority needs classes of values");
        return Err(error.hint("add --residues, --highlight or --outcome, or use --pool maximum").into());
    }
    let side = usize::try_from(arguments.max).unwrap_or(usize::MAX).saturating_add(1);
    let usual = if side <= WHOLE { side.max(USUAL) } else { POOLED };
    let most = arguments.look.size(usual);
    let limits = arguments.effort.apply();
    let question = Question { slice: &template, max: arguments.max, engine: Engine::Best };
    let mut how = How { device: arguments.on.find()?, ..How::default() };
    how.device = arguments.on.tell(&question, how)?;
    let pixels = u64::try_from(most).unwrap_or(u64::MAX);
    arguments.look.fits(limits.memory)?;
    memory::refuse_beyond(limits.memory, arguments.max, |max| {
        let map = Heat::bytes(max.saturating_add(1), pixels, &colouring, pool);
        plan_to(max).map_or(u64::MAX, |plan| {
            let table = if max < pixels { plan.bytes_kept(how) } else { plan.bytes(how) };
            table.saturating_add(map)
        })
    })?;
    let Some(mut heat) = Heat::new(side, most, colouring, pool) else {
        return Err(empty("the picture would have no pixels").into());
    };
    let cells = asked(&Keeping::none(), Some(limits), |ask| {
        let ask = Ask { how, ..ask };
        question.refuse_beyond_device(&plan, how)?;
        Ok(fill(&mut heat, &plan, ask)?)
    })?;
    if cells == 0 {
        return Err(empty(&format!("{text} has no positions here")).hint("try a larger --max").into());
    }
    name_reading(template.game());
    let usual = format!("{text}: values for a, b up to {}", arguments.max);
    let map = Map { title: arguments.look.title(&usual), palette: arguments.colours.palette(), width: most };
    arguments.look.write(kind, &map.scene(&heat))
}

/// Fills the map and counts the cells, or the pixels if a GPU has pooled them. A table with one pixel per cell is computed as a whole, which is faster.
fn fill(heat: &mut Heat, plan: &Plan<'_>, ask: Ask<'_>) -> Result<u64, Error> {
    let (how, budget) = (ask.how, ask.limits.budget);
    let mut cells = 0_u64;
    if heat.factor() == 1 {
        let table = plan.table(plan.element(), how, budget, &mut |progress| ask.cells(progress))?;
        for a in 0..table.side() {
            for (b, value) in table.row(a).enumerate() {
                if let Some(value) = value {
                    heat.put(a, b, value.0);
                    cells += 1;
                }
            }
        }
        return Ok(cells);
    }
    let squares =
        heat.squares().and_then(|squares| plan.squares(&squares, how, &mut |progress| ask.cells(progress)));
    if let Some(squares) = squares {
        return Ok(heat.put_squares(&squares?));
    }
    plan.for_each(how, budget, &mut |progress| ask.cells(progress), &mut |a, b, value| {
        if let (Ok(a), Ok(b)) = (usize::try_from(a), usize::try_from(b)) {
            heat.put(a, b, value);
            cells += 1;
        }
        Ok(())
    })?;
    Ok(cells)
}

impl Arguments {
    fn pool(&self) -> Pool {
        match self.pool {
            Some(Pooling::Majority) => Pool::Majority,
            Some(Pooling::Minimum) => Pool::Minimum,
            None if self.means.residues.is_some() => Pool::Majority,
            None if self.means.outcome || !self.means.highlight.is_empty() => Pool::Minimum,
            Some(Pooling::Maximum) | None => Pool::Maximum,
        }
    }
}

impl Means {
    fn colouring(&self) -> Colouring {
        match self.residues {
            Some(modulus) => Colouring::Residues(modulus),
            None if self.outcome => Colouring::Outcome,
            None if self.highlight.is_empty() => Colouring::Scale,
            None => Colouring::Values(self.highlight.clone()),
        }
    }
}

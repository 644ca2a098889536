use super::Table;
use super::arrays::Slice;
use super::boxes::{self, BoxSlice};
use super::empty::refuse_empty;
use super::four_piles::FourSlice;
use super::heaps::HeapSlice;
use crate::catalog::{Slot, Template};
use crate::error::Error;
use crate::geometry::Geometry;
use crate::nimber::Element;
use crate::notation::InputError;
use crate::ruleset::{Budget, Position};
use crate::solve::rays::{Field, How, Keep};
use crate::solve::reference::Reference;
use crate::widths::{place, wide};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The engine that computes a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Engine {
    /// The ray engine if it knows the slice, otherwise the array engine if it does, otherwise the values of heaps in a take-and-break game, otherwise the definition.
    #[default]
    Best,
    /// The definition: the slow twin.
    Definition,
    /// The ray engine, or an error if it does not know the slice.
    Rays,
}

/// The progress of a computation.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Units of work done: cells of a table, rows or members of a sequence.
    pub done: u64,
    /// Units of work in all.
    pub total: u64,
}

/// How a table will be computed: the slice, its size, and the engine.
pub struct Plan<'t> {
    pub(super) template: &'t Template,
    pub(super) max: u64,
    pub(super) method: Method,
}

pub(super) enum Method {
    /// The plane of a game of rays, or of Sharing Nim.
    Field(Field),
    /// A slice of a game whose moves lower one number.
    Box(BoxSlice),
    /// A slice of a game whose options are arithmetic progressions.
    Arrays(Slice),
    /// A slice of Sharing Nim with four piles.
    FourPiles(FourSlice),
    /// A slice of a take-and-break game.
    Heaps(HeapSlice),
    /// Cell by cell, by the definition.
    Definition,
}

/// Receives the cells: a, b and value.
pub(super) type Visit<'v> = dyn FnMut(u64, u64, u64) -> Result<(), Error> + Send + 'v;

/// A progress callback, which cancels the work by returning `Break`.
pub(super) type Watch<'w> = dyn FnMut(Progress) -> ControlFlow<()> + Send + 'w;

impl<'t> Plan<'t> {
    /// The plan for the cells `0 <= a, b <= max` of a template.
    ///
    /// # Errors
    /// When the template does not have the letters a and b, or has others, and when the ray engine is asked for and does not know the game.
    pub fn new(template: &'t Template, max: u64, engine: Engine) -> Result<Self, InputError> {
        refuse_values(template)?;
        template.check_letters()?;
        let method = match engine {
            Engine::Definition => Method::Definition,
            Engine::Best => Method::by_rays(template, max)
                .or_else(|| Slice::new(template, max).map(Method::Arrays))
                .or_else(|| HeapSlice::new(template, max).map(Method::Heaps))
                .unwrap_or(Method::Definition),
            Engine::Rays => Method::by_rays(template, max).ok_or_else(|| {
                InputError::whole("the ray engine does not know this slice")
                    .hint("omit the engine to choose one automatically")
            })?,
        };
        Ok(Self { template, max, method })
    }

    /// The plan for the outcomes of a game in misère play, as 0 for a P-position and 1 for an N-position; for others that of values.
    ///
    /// # Errors
    /// As for [`Plan::new`].
    pub fn of_outcomes(template: &'t Template, max: u64, engine: Engine) -> Result<Self, InputError> {
        if !template.game().is_misere() {
            return Self::new(template, max, engine);
        }
        template.check_letters()?;
        Ok(Self { template, max, method: Method::Definition })
    }

    /// The numbers of cells and of rows that the ray engine computes for a table of two numbers; nothing for other tables.
    pub fn field(&self) -> Option<(u64, usize)> {
        match &self.method {
            Method::Field(field) => Some((field.cells(), field.rows())),
            _ => None,
        }
    }

    /// The same plan with rows that are kept, if it has a [`Plan::field`]. Those of parts of the table are not.
    #[must_use]
    pub fn kept_by(mut self, keep: Arc<dyn Keep>) -> Self {
        if let Method::Field(field) = self.method {
            self.method = Method::Field(field.kept_by(keep));
        }
        self
    }

    /// Refuses a table without a position, where that can be seen without computing it.
    ///
    /// # Errors
    /// As the first cells are not positions, with the place in the text.
    pub fn refuse_empty(&self) -> Result<(), InputError> {
        refuse_empty(self.template, self.max)
    }

    /// The engine in words.
    pub fn by(&self) -> &'static str {
        match &self.method {
            Method::Field(_) | Method::Box(_) | Method::FourPiles(_) => "ray engine",
            Method::Arrays(slice) if slice.arrays.is_by_lines() => "ray engine",
            Method::Arrays(_) => "array engine",
            Method::Heaps(_) => "values of heaps",
            Method::Definition => "definition",
        }
    }

    /// Whether cells (a, b) and (b, a) are known to have the same value.
    pub fn is_symmetric(&self) -> bool {
        matches!(&self.method, Method::Field(field) if field.is_symmetric())
    }

    /// The memory needed to compute the cells without storing them, in bytes.
    pub fn bytes(&self, how: How) -> u64 {
        /// A stored position and its value.
        const BYTES_A_POSITION: u64 = 130;
        let side = self.max.saturating_add(1);
        match &self.method {
            Method::Field(field) => field.bytes(how),
            Method::Box(slice) => slice.bytes(self.max, how),
            Method::Arrays(slice) => slice.bytes(self.max, how),
            Method::FourPiles(slice) => slice.piles.bytes(),
            Method::Heaps(slice) => slice.bytes(),
            Method::Definition => side.saturating_mul(side).saturating_mul(BYTES_A_POSITION),
        }
    }

    /// The memory needed to compute and store the table, in bytes.
    pub fn bytes_kept(&self, how: How) -> u64 {
        self.bytes(how).saturating_add(self.bytes_of_cells(self.element()))
    }

    /// The memory of a GPU that is needed if `usable` bytes of it may be used; the error is what is needed at least. Nothing if a GPU
    /// cannot compute this table.
    pub fn bytes_on_device(&self, usable: u64) -> Option<Result<u64, u64>> {
        let fits = |needed: u64| Some(if needed <= usable { Ok(needed) } else { Err(needed) });
        match &self.method {
            Method::Field(field) => Some(field.bytes_on_device(usable)),
            Method::Box(slice) => fits(slice.on_device(self.max)?.bytes_on_device()?),
            Method::Arrays(slice) => fits(slice.on_device(self.max)?.bytes_on_device()?),
            _ => None,
        }
    }

    /// The memory of the cells of a table, in bytes.
    pub(super) fn bytes_of_cells(&self, element: Element) -> u64 {
        let side = self.max.saturating_add(1);
        side.saturating_mul(side).saturating_mul(element.bytes())
    }

    /// The narrowest integer type that fits all values, by a theorem; `u32` where there is none.
    pub fn element(&self) -> Element {
        match &self.method {
            Method::Field(field) => field.bound().map_or(Element::U32, Element::for_values),
            Method::Box(slice) => Element::for_values(slice.axes.bound()),
            Method::FourPiles(slice) => Element::for_values(slice.piles.bound()),
            Method::Arrays(_) | Method::Heaps(_) | Method::Definition => Element::U32,
        }
    }

    /// Computes the table, with cells of type `element`.
    ///
    /// # Errors
    /// When a value does not fit `element`, `watch` cancels the work, or the definition needs more than `budget`.
    pub fn table(
        &self,
        element: Element,
        how: How,
        budget: Budget,
        watch: &mut Watch<'_>,
    ) -> Result<Table, Error> {
        let side = usize::try_from(self.max.saturating_add(1)).unwrap_or(usize::MAX);
        let total = match &self.method {
            Method::Field(field) => field.cells(),
            _ => self.max.saturating_add(1).saturating_pow(2),
        };
        let mut begun = || watch(Progress { done: 0, total });
        let mut table = Table::watched(side, element, &mut begun).ok_or(Error::Cancelled)?;
        let Method::Field(field) = &self.method else {
            self.for_each(how, budget, watch, &mut |a, b, value| table.set(place(a), place(b), value))?;
            return Ok(table);
        };
        let mut failed = Ok(());
        let made = field.for_each(how, &mut |chunk| {
            match chunk.rows() {
                Some(mut rows) => failed = rows.try_for_each(|row| table.set_row(row.a, row.b, row.values())),
                None => chunk.for_each(|a, b, value| {
                    let mut upper = field.images(a, b).filter(|(a, b)| a <= b || !field.is_symmetric());
                    if failed.is_ok() {
                        failed = upper.try_for_each(|(a, b)| table.set(a, b, u64::from(value)));
                    }
                }),
            }
            if failed.is_err() {
                return ControlFlow::Break(());
            }
            watch(Progress { done: chunk.done, total: chunk.total })
        });
        failed?;
        made?;
        let mut ending = || watch(Progress { done: total, total });
        if field.is_symmetric() && table.mirror(&mut ending).is_break() {
            return Err(Error::Cancelled);
        }
        Ok(table)
    }

    /// Computes all cells and gives those that are positions to `visit`, without storing them. The order depends on the engine alone.
    ///
    /// # Errors
    /// Those of `visit`; when `watch` cancels the work; when the definition needs more than `budget`.
    pub fn for_each(
        &self,
        how: How,
        budget: Budget,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        match &self.method {
            Method::Definition => self.by_definition(budget, watch, visit),
            Method::Arrays(slice) => slice.for_each(self.max, how, watch, visit),
            Method::FourPiles(slice) => slice.for_each(self.max, how.simd, watch, visit),
            Method::Heaps(slice) => slice.for_each(self.max, watch, visit),
            Method::Field(field) => {
                let mut failed = Ok(());
                let made = field.for_each(how, &mut |chunk| {
                    chunk.for_each(|a, b, value| {
                        for (i, image) in field.images(a, b).enumerate() {
                            // A cell on an axis of symmetry is its own image: once is enough.
                            let seen = field.images(a, b).take(i).any(|earlier| earlier == image);
                            if failed.is_ok() && !seen {
                                failed = visit(wide(image.0), wide(image.1), u64::from(value));
                            }
                        }
                    });
                    if failed.is_err() {
                        return ControlFlow::Break(());
                    }
                    watch(Progress { done: chunk.done, total: chunk.total })
                });
                failed?;
                made
            }
            Method::Box(slice) => slice.for_each(self.max, how, watch, visit),
        }
    }

    fn by_definition(
        &self,
        budget: Budget,
        watch: &mut Watch<'_>,
        visit: &mut Visit<'_>,
    ) -> Result<(), Error> {
        /// Cells between progress callbacks.
        const BETWEEN_LOOKS: u64 = 16;
        let mut engine = Reference::new(self.template.game().clone(), budget);
        let side = self.max.saturating_add(1);
        for a in 0..=self.max {
            for b in 0..=self.max {
                if let Ok(position) = self.template.at(&[("a", a), ("b", b)]) {
                    visit(a, b, engine.value(&position)?.0)?;
                }
                let done = a.saturating_mul(side).saturating_add(b + 1);
                let progress = Progress { done, total: side.saturating_mul(side) };
                let look = b == self.max || b.is_multiple_of(BETWEEN_LOOKS);
                if look && watch(progress).is_break() {
                    return Err(Error::Cancelled);
                }
            }
        }
        Ok(())
    }
}

/// Games in misère play have no values.
fn refuse_values(template: &Template) -> Result<(), InputError> {
    if template.game().is_misere() {
        return Err(InputError::whole("a game in misère play has no values, only outcomes")
            .hint("ask for its P-positions, those of value 0, or for who wins in a position"));
    }
    Ok(())
}

impl Method {
    fn by_rays(template: &Template, max: u64) -> Option<Self> {
        if let Some(slice) = FourSlice::new(template, max) {
            return Some(Self::FourPiles(slice));
        }
        let (lengths, slots) = template.slots()?;
        let geometry = template.game().geometry(&lengths)?;
        match &geometry {
            Geometry::Rays(rays) if slots == [Slot::A, Slot::B] => {
                return Field::rectangle(rays, max, max).map(Self::Field);
            }
            Geometry::Sharing if slots == SHARING => return Field::sharing(max).map(Self::Field),
            _ => {}
        }
        BoxSlice::new(template, max, (lengths, slots), &geometry).map(Self::Box)
    }
}

/// The usual slice of Sharing Nim with three piles.
const SHARING: [Slot; 3] = [Slot::Number(0), Slot::A, Slot::B];

/// The cell of a position in the table of a template, `None` if it is not in the slice.
///
/// ```
/// let template = grundy::Template::parse("star-silver-dollar [a],[b,9]")?;
/// let (_, position) = grundy::parse("star-silver-dollar [3],[5,9]")?;
/// assert_eq!(grundy::table::cell(&template, &position), Some((3, 5)));
/// # Ok::<(), grundy::InputError>(())
/// ```
pub fn cell(template: &Template, position: &Position) -> Option<(u64, u64)> {
    let (lengths, slots) = template.slots()?;
    let rows = position.rows()?;
    let mut each = rows.iter().map(Vec::len);
    let same =
        if position.has_strips() { each.eq(lengths.clone()) } else { each.next() == Some(slots.len()) };
    let numbers = rows.iter().flatten().map(|number| u64::try_from(number).ok());
    let mut numbers = numbers.collect::<Option<Vec<_>>>().filter(|_| same)?;
    if slots == SHARING && matches!(template.game().geometry(&lengths), Some(Geometry::Sharing)) {
        // Only differences matter (Ho, sec. 2).
        numbers.sort_unstable();
        return Some((numbers[1] - numbers[0], numbers[2] - numbers[0]));
    }
    boxes::slice(&numbers, &slots)
}

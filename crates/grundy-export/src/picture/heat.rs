//! Heat maps: the cells of a table as pixels, pooled if there are more cells than pixels.
//!
//! Cells are added one by one, in any order, and are not stored: the map holds one number per pixel, or, for pooling by majority, one
//! count per pixel and class.

use super::axis::ticks;
use super::colour::{Colour, OKABE_ITO, Palette, cycle};
use super::numbers::{length, nearest, real};
use super::scene::{Anchor, BLACK, Raster, Scene, Shape};
use super::svg::width;
use grundy::solve::rays::{Class, Squares};

/// What the colours of a heat map mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Colouring {
    /// A gradient from small to large values.
    Scale,
    /// One colour for each residue modulo this number.
    Residues(u32),
    /// One colour for each of these values; all others are grey.
    Values(Vec<u64>),
    /// P-positions and N-positions.
    Outcome,
}

/// How a pixel is chosen from several cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pool {
    /// The most frequent class; the first one in a tie.
    Majority,
    /// The least value or first class: a single P-position among many cells stays visible.
    Minimum,
    /// The largest value or last class.
    Maximum,
}

/// Marks a pixel without a position.
const NONE: u32 = u32::MAX;

/// Number of colours of a gradient; the rest of the canvas's 256 are for text and lines.
const BANDS: usize = 240;

/// Colours of values that are not highlighted, and of cells that are not positions.
const REST: Colour = [0xe4, 0xe4, 0xe4];
const NOTHING: Colour = [0xff, 0xff, 0xff];

impl Colouring {
    /// The number of classes; `None` for a gradient, whose classes are the values.
    pub fn classes(&self) -> Option<usize> {
        match self {
            Self::Scale => None,
            Self::Residues(modulus) => usize::try_from(*modulus).ok(),
            Self::Values(values) => Some(values.len() + 1),
            Self::Outcome => Some(2),
        }
    }

    fn class(&self, value: u64) -> u32 {
        let place = match self {
            Self::Scale => value,
            // Dividing smaller integers is faster.
            Self::Residues(modulus) => match u32::try_from(value) {
                Ok(value) => u64::from(value % (*modulus).max(1)),
                Err(_) => value % u64::from((*modulus).max(1)),
            },
            Self::Values(values) => {
                let place = values.iter().position(|&one| one == value).unwrap_or(values.len());
                u64::try_from(place).unwrap_or(u64::MAX)
            }
            Self::Outcome => u64::from(value != 0),
        };
        u32::try_from(place).unwrap_or(NONE - 1).min(NONE - 1)
    }

    fn colours(&self, palette: Palette) -> Vec<Colour> {
        match self {
            Self::Scale => palette.colours(BANDS),
            Self::Residues(modulus) => cycle(usize::try_from(*modulus).unwrap_or(1).min(BANDS)),
            Self::Values(values) => {
                let some = values.len();
                let chosen = if some < OKABE_ITO.len() {
                    OKABE_ITO[..some].to_vec()
                } else {
                    palette.colours(some.min(BANDS))
                };
                chosen.into_iter().chain([REST]).collect()
            }
            Self::Outcome => vec![OKABE_ITO[0], REST],
        }
    }

    fn names(&self) -> Vec<String> {
        match self {
            Self::Scale => Vec::new(),
            Self::Residues(modulus) => (0..*modulus).map(|class| class.to_string()).collect(),
            Self::Values(values) => {
                values.iter().map(ToString::to_string).chain(["others".to_owned()]).collect()
            }
            Self::Outcome => vec!["P".to_owned(), "N".to_owned()],
        }
    }
}

/// A heat map under construction.
#[derive(Clone, Debug)]
pub struct Heat {
    colouring: Colouring,
    pool: Pool,
    side: usize,
    /// Cells per pixel, in each direction.
    factor: usize,
    width: usize,
    /// The pixel of each row and column, as a table: divisions would dominate the running time.
    places: Vec<u32>,
    keys: Vec<u32>,
    /// For pooling by majority: cells per pixel and class.
    counts: Vec<u32>,
    classes: usize,
}

impl Heat {
    /// A map of `side` by `side` cells on at most `most` by `most` pixels. `None` if there are no cells or no pixels, or if a gradient
    /// is to be pooled by majority.
    pub fn new(side: usize, most: usize, colouring: Colouring, pool: Pool) -> Option<Self> {
        if side == 0 || most == 0 {
            return None;
        }
        let factor = side.div_ceil(most);
        let width = side.div_ceil(factor);
        let counted = pool == Pool::Majority && factor > 1;
        let classes = if counted { colouring.classes()? } else { 0 };
        let counts = vec![0; width * width * classes];
        let places = (0..side).map(|a| u32::try_from(a / factor).ok()).collect::<Option<Vec<u32>>>()?;
        let keys = vec![NONE; width * width];
        Some(Self { colouring, pool, side, factor, width, places, keys, counts, classes })
    }

    /// The memory needed by such a map and its picture, in bytes.
    pub fn bytes(side: u64, most: u64, colouring: &Colouring, pool: Pool) -> u64 {
        let factor = side.div_ceil(most.max(1)).max(1);
        let width = side.div_ceil(factor);
        let counted = pool == Pool::Majority && factor > 1;
        let classes =
            colouring.classes().filter(|_| counted).and_then(|some| u64::try_from(some).ok()).unwrap_or(0);
        // Keys and counts take 4 bytes. A pixel takes 1 byte in the map, 1 in the picture and about 1 in the file.
        width.saturating_mul(width).saturating_mul(classes.saturating_mul(4).saturating_add(7))
    }

    /// Cells per pixel, in each direction.
    pub fn factor(&self) -> usize {
        self.factor
    }

    /// Adds the value of cell (a, b). Cells outside the map are ignored.
    #[inline]
    pub fn put(&mut self, a: usize, b: usize, value: u64) {
        let (Some(&row), Some(&column)) = (self.places.get(a), self.places.get(b)) else { return };
        let [row, column] = [row, column].map(|place| usize::try_from(place).unwrap_or(usize::MAX));
        let at = row * self.width + column;
        let class = self.colouring.class(value);
        if self.classes > 0 {
            let place = usize::try_from(class).unwrap_or(usize::MAX);
            self.counts[at * self.classes + place] += 1;
            return;
        }
        let key = &mut self.keys[at];
        *key = match (*key, self.pool) {
            (NONE, _) => class,
            (old, Pool::Maximum) => old.max(class),
            (old, _) => old.min(class),
        };
    }

    /// The squares of cells that are pixels of this map, see [`grundy::Plan::squares`]. Nothing if they are pooled by majority.
    pub fn squares(&self) -> Option<Squares> {
        let class = match &self.colouring {
            Colouring::Scale => Class::Value,
            Colouring::Residues(modulus) => Class::Residue((*modulus).max(1)),
            // A value of more than 32 bits is that of no cell.
            Colouring::Values(values) => {
                Class::Among(values.iter().map(|&value| u32::try_from(value).unwrap_or(NONE)).collect())
            }
            Colouring::Outcome => Class::Among(vec![0]),
        };
        let Self { factor, pool, .. } = *self;
        (self.classes == 0).then_some(Squares { factor, class, largest: pool == Pool::Maximum })
    }

    /// Sets the pixels to squares of cells, row by row, and counts those with a position. Squares of another number are ignored.
    pub fn put_squares(&mut self, keys: &[u32]) -> u64 {
        if keys.len() == self.keys.len() {
            self.keys.copy_from_slice(keys);
        }
        self.keys.iter().filter(|&&key| key != NONE).map(|_| 1).sum()
    }

    fn raster(&self, palette: Palette) -> (Raster, u32) {
        let keys = if self.classes > 0 { self.majorities() } else { Vec::new() };
        let keys = if self.classes > 0 { &keys } else { &self.keys };
        let largest = keys.iter().copied().filter(|&key| key != NONE).max().unwrap_or(0);
        let mut colours = self.colouring.colours(palette);
        let bands = u64::try_from(colours.len()).unwrap_or(1);
        let nothing = u8::try_from(colours.len()).unwrap_or(u8::MAX);
        colours.push(NOTHING);
        let scale = |key: u32| match self.colouring {
            Colouring::Scale => u64::from(key) * (bands - 1) / u64::from(largest.max(1)),
            _ => u64::from(key) % bands,
        };
        // Colours are looked up by key: there are far fewer keys than pixels.
        let few = usize::try_from(largest).unwrap_or(usize::MAX);
        let table: Vec<u8> = (0..=largest)
            .map(|key| u8::try_from(scale(key)).unwrap_or(u8::MAX))
            .take(few.saturating_add(1).min(1 << 24))
            .collect();
        let place = |key: u32| match usize::try_from(key).ok().and_then(|key| table.get(key)) {
            Some(&place) => place,
            None if key == NONE => nothing,
            None => u8::try_from(scale(key)).unwrap_or(nothing),
        };
        // Row 0 is at the bottom.
        let mut pixels = Vec::with_capacity(keys.len());
        keys.rchunks(self.width).for_each(|row| pixels.extend(row.iter().map(|&key| place(key))));
        (Raster { width: self.width, pixels, palette: colours }, largest)
    }

    fn majorities(&self) -> Vec<u32> {
        let most = |counts: &[u32]| {
            let best = counts.iter().copied().max().filter(|&most| most > 0)?;
            counts.iter().position(|&count| count == best).and_then(|class| u32::try_from(class).ok())
        };
        self.counts.chunks(self.classes).map(|counts| most(counts).unwrap_or(NONE)).collect()
    }
}

/// How a heat map is shown.
#[derive(Clone, Debug)]
pub struct Map<'m> {
    /// The title.
    pub title: &'m str,
    /// The palette.
    pub palette: Palette,
    /// Minimum width of the map, reached by scaling its pixels by an integer.
    pub width: usize,
}

impl Map<'_> {
    /// Renders the map with axes, ticks, labels and a legend.
    pub fn scene(&self, heat: &Heat) -> Scene {
        let (raster, largest) = heat.raster(self.palette);
        let pixel = ((self.width + heat.width / 2) / heat.width.max(1)).max(1);
        let across = heat.width * pixel;
        let unit = (across / 1000).max(1);
        let (left, top, below) = (64 * unit, 56 * unit, 48 * unit);
        let names = heat.colouring.names();
        let legend = Self::legend_width(&names, largest, unit);
        let title = nearest(width(self.title, unit)) + 16 * unit;
        let mut scene = Scene {
            width: (left + across + 20 * unit + legend).max(left + title),
            height: top + across + below,
            unit,
            shapes: Vec::new(),
        };
        let (x0, y0) = (length(left), length(top + across));
        let u = length(unit);
        let at = (x0, 24.0 * u);
        scene.add(Shape::Text { at, text: self.title.to_owned(), anchor: Anchor::Start, bold: true });
        scene.add(Shape::Image { x: left, y: top, pixel, raster });
        let cell = length(pixel) / length(heat.factor);
        let about = (across / (80 * unit)).clamp(2, 10);
        for tick in ticks((0.0, length(heat.side - 1)), about, true) {
            let along = (tick.at + 0.5) * cell;
            scene.line((x0 + along, y0), (x0 + along, y0 + 5.0 * u), u, BLACK);
            scene.text((x0 + along, y0 + 18.0 * u), Anchor::Middle, tick.label.clone());
            scene.line((x0 - 5.0 * u, y0 - along), (x0, y0 - along), u, BLACK);
            scene.text((x0 - 8.0 * u, y0 - along + 4.0 * u), Anchor::End, tick.label);
        }
        scene.text((x0 + length(across) / 2.0, y0 + 38.0 * u), Anchor::Middle, "b");
        scene.text((x0 - 8.0 * u, length(top) - 10.0 * u), Anchor::End, "a");
        let corner = (x0 + length(across) + 20.0 * u, length(top));
        self.legend(&mut scene, heat, &names, largest, corner, length(across));
        scene
    }

    fn legend_width(names: &[String], largest: u32, unit: usize) -> usize {
        let longest = names.iter().map(|name| width(name, unit)).fold(0.0, f64::max);
        let numbers = if names.is_empty() { width(&largest.to_string(), unit) } else { 0.0 };
        nearest(longest.max(numbers).max(width("value mod 99", unit))) + 40 * unit
    }

    fn legend(
        &self,
        scene: &mut Scene,
        heat: &Heat,
        names: &[String],
        largest: u32,
        (x, y): (f64, f64),
        height: f64,
    ) {
        let u = length(scene.unit);
        let title = match &heat.colouring {
            Colouring::Scale | Colouring::Values(_) => "value".to_owned(),
            Colouring::Residues(modulus) => format!("value mod {modulus}"),
            Colouring::Outcome => "outcome".to_owned(),
        };
        scene.text((x, y - 10.0 * u), Anchor::Start, title);
        if names.is_empty() {
            let tall = height.min(320.0 * u);
            let steps = 80;
            let colours = self.palette.colours(steps);
            for (k, colour) in colours.into_iter().rev().enumerate() {
                let from = (y + tall * length(k) / length(steps)).floor();
                let to = (y + tall * length(k + 1) / length(steps)).floor();
                scene.add(Shape::Rect { at: (x, from), size: (16.0 * u, to - from), fill: colour });
            }
            for tick in ticks((0.0, real(u64::from(largest))), 6, true) {
                let at = y + tall - tall * tick.at / real(u64::from(largest.max(1)));
                scene.line((x + 16.0 * u, at), (x + 21.0 * u, at), u, BLACK);
                scene.text((x + 25.0 * u, at + 4.0 * u), Anchor::Start, tick.label);
            }
            return;
        }
        // As many entries as fit, then the number of the others.
        let room = nearest(height / (20.0 * u)).max(2);
        let colours = heat.colouring.colours(self.palette);
        for (k, name) in names.iter().enumerate().take(room) {
            let top = y + 20.0 * u * length(k);
            if k + 1 == room && names.len() > room {
                scene.text((x, top + 12.0 * u), Anchor::Start, format!("and {} more", names.len() - k));
                break;
            }
            let fill = colours[k % colours.len()];
            scene.add(Shape::Rect { at: (x, top), size: (14.0 * u, 14.0 * u), fill });
            scene.text((x + 22.0 * u, top + 12.0 * u), Anchor::Start, name.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pooled(pool: Pool, colouring: Colouring) -> Vec<u8> {
        let mut heat = Heat::new(4, 2, colouring, pool).unwrap();
        for (a, row) in [[0, 3, 5, 5], [3, 3, 5, 2], [1, 1, 7, 7], [1, 1, 7, 7]].iter().enumerate() {
            for (b, &value) in row.iter().enumerate() {
                heat.put(a, b, value);
            }
        }
        let palette = Palette::named("viridis").unwrap();
        heat.raster(palette).0.pixels
    }

    #[test]
    fn pools() {
        // Row 0 is at the bottom: the last row of cells is the first row of pixels.
        assert_eq!(pooled(Pool::Majority, Colouring::Residues(6)), [1, 1, 3, 5]);
        assert_eq!(pooled(Pool::Minimum, Colouring::Values(vec![0, 2])), [2, 2, 0, 1]);
        assert_eq!(pooled(Pool::Minimum, Colouring::Outcome), [1, 1, 0, 1]);
        assert_eq!(pooled(Pool::Majority, Colouring::Outcome), [1, 1, 1, 1]);
        assert_eq!(pooled(Pool::Maximum, Colouring::Scale), [34, 239, 102, 170]);
    }

    #[test]
    fn nothing_of_nothing() {
        assert!(Heat::new(0, 10, Colouring::Scale, Pool::Minimum).is_none());
        assert!(Heat::new(9, 0, Colouring::Scale, Pool::Minimum).is_none());
        assert!(Heat::new(9, 3, Colouring::Scale, Pool::Majority).is_none());
    }
}

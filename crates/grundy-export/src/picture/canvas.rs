//! Renders a scene into an image with indexed colours, one byte per pixel.

use super::colour::Colour;
use super::glyphs::{BOLD, REGULAR};
use super::numbers::{floor, length, nearest};
use super::scene::{Anchor, BLACK, Point, Raster, Scene, Shape};
use std::collections::HashMap;
use std::io::{self, Write};

/// Width of a letter, and distance from its top to the baseline, in pixels.
pub(super) const LETTER: usize = 8;
const BASE: usize = 11;

/// Writes the scene as PNG.
pub fn png(scene: &Scene, out: &mut dyn Write) -> io::Result<()> {
    let mut canvas = Canvas::new(scene);
    for shape in &scene.shapes {
        canvas.paint(shape);
    }
    canvas.write(out)
}

/// Writes an image with indexed colours as PNG.
pub(super) fn raster_png(raster: &Raster, out: &mut dyn Write) -> io::Result<()> {
    let height = raster.pixels.len().checked_div(raster.width).unwrap_or(0);
    encode(raster.width, height, &raster.palette, &raster.pixels, out)
}

fn encode(
    width: usize,
    height: usize,
    palette: &[Colour],
    pixels: &[u8],
    out: &mut dyn Write,
) -> io::Result<()> {
    let size = |length: usize| u32::try_from(length).map_err(io::Error::other);
    let mut encoder = png::Encoder::new(out, size(width)?, size(height)?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette.concat());
    // Neighbouring pixels do not have neighbouring colour indices, so PNG filters do not help. Large images use fast compression.
    let large = pixels.len() > 1 << 22;
    encoder.set_deflate_compression(png::DeflateCompression::Level(if large { 1 } else { 9 }));
    encoder.set_filter(png::Filter::NoFilter);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    writer.write_image_data(pixels).map_err(io::Error::other)?;
    writer.finish().map_err(io::Error::other)
}

struct Canvas {
    width: usize,
    height: usize,
    unit: usize,
    pixels: Vec<u8>,
    palette: Vec<Colour>,
    places: HashMap<Colour, u8>,
}

impl Canvas {
    fn new(scene: &Scene) -> Self {
        let Scene { width, height, unit, .. } = *scene;
        let mut canvas = Self {
            width,
            height,
            unit,
            pixels: vec![0; width * height],
            palette: Vec::new(),
            places: HashMap::new(),
        };
        // White is colour 0. The colours of text are reserved first.
        canvas.index([0xff; 3]);
        canvas.index(BLACK);
        canvas
    }

    /// The index of a colour in the palette; of the nearest colour if all 256 are in use.
    fn index(&mut self, colour: Colour) -> u8 {
        if let Some(&place) = self.places.get(&colour) {
            return place;
        }
        if let Ok(place) = u8::try_from(self.palette.len()) {
            self.palette.push(colour);
            self.places.insert(colour, place);
            return place;
        }
        let distance =
            |other: &Colour| (0..3).map(|k| u32::from(other[k].abs_diff(colour[k])).pow(2)).sum::<u32>();
        let best = (0..=u8::MAX).min_by_key(|&place| distance(&self.palette[usize::from(place)]));
        best.unwrap_or(0)
    }

    fn paint(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect { at, size, fill } => {
                let index = self.index(*fill);
                let (left, top) = (nearest(at.0), nearest(at.1));
                let (right, bottom) = (nearest(at.0 + size.0), nearest(at.1 + size.1));
                for y in top..bottom.min(self.height) {
                    let row = y * self.width;
                    self.pixels[row + left.min(self.width)..row + right.min(self.width)].fill(index);
                }
            }
            Shape::Line { from, to, width, colour, dashed } => {
                self.line(*from, *to, *width, *colour, *dashed);
            }
            Shape::Path { points, width, colour } => {
                for pair in points.windows(2) {
                    self.line(pair[0], pair[1], *width, *colour, false);
                }
            }
            Shape::Dots { points, radius, colour } => {
                for &(x, y) in points {
                    self.dot((x, y), *radius, *colour);
                }
            }
            Shape::Text { at, text, anchor, bold } => self.text(*at, text, *anchor, *bold),
            Shape::Image { x, y, pixel, raster } => self.image(*x, *y, *pixel, raster),
        }
    }

    /// Blends a colour into a pixel, with coverage rounded to quarters.
    fn blend(&mut self, x: i64, y: i64, colour: Colour, part: f64) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        if x >= self.width || y >= self.height {
            return;
        }
        let quarters = u16::try_from(nearest(part * 4.0)).unwrap_or(0).min(4);
        if quarters == 0 {
            return;
        }
        let at = y * self.width + x;
        let below = self.palette[usize::from(self.pixels[at])];
        let mix = |k: usize| {
            let mixed = (u16::from(colour[k]) * quarters + u16::from(below[k]) * (4 - quarters)) / 4;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        };
        self.pixels[at] = self.index([mix(0), mix(1), mix(2)]);
    }

    /// Draws a line by the distance of pixel centres from it, stepping along the longer axis.
    fn line(&mut self, from: Point, to: Point, width: f64, colour: Colour, dashed: bool) {
        let dash = 6.0 * length(self.unit);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let long = dx.hypot(dy);
        if long == 0.0 {
            return;
        }
        let steep = dy.abs() > dx.abs();
        let flip = |(x, y): Point| if steep { (y, x) } else { (x, y) };
        let (mut start, mut end) = (flip(from), flip(to));
        if start.0 > end.0 {
            (start, end) = (end, start);
        }
        let slope = (end.1 - start.1) / (end.0 - start.0);
        let reach = (width / 2.0 + 0.5) * (1.0 + slope * slope).sqrt();
        for u in floor(start.0)..=floor(end.0) {
            let middle = f64::from(i32::try_from(u).unwrap_or(i32::MAX)) + 0.5;
            // Lines end without caps.
            let part = (middle + 0.5).min(end.0) - (middle - 0.5).max(start.0);
            let along = (middle - start.0) * long / (end.0 - start.0);
            if dashed && (along / dash).rem_euclid(2.0) >= 1.0 {
                continue;
            }
            let v = start.1 + slope * (middle - start.0);
            for w in floor(v - reach)..=floor(v + reach) {
                let distance = (f64::from(i32::try_from(w).unwrap_or(i32::MAX)) + 0.5 - v).abs()
                    / (1.0 + slope * slope).sqrt();
                let covered =
                    (width / 2.0 + 0.5 - distance).clamp(0.0, width.min(1.0)) * part.clamp(0.0, 1.0);
                let (x, y) = if steep { (w, u) } else { (u, w) };
                self.blend(x, y, colour, covered);
            }
        }
    }

    fn dot(&mut self, (x, y): Point, radius: f64, colour: Colour) {
        for v in floor(y - radius - 1.0)..=floor(y + radius + 1.0) {
            for u in floor(x - radius - 1.0)..=floor(x + radius + 1.0) {
                let across = f64::from(i32::try_from(u).unwrap_or(i32::MAX)) + 0.5 - x;
                let down = f64::from(i32::try_from(v).unwrap_or(i32::MAX)) + 0.5 - y;
                self.blend(u, v, colour, (radius + 0.5 - across.hypot(down)).clamp(0.0, 1.0));
            }
        }
    }

    fn text(&mut self, (x, y): Point, text: &str, anchor: Anchor, bold: bool) {
        let unit = self.unit;
        let width = length(text.chars().count() * LETTER * unit);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let (left, top) = (nearest(left.max(0.0)), nearest(y).saturating_sub(BASE * unit));
        let ink = self.index(BLACK);
        let letters = if bold { &BOLD } else { &REGULAR };
        for (place, letter) in text.chars().enumerate() {
            // Characters without a glyph become question marks.
            let number = u32::from(letter).checked_sub(32).and_then(|n| usize::try_from(n).ok());
            let glyph = number.and_then(|n| letters.get(n)).unwrap_or(&letters[31]);
            for (line, bits) in glyph.iter().enumerate() {
                for bit in (0..LETTER).filter(|bit| bits & (0x80 >> bit) != 0) {
                    let (u, v) = (left + (place * LETTER + bit) * unit, top + line * unit);
                    for row in v..(v + unit).min(self.height) {
                        let start = row * self.width;
                        self.pixels[start + u.min(self.width)..start + (u + unit).min(self.width)].fill(ink);
                    }
                }
            }
        }
    }

    fn image(&mut self, x: usize, y: usize, pixel: usize, raster: &Raster) {
        let mut colours = [0; 256];
        for (place, &colour) in colours.iter_mut().zip(&raster.palette) {
            *place = self.index(colour);
        }
        let mut line = Vec::with_capacity(raster.width * pixel);
        for (row, pixels) in raster.pixels.chunks(raster.width.max(1)).enumerate() {
            line.clear();
            let row_colours = pixels.iter().map(|&place| colours[usize::from(place)]);
            if pixel == 1 {
                line.extend(row_colours);
            } else {
                line.extend(row_colours.flat_map(|colour| std::iter::repeat_n(colour, pixel)));
            }
            for v in (y + row * pixel..y + (row + 1) * pixel).filter(|&v| v < self.height) {
                let start = v * self.width;
                let (left, right) = (x.min(self.width), (x + line.len()).min(self.width));
                self.pixels[start + left..start + right].copy_from_slice(&line[..right - left]);
            }
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        encode(self.width, self.height, &self.palette, &self.pixels, out)
    }
}

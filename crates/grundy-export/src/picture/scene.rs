use super::colour::Colour;

/// A picture: shapes on a white background, in drawing order. Coordinates are pixels from the top left corner.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Scale factor of text and lines; larger for large pictures.
    pub(super) unit: usize,
    pub(super) shapes: Vec<Shape>,
}

pub(super) type Point = (f64, f64);

#[derive(Clone, Debug)]
pub(super) enum Shape {
    Rect {
        at: Point,
        size: Point,
        fill: Colour,
    },
    Line {
        from: Point,
        to: Point,
        width: f64,
        colour: Colour,
        dashed: bool,
    },
    Path {
        points: Vec<Point>,
        width: f64,
        colour: Colour,
    },
    Dots {
        points: Vec<Point>,
        radius: f64,
        colour: Colour,
    },
    /// `at` is a point on the baseline.
    Text {
        at: Point,
        text: String,
        anchor: Anchor,
        bold: bool,
    },
    /// An image; each of its pixels is drawn as a square of this size.
    Image {
        x: usize,
        y: usize,
        pixel: usize,
        raster: Raster,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// An image with indexed colours, rows from top to bottom.
#[derive(Clone, Debug)]
pub(super) struct Raster {
    pub width: usize,
    pub pixels: Vec<u8>,
    pub palette: Vec<Colour>,
}

pub(super) const BLACK: Colour = [0x22, 0x22, 0x22];

impl Scene {
    /// Width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Adds a shape on top of the others.
    pub(super) fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    pub(super) fn text(&mut self, at: Point, anchor: Anchor, text: impl Into<String>) {
        self.add(Shape::Text { at, text: text.into(), anchor, bold: false });
    }

    pub(super) fn line(&mut self, from: Point, to: Point, width: f64, colour: Colour) {
        self.add(Shape::Line { from, to, width, colour, dashed: false });
    }
}

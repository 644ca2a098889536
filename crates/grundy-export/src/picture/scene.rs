use super::colour::Colour;

/// A picture: shapes on white, the first ones lowest. Coordinates are pixels from the top left corner.
#[derive(Clone, Debug)]
pub struct Scene {
    pub(super) width: usize,
    pub(super) height: usize,
    /// By how much letters and lines are larger than usual: large pictures are looked at from further away.
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
    /// The point is on the line that letters stand on.
    Text {
        at: Point,
        text: String,
        anchor: Anchor,
        bold: bool,
    },
    /// An image whose pixels are squares of this size.
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

/// An image of indexed colour, rows from the top.
#[derive(Clone, Debug)]
pub(super) struct Raster {
    pub width: usize,
    pub pixels: Vec<u8>,
    pub palette: Vec<Colour>,
}

pub(super) const BLACK: Colour = [0x22, 0x22, 0x22];

impl Scene {
    /// Its width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Puts a shape on top.
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

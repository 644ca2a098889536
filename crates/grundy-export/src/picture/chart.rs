//! Plots: points, lines and shaded bands in a frame with axes.

use super::axis::ticks;
use super::colour::Colour;
use super::numbers::{length, nearest};
use super::scene::{Anchor, BLACK, Point, Scene, Shape};
use super::svg::width;

const GRID: Colour = [0xe6, 0xe6, 0xe6];

/// How the points of a series are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    /// Dots of this radius.
    Dots(f64),
    /// A line of this width through all points.
    Line(f64),
    /// A dashed line from the first point to the last.
    Dashed(f64),
    /// Separate lines from the first point to the second, the third to the fourth, and so on.
    Segments(f64),
}

/// Points, and how they are drawn.
#[derive(Clone, Debug)]
pub struct Series {
    /// The legend entry, if any.
    pub name: String,
    /// The points.
    pub points: Vec<Point>,
    /// The style.
    pub mark: Mark,
    /// The colour.
    pub colour: Colour,
}

/// A shaded interval of the horizontal axis.
#[derive(Clone, Debug)]
pub struct Band {
    /// Its ends.
    pub ends: (f64, f64),
    /// The legend entry, if any.
    pub name: String,
    /// Its colour.
    pub colour: Colour,
}

/// A plot.
#[derive(Clone, Debug)]
pub struct Chart<'c> {
    /// The title.
    pub title: &'c str,
    /// The labels of the axes.
    pub labels: (&'c str, &'c str),
    /// The range of the horizontal axis.
    pub x: (f64, f64),
    /// The range of the vertical axis.
    pub y: (f64, f64),
    /// Whether the ticks of each axis are at integers only.
    pub whole: (bool, bool),
    /// Width and height of the frame in pixels.
    pub size: (usize, usize),
    /// Shaded intervals, drawn below everything else.
    pub bands: Vec<Band>,
    /// The series; later ones are drawn over earlier ones.
    pub series: Vec<Series>,
}

impl Chart<'_> {
    /// Renders the plot.
    pub fn scene(&self) -> Scene {
        let unit = (self.size.0 / 1600).max(1);
        let u = length(unit);
        let y_ticks = ticks(self.y, (self.size.1 / (50 * unit)).clamp(2, 10), self.whole.1);
        let labels = y_ticks.iter().map(|tick| width(&tick.label, unit)).fold(0.0, f64::max);
        let left = nearest(labels.max(width(self.labels.1, unit) / 2.0)) + 24 * unit;
        let legend = self.legend_entries();
        let widest = legend.iter().map(|(name, ..)| width(name, unit)).fold(0.0, f64::max);
        let right = if legend.is_empty() { 28 * unit } else { nearest(widest) + 56 * unit };
        let (top, below) = (64 * unit, 52 * unit);
        let title = nearest(width(self.title, unit)) + 16 * unit;
        let mut scene = Scene {
            width: (left + self.size.0 + right).max(left + title),
            height: top + self.size.1 + below,
            unit,
            shapes: Vec::new(),
        };
        let frame = Frame {
            left: length(left),
            top: length(top),
            across: length(self.size.0),
            down: length(self.size.1),
            x: self.x,
            y: self.y,
        };
        let at = (frame.left, 22.0 * u);
        scene.add(Shape::Text { at, text: self.title.to_owned(), anchor: Anchor::Start, bold: true });
        for band in &self.bands {
            let (from, to) =
                (frame.place_x(band.ends.0.max(self.x.0)), frame.place_x(band.ends.1.min(self.x.1)));
            if to > from {
                scene.add(Shape::Rect {
                    at: (from, frame.top),
                    size: (to - from, frame.down),
                    fill: band.colour,
                });
            }
        }
        let (bottom, end) = (frame.top + frame.down, frame.left + frame.across);
        for tick in ticks(self.x, (self.size.0 / (90 * unit)).clamp(2, 12), self.whole.0) {
            let x = frame.place_x(tick.at);
            scene.line((x, frame.top), (x, bottom), u, GRID);
            scene.line((x, bottom), (x, bottom + 5.0 * u), u, BLACK);
            scene.text((x, bottom + 20.0 * u), Anchor::Middle, tick.label);
        }
        for tick in y_ticks {
            let y = frame.place_y(tick.at);
            scene.line((frame.left, y), (end, y), u, GRID);
            scene.line((frame.left - 5.0 * u, y), (frame.left, y), u, BLACK);
            scene.text((frame.left - 9.0 * u, y + 4.0 * u), Anchor::End, tick.label);
        }
        for series in &self.series {
            frame.draw(series, u, &mut scene);
        }
        scene.line((frame.left, frame.top), (frame.left, bottom), u, BLACK);
        scene.line((frame.left, bottom), (end, bottom), u, BLACK);
        scene.text((frame.left + frame.across / 2.0, bottom + 42.0 * u), Anchor::Middle, self.labels.0);
        scene.text((frame.left, frame.top - 12.0 * u), Anchor::Middle, self.labels.1);
        for (k, (name, colour, mark)) in legend.into_iter().enumerate() {
            let (x, y) = (end + 16.0 * u, frame.top + 12.0 * u + 22.0 * u * length(k));
            swatch(&mut scene, (x, y), colour, mark, u);
            scene.text((x + 28.0 * u, y + 4.0 * u), Anchor::Start, name);
        }
        scene
    }

    fn legend_entries(&self) -> Vec<(String, Colour, Option<Mark>)> {
        let series = self.series.iter().map(|one| (one.name.clone(), one.colour, Some(one.mark)));
        let bands = self.bands.iter().map(|band| (band.name.clone(), band.colour, None));
        series.chain(bands).filter(|(name, ..)| !name.is_empty()).collect()
    }
}

fn swatch(scene: &mut Scene, (x, y): Point, colour: Colour, mark: Option<Mark>, u: f64) {
    match mark {
        None => scene.add(Shape::Rect { at: (x, y - 7.0 * u), size: (20.0 * u, 14.0 * u), fill: colour }),
        Some(Mark::Dots(radius)) => {
            let radius = radius.max(3.0) * u;
            scene.add(Shape::Dots { points: vec![(x + 10.0 * u, y)], radius, colour });
        }
        Some(Mark::Line(width) | Mark::Segments(width) | Mark::Dashed(width)) => {
            let dashed = matches!(mark, Some(Mark::Dashed(_)));
            let (from, to) = ((x, y), (x + 20.0 * u, y));
            scene.add(Shape::Line { from, to, width: width.max(1.5) * u, colour, dashed });
        }
    }
}

/// Maps coordinates of the plot to pixels.
struct Frame {
    left: f64,
    top: f64,
    across: f64,
    down: f64,
    x: Point,
    y: Point,
}

impl Frame {
    fn place_x(&self, x: f64) -> f64 {
        self.left + self.across * (x - self.x.0) / (self.x.1 - self.x.0)
    }

    fn place_y(&self, y: f64) -> f64 {
        self.top + self.down * (self.y.1 - y) / (self.y.1 - self.y.0)
    }

    fn place(&self, (x, y): Point) -> Point {
        (self.place_x(x), self.place_y(y))
    }

    fn holds(&self, (x, y): Point) -> bool {
        (self.x.0..=self.x.1).contains(&x) && (self.y.0..=self.y.1).contains(&y)
    }

    fn draw(&self, series: &Series, u: f64, scene: &mut Scene) {
        let colour = series.colour;
        match series.mark {
            Mark::Dots(radius) => {
                let inside = series.points.iter().filter(|&&point| self.holds(point));
                let points: Vec<Point> = inside.map(|&point| self.place(point)).collect();
                scene.add(Shape::Dots { points, radius: radius * u, colour });
            }
            Mark::Line(width) => {
                // Split the path where it leaves the frame.
                for piece in series.points.split(|&point| !self.holds(point)).filter(|piece| piece.len() > 1)
                {
                    let points = piece.iter().map(|&point| self.place(point)).collect();
                    scene.add(Shape::Path { points, width: width * u, colour });
                }
            }
            Mark::Dashed(width) => {
                if let (Some(&from), Some(&to)) = (series.points.first(), series.points.last()) {
                    self.segment(from, to, width * u, colour, true, scene);
                }
            }
            Mark::Segments(width) => {
                for pair in series.points.chunks_exact(2) {
                    self.segment(pair[0], pair[1], width * u, colour, false, scene);
                }
            }
        }
    }

    /// Clips a line to the frame (Liang-Barsky).
    fn segment(&self, from: Point, to: Point, width: f64, colour: Colour, dashed: bool, scene: &mut Scene) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for (delta, room) in [
            (-dx, from.0 - self.x.0),
            (dx, self.x.1 - from.0),
            (-dy, from.1 - self.y.0),
            (dy, self.y.1 - from.1),
        ] {
            if delta == 0.0 {
                if room < 0.0 {
                    return;
                }
            } else if delta < 0.0 {
                enters = enters.max(room / delta);
            } else {
                leaves = leaves.min(room / delta);
            }
        }
        if enters < leaves {
            let at = |t: f64| self.place((from.0 + t * dx, from.1 + t * dy));
            scene.add(Shape::Line { from: at(enters), to: at(leaves), width, colour, dashed });
        }
    }
}

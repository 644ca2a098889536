//! Writes a scene as SVG. Labels are text in a sans-serif font; images are embedded as PNG.

use super::canvas::raster_png;
use super::colour::Colour;
use super::numbers::length;
use super::scene::{Anchor, BLACK, Point, Raster, Scene, Shape};
use std::io::{self, Write};

/// Writes the scene as SVG.
pub fn svg(scene: &Scene, out: &mut dyn Write) -> io::Result<()> {
    let Scene { width, height, unit, .. } = scene;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"Helvetica, Arial, 'DejaVu Sans', 'Liberation Sans', sans-serif\" font-size=\"{}\">",
        13 * unit
    )?;
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>")?;
    scene.shapes.iter().try_for_each(|shape| write(shape, *unit, out))?;
    writeln!(out, "</svg>")
}

fn write(shape: &Shape, unit: usize, out: &mut dyn Write) -> io::Result<()> {
    match shape {
        Shape::Rect { at, size, fill } => {
            let (x, y, width, height) = (short(at.0), short(at.1), short(size.0), short(size.1));
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
                hex(*fill)
            )
        }
        Shape::Line { from, to, width, colour, dashed } => {
            let dash = 6 * unit;
            let dashes = if *dashed { format!(" stroke-dasharray=\"{dash} {dash}\"") } else { String::new() };
            let (path, colour, width) = (path(&[*from, *to]), hex(*colour), short(*width));
            writeln!(out, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>")
        }
        Shape::Path { points, width, colour } => {
            let (path, colour, width) = (path(points), hex(*colour), short(*width));
            writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
        }
        Shape::Dots { points, radius, colour } => {
            // Zero-length lines with round ends: about a dozen bytes per dot.
            let dots: Vec<String> =
                points.iter().map(|&(x, y)| format!("M{} {}h0", short(x), short(y))).collect();
            let (colour, width) = (hex(*colour), short(radius * 2.0));
            let dots = dots.concat();
            writeln!(
                out,
                "<path d=\"{dots}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
            )
        }
        Shape::Text { at, text, anchor, bold } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = if *bold { " font-weight=\"bold\"" } else { "" };
            let (x, y, fill, text) = (short(at.0), short(at.1), hex(BLACK), escaped(text));
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\" text-anchor=\"{anchor}\"{weight}>{text}</text>"
            )
        }
        Shape::Image { x, y, pixel, raster } => image(*x, *y, *pixel, raster, out),
    }
}

fn image(x: usize, y: usize, pixel: usize, raster: &Raster, out: &mut dyn Write) -> io::Result<()> {
    let mut png = Vec::new();
    raster_png(raster, &mut png)?;
    let (width, height) = (raster.width * pixel, raster.pixels.len() / raster.width.max(1) * pixel);
    writeln!(
        out,
        "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
         style=\"image-rendering:pixelated\" href=\"data:image/png;base64,{}\"/>",
        base64(&png)
    )
}

fn path(points: &[Point]) -> String {
    let mut path = String::new();
    for (n, &(x, y)) in points.iter().enumerate() {
        path.push(if n == 0 { 'M' } else { 'L' });
        path.extend([&short(x), " ", &short(y)]);
    }
    path
}

/// A coordinate rounded to a hundredth of a pixel, without trailing zeros.
fn short(x: f64) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn hex([r, g, b]: Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn escaped(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len() / 3 * 4 + 4);
    for piece in bytes.chunks(3) {
        let at = |k: usize| u32::from(piece.get(k).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for k in 0..4 {
            let digit = usize::try_from(bits >> (18 - 6 * k) & 63).map_or(b'A', |digit| DIGITS[digit]);
            text.push(if k > piece.len() { '=' } else { char::from(digit) });
        }
    }
    text
}

/// An upper estimate of the width of a text: that of the widest common font.
pub(super) fn width(text: &str, unit: usize) -> f64 {
    length(text.chars().count() * super::canvas::LETTER * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_things() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|s| base64(s.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
        assert_eq!([0.0, -0.001, 1.5, 2.256].map(short), ["0", "0", "1.5", "2.26"]);
        assert_eq!(escaped("a<b & \u{7}c"), "a&lt;b &amp;  c");
    }
}

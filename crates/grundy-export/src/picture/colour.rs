use super::numbers::length;

/// Red, green and blue.
pub type Colour = [u8; 3];

/// The colour-blind-safe palette of Okabe and Ito. The first few colours also differ in greyscale.
pub const OKABE_ITO: [Colour; 8] = [
    [0xd5, 0x5e, 0x00],
    [0x00, 0x72, 0xb2],
    [0xe6, 0x9f, 0x00],
    [0x00, 0x9e, 0x73],
    [0x56, 0xb4, 0xe9],
    [0xcc, 0x79, 0xa7],
    [0xf0, 0xe4, 0x42],
    [0x00, 0x00, 0x00],
];

/// A palette from dark (low) to light (high), readable with colour blindness and in greyscale.
#[derive(Clone, Copy)]
pub struct Palette {
    /// Its name.
    pub name: &'static str,
    gradient: colorous::Gradient,
}

/// The palettes.
pub const PALETTES: [Palette; 6] = [
    Palette { name: "viridis", gradient: colorous::VIRIDIS },
    Palette { name: "cividis", gradient: colorous::CIVIDIS },
    Palette { name: "magma", gradient: colorous::MAGMA },
    Palette { name: "inferno", gradient: colorous::INFERNO },
    Palette { name: "plasma", gradient: colorous::PLASMA },
    Palette { name: "greys", gradient: colorous::GREYS },
];

impl Palette {
    /// The palette with this name.
    pub fn named(name: &str) -> Option<Self> {
        PALETTES.into_iter().find(|palette| palette.name == name)
    }

    /// `count` colours from dark to light.
    pub fn colours(self, count: usize) -> Vec<Colour> {
        let steps = length(count.saturating_sub(1)).max(1.0);
        (0..count).map(|k| self.at(length(k) / steps)).collect()
    }

    fn at(self, place: f64) -> Colour {
        // This gradient runs from light to dark.
        let place = if self.name == "greys" { 1.0 - place } else { place };
        let colour = self.gradient.eval_continuous(place.clamp(0.0, 1.0));
        [colour.r, colour.g, colour.b]
    }
}

/// `count` distinct colours for residues: the categorical palette while it suffices; otherwise blues from dark to light and oranges from
/// light to dark, which are also distinct with colour blindness.
pub fn cycle(count: usize) -> Vec<Colour> {
    if count < OKABE_ITO.len() {
        return OKABE_ITO[..count].to_vec();
    }
    let half = count.div_ceil(2);
    let eval = |gradient: colorous::Gradient, place: f64| {
        let colour = gradient.eval_continuous(place);
        [colour.r, colour.g, colour.b]
    };
    // The lightest fifth of each gradient is nearly white, and is left out.
    let dark = |k: usize, of: usize| 0.2 + 0.8 * length(k) / length(of.max(2) - 1);
    let up = (0..half).map(|k| eval(colorous::BLUES, dark(half - 1 - k, half)));
    let down = (0..count - half).map(|k| eval(colorous::ORANGES, dark(k, count - half)));
    up.chain(down).collect()
}

impl std::fmt::Debug for Palette {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_residues_look_alike() {
        for count in 2..=100 {
            let colours = cycle(count);
            assert_eq!((colours.len(), colours.iter().collect::<HashSet<_>>().len()), (count, count));
        }
    }
}

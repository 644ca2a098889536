//! OEIS sequences that come from games.
//!
//! Names and offsets are those of OEIS, whose data is licensed CC BY-SA 4.0 (<https://oeis.org>). Of a published b-file, only the number
//! of terms, the final line breaks and the hash are stored here.

/// An OEIS sequence and its game.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The A-number, such as A004481.
    pub number: &'static str,
    /// A short name.
    pub name: &'static str,
    /// The index of its first term.
    pub offset: u64,
    /// The game.
    pub game: &'static str,
    /// The numbers of the game that are its terms.
    pub terms: Terms,
    /// The published b-file, if its hash is known.
    pub published: Option<Published>,
}

/// The numbers of a game that are the terms of a sequence.
#[derive(Clone, Copy, Debug)]
pub enum Terms {
    /// The table by antidiagonals.
    Antidiagonals,
    /// Row a of the table.
    Row(u64),
    /// x of the P-positions (x, y), from this index on.
    X(usize),
    /// y of the P-positions (x, y), from this index on.
    Y(usize),
    /// `x + 1` of the P-positions.
    XPlusOne,
    /// The y for which (n, y) is a P-position.
    Partner,
    /// The n > 0 for which 0,0,n is a P-position.
    Zeros,
    /// The values of heaps, from the offset on.
    Heaps,
}

/// A published b-file.
#[derive(Clone, Copy, Debug)]
pub struct Published {
    /// Number of terms.
    pub terms: usize,
    /// Number of line breaks at its end.
    pub ends: usize,
    /// Its SHA-256, which the tests compare with our output.
    pub sha256: &'static str,
}

const fn entry(
    number: &'static str,
    name: &'static str,
    offset: u64,
    game: &'static str,
    terms: Terms,
) -> Entry {
    Entry { number, name, offset, game, terms, published: None }
}

impl Entry {
    const fn published(mut self, terms: usize, ends: usize, sha256: &'static str) -> Self {
        self.published = Some(Published { terms, ends, sha256 });
        self
    }
}

/// All entries, by number.
pub const ENTRIES: [Entry; 32] = [
    entry("A000201", "lower Wythoff sequence", 1, "wythoff", Terms::X(1)).published(
        10_000,
        8,
        "d5bb433a9145e4e0f33354d8e81485f8036bed9509f607127531dbbe187e161f",
    ),
    entry("A001950", "upper Wythoff sequence", 1, "wythoff", Terms::Y(1)).published(
        10_000,
        1,
        "6bd8dcfa5ccbe2b6b4ba96d0c835c83d0cc0d49ece2cdd895f46f9c98a29c976",
    ),
    entry("A001951", "floor(n*sqrt(2))", 0, "fraenkel:a=2", Terms::X(0)).published(
        10_001,
        0,
        "01fd022adff1d13946bfb0728200b6a4c233784010fa63ea8994c73f5875fcff",
    ),
    entry("A001952", "floor(n*(2+sqrt(2)))", 1, "fraenkel:a=2", Terms::Y(1)).published(
        10_000,
        1,
        "e62cb8eb5f8e2a5bba0be3b08f358245cbfd18876ea01e92b5fa49484f162650",
    ),
    entry("A001956", "Beatty sequence of (5+sqrt(13))/2", 1, "fraenkel:a=3", Terms::Y(1)),
    entry("A001961", "floor(n*(sqrt(5)-1))", 1, "fraenkel:a=4", Terms::X(1)).published(
        10_000,
        1,
        "c9880556542fce5f303bad609b8ed7bbd80cfb634a373b73c888264a037b8b11",
    ),
    entry("A001962", "floor(n*(sqrt(5)+3))", 1, "fraenkel:a=4", Terms::Y(1)).published(
        10_000,
        1,
        "44574e99ab3b2844823649fd96964fc6ca852c9330a8ca74ee2e5cf2fde16ece",
    ),
    entry("A002186", "values of Kayles", 0, "kayles", Terms::Heaps),
    entry("A002187", "values of Dawson's chess", 0, "dawson-chess", Terms::Heaps),
    entry("A002188", "values of Grundy's game", 0, "grundy-game", Terms::Heaps),
    entry("A002251", "lower and upper Wythoff numbers swapped", 0, "wythoff", Terms::Partner).published(
        10_001,
        1,
        "141f2f69d57cf523fd89a960be8e55d7b1e2c9fc5fe581ab943476bf2e892ee8",
    ),
    entry("A003159", "binary expansion ends in an even number of zeros", 1, "sharing-nim", Terms::Zeros)
        .published(10_000, 1, "1af0d29fb1c0fa768e3829ae8212e88bd43b18054e0f1d281225cb0a74c622bc"),
    entry("A003987", "n XOR m by antidiagonals", 0, "nim", Terms::Antidiagonals),
    entry("A004481", "values of Wythoff's game by antidiagonals", 0, "wythoff", Terms::Antidiagonals)
        .published(5050, 0, "ead80f923eaab3009b21b9ed94d8844805222437306ceeed01d243c9c595544a"),
    entry("A004482", "tersum n + 1", 0, "wythoff", Terms::Row(1)),
    entry("A004483", "tersum n + 2", 0, "wythoff", Terms::Row(2)),
    entry("A004484", "row 3 of Wythoff's game", 0, "wythoff", Terms::Row(3)),
    entry("A004485", "row 4 of Wythoff's game", 0, "wythoff", Terms::Row(4)),
    entry("A049472", "floor(n/sqrt(2))", 0, "gurvich:a=1,b=1,p=1,q=2", Terms::X(0)).published(
        10_001,
        0,
        "0de8d789cdd3bf6070e7ab55679bdfc99df283d2812346f40143bb4705b6f925",
    ),
    entry("A071074", "values of Double Kayles", 0, "octal:0.7777", Terms::Heaps),
    entry("A071434", "values of octal game .1377", 1, "octal:0.1377", Terms::Heaps),
    entry("A071435", "values of octal game .177", 1, "octal:0.177", Terms::Heaps),
    entry("A071436", "values of octal game .56", 1, "octal:0.56", Terms::Heaps),
    entry("A071452", "values of octal game .11377", 1, "octal:0.11377", Terms::Heaps),
    entry("A071453", "values of octal game .117", 1, "octal:0.117", Terms::Heaps),
    entry("A071464", "values of octal game .127", 1, "octal:0.127", Terms::Heaps),
    entry("A071509", "values of octal game .1777", 1, "octal:0.1777", Terms::Heaps),
    entry("A125920", "values of octal game .176", 1, "octal:0.176", Terms::Heaps),
    entry("A130568", "1+2*floor(n*phi)", 0, "gurvich:a=2,b=2", Terms::XPlusOne),
    entry("A184480", "lower s-Wythoff sequence, s(n) = 3n", 1, "fraenkel:a=3", Terms::X(1)),
    entry("A184522", "lower s-Wythoff sequence, s(n) = 5n", 1, "fraenkel:a=5", Terms::X(1)),
    entry("A184523", "upper s-Wythoff sequence, s(n) = 5n", 1, "fraenkel:a=5", Terms::Y(1)),
];

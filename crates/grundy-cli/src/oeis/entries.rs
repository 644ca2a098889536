//! The sequences of OEIS that games make: which game, and which numbers of it.
//!
//! Names and offsets are those of OEIS, whose data is licensed CC BY-SA 4.0 (<https://oeis.org>). Of the published b-files only length,
//! line ends and hash are carried: the terms are made here.

/// A sequence of OEIS and the game that makes it.
pub struct Known {
    /// Its number, such as A004481.
    pub number: &'static str,
    /// What it is, in short.
    pub name: &'static str,
    /// The index of its first term.
    pub offset: u64,
    /// The game.
    pub game: &'static str,
    /// Which numbers of the game.
    pub terms: Terms,
    /// The b-file, where its bytes are known.
    pub published: Option<Published>,
}

/// Which numbers of a game make a sequence.
#[derive(Clone, Copy, Debug)]
pub enum Terms {
    /// The table by antidiagonals.
    Antidiagonals,
    /// Row a of the table.
    Row(u64),
    /// x of the P-positions (x, y), from that of this index on.
    X(usize),
    /// y of the P-positions (x, y), from that of this index on.
    Y(usize),
    /// `x + 1` of the P-positions.
    XPlusOne,
    /// The y for which (n, y) is a P-position.
    Partner,
    /// The n > 0 for which 0,0,n is a P-position.
    Zeros,
}

/// The b-file as it stands in OEIS.
pub struct Published {
    /// How many terms it has.
    pub terms: usize,
    /// How many line ends it ends with.
    pub ends: usize,
    /// Its SHA-256: the tests compare what is written with it.
    #[cfg_attr(not(test), expect(dead_code, reason = "for the tests, beside what it belongs to"))]
    pub sha256: &'static str,
}

const fn known(
    number: &'static str,
    name: &'static str,
    offset: u64,
    game: &'static str,
    terms: Terms,
) -> Known {
    Known { number, name, offset, game, terms, published: None }
}

impl Known {
    const fn published(mut self, terms: usize, ends: usize, sha256: &'static str) -> Self {
        self.published = Some(Published { terms, ends, sha256 });
        self
    }
}

/// All of them, by number.
pub const KNOWN: [Known; 20] = [
    known("A000201", "lower Wythoff sequence", 1, "wythoff", Terms::X(1)).published(
        10_000,
        8,
        "d5bb433a9145e4e0f33354d8e81485f8036bed9509f607127531dbbe187e161f",
    ),
    known("A001950", "upper Wythoff sequence", 1, "wythoff", Terms::Y(1)).published(
        10_000,
        1,
        "6bd8dcfa5ccbe2b6b4ba96d0c835c83d0cc0d49ece2cdd895f46f9c98a29c976",
    ),
    known("A001951", "floor(n*sqrt(2))", 0, "fraenkel:a=2", Terms::X(0)).published(
        10_001,
        0,
        "01fd022adff1d13946bfb0728200b6a4c233784010fa63ea8994c73f5875fcff",
    ),
    known("A001952", "floor(n*(2+sqrt(2)))", 1, "fraenkel:a=2", Terms::Y(1)).published(
        10_000,
        1,
        "e62cb8eb5f8e2a5bba0be3b08f358245cbfd18876ea01e92b5fa49484f162650",
    ),
    known("A001956", "Beatty sequence of (5+sqrt(13))/2", 1, "fraenkel:a=3", Terms::Y(1)),
    known("A001961", "floor(n*(sqrt(5)-1))", 1, "fraenkel:a=4", Terms::X(1)).published(
        10_000,
        1,
        "c9880556542fce5f303bad609b8ed7bbd80cfb634a373b73c888264a037b8b11",
    ),
    known("A001962", "floor(n*(sqrt(5)+3))", 1, "fraenkel:a=4", Terms::Y(1)).published(
        10_000,
        1,
        "44574e99ab3b2844823649fd96964fc6ca852c9330a8ca74ee2e5cf2fde16ece",
    ),
    known("A002251", "lower and upper Wythoff numbers swapped", 0, "wythoff", Terms::Partner).published(
        10_001,
        1,
        "141f2f69d57cf523fd89a960be8e55d7b1e2c9fc5fe581ab943476bf2e892ee8",
    ),
    known("A003159", "binary expansion ends in an even number of zeros", 1, "sharing-nim", Terms::Zeros)
        .published(10_000, 1, "1af0d29fb1c0fa768e3829ae8212e88bd43b18054e0f1d281225cb0a74c622bc"),
    known("A003987", "n XOR m by antidiagonals", 0, "nim", Terms::Antidiagonals),
    known("A004481", "values of Wythoff's game by antidiagonals", 0, "wythoff", Terms::Antidiagonals)
        .published(5050, 0, "ead80f923eaab3009b21b9ed94d8844805222437306ceeed01d243c9c595544a"),
    known("A004482", "tersum n + 1", 0, "wythoff", Terms::Row(1)),
    known("A004483", "tersum n + 2", 0, "wythoff", Terms::Row(2)),
    known("A004484", "row 3 of Wythoff's game", 0, "wythoff", Terms::Row(3)),
    known("A004485", "row 4 of Wythoff's game", 0, "wythoff", Terms::Row(4)),
    known("A049472", "floor(n/sqrt(2))", 0, "gurvich:a=1,b=1,p=1,q=2", Terms::X(0)).published(
        10_001,
        0,
        "0de8d789cdd3bf6070e7ab55679bdfc99df283d2812346f40143bb4705b6f925",
    ),
    known("A130568", "1+2*floor(n*phi)", 0, "gurvich:a=2,b=2", Terms::XPlusOne),
    known("A184480", "lower s-Wythoff sequence, s(n) = 3n", 1, "fraenkel:a=3", Terms::X(1)),
    known("A184522", "lower s-Wythoff sequence, s(n) = 5n", 1, "fraenkel:a=5", Terms::X(1)),
    known("A184523", "upper s-Wythoff sequence, s(n) = 5n", 1, "fraenkel:a=5", Terms::Y(1)),
];

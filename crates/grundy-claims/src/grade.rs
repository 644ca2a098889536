use std::fmt;

/// How serious a contradiction is. The text is read in its author's favour where it allows that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// A stated result or number is wrong under every reading that we know.
    False,
    /// A misprint or an edge case. The intended statement holds.
    Slip,
    /// The statement has several readings, and this one fails. Another one holds.
    Reading,
}

impl Grade {
    /// All of them, the most serious first.
    pub const ALL: [Self; 3] = [Self::False, Self::Slip, Self::Reading];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::False => "false",
            Self::Slip => "slip",
            Self::Reading => "reading",
        }
    }

    /// What holds in place of a claim of this grade, in two or three words.
    pub fn instead(self) -> &'static str {
        match self {
            Self::False => "What holds instead",
            Self::Slip => "Intended",
            Self::Reading => "The reading that holds",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! The bundled library: games as rule files.

use super::Written;
use crate::notation::InputError;
use crate::notation::rules::{RuleText, parse_rules};

/// A game of the library.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// Its name.
    pub name: &'static str,
    /// Its rules as a file. The first line names the source.
    pub text: &'static str,
}

macro_rules! bundled {
    ($($name:literal),* $(,)?) => {
        /// All games of the library, by name.
        pub const LIBRARY: &[Bundled] = &[$(
            Bundled { name: $name, text: include_str!(concat!("library/", $name, ".rules")) }
        ),*];
    };
}

bundled![
    "cornerless-wythoff",
    "exile",
    "gdwn",
    "joined",
    "maharaja-nim",
    "nimhof",
    "nimhof-a307296",
    "nimhof-a307298",
    "restricted",
    "sharing",
    "take-1-3-4",
    "take-fibonacci",
    "take-up-to",
    "terminal-wythoff",
    "wide",
    "wythoff-3-all",
    "wythoff-3-any",
];

impl Bundled {
    /// Its rules.
    ///
    /// # Errors
    /// Never: the tests read every file.
    pub fn rules(&self) -> Result<RuleText, InputError> {
        parse_rules(self.text)
    }

    /// The source: the comment in the first line.
    pub fn source(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
    }

    /// The game with these numbers for its parameters.
    ///
    /// # Errors
    /// When a parameter is missing, unknown or out of bounds.
    pub fn game(&self, parameters: &[(&str, u64)]) -> Result<Written, InputError> {
        Written::new(self.rules()?, parameters)
    }
}

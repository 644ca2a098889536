//! What is recognised of the rules of a game, and what follows for its questions.

use crate::games::example;
use crate::sequence::has_sequences;
use grundy::catalog::rules_of;
use grundy::heaps::may_have_period;
use grundy::period::RowSearch;
use grundy::rules::Written;
use grundy::{Engine, Game, Geometry, InputError, Plan, Rays, Template};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What is recognised of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Recognised {
    /// The game.
    pub game: String,
    /// A text that determines the rules, equal for two games only if they are the same. `None` for sums and `nearly(..)`.
    pub normal_form: Option<String>,
    /// The rules as text, if the game is given by them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The game of the catalogue that is proved to have the same rules.
    pub same_as: Option<String>,
    /// How moves lie: `rays`, `lowering` (one number, to any smaller one), `sharing`, or `None` if nothing was recognised.
    pub geometry: Option<&'static str>,
    /// The rays, each with its width and its guard.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rays: Vec<String>,
    /// The pairs that are not positions, in a game of rays.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<(u64, u64)>,
    /// Does exchanging the two numbers give the same game? `None` if that is not known.
    pub symmetric: Option<bool>,
    /// The engine of tables; `None` if there are no tables.
    pub tables: Option<&'static str>,
    /// The engine of values that no theorem gives; the definition is used where it is quicker.
    pub values: &'static str,
    /// The reason for these engines.
    pub why: String,
    /// Do the positions of a value form a g-sequence?
    pub sequences: bool,
    /// Can periods of rows be proved?
    pub periods: bool,
    /// The answer as text.
    #[serde(skip)]
    pub text: String,
}

/// The rules of a game as text.
#[derive(Clone, Debug, Serialize)]
pub struct Rules {
    /// In one line, with numbers for the parameters: what is written in place of a name.
    pub inline: String,
    /// As a file.
    pub file: String,
    /// The description in them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The numbers of the parameters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, u64>,
    /// A small position, as it is written after the game.
    pub example: String,
    /// A weighted sum of the numbers that every move lowers, or two in lexicographic order; `None` if none was found.
    pub ends: Option<String>,
}

impl Recognised {
    /// What is recognised of a game, given by its name or its rules.
    ///
    /// # Errors
    /// When the text is not a game.
    pub fn ask(text: &str) -> Result<Self, InputError> {
        let game = grundy::game(text)?;
        Ok(Self::new(&game, rules_of(text)?.as_ref()))
    }

    /// What is recognised of rules.
    pub fn of_rules(rules: &Written) -> Self {
        let game: Game = std::sync::Arc::new(rules.clone());
        Self::new(&game, Some(rules))
    }

    fn new(game: &Game, rules: Option<&Written>) -> Self {
        let template = Template::of_game(game);
        let numbers =
            template.as_ref().and_then(Template::slots).map_or_else(|| vec![1], |(lengths, _)| lengths);
        let geometry = game.geometry(&numbers);
        let rays = geometry.as_ref().and_then(Geometry::rays);
        let tables = template
            .as_ref()
            .and_then(|template| Plan::new(template, 0, Engine::Best).ok().map(|plan| plan.by()));
        let values = tables.unwrap_or(if geometry.is_some() { "ray engine" } else { "definition" });
        let same_as = rules.and_then(Written::same_as);
        let mut recognised = Self {
            game: game.name(),
            normal_form: game.normal_form().map(|form| form.to_string()),
            why: if game.heaps().is_some() {
                "a position is a sum of heaps, each of which is valued by itself".to_owned()
            } else {
                why(geometry.as_ref(), same_as.as_deref())
            },
            same_as,
            geometry: geometry.as_ref().and_then(|geometry| match geometry {
                Geometry::Rays(_) => Some("rays"),
                Geometry::Lowering(_) | Geometry::Unordered(_) => Some("lowering"),
                Geometry::Sharing => Some("sharing"),
                _ => None,
            }),
            rays: rays.map_or_else(Vec::new, |rays| rays.rays().iter().map(ToString::to_string).collect()),
            holes: rays.map_or_else(Vec::new, |rays| rays.holes().to_vec()),
            symmetric: match rules {
                Some(rules) => rules.is_symmetric(),
                None => rays.map(Rays::is_symmetric),
            },
            tables,
            values,
            sequences: has_sequences(game) || game.heaps().is_some(),
            periods: has_row_periods(game) || has_heap_periods(game),
            rules: rules.map(Rules::new),
            text: String::new(),
        };
        recognised.text = recognised.written();
        recognised
    }

    /// Whether the game ends, in words.
    fn ends(&self, rules: &Rules) -> String {
        match (&rules.ends, &self.same_as) {
            (Some(sum), _) => format!("proved: every move lowers {sum}"),
            (None, Some(name)) => format!("as {name} does"),
            (None, None) => "not proved: no weighted sum was found that every move lowers".to_owned(),
        }
    }

    /// The answer as text.
    fn written(&self) -> String {
        let mut text = format!("{}\n", self.game);
        let mut line = |name: &str, words: &str| _ = writeln!(text, "{name:<8} {words}");
        if let Some(rules) = &self.rules {
            if rules.inline != self.game {
                line("rules", &rules.inline);
            }
            line("ends", &self.ends(rules));
        }
        if let Some(name) = &self.same_as {
            line("same as", &format!("{name}, proved"));
        }
        if !self.rays.is_empty() {
            line("rays", &self.rays.join("  "));
        }
        if let Some(symmetric) = self.symmetric {
            line(
                "mirror",
                if symmetric { "the same game: symmetric" } else { "another game: not symmetric" },
            );
        }
        if !self.holes.is_empty() {
            let holes: Vec<String> = self.holes.iter().map(|(x, y)| format!("{x},{y}")).collect();
            line("holes", &holes.join("  "));
        }
        line("tables", self.tables.unwrap_or("none: a table has two numbers that vary"));
        let quicker = if ["definition", "values of heaps"].contains(&self.values) {
            ""
        } else {
            ", or the definition where that is quicker"
        };
        line("values", &format!("{}{quicker}", self.values));
        line("why", &self.why);
        let can = |yes: bool| if yes { "yes" } else { "no" };
        line("sequence", can(self.sequences));
        line("period", can(self.periods));
        if let Some(form) = &self.normal_form {
            line("normal", form);
        }
        text
    }
}

/// Whether periods of rows can be proved: a search for that of row 0 can begin.
pub fn has_row_periods(game: &Game) -> bool {
    RowSearch::of(game, 0, Some(1)).is_ok()
}

/// Whether periods of the values of heaps can be proved: there is a theorem for the code of the game.
pub fn has_heap_periods(game: &Game) -> bool {
    game.heaps().is_some_and(|rules| rules.code().is_some_and(may_have_period))
}

/// Why the engines of a game are what they are.
fn why(geometry: Option<&Geometry>, same_as: Option<&str>) -> String {
    let lines = match geometry {
        Some(Geometry::Rays(_)) => "every move lies on one of these rays".to_owned(),
        Some(Geometry::Lowering(_) | Geometry::Unordered(_)) => {
            "every move lowers one number, to any smaller one".to_owned()
        }
        Some(Geometry::Sharing) => "every move lies on one of three lines".to_owned(),
        _ => "no lines were recognised on which the moves lie".to_owned(),
    };
    match same_as {
        Some(name) => format!("the theorems of {name} apply; {lines}"),
        None => lines,
    }
}

impl Rules {
    fn new(rules: &Written) -> Self {
        Self {
            inline: rules.inline(),
            file: rules.text().to_string(),
            description: rules.text().description.clone(),
            parameters: rules.parameters().iter().cloned().collect(),
            example: example(rules),
            ends: rules.measure().map(|measure| measure.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Recognised;

    #[test]
    fn every_bundled_game_is_described() {
        for bundled in grundy::rules::LIBRARY {
            let rules = bundled.rules().unwrap();
            let least: Vec<(&str, u64)> =
                rules.parameters.iter().map(|p| (p.letter.name.as_str(), p.least)).collect();
            let told = Recognised::of_rules(&bundled.game(&least).unwrap());
            let rules = told.rules.as_ref().unwrap();
            assert!(rules.ends.is_some() || told.same_as.is_some(), "{}: {}", bundled.name, told.text);
            let inline = Recognised::ask(&rules.inline).unwrap();
            assert_eq!(inline.normal_form, told.normal_form, "{}", bundled.name);
            assert_eq!((inline.same_as, inline.rays, inline.tables), (told.same_as, told.rays, told.tables));
        }
    }

    #[test]
    fn symmetry_is_that_of_the_moves() {
        for (text, symmetric) in [
            ("{x,y: x-i,y; x,y-i; x-i,y-2i; x-2i,y-i}", Some(true)),
            ("{x,y: x-i,y; x,y-i; x-i,y-2i}", Some(false)),
            ("{x,y: x-i,y where x>=y; x,y-i where y>=x}", Some(true)),
            ("{x,y: x-i,y where x>=y; x,y-i where y>x}", Some(false)),
            ("{x,y where x != 3: x-i,y; x,y-i}", None),
            ("{x,y unordered: x-i,y}", Some(true)),
            ("{x,y: x-i,y+i where i<=y; x+i,y-i where i<=x; x-i,y; x,y-i}", Some(true)),
            ("{x: x-i}", None),
            ("wythoff", Some(true)),
        ] {
            assert_eq!(Recognised::ask(text).unwrap().symmetric, symmetric, "{text}");
        }
    }

    #[test]
    fn games_of_the_catalogue_are_described() {
        for entry in grundy::catalog::GAMES.iter().filter(|entry| !["nearly", "misere"].contains(&entry.name))
        {
            let game = grundy::parse(entry.example).unwrap().0.name();
            let told = Recognised::ask(&game).unwrap();
            assert!(told.normal_form.is_some() && told.rules.is_none(), "{}", told.text);
        }
        let sum = Recognised::ask("nearly(nim 3 + nim 7)").unwrap_err();
        assert!(sum.message.contains("single game"), "{}", sum.message);
    }
}

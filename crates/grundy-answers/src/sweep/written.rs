use super::plan::PlanError;
use grundy::InputError;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A plan as TOML text.
#[derive(Debug)]
pub struct Written<'t> {
    text: &'t str,
    /// The keys, in the order of the text.
    pub keys: Map<String, Json>,
    /// The place of each key; those of a table are joined by a dot, as in `grid.a`.
    places: BTreeMap<String, Range<usize>>,
}

impl<'t> Written<'t> {
    /// Parses TOML.
    ///
    /// # Errors
    /// When the text is not TOML. The error has the line.
    pub fn parse(text: &'t str) -> Result<Self, InputError> {
        let table = DeTable::parse(text).map_err(|error| {
            let message = InputError::whole(error.message());
            error.span().map_or_else(|| message.clone(), |place| message.clone().in_lines(text, place))
        })?;
        let mut places = BTreeMap::new();
        let keys = object(table.get_ref(), "", &mut places);
        Ok(Self { text, keys, places })
    }

    /// An error about a key, at its place.
    pub fn locate(&self, PlanError { key, error }: PlanError) -> InputError {
        let mut key = key.unwrap_or_default();
        loop {
            if let Some(place) = self.places.get(&key) {
                return error.in_lines(self.text, place.clone());
            }
            // The points of a list have no places of their own: the place is that of the list.
            match key.rfind('.') {
                Some(dot) => key.truncate(dot),
                None => return error,
            }
        }
    }
}

fn object(table: &DeTable<'_>, path: &str, places: &mut BTreeMap<String, Range<usize>>) -> Map<String, Json> {
    let mut keys: Vec<_> = table.iter().collect();
    keys.sort_by_key(|(key, _)| key.span().start);
    let mut object = Map::new();
    for (key, value) in keys {
        let name = key.get_ref().to_string();
        let place = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let json = json(value.get_ref(), &place, places);
        places.insert(place, key.span());
        object.insert(name, json);
    }
    object
}

fn json(value: &DeValue<'_>, path: &str, places: &mut BTreeMap<String, Range<usize>>) -> Json {
    match value {
        DeValue::String(text) => text.to_string().into(),
        DeValue::Integer(number) => {
            let written = number.as_str();
            let read = |text: &str| Some(u64::from_str_radix(text, number.radix()).ok()?.into());
            // A number beyond 64 bits, or a negative one, is refused where it is used.
            read(written).unwrap_or_else(|| written.into())
        }
        DeValue::Float(number) => number.as_str().into(),
        DeValue::Boolean(yes) => (*yes).into(),
        DeValue::Datetime(time) => time.to_string().into(),
        DeValue::Array(items) => {
            items.iter().map(|item| json(item.get_ref(), path, &mut BTreeMap::new())).collect()
        }
        DeValue::Table(table) => Json::Object(object(table, path, places)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_their_line() {
        let message = |text: &str| Written::parse(text).unwrap_err().render();
        // The place is the beginning of a line: the line is that one, not the one before.
        assert!(
            message("a = 1\nb = 2\n= 3\n").starts_with("error: line 3: "),
            "{}",
            message("a = 1\nb = 2\n= 3\n")
        );
        assert!(message("a = 1\na = 2\n").starts_with("error: line 2: "));
        assert!(message("= 1").starts_with("error: line 1: "));
        let written = Written::parse("a = 1\n\n[grid]\nb = 2\n\"ä\" = 3\n").unwrap();
        let error = |key: &str| PlanError { key: Some(key.to_owned()), error: InputError::whole("wrong") };
        assert_eq!(written.locate(error("grid.b")).render(), "error: line 4: wrong\n  b = 2\n  ^\n");
        assert_eq!(written.locate(error("grid.c")).message, "line 3: wrong");
        assert_eq!(written.locate(error("c")).message, "wrong");
        assert_eq!(written.locate(error("a")).message, "line 1: wrong");
    }

    #[test]
    fn keys_keep_their_order() {
        let written = Written::parse("z = 1\n[grid]\nb = [1, \"2..3\"]\na = 0x10\n").unwrap();
        assert_eq!(
            serde_json::to_string(&written.keys).unwrap(),
            r#"{"z":1,"grid":{"b":[1,"2..3"],"a":16}}"#
        );
    }
}

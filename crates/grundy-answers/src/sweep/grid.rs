//! The points of a grid.
//!
//! An object maps each parameter to a value, a list of values or, for numbers, a range such as `"1..20"` (both ends included); its
//! points are all combinations, the last parameter varying fastest. A list of objects gives single points.

use super::plan::{Outline, Parameter, PlanError};
use super::question::Kind;
use super::row::{Point, Value};
use grundy::InputError;
use grundy::notation::number_in;
use serde_json::{Map, Value as Json};

/// Upper limit on grid points.
const MOST: usize = 10_000_000;

/// The parameters and the points of a grid.
pub(super) fn read(outline: &Outline, grid: &Json) -> Result<(Vec<Parameter>, Vec<Point>), PlanError> {
    let wrong = |what: &str, given: &Json| {
        let error = InputError::whole(format!("{given} is not {what}"));
        PlanError::at("grid", error.hint("a grid has values for each parameter, e.g. a = \"1..20\""))
    };
    let parts: Vec<&Map<String, Json>> = match grid {
        Json::Object(axes) => vec![axes],
        Json::Array(points) => {
            let not_one = |point| wrong("a point of a grid", point);
            points
                .iter()
                .map(|point| point.as_object().ok_or_else(|| not_one(point)))
                .collect::<Result<_, _>>()?
        }
        other => return Err(wrong("a grid", other)),
    };
    let names = names(outline, &parts);
    outline.check(&names)?;
    let mut read = Vec::new();
    let mut kinds = vec![None; names.len()];
    for axes in parts {
        let axes = axes_of(outline, &names, axes, &mut kinds)?;
        let size = axes.iter().fold(1_usize, |size, axis| size.saturating_mul(axis.len()));
        if size.saturating_add(read.len()) > MOST {
            return Err(PlanError::at("grid", too_many()));
        }
        read.extend(product(&axes));
    }
    let parameter = |(name, kind): (String, Option<Kind>)| {
        let kind = kind.or_else(|| outline.kind(&name)).unwrap_or(Kind::Text);
        Parameter { name, kind }
    };
    Ok((names.into_iter().zip(kinds).map(parameter).collect(), read))
}

fn too_many() -> InputError {
    InputError::whole(format!("this grid has more than {MOST} points")).hint("split the grid")
}

/// The parameters of a grid: those that the plan describes and that are given or have a default, then the others.
fn names(outline: &Outline, parts: &[&Map<String, Json>]) -> Vec<String> {
    let given = |name: &str| parts.iter().any(|axes| axes.contains_key(name));
    let declared = outline.declared.iter().filter(|one| one.default.is_some() || given(&one.name));
    let mut names: Vec<String> = declared.map(|declared| declared.name.clone()).collect();
    for name in parts.iter().flat_map(|axes| axes.keys()) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

/// The values of each parameter.
fn axes_of(
    outline: &Outline,
    names: &[String],
    given: &Map<String, Json>,
    kinds: &mut [Option<Kind>],
) -> Result<Vec<Vec<Value>>, PlanError> {
    let default =
        |name: &str| outline.declared.iter().find(|declared| declared.name == name)?.default.as_ref();
    let mut axes = Vec::new();
    for (name, kind) in names.iter().zip(kinds) {
        let at = |error: InputError| PlanError::at(format!("grid.{name}"), error);
        let Some(json) = given.get(name).or_else(|| default(name)) else {
            return Err(PlanError::at("grid", InputError::whole(format!("a point has no `{name}`"))));
        };
        let wanted = kind.or_else(|| outline.kind(name)).or_else(|| kind_of(default(name)?));
        let axis = values(name, json, wanted).map_err(at)?;
        *kind = axis.first().map(Value::kind).or(*kind);
        axes.push(axis);
    }
    Ok(axes)
}

/// Numbers or texts, by the first value.
fn kind_of(json: &Json) -> Option<Kind> {
    match json {
        Json::Array(several) => several.first().and_then(kind_of),
        Json::Number(_) => Some(Kind::Number),
        Json::String(text) if range(text).is_some() => Some(Kind::Number),
        _ => Some(Kind::Text),
    }
}

/// The ends of a range.
fn range(text: &str) -> Option<(u64, u64)> {
    let (from, to) = text.split_once("..")?;
    let end = |text: &str| number_in(text.trim(), 0..=u64::MAX >> 1).ok();
    Some((end(from)?, end(to)?)).filter(|(from, to)| from <= to)
}

/// The values of one parameter, all of the same kind.
fn values(name: &str, given: &Json, wanted: Option<Kind>) -> Result<Vec<Value>, InputError> {
    let kind = wanted.or_else(|| kind_of(given)).unwrap_or(Kind::Text);
    let wrong = || {
        let (what, example) = match kind {
            Kind::Number => ("a whole number, a list of them or a range", "7, [1, 2, 5] or \"1..20\""),
            Kind::Text => ("a text or a list of them", "\"star-nim\" or [\"wythoff\", \"star-nim\"]"),
        };
        InputError::whole(format!("`{name}` is {what}, not {given}")).hint(format!("e.g. {example}"))
    };
    match (given, kind) {
        (Json::Array(several), _) => {
            let each = several.iter().map(|one| values(name, one, Some(kind)));
            Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
        }
        (Json::Number(number), Kind::Number) => Ok(vec![number.as_i64().ok_or_else(wrong)?.into()]),
        (Json::String(text), Kind::Text) => Ok(vec![text.as_str().into()]),
        (Json::String(text), Kind::Number) => {
            let (from, to) = range(text).ok_or_else(wrong)?;
            if usize::try_from(to - from).map_or(true, |length| length >= MOST) {
                return Err(too_many());
            }
            Ok((from..=to).map(Value::from).collect())
        }
        _ => Err(wrong()),
    }
}

/// All combinations, the last axis varying fastest.
fn product(axes: &[Vec<Value>]) -> Vec<Point> {
    let mut points: Vec<Point> = vec![Vec::new()];
    for axis in axes {
        let longer = |point: &Point| {
            let point = point.clone();
            axis.iter()
                .map(move |value| [&point[..], std::slice::from_ref(value)].concat())
                .collect::<Vec<_>>()
        };
        points = points.iter().flat_map(longer).collect();
    }
    points
}

#[cfg(test)]
mod tests {
    use crate::sweep::{Outline, Plan, PlanError};
    use serde_json::{Value as Json, json};

    fn points(plan: &Json, grid: &Json) -> Result<Vec<String>, PlanError> {
        let outline = Outline::of(plan.as_object().unwrap())?;
        let (plan, points) = Plan::new(outline, grid)?;
        Ok(points.iter().map(|point| plan.key(point)).collect())
    }

    fn rows(grid: &Json) -> Result<Vec<String>, PlanError> {
        points(&json!({"question": "period", "game": "{game}", "row": "{row}"}), grid)
    }

    #[test]
    fn grids_and_lists() {
        let read = rows(&json!({"game": ["nim", "wythoff"], "row": "3..4"})).unwrap();
        let keys = ["period nim row 3", "period nim row 4", "period wythoff row 3", "period wythoff row 4"];
        assert_eq!(read, keys);
        let listed =
            rows(&json!([{"game": "nim", "row": 7}, {"row": [1, "5..6"], "game": "star-nim"}])).unwrap();
        let keys =
            ["period nim row 7", "period star-nim row 1", "period star-nim row 5", "period star-nim row 6"];
        assert_eq!(listed, keys);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_key() {
        let wrong = |grid| {
            let PlanError { key, error } = rows(&grid).unwrap_err();
            (key.unwrap_or_default(), error.message)
        };
        let says = |grid: Json, key: &str, message: &str| {
            let (at, said) = wrong(grid.clone());
            assert!(at == key && said.contains(message), "{grid}: {at}: {said}");
        };
        says(json!({"game": "nim"}), "row", "no parameter `row`");
        says(
            json!({"game": "nim", "row": 1, "rows": 3}),
            "grid.rows",
            "no argument uses the parameter `rows`",
        );
        says(json!({"game": "nim", "row": 1_u64 << 63}), "grid.row", "whole number");
        says(json!({"game": "nim", "row": 1.5}), "grid.row", "whole number");
        says(json!({"game": 3, "row": 3}), "grid.game", "`game` is a text");
        says(json!({"game": "nim", "row": "9..3"}), "grid.row", "range");
        says(json!({"game": "nim", "row": "0..99999999999"}), "grid.row", "more than");
        says(json!({"game": "nim", "row": ["0..9999999", "0..9999998"]}), "grid", "more than");
        says(json!({"game": "nim", "row": 1, "verdict": 1}), "grid.verdict", "column of the answer");
        says(json!({"game": "nim", "row": 1, "a-b": 1}), "grid.a-b", "cannot name");
        says(json!([{"game": "nim", "row": 1}, {"game": "nim"}]), "grid", "no `row`");
        says(json!(["nim"]), "grid", "not a point");
        says(json!(3), "grid", "not a grid");
    }

    #[test]
    fn parameters_inside_a_text_are_numbers_or_texts() {
        let plan = json!({"question": "limit", "game": "gurvich:a={a},b={b}"});
        let read = points(&plan, &json!({"b": "1..2", "a": [3]})).unwrap();
        assert_eq!(read, ["limit gurvich:a=3,b=1", "limit gurvich:a=3,b=2"]);
        let mixed = points(&plan, &json!({"b": [1, "x"], "a": 3})).unwrap_err();
        assert_eq!(mixed.key.as_deref(), Some("grid.b"));
        let none = points(&json!({"question": "limit", "game": "wythoff"}), &json!({})).unwrap();
        assert_eq!(none, ["limit wythoff"]);
    }

    #[test]
    fn plans_say_what_is_wrong() {
        let says = |plan: Json, key: &str, message: &str| {
            let PlanError { key: at, error } = points(&plan, &json!({"r": 1})).unwrap_err();
            assert!(
                at.as_deref().unwrap_or("") == key && error.message.contains(message),
                "{plan}: {at:?} {error}"
            );
        };
        says(json!({"game": "nim"}), "", "no `question`");
        says(json!({"question": "chess"}), "question", "unknown question");
        says(json!({"question": 3}), "question", "is a text");
        says(json!({"task": "chess"}), "task", "unknown task");
        says(json!({"task": "audit", "game": "nim"}), "game", "no `game`");
        says(json!({"question": "period", "game": "nim", "rows": 3}), "rows", "no argument `rows`");
        says(json!({"question": "period", "row": "{r}"}), "question", "needs the argument `game`");
        says(json!({"question": "period", "game": "nim"}), "question", "one of row, value, diagonal");
        says(json!({"question": "period", "game": "nim", "row": 1, "value": 1}), "question", "one of row");
        says(json!({"question": "period", "game": "nim", "row": "{r"}), "row", "brace");
        says(json!({"question": "period", "game": ["nim"], "row": "{r}"}), "game", "text or a number");
        says(json!({"question": "period", "game": "nim", "row": "{r}", "time": 0}), "time", "seconds");
        says(json!({"task": "row-period"}), "grid.r", "no parameter `r`");
    }
}

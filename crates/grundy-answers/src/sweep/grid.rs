use super::row::{Point, Value};
use super::tasks::{Kind, Parameter, Task};
use grundy::InputError;
use serde_json::{Map, Value as Json};

/// Upper limit on grid points.
const MOST: usize = 10_000_000;

/// The points of a grid. An object maps each parameter to a value, a list of values or, for numbers, a range such as `"1..20"` (both
/// ends included); its points are all combinations, the last parameter varying fastest. A list of objects gives single points.
///
/// # Errors
/// When a parameter is unknown, missing, or of the wrong kind.
pub fn points(task: &Task, grid: &Json) -> Result<Vec<Point>, InputError> {
    match grid {
        Json::Object(axes) => product(task, axes),
        Json::Array(points) => {
            let each = points.iter().map(|point| match point {
                Json::Object(axes) => product(task, axes),
                other => {
                    Err(InputError::whole(format!("{other} is not a point of a grid")).hint(usage(task)))
                }
            });
            let points: Vec<Point> = each.collect::<Result<Vec<_>, _>>()?.concat();
            if points.len() > MOST { Err(too_many()) } else { Ok(points) }
        }
        other => Err(InputError::whole(format!("{other} is not a grid")).hint(usage(task))),
    }
}

fn too_many() -> InputError {
    InputError::whole(format!("this grid has more than {MOST} points")).hint("split the grid")
}

fn usage(task: &Task) -> String {
    let each = task.parameters.iter().map(|parameter| parameter.name).collect::<Vec<_>>().join(", ");
    format!("{} takes {each}", task.name)
}

fn product(task: &Task, axes: &Map<String, Json>) -> Result<Vec<Point>, InputError> {
    let known = |name: &str| task.parameters.iter().any(|parameter| parameter.name == name);
    if let Some(name) = axes.keys().find(|name| !known(name)) {
        return Err(InputError::whole(format!("{} has no parameter `{name}`", task.name)).hint(usage(task)));
    }
    let mut points: Vec<Point> = vec![Vec::new()];
    for parameter in task.parameters {
        let values = match (axes.get(parameter.name), parameter.default()) {
            (Some(given), _) => values(parameter, given)?,
            (None, Some(default)) => vec![default],
            (None, None) => {
                let message = format!("{} needs the parameter `{}`", task.name, parameter.name);
                return Err(InputError::whole(message).hint(usage(task)));
            }
        };
        if points.len().saturating_mul(values.len()) > MOST {
            return Err(too_many());
        }
        let longer = |point: &Point| {
            let point = point.clone();
            values
                .iter()
                .map(move |value| [&point[..], std::slice::from_ref(value)].concat())
                .collect::<Vec<_>>()
        };
        points = points.iter().flat_map(longer).collect();
    }
    Ok(points)
}

/// The values of one parameter.
fn values(parameter: &Parameter, given: &Json) -> Result<Vec<Value>, InputError> {
    let wrong = || {
        let (what, example) = match parameter.kind {
            Kind::Number => ("a whole number, a list of them or a range", "7, [1, 2, 5] or \"1..20\""),
            Kind::Text => ("a text or a list of them", "\"star-nim\" or [\"wythoff\", \"star-nim\"]"),
        };
        InputError::whole(format!("`{}` is {what}, not {given}", parameter.name))
            .hint(format!("e.g. {example}"))
    };
    match (given, parameter.kind) {
        (Json::Array(several), _) => {
            Ok(several.iter().map(|one| values(parameter, one)).collect::<Result<Vec<_>, _>>()?.concat())
        }
        (Json::Number(number), Kind::Number) => Ok(vec![number.as_u64().ok_or_else(wrong)?.into()]),
        (Json::String(text), Kind::Text) => Ok(vec![text.as_str().into()]),
        (Json::String(text), Kind::Number) => {
            let ends = text.split_once("..").and_then(|(from, to)| {
                Some((from.trim().parse::<u64>().ok()?, to.trim().parse::<u64>().ok()?))
            });
            let (from, to) = ends.filter(|(from, to)| from <= to).ok_or_else(wrong)?;
            if usize::try_from(to - from).map_or(true, |length| length >= MOST) {
                return Err(too_many());
            }
            Ok((from..=to).map(Value::Number).collect())
        }
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::find;
    use serde_json::json;

    #[test]
    fn grids_and_lists() {
        let task = find("row-period").unwrap();
        let shown = |grid| {
            let points = points(task, &grid)?;
            Ok(points.iter().map(|p| format!("{} {}", p[0], p[1])).collect::<Vec<_>>())
        };
        let read: Result<_, InputError> = shown(json!({"game": ["nim", "wythoff"], "row": "3..4"}));
        assert_eq!(read.unwrap(), ["nim 3", "nim 4", "wythoff 3", "wythoff 4"]);
        let listed = shown(json!([{"game": "nim", "row": 7}, {"row": [1, "5..6"], "game": "star-nim"}]));
        assert_eq!(listed.unwrap(), ["nim 7", "star-nim 1", "star-nim 5", "star-nim 6"]);
        let wrong = |grid| shown(grid).unwrap_err().message;
        assert!(wrong(json!({"game": "nim"})).contains("needs the parameter `row`"));
        assert!(wrong(json!({"game": "nim", "rows": 3})).contains("no parameter `rows`"));
        assert!(wrong(json!({"game": "nim", "row": -3})).contains("whole number"));
        assert!(wrong(json!({"game": 3, "row": 3})).contains("`game` is a text"));
        assert!(wrong(json!({"game": "nim", "row": "9..3"})).contains("range"));
        assert!(wrong(json!({"game": "nim", "row": "0..99999999999"})).contains("more than"));
        assert!(wrong(json!(["nim"])).contains("not a point"));
        assert!(wrong(json!(3)).contains("not a grid"));
    }
}

//! `docs/http.md` is made from the `OpenAPI` document.

#![allow(clippy::unwrap_used, reason = "what helps tests may fail like one")]

use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

const HEAD: &str = "\
# HTTP API, every endpoint

Made from the OpenAPI document that `grundy serve` has at `/api`; [HTTP API by example](api.md) explains how to use it.
`UPDATE=1 cargo test -p grundy-web --test all reference` rewrites this page.
";

/// The type of a schema in words.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap();
        return format!("[`{name}`](#{})", name.to_lowercase());
    }
    let several = schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array());
    if let Some(several) = several {
        let mut kinds: Vec<String> = several.iter().map(kind).collect();
        kinds.dedup();
        return kinds.join(" or ");
    }
    let one = |name: &str| match name {
        "array" => format!("array of {}", kind(&schema["items"])),
        name => name.to_owned(),
    };
    let mut text = match &schema["type"] {
        Value::String(name) => one(name),
        Value::Array(names) => {
            names.iter().map(|name| one(name.as_str().unwrap())).collect::<Vec<_>>().join(" or ")
        }
        _ => "any".to_owned(),
    };
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(|value| format!("`{}`", plain(value))).collect();
        let _ = write!(text, ": {}", values.join(", "));
    }
    match (schema["minimum"].as_number(), schema["maximum"].as_number()) {
        (Some(least), Some(most)) => {
            let _ = write!(text, " from {least} to {most}");
        }
        (Some(least), None) => {
            let _ = write!(text, " from {least} on");
        }
        _ => {}
    }
    if schema["default"] != Value::Null {
        let _ = write!(text, ", default `{}`", plain(&schema["default"]));
    }
    text
}

/// A value as it stands in a table.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A table of names, kinds and meanings.
fn table(head: &str, rows: &[(String, bool, String, String)], page: &mut String) {
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(page, "\n| {head} | type | |\n|---|---|---|");
    for (name, required, kind, meaning) in rows {
        let required = if *required { "required. " } else { "" };
        let line = format!("{required}{meaning}").replace('|', "\\|").replace('\n', " ");
        let _ = writeln!(page, "| `{name}` | {} | {} |", kind.replace('|', "\\|"), line.trim());
    }
}

fn properties(schema: &Value) -> Vec<(String, bool, String, String)> {
    let empty = vec![];
    let required = schema["required"].as_array().unwrap_or(&empty);
    let of = |(name, one): (&String, &Value)| {
        let meaning = one["description"].as_str().unwrap_or_default().to_owned();
        (name.clone(), required.iter().any(|key| key == name), kind(one), meaning)
    };
    schema["properties"].as_object().map(|all| all.iter().map(of).collect()).unwrap_or_default()
}

fn page(document: &Value) -> String {
    let mut page = HEAD.to_owned();
    let _ = writeln!(page, "\n{}\n\n## Endpoints", document["info"]["description"].as_str().unwrap());
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let _ = writeln!(page, "\n### {} {path}\n", method.to_uppercase());
            let _ = writeln!(page, "{}.", operation["summary"].as_str().unwrap().trim_end_matches('.'));
            if let Some(text) = operation["description"].as_str() {
                let _ = writeln!(page, "\n{text}");
            }
            let parameters = operation["parameters"].as_array().into_iter().flatten().map(|one| {
                let mut meaning = one["description"].as_str().unwrap_or_default().to_owned();
                if one["example"] != Value::Null {
                    let _ = write!(meaning, " Example: `{}`", plain(&one["example"]));
                }
                (plain(&one["name"]), one["required"] == true, kind(&one["schema"]), meaning)
            });
            table("parameter", &parameters.collect::<Vec<_>>(), &mut page);
            for (kind_of_body, body) in operation["requestBody"]["content"].as_object().into_iter().flatten()
            {
                let schema = &body["schema"];
                let _ = writeln!(page, "\nBody, `{kind_of_body}`: {}.", kind(schema));
                table("key", &properties(schema), &mut page);
            }
            for (kind_of_body, body) in
                operation["responses"]["200"]["content"].as_object().into_iter().flatten()
            {
                let _ = writeln!(page, "\nAnswer, `{kind_of_body}`: {}.", kind(&body["schema"]));
            }
        }
    }
    let _ = writeln!(page, "\n## Schemas");
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let _ = writeln!(page, "\n### {name}\n");
        let text = schema["description"].as_str().map(|text| format!(" {text}")).unwrap_or_default();
        let _ = writeln!(page, "{}.{text}", kind(schema));
        table("key", &properties(schema), &mut page);
    }
    page
}

#[test]
fn the_page_of_endpoints_is_made_from_the_document() {
    let document: Value = serde_json::from_str(include_str!("../../src/openapi.json")).unwrap();
    let made = page(&document);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/http.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, made).unwrap();
        return;
    }
    let message =
        "docs/http.md is out of date: UPDATE=1 cargo test -p grundy-web --test all reference rewrites it";
    assert!(std::fs::read_to_string(&path).is_ok_and(|text| text == made), "{message}");
}

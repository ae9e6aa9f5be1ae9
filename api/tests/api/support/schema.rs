//! Compares JSON that the server sends with its schema in the description of the API.

use std::sync::OnceLock;

use serde_json::{Map, Value};

/// The description of the API.
pub fn description() -> &'static Value {
    static DESCRIPTION: OnceLock<Value> = OnceLock::new();
    DESCRIPTION.get_or_init(|| serde_json::from_str(&api::openapi::json()).unwrap())
}

/// Where a value differs from its schema: wrong types, fields that are missing, fields that nobody described.
pub fn differences(value: &Value, schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("$", value, schema, &mut found);
    found
}

/// The schema that a reference leads to.
fn resolved(mut schema: &Value) -> &Value {
    while let Some(reference) = schema["$ref"].as_str() {
        let place = reference.strip_prefix('#').unwrap();
        schema = description()
            .pointer(place)
            .unwrap_or_else(|| panic!("{reference} resolves"));
    }
    schema
}

fn compare(at: &str, value: &Value, schema: &Value, found: &mut Vec<String>) {
    let schema = resolved(schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let closest = choices
            .iter()
            .map(|choice| {
                let mut differences = Vec::new();
                compare(at, value, choice, &mut differences);
                differences
            })
            .min_by_key(Vec::len);
        found.extend(closest.unwrap_or_default());
        return;
    }
    if !is_of_type(value, &schema["type"]) {
        found.push(format!("{at}: {value} is not {}", schema["type"]));
        return;
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        found.push(format!("{at}: {value} is none of {allowed:?}"));
    }
    match value {
        Value::Array(items) if schema["items"].is_object() => {
            for (index, item) in items.iter().enumerate() {
                compare(&format!("{at}[{index}]"), item, &schema["items"], found);
            }
        }
        Value::Object(fields) => compare_fields(at, fields, schema, found),
        _ => {}
    }
}

fn is_of_type(value: &Value, types: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is a type of JSON"),
    };
    match types {
        Value::String(name) => is(name),
        Value::Array(names) => names.iter().any(|name| is(name.as_str().unwrap())),
        // Anything, or what `allOf` says.
        _ => true,
    }
}

fn compare_fields(at: &str, fields: &Map<String, Value>, schema: &Value, found: &mut Vec<String>) {
    let mut parts = Vec::new();
    gather(schema, &mut parts);
    let described: Vec<(&String, &Value)> = parts
        .iter()
        .filter_map(|part| part["properties"].as_object())
        .flatten()
        .collect();
    let required = parts
        .iter()
        .filter_map(|part| part["required"].as_array())
        .flatten();
    for name in required.filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            found.push(format!("{at}.{name}: missing"));
        }
    }
    let others = parts
        .iter()
        .map(|part| &part["additionalProperties"])
        .find(|others| others.is_object());
    for (name, value) in fields {
        let at = format!("{at}.{name}");
        match described.iter().find(|(known, _)| *known == name) {
            Some((_, schema)) => compare(&at, value, schema, found),
            None => match others {
                Some(schema) => compare(&at, value, schema, found),
                // An object without described fields may have any.
                None if described.is_empty() => {}
                None => found.push(format!("{at}: not described")),
            },
        }
    }
}

/// A schema with those that it is made of.
fn gather<'a>(schema: &'a Value, parts: &mut Vec<&'a Value>) {
    let schema = resolved(schema);
    parts.push(schema);
    for part in schema["allOf"].as_array().into_iter().flatten() {
        gather(part, parts);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_difference_is_found() {
        let schema = json!({
            "type": "object",
            "required": ["id", "name"],
            "properties": {
                "id": {"type": "integer"},
                "name": {"oneOf": [{"type": "null"}, {"type": "string", "enum": ["a", "b"]}]},
                "tags": {"type": ["array", "null"], "items": {"type": "string"}},
            },
        });
        for (value, expected) in [
            (json!({"id": 1, "name": "a", "tags": ["x"]}), vec![]),
            (json!({"id": 1, "name": null, "tags": null}), vec![]),
            (json!({"name": "a"}), vec!["$.id: missing"]),
            (
                json!({"id": 1.5, "name": "a"}),
                vec!["$.id: 1.5 is not \"integer\""],
            ),
            (
                json!({"id": 1, "name": "a", "secret": 2}),
                vec!["$.secret: not described"],
            ),
            (
                json!({"id": 1, "name": "a", "tags": [3]}),
                vec!["$.tags[0]: 3 is not \"string\""],
            ),
        ] {
            assert_eq!(differences(&value, &schema), expected, "{value}");
        }
        assert_eq!(
            differences(&json!({"id": 1, "name": "c"}), &schema).len(),
            1
        );
    }
}

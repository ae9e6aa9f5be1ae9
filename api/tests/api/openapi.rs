//! The API description itself.

use std::collections::BTreeSet;

use serde_json::Value;

/// If this fails: `cargo run -p api -- openapi > client/openapi.json`, then `npm run api:types` in `client/`.
#[test]
fn the_clients_copy_is_what_the_server_describes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../client/openapi.json");
    let committed: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let current: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    assert!(
        committed == current,
        "client/openapi.json is stale: run `cargo run -p api -- openapi > client/openapi.json`"
    );
}

/// A call with `{}` for every parameter of its path.
fn nameless(call: &str) -> String {
    let (mut text, mut inside) = (String::new(), false);
    for c in call.chars() {
        inside = match c {
            '{' => {
                text.push_str("{}");
                true
            }
            '}' => false,
            _ => {
                if !inside {
                    text.push(c);
                }
                inside
            }
        };
    }
    text
}

/// A property of a request's body: the schema that has it, its name, its own schema.
type Input<'a> = (String, String, &'a Value);

/// Every property of the request bodies.
fn inputs(document: &Value) -> Vec<Input<'_>> {
    let mut found = Vec::new();
    let mut waiting = Vec::new();
    for item in document["paths"].as_object().unwrap().values() {
        for call in item.as_object().unwrap().values() {
            waiting.push((&call["requestBody"], String::new(), String::new()));
        }
    }
    let mut seen = BTreeSet::new();
    while let Some((value, schema, property)) = waiting.pop() {
        let Some(object) = value.as_object() else {
            for item in value.as_array().into_iter().flatten() {
                waiting.push((item, schema.clone(), property.clone()));
            }
            continue;
        };
        if let Some(name) = object.get("$ref").and_then(Value::as_str) {
            let name = name.rsplit('/').next().unwrap();
            if seen.insert(name.to_owned()) {
                waiting.push((
                    &document["components"]["schemas"][name],
                    name.to_owned(),
                    String::new(),
                ));
            }
            continue;
        }
        if !property.is_empty() {
            found.push((schema.clone(), property.clone(), value));
        }
        for (key, inner) in object {
            if key == "properties" {
                for (name, inner) in inner.as_object().unwrap() {
                    waiting.push((inner, schema.clone(), name.clone()));
                }
            } else {
                waiting.push((inner, schema.clone(), property.clone()));
            }
        }
    }
    found
}

fn is_a(value: &Value, kind: &str) -> bool {
    let kinds = &value["type"];
    kinds == kind || kinds.as_array().is_some_and(|of| of.contains(&kind.into()))
}

/// Schema and property of the inputs that are such values.
fn named<'a>(
    inputs: &'a [Input<'_>],
    is_such: impl Fn(&Input<'_>) -> bool + 'a,
) -> BTreeSet<(&'a str, &'a str)> {
    let such = inputs.iter().filter(move |input| is_such(input));
    such.map(|(schema, property, _)| (&**schema, &**property))
        .collect()
}

#[test]
fn every_text_that_people_send_has_a_bound() {
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let inputs = inputs(&document);
    // Others have a form of their own.
    let texts = named(&inputs, |(.., value)| {
        is_a(value, "string") && value["enum"].is_null() && value["format"].is_null()
    });
    let bounded = contract::bounds::INPUTS.iter();
    assert_eq!(
        texts,
        bounded
            .map(|(schema, property, _)| (*schema, *property))
            .collect()
    );
}

/// Schemas of the texts of addresses and headers, with the place and the name of each.
fn texts_of_calls(document: &Value) -> Vec<(&str, &str, &Value)> {
    let mut found = Vec::new();
    for item in document["paths"].as_object().unwrap().values() {
        for call in item.as_object().unwrap().values() {
            for parameter in call["parameters"].as_array().into_iter().flatten() {
                let place = parameter["in"].as_str().unwrap();
                let name = parameter["name"].as_str().unwrap();
                if is_a(&parameter["schema"], "string") {
                    found.push((place, name, &parameter["schema"]));
                }
            }
        }
    }
    found
}

#[test]
fn every_text_of_an_address_a_header_and_a_socket_event_has_a_bound() {
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let mut bounded = BTreeSet::new();
    for (place, name, schema) in texts_of_calls(&document) {
        if schema["maxLength"].is_u64() {
            bounded.insert(name);
            continue;
        }
        let has_form = ["format", "enum", "pattern"]
            .iter()
            .any(|form| !schema[form].is_null());
        // A key that does not fit counts as none; an id that does not is unknown.
        let is_harmless = name == "X-Visitor" || place == "path";
        assert!(has_form || is_harmless, "{place} {name}: {schema}");
    }
    let table = contract::bounds::PARAMETERS.iter();
    assert_eq!(bounded, table.map(|(name, _)| *name).collect());
    let mut bounded = BTreeSet::new();
    for events in document["x-socket-events"].as_object().unwrap().values() {
        for (event, described) in events["takes"].as_object().unwrap() {
            for argument in described["arguments"].as_array().unwrap() {
                let (name, schema) = (argument["name"].as_str().unwrap(), &argument["schema"]);
                if schema["maxLength"].is_u64() {
                    bounded.insert((&**event, name));
                } else if schema["type"] == "string" {
                    assert!(schema["description"].is_string(), "{event} {name}");
                }
            }
        }
    }
    let table = contract::bounds::EVENTS.iter();
    assert_eq!(
        bounded,
        table.map(|(event, name, _)| (*event, *name)).collect()
    );
    let tags = document["tags"].as_array().unwrap();
    let inputs = tags.iter().find(|tag| tag["name"] == "inputs").unwrap();
    let shown = inputs["description"].as_str().unwrap();
    for row in [
        "| address or header | `search` | line | 300 |",
        "| socket event `Send` | `text` | text | 1000 |",
        "| `BetRequest` | `FromUserId` | line without breaks | 32 |",
    ] {
        assert!(shown.contains(row), "{row}");
    }
}

#[test]
fn every_number_that_people_send_has_a_range_and_every_list_an_end() {
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let inputs = inputs(&document);
    let is_number = |value: &Value| is_a(value, "integer") || is_a(value, "number");
    let is_id = |name: &str| {
        let name = name.to_lowercase();
        name != "cataloglotid" && (name.ends_with("id") || name.ends_with("ids"))
    };
    let numbers = named(&inputs, |(_, property, value)| {
        let is_free = value["enum"].is_null() && !property.starts_with("page");
        is_number(value) && is_free && !is_id(property) && property != "file"
    });
    let ranges = contract::bounds::NUMBERS.iter();
    assert_eq!(
        numbers,
        ranges
            .map(|(schema, property, _)| (*schema, *property))
            .collect()
    );
    let lists = named(&inputs, |(_, property, value)| {
        // A list of a set's members needs none: a longer one repeats itself.
        let is_set =
            !value["items"]["$ref"].is_null() && ["states", "catalogTypes"].contains(&&**property);
        is_a(value, "array") && !is_set && property != "file"
    });
    let ends = contract::bounds::LISTS.iter();
    assert_eq!(
        lists,
        ends.map(|(schema, property, _)| (*schema, *property))
            .collect()
    );
}

#[test]
fn the_list_of_calls_and_the_description_have_the_same_calls() {
    let listed: Vec<String> = include_str!("../calls.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(nameless)
        .collect();
    let unique: BTreeSet<&String> = listed.iter().collect();
    assert_eq!(unique.len(), listed.len(), "a call is listed twice");
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let described: BTreeSet<String> = document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, item)| {
            let methods = item.as_object().unwrap().keys();
            methods.map(move |method| nameless(&format!("{} {path}", method.to_uppercase())))
        })
        .collect();
    let missing: Vec<_> = listed
        .iter()
        .filter(|call| !described.contains(*call))
        .collect();
    assert!(missing.is_empty(), "not described: {missing:#?}");
    let unlisted: Vec<_> = described
        .iter()
        .filter(|call| !unique.contains(call))
        .collect();
    assert!(unlisted.is_empty(), "not in calls.txt: {unlisted:#?}");
}

#[test]
fn every_reference_resolves_and_every_call_is_described() {
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 100);
    for reference in references {
        let pointer = reference.trim_start_matches('#');
        assert!(
            document.pointer(pointer).is_some(),
            "{reference} leads nowhere"
        );
    }
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            assert!(
                !responses.contains_key("default"),
                "{method} {path} may answer anything"
            );
            let answered = operation["responses"]
                .as_object()
                .unwrap()
                .keys()
                .any(|status| status.starts_with('2'));
            assert!(
                answered || operation["responses"]["501"].is_object(),
                "{method} {path} never succeeds"
            );
        }
    }
}

fn collect<'a>(value: &'a Value, references: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get("$ref") {
                references.push(reference);
            }
            fields.values().for_each(|value| collect(value, references));
        }
        Value::Array(items) => items.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}

#[test]
fn the_description_lists_every_title_with_its_status_and_text() {
    let document: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let rows = document["x-errors"].as_array().unwrap();
    let section = document["tags"]
        .as_array()
        .unwrap()
        .iter()
        .find(|tag| tag["name"] == "errors")
        .unwrap();
    let table = section["description"].as_str().unwrap();
    for code in contract::codes::Code::ALL {
        let listed: Vec<_> = rows
            .iter()
            .filter(|row| row["place"] == "problem" && row["code"] == code.title())
            .collect();
        assert_eq!(listed.len(), 1, "{}", code.title());
        assert_eq!(listed[0]["status"], code.status().as_u16());
        assert_eq!(listed[0]["text"], code.text());
        assert!(table.contains(&format!("| `{}` |", code.title())));
    }
}

use serde_json::Value;

/// `cargo run -p api -- openapi > client/openapi.json`, then `npm run api:types` in `client/`, when this fails.
#[test]
fn the_clients_copy_is_what_the_server_describes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../client/openapi.json");
    let committed: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let current: Value = serde_json::from_str(&api::openapi::json()).unwrap();
    let keys = |document: &Value| {
        document["paths"]
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&committed), keys(&current));
    assert!(
        committed == current,
        "client/openapi.json is stale: run `cargo run -p api -- openapi > client/openapi.json`"
    );
}

#[test]
fn every_reference_leads_somewhere_and_every_call_is_described() {
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
            assert!(
                operation["responses"]["default"].is_object(),
                "{method} {path}"
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

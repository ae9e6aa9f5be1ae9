//! What tests do with JSON again and again.

use serde_json::Value;

/// The body with the fields of `patch` in it.
pub fn patched(mut body: Value, patch: Value) -> Value {
    for (field, value) in patch.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

/// The ids of a list, or of a page's items.
#[track_caller]
pub fn ids(list: &Value) -> Vec<i64> {
    list.as_array()
        .or_else(|| list["items"].as_array())
        .unwrap_or_else(|| panic!("neither a list nor a page: {list}"))
        .iter()
        .map(|item| item["id"].as_i64().unwrap())
        .collect()
}

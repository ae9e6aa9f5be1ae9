//! What the tests saw each call do: compared with the description of the API, and written down when asked to, because
//! docs/api-coverage.md is made from it.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use serde_json::{Map, Value, json};

use super::schema::{description, differences};

/// A call of the description.
struct Described {
    method: String,
    path: Vec<String>,
    /// By status.
    responses: Map<String, Value>,
}

impl Described {
    fn matches(&self, method: &str, path: &[&str]) -> bool {
        let mut parts = self.path.iter().zip(path);
        self.method == method
            && self.path.len() == path.len()
            && parts.all(|(known, part)| known.starts_with('{') || known == part)
    }

    /// Words come before placeholders.
    fn rank(&self) -> Vec<bool> {
        self.path.iter().map(|part| part.starts_with('{')).collect()
    }
}

fn described() -> &'static [Described] {
    static DESCRIBED: OnceLock<Vec<Described>> = OnceLock::new();
    DESCRIBED.get_or_init(|| {
        let document = description();
        let mut calls = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, call) in item.as_object().unwrap() {
                calls.push(Described {
                    method: method.to_uppercase(),
                    path: segments(path).into_iter().map(str::to_owned).collect(),
                    responses: call["responses"].as_object().unwrap().clone(),
                });
            }
        }
        calls.sort_by_key(Described::rank);
        calls
    })
}

fn segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|part| !part.is_empty()).collect()
}

/// Checks that the description has this status of the call, and a body like this.
fn must_be_described(method: &str, path: &str, status: u16, body: &[u8]) {
    let path = segments(path);
    let call = described().iter().find(|call| call.matches(method, &path));
    // 405 means that no such call exists.
    let Some(call) = call.filter(|_| status != 405) else {
        return;
    };
    let name = call.path.join("/");
    let Some(response) = call.responses.get(&status.to_string()) else {
        panic!("{method} /{name} answers {status}, which the description of the API does not say");
    };
    let schema = &response["content"]["application/json"]["schema"];
    if status < 400
        && schema.is_object()
        && let Ok(body) = serde_json::from_slice(body)
    {
        let differences = differences(&body, schema);
        assert!(
            differences.is_empty(),
            "{method} /{name} answers what the description of the API does not say: {differences:#?}"
        );
    }
}

/// A call that was answered. `title` is the problem's, of a refusal.
pub fn answered(method: &str, path: &str, status: u16, body: &[u8]) {
    must_be_described(method, path, status, body);
    let Some(file) = file() else { return };
    let title = serde_json::from_slice::<serde_json::Value>(body)
        .ok()
        .and_then(|problem| problem["title"].as_str().map(str::to_owned))
        .filter(|_| status >= 400);
    let line = json!({"method": method, "path": path, "status": status, "title": title});
    writeln!(file.lock().unwrap(), "{line}").unwrap();
}

/// One file a process, in the folder that `API_CALLS_RECORD` names; none without it.
fn file() -> Option<&'static Mutex<File>> {
    static FILE: OnceLock<Option<Mutex<File>>> = OnceLock::new();
    FILE.get_or_init(|| {
        let folder = std::env::var_os("API_CALLS_RECORD")?;
        let path = Path::new(&folder).join(format!("{}.jsonl", std::process::id()));
        let file = OpenOptions::new().create(true).append(true).open(path);
        Some(Mutex::new(file.unwrap()))
    })
    .as_ref()
}

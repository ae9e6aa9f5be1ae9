//! Writes down what the tests saw each call do, when asked to: docs/api-coverage.md is made from it.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::{Mutex, OnceLock};

use serde_json::json;

/// A call that was answered. `title` is the problem's, of a refusal.
pub fn answered(method: &str, path: &str, status: u16, body: &[u8]) {
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

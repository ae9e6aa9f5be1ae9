//! Who looks at lots: an account, and the browser that says so in `X-Visitor`.

use actix_web::HttpRequest;

use crate::caller::Caller;

/// The keys under which a caller's views are kept: his account's, then his browser's. A browser's key is its own making
/// (letters, digits, `-`, `_`, 8 to 64 of them); anything else counts as none.
pub fn keys(caller: &Caller, request: &HttpRequest) -> Vec<String> {
    let browser = request
        .headers()
        .get("X-Visitor")
        .and_then(|key| key.to_str().ok())
        .filter(|key| {
            (8..=64).contains(&key.len())
                && key
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
        });
    let account = caller.id().map(|id| format!("account:{id}"));
    account
        .into_iter()
        .chain(browser.map(|key| format!("browser:{key}")))
        .collect()
}

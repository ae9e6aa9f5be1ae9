//! The identity of a lot's viewer: an account, and the browser named in `X-Visitor`.

use actix_web::HttpRequest;

use application::caller::{self, Caller};

/// The keys that a caller's views are stored under: the account's, then the browser's.
pub fn keys(caller: &Caller, request: &HttpRequest) -> Vec<String> {
    let account = caller.id().map(|id| format!("account:{id}"));
    account
        .into_iter()
        .chain(caller::browser(request).map(|key| format!("browser:{key}")))
        .collect()
}

//! Who looks at lots: an account, and the browser that says so in `X-Visitor`.

use actix_web::HttpRequest;

use crate::caller::{self, Caller};

/// The keys under which a caller's views are kept: his account's, then his browser's.
pub fn keys(caller: &Caller, request: &HttpRequest) -> Vec<String> {
    let account = caller.id().map(|id| format!("account:{id}"));
    account
        .into_iter()
        .chain(caller::browser(request).map(|key| format!("browser:{key}")))
        .collect()
}

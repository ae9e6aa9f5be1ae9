//! The names of the site's cookies.
//!
//! On https they begin with `__Host-`: browsers then take them from this host alone, for every path and only over TLS, so a
//! sibling subdomain cannot plant one. The client names its own by the same rule (`client/src/lib/cookies.ts`).

use std::borrow::Cow;

use actix_web::HttpRequest;
use actix_web::cookie::Cookie;

use crate::state::AppState;

/// The browser's device marks ([`people::devices`]).
pub const DEVICE: &str = "device";
/// The client's token. It opens no call; the first HTML of staff pages and pictures that not everybody sees depend on it.
pub const TOKEN: &str = "token";
/// Whether this browser has answered the dialog of its first visit, for the first HTML.
pub const CONSENT: &str = "consent";

/// The full name of one of the cookies above.
pub fn full_name(state: &AppState, name: &'static str) -> Cow<'static, str> {
    if is_secure(state) {
        Cow::Owned(format!("__Host-{name}"))
    } else {
        Cow::Borrowed(name)
    }
}

pub fn is_secure(state: &AppState) -> bool {
    state.config.public_url.starts_with("https://")
}

pub fn read(
    state: &AppState,
    request: &HttpRequest,
    name: &'static str,
) -> Option<Cookie<'static>> {
    request.cookie(&full_name(state, name))
}

//! Text that can be stored.
//!
//! PostgreSQL's text holds every character but U+0000, which JSON and addresses may carry. One that got through would
//! fail somewhere behind its route, in a room's journal even; so no request with one gets to a route at all.

use actix_web::http::Uri;

/// Whether neither the path nor the query says U+0000. Percent-encoded it is always these three characters.
pub fn is_storable(uri: &Uri) -> bool {
    !uri.path_and_query()
        .is_some_and(|address| address.as_str().contains("%00"))
}

/// Whether no string of this JSON holds U+0000. JSON has backslashes in its strings alone, where each begins an escape
/// or is the second character of one; a NUL as a byte of its own is no JSON.
pub fn is_storable_json(body: &[u8]) -> bool {
    let mut rest = body;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        rest = &rest[at + 1..];
        if rest.starts_with(b"u0000") {
            return false;
        }
        rest = rest.get(1..).unwrap_or_default();
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_storable_json;

    #[test]
    fn an_escaped_nul_is_found_and_nothing_else() {
        for text in [
            r#""\u0000""#,
            r#""\\\u0000""#,
            r#""\u00000""#,
            r#""\n\u0000""#,
            r#""\u0041\u0000""#,
        ] {
            assert!(!is_storable_json(text.as_bytes()), "{text}");
        }
        for text in [
            r#""\\u0000""#,
            r#""\u0001""#,
            r#""\u1000""#,
            r#""u0000""#,
            r#""\u000a""#,
            r#""\"#,
            "",
        ] {
            assert!(is_storable_json(text.as_bytes()), "{text}");
        }
    }
}

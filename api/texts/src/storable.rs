//! Checks that text can be stored.
//!
//! PostgreSQL's text takes every character but U+0000, which JSON and URLs may contain. It would fail deep behind a
//! route, even in a room's journal, so a request with one is rejected before it reaches a route.

/// Whether a URL contains no U+0000, which is always percent-encoded as `%00`.
pub fn is_storable(path_and_query: &str) -> bool {
    !path_and_query.contains("%00")
}

/// Whether no string of this JSON contains U+0000. JSON has backslashes only in strings, where each begins an escape or
/// is its second character. A raw NUL byte is not valid JSON.
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
    fn only_an_escaped_nul_is_unstorable() {
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

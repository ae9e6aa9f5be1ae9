//! Text that can be stored.
//!
//! PostgreSQL's text holds every character but U+0000, which JSON and addresses may carry. It would fail somewhere behind a
//! route, in a room's journal even, so no request with one reaches a route.

/// Whether an address holds no U+0000, which is always these three characters when percent-encoded.
pub fn is_storable(path_and_query: &str) -> bool {
    !path_and_query.contains("%00")
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

//! Text within HTML and XML.

/// Escapes text for element content and quoted attributes. Control characters, which XML refuses, become spaces; line breaks stay.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c if c.is_control() && c != '\n' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn text_can_neither_end_an_attribute_nor_open_an_element() {
        assert_eq!(
            escape("<b a='1' c=\"2\">&amp;"),
            "&lt;b a=&#39;1&#39; c=&quot;2&quot;&gt;&amp;amp;"
        );
        assert_eq!(escape("a\u{0}b\tc\nd"), "a b c\nd");
    }
}

//! Descriptions as tables have them, plain text, and as lots have them, rich text.

use std::sync::LazyLock;

use regex::Regex;

/// Text of a cell as rich text. A table that was made from a site's pages may hold HTML already.
pub fn to_rich(text: &str) -> String {
    static TAGS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)</?(?:p|br|b|i|em|strong|u|ul|ol|li|a|h[1-6]|div|span|table|blockquote)(?:\s[^<>]*)?/?>")
            .expect("patterns are right")
    });
    if TAGS.is_match(text) {
        return text.to_owned();
    }
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// What people read of rich text, a line a paragraph.
pub fn of_rich(html: &str) -> String {
    static LINES: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)<br\s*/?>|</(?:p|li|tr|h[1-6]|blockquote)>").expect("patterns are right")
    });
    static TAGS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"<[^<>]*>").expect("patterns are right"));
    let lines = LINES.replace_all(html, "\n");
    TAGS.replace_all(&lines, "")
        .replace("&nbsp;", "\u{a0}")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rich_text::clean;

    #[test]
    fn plain_text_comes_back_as_it_went() {
        for text in [
            "Ваза «Осень». H < 32 см & D > 10 см\nБез сколов",
            "<не тег> 5 < 6",
            "A & B &amp; C",
        ] {
            assert_eq!(of_rich(&clean(&to_rich(text))), text);
        }
    }

    #[test]
    fn html_stays_html() {
        let html = "<p>Ваза</p><p>Высота <b>32</b> см</p>";
        assert_eq!(clean(&to_rich(html)), html);
        assert_eq!(of_rich(html), "Ваза\nВысота 32 см");
    }
}

//! Descriptions in table cells.

use std::sync::LazyLock;

use regex::Regex;

use texts::plain_text;

/// The plain text of a description's cell, as lots store it. A table exported from a website may contain HTML.
pub fn of_cell(text: &str) -> String {
    static TAGS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)</?(?:p|br|b|i|em|strong|u|ul|ol|li|a|h[1-6]|div|span|table|blockquote)(?:\s[^<>]*)?/?>")
            .expect("the pattern is valid")
    });
    if TAGS.is_match(text) {
        plain_text::of_html(text)
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_unchanged() {
        for text in [
            "Ваза «Осень». H < 32 см & D > 10 см\nБез сколов",
            "<не тег> 5 < 6",
            "A & B &amp; C",
        ] {
            assert_eq!(of_cell(text), text);
        }
    }

    #[test]
    fn html_becomes_plain_text() {
        assert_eq!(
            of_cell("<p>Ваза &amp; крышка</p><p>Высота <b>32</b> см</p>"),
            "Ваза & крышка\nВысота 32 см"
        );
    }
}

//! Descriptions as tables have them.

use std::sync::LazyLock;

use regex::Regex;

use texts::plain_text;

/// The plain text of a description's cell, which is what lots have. A table that was made from a site's pages may hold HTML.
pub fn of_cell(text: &str) -> String {
    static TAGS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)</?(?:p|br|b|i|em|strong|u|ul|ol|li|a|h[1-6]|div|span|table|blockquote)(?:\s[^<>]*)?/?>")
            .expect("patterns are right")
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
    fn plain_text_stays_as_it_is() {
        for text in [
            "Ваза «Осень». H < 32 см & D > 10 см\nБез сколов",
            "<не тег> 5 < 6",
            "A & B &amp; C",
        ] {
            assert_eq!(of_cell(text), text);
        }
    }

    #[test]
    fn html_is_read() {
        assert_eq!(
            of_cell("<p>Ваза &amp; крышка</p><p>Высота <b>32</b> см</p>"),
            "Ваза & крышка\nВысота 32 см"
        );
    }
}

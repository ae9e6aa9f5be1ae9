//! Characters that nobody types on purpose and that mislead readers or break the layout.

/// Whether this is a control character, one that reorders, joins or hides the text around it, such as U+202E, or one that is
/// called a letter and shows nothing, such as U+3164.
pub fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Whether this shows nothing by itself, but may change how the characters around it look, such as U+FE0F. Emoji need some.
fn is_modifier(c: char) -> bool {
    matches!(c,
        '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180d}' | '\u{180f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{13430}'..='\u{13455}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0080}'..='\u{e0fff}')
}

/// The text on one line: without invisible characters, with single spaces, trimmed. Line breaks and tabs are spaces.
pub fn line(text: &str) -> String {
    let words = text
        .split(|c: char| c.is_whitespace())
        .map(|word| word.replace(is_invisible, ""))
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Whether the text has several lines.
pub fn has_breaks(text: &str) -> bool {
    text.contains([
        '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
    ])
}

/// Whether the text has characters that a reader does not see, other than white space: another text may look the same.
pub fn has_invisible(text: &str) -> bool {
    text.contains(|c: char| !c.is_whitespace() && (is_invisible(c) || is_modifier(c)))
}

/// The text without invisible characters other than line breaks, trimmed.
pub fn lines(text: &str) -> String {
    let text = text
        .replace("\r\n", "\n")
        .replace(['\r', '\u{2028}', '\u{2029}'], "\n");
    let visible = text.replace('\t', " ");
    visible
        .replace(|c: char| c != '\n' && is_invisible(c), "")
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_no_breaks_and_nothing_invisible() {
        assert_eq!(line("  Иван\r\n\tПетров \u{202e}"), "Иван Петров");
        assert_eq!(line("а\u{200b}б\u{ad}в\u{7}г"), "абвг");
        assert_eq!(line("\u{feff}\u{200f} \n"), "");
        assert_eq!(line("1\u{61c}2\u{e0041}\u{34f}"), "12");
        assert_eq!(line("\u{3164}\u{2800} \u{115f}\u{ffa0}"), "");
    }

    #[test]
    fn another_text_that_looks_the_same_has_invisible_characters() {
        assert!(!has_invisible("раз\r\nдва\tтри\u{2028}четыре"));
        assert!(
            [
                "5\u{1c}6",
                "\u{200b}7",
                "7\u{202e}",
                "7\u{fe0f}",
                "7\u{e0100}"
            ]
            .into_iter()
            .all(has_invisible)
        );
    }

    #[test]
    fn lines_keep_their_breaks() {
        assert_eq!(
            lines(" раз\r\nдва\rтри\u{2028}четыре\n\n"),
            "раз\nдва\nтри\nчетыре"
        );
        assert_eq!(lines("цена\t5 \u{202e}000\u{0}"), "цена 5 000");
    }
}

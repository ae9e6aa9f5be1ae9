//! Plain text, also from rich text: for letters, documents and machine-readable data.
//!
//! html5ever's tokenizer reads the HTML. The libraries above it do not fit: html2text lays text out for a terminal
//! (joins lines, draws tables, marks list items), and scraper builds a tree only to walk it once.

use std::cell::{Cell, RefCell};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};

/// Strips the markup: each block on its own line, single spaces, no empty lines. Keeps text that only looks like markup
/// («< 5 см»).
pub fn of_html(html: &str) -> String {
    let input = BufferQueue::default();
    // The tokenizer drops a tag that the end of the input cuts off. Here its `<` is text.
    match html.rfind('<') {
        Some(at) if !html[at..].contains('>') => {
            input.push_back(StrTendril::from(&html[..at]));
            input.push_back(StrTendril::from("&lt;"));
            input.push_back(StrTendril::from(&html[at + 1..]));
        }
        _ => input.push_back(StrTendril::from(html)),
    }
    let tokenizer = Tokenizer::new(Text::default(), Default::default());
    // The sink runs no scripts, so a call of `feed` reads all of the input.
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    lines(&tokenizer.sink.text.into_inner())
}

/// Collapses runs of spaces and drops empty lines.
pub fn lines(text: &str) -> String {
    let lines: Vec<String> = text
        .split(['\n', '\r'])
        .map(|line| {
            line.split([' ', '\t'])
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join(" ")
        })
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

/// The beginning of a text on one line: at most `most` characters, cut between words, with an ellipsis if cut.
pub fn excerpt(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most.saturating_sub(1)).collect();
    let whole = cut
        .rsplit_once(' ')
        .map_or(cut.as_str(), |(words, _)| words);
    format!(
        "{}…",
        whole.trim_end_matches([',', '.', ';', ':', '-', '—', ' '])
    )
}

/// Collects the text between tags.
#[derive(Default)]
struct Text {
    text: RefCell<String>,
    /// Inside a script or a style sheet.
    hidden: Cell<bool>,
}

/// Tags that do not start a new line.
const INLINE: [&str; 11] = [
    "strong", "b", "em", "i", "u", "s", "sub", "sup", "a", "img", "span",
];

impl TokenSink for Text {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(characters) if !self.hidden.get() => {
                self.text.borrow_mut().push_str(&characters);
            }
            Token::TagToken(tag) => {
                if !INLINE.contains(&&*tag.name) {
                    self.text.borrow_mut().push('\n');
                }
                if matches!(&*tag.name, "script" | "style") {
                    self.hidden.set(tag.kind == TagKind::StartTag);
                    if tag.kind == TagKind::StartTag {
                        return TokenSinkResult::RawData(RawKind::Rawtext);
                    }
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_stripped_and_words_are_kept() {
        for (html, text) in [
            (
                "<p>Ваза, <strong>фарфор</strong></p><p>Высота&nbsp;20 см</p>",
                "Ваза, фарфор\nВысота\u{a0}20 см",
            ),
            ("один<br>два<br/>три\n\n\nчетыре", "один\nдва\nтри\nчетыре"),
            ("<ul><li>а</li><li>б</li></ul>", "а\nб"),
            ("Высота < 5 см & ширина > 3", "Высота < 5 см & ширина > 3"),
            (
                "a &lt;b&gt; &amp;amp; &#1071;&#x42F; &#0; &unknown; &",
                "a <b> &amp; ЯЯ \u{fffd} &unknown; &",
            ),
            (
                "<a href=\"/lot/1\" title=\"x\">лот</a>  и   ещё",
                "лот и ещё",
            ),
            ("незакрытый <p", "незакрытый <p"),
            ("a < b &amp; c", "a < b & c"),
            (
                "<style>p > b { color: red }</style>до<script>if (a<b) {}</script>после<!-- <p> -->",
                "до\nпосле",
            ),
            ("", ""),
        ] {
            assert_eq!(of_html(html), text, "{html}");
        }
    }

    #[test]
    fn plain_text_is_not_parsed_as_markup() {
        assert_eq!(
            lines("Подпись <И. Ш.>  &amp; печать\r\n\n в  углу "),
            "Подпись <И. Ш.> &amp; печать\nв углу"
        );
    }

    #[test]
    fn an_excerpt_is_cut_between_words() {
        assert_eq!(excerpt("Морской пейзаж", 20), "Морской пейзаж");
        assert_eq!(excerpt("Морской пейзаж, холст, масло", 16), "Морской…");
        assert_eq!(
            excerpt("Морской пейзаж, холст, масло", 17),
            "Морской пейзаж…"
        );
        assert_eq!(excerpt("Морскойпейзаж", 8), "Морской…");
        assert_eq!(excerpt(" а\n\nб ", 8), "а б");
    }
}

//! Plain text, also of rich text: for letters, documents and what machines read.

/// The text without its markup: blocks on lines of their own, one space where there were several, no empty lines. What only
/// looks like markup («< 5 см») stays.
pub fn of_html(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((tag, after)) = tag(rest) {
            if breaks(tag) {
                text.push('\n');
            }
            rest = after;
        } else if let Some((c, after)) = entity(rest) {
            text.push(c);
            rest = after;
        } else {
            text.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    text.push_str(rest);
    lines(&text)
}

/// One space where there were several, no empty lines.
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

/// The beginning of a text on one line, cut between words, with an ellipsis if anything was cut off.
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

/// A tag at the beginning: its name with the slash of a closing one, and what follows it.
fn tag(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('<')?;
    let begins = inside.strip_prefix('/').unwrap_or(inside);
    if !begins.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let (inside, after) = inside.split_once('>')?;
    let name = inside
        .find([' ', '\t', '\n'])
        .map_or(inside, |end| &inside[..end]);
    Some((name.trim_end_matches('/'), after))
}

/// Whether what follows a tag stands on a line of its own.
fn breaks(tag: &str) -> bool {
    const INLINE: [&str; 11] = [
        "strong", "b", "em", "i", "u", "s", "sub", "sup", "a", "img", "span",
    ];
    let name = tag.trim_start_matches('/').to_ascii_lowercase();
    !INLINE.contains(&name.as_str())
}

fn entity(text: &str) -> Option<(char, &str)> {
    let (name, after) = text.strip_prefix('&')?.split_once(';')?;
    let c = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|c| !c.is_control())?
        }
    };
    Some((c, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_gone_and_words_stay() {
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
                "a <b> &amp; ЯЯ &#0; &unknown; &",
            ),
            (
                "<a href=\"/lot/1\" title=\"x\">лот</a>  и   ещё",
                "лот и ещё",
            ),
            ("незакрытый <p", "незакрытый <p"),
            ("", ""),
        ] {
            assert_eq!(of_html(html), text, "{html}");
        }
    }

    #[test]
    fn plain_text_is_not_read_as_markup() {
        assert_eq!(
            lines("Подпись <И. Ш.>  &amp; печать\r\n\n в  углу "),
            "Подпись <И. Ш.> &amp; печать\nв углу"
        );
    }

    #[test]
    fn an_excerpt_ends_with_a_word() {
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

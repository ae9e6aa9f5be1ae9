//! The layout of letters: one frame for all, as plain text and as HTML that mail clients render alike (tables, inline
//! styles, no pictures, no external resources).

use texts::markup::escape;

use super::content::{Block, Content};
use crate::delivery::Letter;

const PAPER: &str = "#f4f1ec";
const INK: &str = "#1f1b18";
const FAINT: &str = "#6b625b";
const ACCENT: &str = "#7a2e2a";
const FONT: &str = "font-family:Arial,Helvetica,sans-serif;";

/// The site that sends the letters.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    pub brand_name: &'a str,
    /// Without a trailing slash.
    pub public_url: &'a str,
}

impl Site<'_> {
    /// Renders the content. `key` becomes the left part of the Message-ID.
    pub fn letter(&self, to: String, key: &str, content: &Content) -> Letter {
        let unsubscribe = content.unsubscribe.as_ref();
        Letter {
            to,
            subject: one_line(&content.subject),
            text: self.text(content),
            html: self.html(content),
            code: content.blocks.iter().find_map(|block| match block {
                Block::Code(code) => Some(code.clone()),
                _ => None,
            }),
            message_id: format!("<{key}@{}>", self.host()),
            unsubscribe: unsubscribe.map(|end| self.address(&end.path)),
            is_one_click: unsubscribe.is_some_and(|end| end.is_one_click),
        }
    }

    fn address(&self, path: &str) -> String {
        format!("{}{path}", self.public_url)
    }

    /// The host of `public_url`: the right part of a Message-ID.
    fn host(&self) -> &str {
        let rest = self
            .public_url
            .split_once("://")
            .map_or(self.public_url, |(_, rest)| rest);
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let authority = &rest[..end];
        match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => host,
            _ => authority,
        }
    }

    fn text(&self, content: &Content) -> String {
        let mut text = String::new();
        for block in &content.blocks {
            match block {
                Block::Paragraph(paragraph) => text.push_str(paragraph),
                Block::Code(code) => text.push_str(code),
                Block::Facts(facts) => {
                    let lines: Vec<String> = facts
                        .iter()
                        .map(|(name, value)| format!("{name}: {value}"))
                        .collect();
                    text.push_str(&lines.join("\n"));
                }
                Block::Button { label, path } => {
                    text.push_str(&format!("{label}: {}", self.address(path)));
                }
            }
            text.push_str("\n\n");
        }
        text.push_str(&format!(
            "-- \n{}\n{}\nПисьмо отправлено автоматически, отвечать на него не нужно.\n",
            self.brand_name, self.public_url
        ));
        if let Some(end) = &content.unsubscribe {
            text.push_str(&format!(
                "Не получать такие письма: {}\n",
                self.address(&end.path)
            ));
        }
        text
    }

    fn html(&self, content: &Content) -> String {
        let subject = escape(&one_line(&content.subject));
        let brand = escape(self.brand_name);
        let home = escape(self.public_url);
        let blocks: String = content
            .blocks
            .iter()
            .map(|block| self.html_block(block))
            .collect();
        let unsubscribe = content.unsubscribe.as_ref().map_or_else(String::new, |end| {
            let address = escape(&self.address(&end.path));
            format!("<br>\n<a href=\"{address}\" style=\"color:{FAINT};\">Не получать такие письма</a>")
        });
        format!(
            r#"<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{subject}</title>
</head>
<body style="margin:0;padding:0;background-color:{PAPER};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:{PAPER};">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background-color:#ffffff;">
<tr><td style="padding:24px 32px 8px 32px;{FONT}font-size:18px;line-height:24px;font-weight:bold;"><a href="{home}" style="color:{ACCENT};text-decoration:none;">{brand}</a></td></tr>
{blocks}<tr><td style="padding:24px 32px;{FONT}font-size:13px;line-height:20px;color:{FAINT};border-top:1px solid {PAPER};">Письмо отправлено автоматически, отвечать на него не нужно.{unsubscribe}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
"#
        )
    }

    fn html_block(&self, block: &Block) -> String {
        let inner = match block {
            Block::Paragraph(text) => escape(text).replace('\n', "<br>\n"),
            Block::Code(code) => format!(
                "<span style=\"font-size:32px;line-height:40px;font-weight:bold;letter-spacing:4px;\">{}</span>",
                escape(code)
            ),
            Block::Facts(facts) => {
                let rows: String = facts
                    .iter()
                    .map(|(name, value)| {
                        format!(
                            "<tr><td valign=\"top\" style=\"padding:2px 16px 2px 0;{FONT}font-size:16px;line-height:24px;color:{FAINT};\">{}</td><td valign=\"top\" style=\"padding:2px 0;{FONT}font-size:16px;line-height:24px;color:{INK};\">{}</td></tr>\n",
                            escape(name),
                            escape(value)
                        )
                    })
                    .collect();
                format!(
                    "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n{rows}</table>"
                )
            }
            Block::Button { label, path } => format!(
                "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td style=\"background-color:{ACCENT};\"><a href=\"{}\" style=\"display:inline-block;padding:12px 24px;{FONT}font-size:16px;line-height:24px;color:#ffffff;text-decoration:none;\">{}</a></td></tr></table>",
                escape(&self.address(path)),
                escape(label)
            ),
        };
        format!(
            "<tr><td style=\"padding:8px 32px;{FONT}font-size:16px;line-height:24px;color:{INK};\">{inner}</td></tr>\n"
        )
    }
}

/// Puts the text on one line, so that it cannot inject a header.
fn one_line(text: &str) -> String {
    text.split(|c: char| c.is_control() || c.is_whitespace() && c != '\u{a0}')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: Site<'_> = Site {
        brand_name: "Торги & Ко",
        public_url: "https://auction.example",
    };

    #[test]
    fn texts_never_become_markup_or_headers() {
        let content = Content::new("Лот\r\nBcc: all@demo.example <b>")
            .paragraph("<script>alert('1')</script>\nстрока & ещё")
            .facts([("Имя <i>", "\"значение\"")])
            .button("Открыть \"лот\"", "/lot/1?a=1&b=\"2\"")
            .unsubscribe("/account/profile?p=notifications");
        let letter = SITE.letter("someone@demo.example".into(), "lot_won.1.2", &content);
        assert_eq!(letter.subject, "Лот Bcc: all@demo.example <b>");
        assert_eq!(letter.message_id, "<lot_won.1.2@auction.example>");
        for part in [
            "<title>Лот Bcc: all@demo.example &lt;b&gt;</title>",
            "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;<br>\nстрока &amp; ещё",
            "Имя &lt;i&gt;",
            "&quot;значение&quot;",
            "href=\"https://auction.example/lot/1?a=1&amp;b=&quot;2&quot;\"",
            "Торги &amp; Ко",
            "href=\"https://auction.example/account/profile?p=notifications\"",
        ] {
            assert!(letter.html.contains(part), "{part} in {}", letter.html);
        }
        assert!(!letter.html.contains("<script") && !letter.html.contains("<i>"));
        for part in [
            "<script>alert('1')</script>\nстрока & ещё\n\n",
            "Имя <i>: \"значение\"\n\n",
            "Открыть \"лот\": https://auction.example/lot/1?a=1&b=\"2\"\n\n",
            "Не получать такие письма: https://auction.example/account/profile?p=notifications",
        ] {
            assert!(letter.text.contains(part), "{part} in {}", letter.text);
        }
        assert_eq!(
            letter.unsubscribe.as_deref(),
            Some("https://auction.example/account/profile?p=notifications")
        );
    }

    #[test]
    fn a_login_code_has_no_unsubscribe_link() {
        let letter = SITE.letter(
            "a@b.example".into(),
            "login-1",
            &Content::new("Код").code("012345"),
        );
        assert_eq!(letter.code.as_deref(), Some("012345"));
        assert_eq!((letter.unsubscribe, letter.is_one_click), (None, false));
        assert!(!letter.text.contains("Не получать") && !letter.html.contains("Не получать"));
    }

    #[test]
    fn the_message_id_ends_with_the_sites_host() {
        for (public_url, host) in [
            ("https://auction.example", "auction.example"),
            ("http://127.0.0.1:8080", "127.0.0.1"),
            ("http://[::1]:8080/path", "[::1]"),
            ("https://[::1]", "[::1]"),
        ] {
            let site = Site { public_url, ..SITE };
            assert_eq!(site.host(), host, "{public_url}");
        }
    }
}

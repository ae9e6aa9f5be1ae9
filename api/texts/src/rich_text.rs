//! Rich text: user-written HTML (news, descriptions, answers to questions), sanitized before it is stored.
//!
//! An allow-list: everything not named here is removed, scripts and styles with their contents. Stored HTML is
//! therefore safe to show as it is.

use std::borrow::Cow;
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// The longest rich text, in characters with markup.
pub const LIMIT: usize = 200_000;

const TAGS: [&str; 29] = [
    "p",
    "br",
    "hr",
    "h2",
    "h3",
    "h4",
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "sub",
    "sup",
    "blockquote",
    "ul",
    "ol",
    "li",
    "a",
    "img",
    "figure",
    "figcaption",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "caption",
];

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(TAGS.into())
        .add_tag_attributes("a", ["href", "title"])
        .add_tag_attributes("img", ["src", "alt", "width", "height"])
        .add_tag_attributes("td", ["colspan", "rowspan"])
        .add_tag_attributes("th", ["colspan", "rowspan", "scope"])
        .clean_content_tags(
            [
                "script", "style", "template", "iframe", "object", "noscript",
            ]
            .into(),
        )
        .url_schemes(["http", "https"].into())
        .url_relative(UrlRelative::Custom(Box::new(own_path)))
        .attribute_filter(|tag, attribute, value| match (tag, attribute) {
            // Only our pictures: a foreign host would see who reads the page.
            ("img", "src") => own_path(value),
            _ => Some(value.into()),
        })
        .link_rel(Some("noopener noreferrer nofollow"));
    builder
});

/// The address, if it is a path on our host. `//host` and `/\host` lead elsewhere, even with a tab in between, because
/// browsers drop it.
fn own_path(address: &str) -> Option<Cow<'_, str>> {
    let rest = address.strip_prefix('/')?;
    let is_own = !rest.starts_with(['/', '\\'])
        && !address.contains(|c: char| c.is_control() || c.is_whitespace());
    is_own.then_some(Cow::Borrowed(address))
}

/// Removes everything that is not allowed. Idempotent.
pub fn clean(html: &str) -> String {
    CLEANER.clean(html).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allowed_markup_is_kept() {
        for html in [
            "<p>Торги <strong>22 ноября</strong></p>",
            "<h2>Итоги</h2><ul><li>один</li></ul>",
            r#"<img src="/api/news/image/1?size=full" alt="Зал">"#,
            r#"<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>"#,
        ] {
            assert_eq!(clean(html), html);
        }
        assert_eq!(
            clean(r#"<a href="https://example.org/a?b=c">тут</a>"#),
            r#"<a href="https://example.org/a?b=c" rel="noopener noreferrer nofollow">тут</a>"#
        );
        assert_eq!(
            clean(r#"<a href="/lot/5">тут</a>"#),
            r#"<a href="/lot/5" rel="noopener noreferrer nofollow">тут</a>"#
        );
    }

    #[test]
    fn forbidden_markup_is_removed() {
        for (html, left) in [
            ("<script>alert(1)</script>ok", "ok"),
            ("<style>p{}</style>ok", "ok"),
            (
                "<p onclick=\"x()\" style=\"color:red\" class=\"a\">ok</p>",
                "<p>ok</p>",
            ),
            ("<svg><script>x</script></svg>ok", "ok"),
            ("<img src=\"https://foreign.example/a.png\">", "<img>"),
            ("<img src=\"//foreign.example/a.png\">", "<img>"),
            ("<img src=\"/&#9;/foreign.example/a.png\">", "<img>"),
            ("<img src=\"data:image/png;base64,AA\">", "<img>"),
            ("<img src=x onerror=alert(1)>", "<img>"),
            ("<iframe src=\"https://foreign.example\"></iframe>ok", "ok"),
            ("<form action=\"/x\"><input name=a>ok</form>", "ok"),
            ("<!-- note -->ok", "ok"),
        ] {
            assert_eq!(clean(html), left, "{html}");
        }
        for address in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "\u{1}javascript:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "mailto:a@b.ru",
            "//foreign.example",
            "/\\foreign.example",
            "/&#9;/foreign.example",
            "/&#10;/foreign.example",
            "/&#13;\\foreign.example",
            "/ /foreign.example",
            "\t//foreign.example",
            "/\u{a0}/foreign.example",
            "relative/path",
        ] {
            let cleaned = clean(&format!("<a href=\"{address}\">x</a>"));
            assert!(!cleaned.contains("href"), "{address}: {cleaned}");
        }
    }

    #[test]
    fn cleaning_is_idempotent() {
        for html in [
            "<p>a<p>b",
            "<b><i>x</b></i>",
            "1 < 2 & 3",
            "<table><tr><td>1",
        ] {
            let once = clean(html);
            assert_eq!(clean(&once), once);
        }
    }
}

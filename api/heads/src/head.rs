//! The head of a page's first HTML, for search engines, link previews and readers before any script runs.

use serde_json::Value;
use texts::markup::escape;

/// Maximum length of a description in characters; previews cut longer ones anyway.
const DESCRIPTION_LIMIT: usize = 200;

/// The site's name and address.
#[derive(Debug, Clone, Copy)]
pub struct Site<'a> {
    pub brand: &'a str,
    /// Without a trailing slash.
    pub url: &'a str,
}

impl Site<'_> {
    pub fn address(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

#[derive(Debug, Clone)]
pub struct Head {
    /// None: only the brand.
    pub title: Option<String>,
    pub description: String,
    /// The canonical path; None if the page must not be indexed.
    pub path: Option<String>,
    /// Page number of a list, from the page's address.
    pub number: Option<u32>,
    pub kind: &'static str,
    pub image: Option<Image>,
    /// JSON-LD.
    pub data: Vec<Value>,
}

#[derive(Debug, Clone)]
pub struct Image {
    /// Path on the site.
    pub path: String,
    pub width: i32,
    pub height: i32,
    pub alt: String,
}

impl Head {
    pub fn new(title: Option<String>, description: &str, path: String) -> Self {
        Self {
            title,
            description: texts::plain_text::excerpt(description, DESCRIPTION_LIMIT),
            path: Some(path),
            number: None,
            kind: "website",
            image: None,
            data: Vec::new(),
        }
    }

    /// The head of a page that does not exist or is not public.
    pub fn hidden() -> Self {
        Self {
            title: None,
            description: String::new(),
            path: None,
            number: None,
            kind: "website",
            image: None,
            data: Vec::new(),
        }
    }

    /// The title as the client sets it: the page's name, « | Страница N», and the brand.
    fn full_title(&self, site: Site<'_>) -> String {
        let numbered = self
            .number
            .map_or_else(String::new, |number| format!(" | Страница {number}"));
        match &self.title {
            Some(title) => format!("{title}{numbered} — {}", site.brand),
            None => format!("{}{numbered}", site.brand),
        }
    }

    /// The elements to insert before `</head>`.
    fn html(&self, site: Site<'_>) -> String {
        let title = escape(&self.full_title(site));
        let mut html = format!("<title>{title}</title>\n");
        let mut put = |element: String| {
            html.push_str("    ");
            html.push_str(&element);
            html.push('\n');
        };
        let Some(path) = &self.path else {
            put("<meta name=\"robots\" content=\"noindex\" />".to_owned());
            return html;
        };
        let page = self.number.filter(|number| *number > 1);
        let address = page.map_or_else(
            || site.address(path),
            |number| format!("{}?page={number}", site.address(path)),
        );
        let address = escape(&address);
        let description = escape(&self.description);
        put(format!(
            "<meta name=\"description\" content=\"{description}\" />"
        ));
        put(format!("<link rel=\"canonical\" href=\"{address}\" />"));
        let mut property = |name: &str, content: &str| {
            put(format!(
                "<meta property=\"og:{name}\" content=\"{content}\" />"
            ));
        };
        property("site_name", &escape(site.brand));
        property("locale", "ru_RU");
        property("type", self.kind);
        property("title", &title);
        property("description", &description);
        property("url", &address);
        if let Some(image) = &self.image {
            property("image", &escape(&site.address(&image.path)));
            property("image:width", &image.width.to_string());
            property("image:height", &image.height.to_string());
            property("image:alt", &escape(&image.alt));
        }
        let card = if self.image.is_some() {
            "summary_large_image"
        } else {
            "summary"
        };
        put(format!("<meta name=\"twitter:card\" content=\"{card}\" />"));
        for data in &self.data {
            put(format!(
                "<script type=\"application/ld+json\">{}</script>",
                script(data)
            ));
        }
        html
    }

    /// Inserts this head into the client's page, replacing its default title and description.
    pub fn put_into(&self, index: &str, site: Site<'_>) -> String {
        let index = without(index, "<title>", "</title>");
        let index = without(&index, "<meta name=\"description\"", ">");
        let head = self.html(site);
        match index.find("</head>") {
            Some(end) => format!("{}  {head}  {}", &index[..end], &index[end..]),
            None => index,
        }
    }
}

/// Removes the first range from `begin` to `end`, both included, and the white space before it.
fn without(text: &str, begin: &str, end: &str) -> String {
    let Some(from) = text.find(begin) else {
        return text.to_owned();
    };
    let Some(length) = text[from..].find(end) else {
        return text.to_owned();
    };
    let before = text[..from].trim_end_matches([' ', '\n', '\t']);
    format!(
        "{before}\n    {}",
        text[from + length + end.len()..].trim_start()
    )
}

/// Serialises JSON for a script element, so that no value can close it or open a comment.
pub fn script(data: &Value) -> String {
    let mut json = String::new();
    for c in data.to_string().chars() {
        match c {
            '<' => json.push_str("\\u003c"),
            '>' => json.push_str("\\u003e"),
            '&' => json.push_str("\\u0026"),
            '\u{2028}' => json.push_str("\\u2028"),
            '\u{2029}' => json.push_str("\\u2029"),
            c => json.push(c),
        }
    }
    json
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SITE: Site<'_> = Site {
        brand: "Торги & Ко",
        url: "https://auction.example",
    };
    const INDEX: &str = "<!doctype html>\n<html lang=\"ru\">\n  <head>\n    <meta charset=\"utf-8\" />\n    <meta name=\"description\" content=\"Общее\" />\n    <title>Общее</title>\n  </head>\n  <body><div id=\"root\"></div></body>\n</html>\n";

    #[test]
    fn each_element_appears_once_and_values_are_escaped() {
        let evil = "</title></script><script>alert('1')</script>\"<!--";
        let mut head = Head::new(Some(evil.to_owned()), evil, "/lot/1/\"><script>".to_owned());
        head.image = Some(Image {
            path: "/api/lots/image/1".to_owned(),
            width: 2,
            height: 1,
            alt: evil.to_owned(),
        });
        head.data = vec![json!({"name": evil, "a": "\u{2028}&"})];
        let page = head.put_into(INDEX, SITE);
        for (once, times) in [
            ("<title>", 1),
            ("</title>", 1),
            ("<meta name=\"description\"", 1),
            ("<link rel=\"canonical\"", 1),
            ("<script", 1),
            ("</script>", 1),
            ("</head>", 1),
            ("<!--", 0),
            ("Общее", 0),
        ] {
            assert_eq!(page.matches(once).count(), times, "{once} in {page}");
        }
        let (_, data) = page
            .split_once("<script type=\"application/ld+json\">")
            .unwrap();
        let (data, _) = data.split_once("</script>").unwrap();
        assert_eq!(
            serde_json::from_str::<Value>(data).unwrap(),
            json!({"name": evil, "a": "\u{2028}&"})
        );
        assert!(page.contains("<meta charset=\"utf-8\" />") && page.ends_with("</html>\n"));
    }

    #[test]
    fn titles_match_the_clients() {
        let title = |title: Option<&str>, number| {
            let mut head = Head::new(title.map(str::to_owned), "", "/lots".to_owned());
            head.number = number;
            head.full_title(SITE)
        };
        assert_eq!(title(Some("Лоты"), None), "Лоты — Торги & Ко");
        assert_eq!(
            title(Some("Лоты"), Some(99)),
            "Лоты | Страница 99 — Торги & Ко"
        );
        assert_eq!(title(None, None), "Торги & Ко");
        assert_eq!(title(None, Some(2)), "Торги & Ко | Страница 2");
    }

    #[test]
    fn a_hidden_page_contains_only_noindex() {
        let page = Head::hidden().put_into(INDEX, SITE);
        assert!(page.contains("<meta name=\"robots\" content=\"noindex\" />"));
        assert!(page.contains("<title>Торги &amp; Ко</title>"));
        for absent in ["canonical", "og:", "ld+json", "description"] {
            assert!(!page.contains(absent), "{absent}");
        }
    }

    #[test]
    fn each_page_of_a_list_has_its_own_address() {
        let mut head = Head::new(Some("Лоты".to_owned()), "Все", "/lots".to_owned());
        for (number, address) in [
            (None, "https://auction.example/lots"),
            (Some(1), "https://auction.example/lots"),
            (Some(2), "https://auction.example/lots?page=2"),
        ] {
            head.number = number;
            let page = head.put_into(INDEX, SITE);
            assert!(
                page.contains(&format!("<link rel=\"canonical\" href=\"{address}\" />")),
                "{page}"
            );
        }
    }
}

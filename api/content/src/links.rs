//! Links that admins write.

use url::Url;

use contract::bounds;
use contract::fields::Faults;

/// A link on or off the site, if there is one.
pub fn optional(faults: &mut Faults, field: &str, link: Option<&str>) -> Option<String> {
    let link = faults.optional(field, link, bounds::SITE_LINK);
    if link.as_deref().is_some_and(|link| !leads_somewhere(link)) {
        faults.add(
            field,
            "Укажите путь на сайте, начиная с /, или адрес http:// или https://",
        );
    }
    link
}

/// Accepts a path of this site or a web address. A browser would leave the site for `//host` and `/\host`.
fn leads_somewhere(link: &str) -> bool {
    if has_gaps(link) {
        return false;
    }
    if link.starts_with('/') {
        return !link.starts_with("//") && !link.starts_with("/\\");
    }
    is_web_address(link)
}

/// Whether a text is the address of a web page.
pub fn is_web_address(link: &str) -> bool {
    !has_gaps(link)
        && Url::parse(link)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}

fn has_gaps(link: &str) -> bool {
    link.chars().any(|c| c.is_control() || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::leads_somewhere;

    #[test]
    fn links_lead_within_the_site_or_to_the_web() {
        for link in [
            "/",
            "/auctions?page=2#top",
            "https://example.org/a?b",
            "http://example.org",
        ] {
            assert!(leads_somewhere(link), "{link}");
        }
        for link in [
            "auctions",
            "//example.org",
            "/\\example.org",
            "javascript:alert(1)",
            "data:text/html,a",
            "ftp://example.org",
            "https://",
            "/a b",
            "/\t/example.org",
            "mailto:a@b.ru",
        ] {
            assert!(!leads_somewhere(link), "{link}");
        }
    }
}

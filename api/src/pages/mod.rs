//! Pages for machines. The first HTML of every page carries its title, description, Open Graph, JSON-LD and canonical
//! address before the client's script runs. Further files list the pages for search engines.
//!
//! All content is read with a visitor's rights. For a page that is hidden from visitors or does not exist, the answer
//! is the client's page without content, with noindex and the status of a missing page; the client then shows signed-in
//! users what they may see. Staff pages are missing for all but those who may enter.

mod answers;
mod auction;
pub mod first;
pub mod sitemap;

use std::path::Path;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ContentType, RETRY_AFTER};
use actix_web::{HttpRequest, HttpResponse};

use heads::head::{Head, Site};
use heads::{content, route};

use self::first::ALL_LOTS;

use application::cookies;
use application::state::AppState;

/// Maximum length of a search in a title, in characters.
const SHOWN_SEARCH: usize = 60;

/// Whether a decoded path is one of the client's pages.
pub fn is_known(path: &str) -> bool {
    route::page(path) != route::Page::Unknown
}

/// Whether a decoded path is a page whose first HTML depends on nothing but its address and [`variant`].
pub fn is_public(path: &str) -> bool {
    match route::page(path) {
        route::Page::Home
        | route::Page::Fixed(_)
        | route::Page::Category(_)
        | route::Page::Lot(_)
        | route::Page::Auction(_)
        | route::Page::House(_)
        | route::Page::HouseGallery(_)
        | route::Page::News(_)
        | route::Page::Artist(_) => true,
        route::Page::Hall(_)
        | route::Page::Private
        | route::Page::HouseCabinet(_)
        | route::Page::HouseNewsroom(_)
        | route::Page::Admin
        | route::Page::Guide
        | route::Page::AdminGuide
        | route::Page::Unknown => false,
    }
}

/// Distinguishes visitors who get different first HTML.
pub fn variant(state: &AppState, request: &HttpRequest) -> &'static str {
    if has_answered(state, request) {
        "answered"
    } else {
        "asked"
    }
}

/// Whether this browser has answered the dialog of a first visit.
fn has_answered(state: &AppState, request: &HttpRequest) -> bool {
    cookies::read(state, request, cookies::CONSENT).is_some_and(|cookie| cookie.value() == "1")
}

/// Answers a decoded path with the client's page and its head. Returns None if the client is not built.
pub async fn answer(
    state: &AppState,
    dir: &Path,
    path: &str,
    request: &HttpRequest,
) -> Option<HttpResponse> {
    let index = tokio::fs::read_to_string(dir.join("index.html"))
        .await
        .ok()?;
    let page = route::page(path);
    let (status, mut head) = match content::head(&state.heads, &page).await {
        Ok(Some(_)) if !may_enter(state, &page, request).await => {
            (StatusCode::NOT_FOUND, Head::hidden())
        }
        Ok(Some(head)) => (StatusCode::OK, head),
        Ok(None) => (StatusCode::NOT_FOUND, Head::hidden()),
        Err(error) => {
            tracing::error!(%error, "cannot build a page's head");
            (StatusCode::SERVICE_UNAVAILABLE, Head::hidden())
        }
    };
    if page.is_list() {
        head.number = page_number(request.query_string());
    }
    if matches!(&page, route::Page::Fixed(fixed) if fixed.path == ALL_LOTS)
        && let (Some(title), Some(words)) = (&mut head.title, search_words(request.query_string()))
    {
        *title = format!("{words} — {title}");
    }
    let site = Site {
        brand: &state.config.brand_name,
        url: &state.config.public_url,
    };
    let mut answer = HttpResponse::build(status);
    answer
        .content_type(ContentType::html())
        .insert_header((CACHE_CONTROL, "no-cache"));
    if status == StatusCode::SERVICE_UNAVAILABLE {
        answer.insert_header((RETRY_AFTER, 30));
    }
    let html = head.put_into(&index, site);
    if status != StatusCode::OK {
        return Some(answer.body(html));
    }
    Some(
        match first::read(state, &page, &head, request.query_string()).await {
            Ok(first) => {
                let is_answered = has_answered(state, request);
                let now = state.clock.now_ms();
                answer.body(first.put_into(&html, dir, now, is_answered).await)
            }
            // The client asks for what is missing.
            Err(error) => {
                tracing::error!(%error, "cannot build a page's first screen");
                answer.body(html)
            }
        },
    )
}

/// Whether the page exists for this visitor. Staff pages identify them by the cookie that holds the client's token.
/// The cookie decides the status alone; calls need the header, which no other site can send.
async fn may_enter(state: &AppState, page: &route::Page, request: &HttpRequest) -> bool {
    if !matches!(
        page,
        route::Page::HouseCabinet(_)
            | route::Page::HouseNewsroom(_)
            | route::Page::Admin
            | route::Page::Guide
            | route::Page::AdminGuide
    ) {
        return true;
    }
    let Some(cookie) = cookies::read(state, request, cookies::TOKEN) else {
        return false;
    };
    let found = state
        .access
        .authenticate(cookie.value(), state.clock.now())
        .await;
    match found {
        Ok(Some((_, account))) if !account.must_set_second_factor() => match page {
            route::Page::HouseCabinet(id) => account.manages(*id),
            route::Page::HouseNewsroom(id) => account.writes_for(*id),
            route::Page::Guide => account.is_admin() || !account.houses().is_empty(),
            _ => account.is_admin(),
        },
        Ok(_) => false,
        Err(error) => {
            tracing::error!(%error, "cannot tell who asks for a staff page");
            false
        }
    }
}

/// Reads `page` from a query, with the client's rules.
fn page_number(query: &str) -> Option<u32> {
    let (_, number) =
        url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "page")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| number.parse().ok()).flatten()
}

/// Reads `search` from a query, truncated like the client's titles (`shownSearch`). None if it has no letter or digit.
fn search_words(query: &str) -> Option<String> {
    let (_, text) =
        url::form_urlencoded::parse(query.as_bytes()).find(|(name, _)| name == "search")?;
    let text = text.replace('\0', "");
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    if !text.contains(char::is_alphanumeric) {
        return None;
    }
    Some(match text.char_indices().nth(SHOWN_SEARCH) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    })
}

#[cfg(test)]
mod tests {
    use super::{page_number, search_words};

    #[test]
    fn the_page_number_is_a_number_or_none() {
        for (query, number) in [
            ("", None),
            ("page=2", Some(2)),
            ("search=page%3D3&page=4&page=5", Some(4)),
            ("page=", None),
            ("page=-1", None),
            ("page=+1", None),
            ("page=99999999999", None),
            ("pages=2", None),
        ] {
            assert_eq!(page_number(query), number, "{query}");
        }
    }

    #[test]
    fn a_search_is_in_the_title_if_it_has_words() {
        for (query, words) in [
            ("search=%20лунный++ свет%00&page=2", Some("лунный свет")),
            ("page=2", None),
            ("search=+%25 «»", None),
            ("search=№ 12", Some("№ 12")),
        ] {
            assert_eq!(search_words(query).as_deref(), words, "{query}");
        }
        let long = search_words(&format!("search={}", "я".repeat(61))).unwrap();
        assert_eq!(long, "я".repeat(60) + "…");
    }
}

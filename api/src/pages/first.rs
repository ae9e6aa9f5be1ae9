//! What a page's first HTML holds below its head: the first screen, the answers to the calls that the client would make
//! first, and the addresses of the files that it will load.

use std::collections::HashMap;
use std::path::Path;

use actix_web::http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, Value};

use application::state::AppState;
use catalogue::listing::catalogs::{self, Filter, Scope};
use catalogue::listing::found::{self, Places};
use catalogue::listing::lots;
use contract::dto::{self, CatalogShort, CatalogType, Paging};
use contract::error::ApiResult;
use heads::head::{self, Head};
use heads::route::Page;
use heads::screen;
use search_indexer::{LotQuery, Sorting};
use texts::markup::escape;

use super::answers::{LIST_LOTS, is_running, put};
use super::auction;

/// Where the client's build says which files the first visit of a kind of page loads.
const FILES: &str = ".vite/first-visit.json";

/// The sales that the client's home page asks for.
const HOME_SALES: i64 = 10;
/// The sales and the news on a page of the client's lists.
const LIST_SALES: i64 = 20;
const LIST_NEWS: i64 = 13;
/// The address of the list of all lots.
pub const ALL_LOTS: &str = "/lots";

#[derive(Deserialize)]
struct Files {
    scripts: Vec<String>,
    styles: Vec<String>,
    fonts: Vec<String>,
}

/// The template with the names of the app's files (`client/scripts/late-app.ts`). They are loaded once the first screen is
/// painted; with `data-without-picture`, without waiting for the picture.
const APP: &str = "<template id=\"app\"";

/// The first HTML of one page.
pub struct First {
    /// As `client/scripts/visits.json` calls it.
    kind: Option<&'static str>,
    screen: String,
    /// JSON for a script element.
    answers: String,
}

/// What the first HTML names for loading.
#[derive(Default)]
struct Links {
    fonts: String,
    /// Scripts and styles of the app.
    files: String,
}

/// What the page shows first, as a visitor sees it. `query` is the address's.
pub async fn read(state: &AppState, page: &Page, head: &Head, query: &str) -> ApiResult<First> {
    let mut answers = Map::new();
    let config = routes::site::config(state).await?;
    put(&mut answers, "config", &config)?;
    let categories = routes::classificator::tree(state).await?;
    put(&mut answers, "categories", &categories)?;
    let title = head.title.as_deref().unwrap_or(&state.config.brand_name);
    let mut kind = None;
    let main = match page {
        Page::Home => {
            kind = Some("home");
            home(state, &mut answers).await?
        }
        Page::Lot(id) => {
            kind = Some("lot");
            let lot = lots::details(&state.pool, *id, None).await?;
            put(&mut answers, "lot", &lot)?;
            screen::lot(&lot)
        }
        Page::Auction(id) => {
            let shown = auction::read(state, *id, query, &mut answers).await?;
            kind = Some(shown.kind);
            shown.screen.unwrap_or_else(|| screen::heading(title))
        }
        Page::Fixed(fixed) if fixed.path == ALL_LOTS && query.is_empty() => {
            kind = Some("lots");
            let newest = LotQuery {
                sorting: Some(Sorting::CreatedDesc),
                // The client's list begins with what can still be had.
                is_bidding_over: Some(false),
                ..LotQuery::default()
            };
            let paging = Paging {
                page_number: Some(1),
                page_size: Some(LIST_LOTS),
            };
            let (found, counts) = tokio::join!(
                state.reads.lots(&newest, &paging, None),
                state.reads.counts(&newest)
            );
            let found = found?;
            let counts = counts
                .inspect_err(|error| tracing::warn!(%error, "a list comes without its counts"))
                .ok();
            let shown = screen::list(title, &found.items);
            let found = found::placed(found, &Places::new());
            put(&mut answers, "lots", &found)?;
            if let Some(counts) = counts {
                put(&mut answers, "lotCounts", &counts)?;
            }
            shown
        }
        Page::Fixed(fixed) => {
            kind = match fixed.path.split('/').nth(1) {
                Some("lots") => Some("lots"),
                Some("auctions") => Some("auctions"),
                _ => None,
            };
            match fixed.path {
                "/news" if query.is_empty() => {
                    let news = routes::news::list::newest(state, LIST_NEWS).await?;
                    put(&mut answers, "news", &news)?;
                    screen::news(title, &news.items)
                }
                path if query.is_empty() => match sales(state, path).await? {
                    Some(found) => {
                        put(&mut answers, "sales", &found)?;
                        let has_states =
                            list_of(path).is_some_and(|(scope, _)| scope == Scope::All);
                        screen::sales::list("Онлайн аукционы", has_states, &found.items)
                    }
                    None => screen::heading(title),
                },
                _ => screen::heading(title),
            }
        }
        Page::Category(_) => {
            kind = Some("category");
            screen::heading(title)
        }
        Page::House(id) => {
            kind = Some("house");
            let house = routes::houses::one::show(state, *id, None).await?;
            put(&mut answers, "house", &house)?;
            screen::house(&house)
        }
        Page::HouseGallery(_) | Page::News(_) | Page::Artist(_) => screen::heading(title),
        // Of these the client alone knows what to show.
        Page::Hall(_)
        | Page::Private
        | Page::HouseCabinet(_)
        | Page::HouseNewsroom(_)
        | Page::Admin
        | Page::Guide
        | Page::AdminGuide
        | Page::Unknown => String::new(),
    };
    let screen = match main {
        main if main.is_empty() || kind == Some("room") => main,
        main => screen::of(&state.config.brand_name, &main),
    };
    Ok(First {
        kind,
        screen,
        answers: head::script(&Value::Object(answers)),
    })
}

/// What the client's list of sales at `path` holds; `None` for other pages.
fn list_of(path: &str) -> Option<(Scope, Option<CatalogType>)> {
    Some(match path {
        "/auctions" => (Scope::All, None),
        "/auctions/future" => (Scope::Future, None),
        "/auctions/classic" => (Scope::All, Some(CatalogType::Classic)),
        "/auctions/parallel" => (Scope::All, Some(CatalogType::Parallel)),
        "/auctions/results" => (Scope::Results, None),
        _ => return None,
    })
}

/// The first page of the client's list at `path`, if it is one of sales.
async fn sales(state: &AppState, path: &str) -> ApiResult<Option<dto::Page<CatalogShort>>> {
    let Some((scope, catalog_type)) = list_of(path) else {
        return Ok(None);
    };
    let filter = Filter {
        scope,
        catalog_type,
        ..Filter::default()
    };
    let paging = Paging {
        page_number: Some(1),
        page_size: Some(LIST_SALES),
    };
    let found = catalogs::page(&state.pool, &filter, &paging, None).await?;
    Ok(Some(found))
}

/// The home page's sales and the lot under the hammer, chosen as `heroSale` of the client's home page does.
async fn home(state: &AppState, answers: &mut Map<String, Value>) -> ApiResult<String> {
    let paging = Paging {
        page_number: Some(1),
        page_size: Some(HOME_SALES),
    };
    let list = async |scope| {
        let filter = Filter {
            scope,
            ..Filter::default()
        };
        catalogs::page(&state.pool, &filter, &paging, None).await
    };
    let current = list(Scope::Current).await?;
    let future = list(Scope::Future).await?;
    let banners = routes::banners::visible(state).await?;
    put(answers, "banners", &banners)?;
    put(answers, "currentSales", &current)?;
    put(answers, "futureSales", &future)?;
    let mut running = current.items.iter().filter(|sale| is_running(sale));
    let shown = running
        .clone()
        .find(|sale| sale.catalog_type == CatalogType::Classic)
        .or_else(|| running.next())
        .or_else(|| future.items.first());
    let Some(sale) = shown else {
        return Ok(screen::heading("Онлайн-аукционы искусства и антиквариата"));
    };
    let lot = match sale.current_lot_id {
        Some(id) => match lots::details(&state.pool, id, None).await {
            Ok(lot) => Some(lot),
            // Visitors may not see it.
            Err(error) if error.status() == StatusCode::NOT_FOUND => None,
            Err(error) => return Err(error),
        },
        None => None,
    };
    if let Some(lot) = &lot {
        put(answers, "lot", lot)?;
    }
    Ok(screen::home(sale, lot.as_ref()))
}

impl First {
    /// Inserts it into the client's page. `now` is the server's time in Unix ms. The dialog of a first visit is shown to those
    /// who have not answered it.
    pub async fn put_into(&self, page: &str, dir: &Path, now: i64, is_answered: bool) -> String {
        let Links { fonts, files } = self.links(page, dir).await;
        let consent = if is_answered || self.screen.is_empty() {
            ""
        } else {
            screen::consent()
        };
        let root = format!(
            "<div id=\"root\">{}{consent}</div>\n    \
             <script type=\"application/json\" id=\"first-answers\" data-now=\"{now}\">{}</script>",
            self.screen, self.answers
        );
        let page = page
            .replacen("<div id=\"root\"></div>", &root, 1)
            .replacen("</head>", &format!("{fonts}</head>"), 1)
            .replacen("</template>", &format!("{files}</template>"), 1);
        let page = if self.kind == Some("room") {
            page.replacen(APP, &format!("{APP} data-without-picture"), 1)
        } else {
            page
        };
        match screen::preload(&self.screen) {
            Some(picture) => page.replacen("<script", &format!("{picture}<script"), 1),
            None => page,
        }
    }

    /// The fonts of the first lines, and the page's own scripts and styles, which the client would ask for only once its first
    /// script runs; `page` names those of every page itself. A client without the build's list still works.
    async fn links(&self, page: &str, dir: &Path) -> Links {
        let Some(kind) = self.kind else {
            return Links::default();
        };
        let Ok(list) = tokio::fs::read(dir.join(FILES)).await else {
            return Links::default();
        };
        let files = match serde_json::from_slice::<HashMap<String, Files>>(&list) {
            Ok(mut kinds) => kinds.remove(kind),
            Err(error) => {
                tracing::error!(%error, "cannot read the client's list of files");
                None
            }
        };
        let Some(files) = files else {
            return Links::default();
        };
        let link = |kind: &str, file: &String| {
            format!(
                "  <link {kind} crossorigin href=\"/{}\">\n    ",
                escape(file)
            )
        };
        let is_new = |file: &&String| !page.contains(file.as_str());
        let styles = files.styles.iter().filter(is_new);
        let scripts = files.scripts.iter().filter(is_new);
        let fonts = files.fonts.iter();
        Links {
            fonts: fonts
                .map(|file| link("rel=\"preload\" as=\"font\" type=\"font/woff2\"", file))
                .collect(),
            files: styles
                .map(|file| link("rel=\"preload\" as=\"style\"", file))
                .chain(scripts.map(|file| link("rel=\"modulepreload\"", file)))
                .collect(),
        }
    }
}

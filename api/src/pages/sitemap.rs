//! `/sitemap.xml`, its parts, and `/robots.txt`.
//!
//! A part holds a fixed range of ids, so it never exceeds the size limit and keeps its content over time. Parts are
//! read from the database in batches, at the pace of the network.

use std::fmt::Write as _;

use actix_web::error::ErrorInternalServerError;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, Data, Path};
use actix_web::{HttpResponse, get};
use bytes::Bytes;
use futures_util::stream;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::Semaphore;

use application::state::AppState;
use contract::error::{ApiError, ApiResult};
use heads::content::{auction_path, category_path, gallery_path, house_path, lot_path, news_path};
use heads::head::escape;
use heads::route::FIXED;

/// Ids per part; a sitemap may list 50 000 addresses.
const PART: i64 = 50_000;
/// Concurrent batch reads.
static TURNS: Semaphore = Semaphore::const_new(2);
/// Addresses per batch.
const PIECE: i64 = 500;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(index)
        .service(pages)
        .service(auctions)
        .service(lots)
        .service(robots);
}

/// Points crawlers to the sitemap and excludes pages without public content.
#[get("/robots.txt")]
async fn robots(state: Data<AppState>) -> HttpResponse {
    let text = format!(
        "User-agent: *\nDisallow: /account\nDisallow: /admin\nDisallow: /house-account\nDisallow: /api/docs\n\
         Disallow: /dev/\nDisallow: /unsubscribe/\nDisallow: /contact-change/\nDisallow: /*?*search=\n\nSitemap: {}/sitemap.xml\n",
        state.config.public_url
    );
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((CACHE_CONTROL, "public, max-age=3600"))
        .body(text)
}

/// Lists the existing parts.
#[get("/sitemap.xml")]
async fn index(state: Data<AppState>) -> ApiResult<HttpResponse> {
    let parts = sqlx::query!(
        r#"with lots as (select coalesce(max(lot_id), -1) / $1 as last from lot_listing),
               catalogs as (select coalesce(max(id), -1) / $1 as last from catalog)
           select 'auctions' as "kind!", n as "n!" from catalogs, generate_series(0, last) as n
           where last >= 0 and exists (select from catalog where id >= n * $1 and id < (n + 1) * $1)
           union all
           select 'lots', n from lots, generate_series(0, last) as n
           where last >= 0 and exists (
               select from lot_listing where lot_id >= n * $1 and lot_id < (n + 1) * $1 and not is_hidden)"#,
        PART
    )
    .fetch_all(&state.pool)
    .await?;
    let url = escape(&state.config.public_url);
    let mut xml = format!("{HEADER}<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    let mut put = |part: &str| {
        let _ = writeln!(
            xml,
            "<sitemap><loc>{url}/sitemap/{part}.xml</loc></sitemap>"
        );
    };
    put("pages");
    for part in parts {
        put(&format!("{}-{}", part.kind, part.n));
    }
    xml.push_str("</sitemapindex>\n");
    Ok(answer().body(xml))
}

fn answer() -> actix_web::HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .content_type("application/xml; charset=utf-8")
        .insert_header((CACHE_CONTROL, "public, max-age=3600"));
    answer
}

fn entry(xml: &mut String, url: &str, path: &str, changed: Option<OffsetDateTime>) {
    let _ = write!(xml, "<url><loc>{url}{}</loc>", escape(path));
    if let Some(changed) =
        changed.and_then(|at| at.replace_nanosecond(0).ok()?.format(&Rfc3339).ok())
    {
        let _ = write!(xml, "<lastmod>{changed}</lastmod>");
    }
    xml.push_str("</url>\n");
}

fn begin() -> String {
    format!("{HEADER}<urlset xmlns=\"{NAMESPACE}\">\n")
}

/// Lists pages with their own texts, categories, houses and their galleries, and the latest news.
#[get("/sitemap/pages.xml")]
async fn pages(state: Data<AppState>) -> ApiResult<HttpResponse> {
    let categories = sqlx::query!("select code, name from category order by id")
        .fetch_all(&state.pool)
        .await?;
    let houses = sqlx::query!(
        "select id, name_ru, is_gallery from house where deleted is null order by id limit 20000"
    )
    .fetch_all(&state.pool)
    .await?;
    let news = sqlx::query!(
        r#"select n.id, n.slug, n.published as "published!"
           from news n left join house h on h.id = n.house_id
           where n.published <= $1 and h.deleted is null order by n.published desc, n.id desc limit 5000"#,
        state.clock.now()
    )
    .fetch_all(&state.pool)
    .await?;
    let url = escape(&state.config.public_url);
    let mut xml = begin();
    entry(&mut xml, &url, "/", None);
    for page in FIXED {
        entry(&mut xml, &url, page.path, None);
    }
    for category in categories {
        entry(
            &mut xml,
            &url,
            &category_path(&category.code, &category.name),
            None,
        );
    }
    for house in houses {
        entry(&mut xml, &url, &house_path(house.id, &house.name_ru), None);
        if house.is_gallery {
            entry(
                &mut xml,
                &url,
                &gallery_path(house.id, &house.name_ru),
                None,
            );
        }
    }
    for news in news {
        let path = news_path(news.id, &news.slug);
        entry(&mut xml, &url, &path, Some(news.published));
    }
    xml.push_str("</urlset>\n");
    Ok(answer().body(xml))
}

/// Lists auctions in a range of ids.
#[get("/sitemap/auctions-{part}.xml")]
async fn auctions(state: Data<AppState>, part: Path<i64>) -> ApiResult<HttpResponse> {
    let (from, to) = stretch(*part)?;
    Ok(part_of(state, from, to, Kind::Auctions))
}

/// Lists lots in a range of ids.
#[get("/sitemap/lots-{part}.xml")]
async fn lots(state: Data<AppState>, part: Path<i64>) -> ApiResult<HttpResponse> {
    let (from, to) = stretch(*part)?;
    Ok(part_of(state, from, to, Kind::Lots))
}

/// The half-open range of ids in a part.
fn stretch(part: i64) -> ApiResult<(i64, i64)> {
    let from = part.checked_mul(PART).filter(|from| *from >= 0);
    let ends = from.and_then(|from| Some((from, from.checked_add(PART)?)));
    ends.ok_or_else(ApiError::not_found)
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Auctions,
    Lots,
}

struct SitemapRow {
    id: i64,
    title: String,
    changed: OffsetDateTime,
}

/// Streams a part at the pace of the network. A database error aborts the response, so that no crawler takes half a
/// part for a complete one. Between batches it holds neither a connection nor a turn, so slow readers block nobody.
fn part_of(state: Data<AppState>, from: i64, to: i64, kind: Kind) -> HttpResponse {
    let pieces = stream::try_unfold(Some(from), move |next| {
        let state = state.clone();
        async move {
            let Some(next) = next else {
                return Ok(None);
            };
            let (piece, next) = piece(&state, kind, from, next, to).await.map_err(|error| {
                tracing::warn!(%error, "sitemap aborted");
                ErrorInternalServerError(error)
            })?;
            Ok::<_, actix_web::Error>(Some((Bytes::from(piece), next)))
        }
    });
    answer().streaming(pieces)
}

/// Reads the addresses of the part from this id on. Returns them with the first id of the next batch, or None after the
/// last.
async fn piece(
    state: &AppState,
    kind: Kind,
    first: i64,
    from: i64,
    to: i64,
) -> anyhow::Result<(String, Option<i64>)> {
    let rows = {
        let _turn = TURNS.acquire().await?;
        rows(state, kind, from, to).await?
    };
    let url = escape(&state.config.public_url);
    let mut xml = if from == first {
        begin()
    } else {
        String::new()
    };
    for row in &rows {
        let path = match kind {
            Kind::Auctions => auction_path(row.id, &row.title),
            Kind::Lots => lot_path(row.id, &row.title),
        };
        entry(&mut xml, &url, &path, Some(row.changed));
    }
    let next = rows
        .last()
        .filter(|_| rows.len() as i64 == PIECE)
        .map(|last| last.id + 1);
    if next.is_none() {
        xml.push_str("</urlset>\n");
    }
    Ok((xml, next))
}

async fn rows(state: &AppState, kind: Kind, from: i64, to: i64) -> sqlx::Result<Vec<SitemapRow>> {
    match kind {
        Kind::Auctions => {
            sqlx::query_as!(
                SitemapRow,
                r#"select catalog.id, catalog.title, coalesce(catalog_trade.heartbeat, catalog.created) as "changed!"
                   from catalog join catalog_trade on catalog_trade.catalog_id = catalog.id
                   join house on house.id = catalog.house_id
                   where catalog.id >= $1 and catalog.id < $2 and catalog_is_public(catalog, catalog_trade, house)
                   order by catalog.id limit $3"#,
                from,
                to,
                PIECE
            )
            .fetch_all(&state.pool)
            .await
        }
        // The listing records what is hidden; bets and hammers change a page as well.
        Kind::Lots => {
            sqlx::query_as!(
                SitemapRow,
                r#"select listing.lot_id as id, listing.title_ru as title,
                       greatest(listing.created, lot_trade.leading_at,
                           case when lot_trade.is_bidding_over then lot_trade.end_trade_time end) as "changed!"
                   from lot_listing as listing left join lot_trade on lot_trade.lot_id = listing.lot_id
                   where listing.lot_id >= $1 and listing.lot_id < $2 and not listing.is_hidden
                   order by listing.lot_id limit $3"#,
                from,
                to,
                PIECE
            )
            .fetch_all(&state.pool)
            .await
        }
    }
}

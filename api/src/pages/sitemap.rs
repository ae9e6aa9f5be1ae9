//! `/sitemap.xml`, its parts, and `/robots.txt`.

use actix_web::error::ErrorInternalServerError;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{self, Data, Path};
use actix_web::{HttpResponse, get};
use bytes::Bytes;
use futures_util::stream;

use application::state::AppState;
use contract::error::ApiResult;
use heads::sitemap::{self, Kind};

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
    Ok(answer().body(sitemap::index(&state.heads).await?))
}

/// Lists pages with their own texts, categories, houses and their galleries, and the latest news.
#[get("/sitemap/pages.xml")]
async fn pages(state: Data<AppState>) -> ApiResult<HttpResponse> {
    Ok(answer().body(sitemap::pages(&state.heads).await?))
}

/// Lists auctions in a range of ids.
#[get("/sitemap/auctions-{part}.xml")]
async fn auctions(state: Data<AppState>, part: Path<i64>) -> ApiResult<HttpResponse> {
    let (from, to) = sitemap::stretch(*part)?;
    Ok(part_of(state, from, to, Kind::Auctions))
}

/// Lists lots in a range of ids.
#[get("/sitemap/lots-{part}.xml")]
async fn lots(state: Data<AppState>, part: Path<i64>) -> ApiResult<HttpResponse> {
    let (from, to) = sitemap::stretch(*part)?;
    Ok(part_of(state, from, to, Kind::Lots))
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
            let (piece, next) = sitemap::piece(&state.heads, kind, from, next, to)
                .await
                .map_err(|error| {
                    tracing::warn!(%error, "sitemap aborted");
                    ErrorInternalServerError(error)
                })?;
            Ok::<_, actix_web::Error>(Some((Bytes::from(piece), next)))
        }
    });
    answer().streaming(pieces)
}

fn answer() -> actix_web::HttpResponseBuilder {
    let mut answer = HttpResponse::Ok();
    answer
        .content_type("application/xml; charset=utf-8")
        .insert_header((CACHE_CONTROL, "public, max-age=3600"));
    answer
}

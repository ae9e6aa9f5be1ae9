//! What is on offer of an artist, and what their works sold for.

use actix_web::get;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::artists::require_public;
use catalogue::listing::lots;
use contract::dto::{ArtistSale, ArtistSummary, Currency, LotShort, Page, Paging, Timestamp};
use contract::error::ApiResult;

/// The most sales in a summary, enough for a plot.
const SALES: i64 = 1000;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct Works {
    /// Works that sold under the hammer, instead of those on offer.
    #[serde(default)]
    is_sold: bool,
}

/// An artist's works: those on offer, the soonest to end first, or those sold under the hammer, the dearest first (rubles
/// before other currencies).
#[utoipa::path(operation_id = "artist_works", tag = "artists", params(("id" = i64, Path), Works, Paging),
    responses((status = 200, body = Page<LotShort>), (status = 404, description = "Unknown, or without public works"),
        (status = 429, description = "Too many searches")))]
#[get("/api/artists/{id}/works")]
pub async fn artist_works(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
    works: Query<Works>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    state.limits.search(caller.origin.address).await?;
    let mut conn = state.pool.acquire().await?;
    require_public(&mut conn, *id).await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from lot_author join lot_listing as listing on listing.lot_id = lot_author.lot_id
         where lot_author.author_id = $1 and not listing.is_hidden
            and case when $2 then lot_is_sold(listing.lot_state) and listing.catalog_type in (0, 1) and listing.price > 0
                else not listing.is_bidding_over end"#,
        *id,
        works.is_sold
    )
    .fetch_one(&mut *conn)
    .await?;
    let window = paging.window(total);
    let ids = sqlx::query_file_scalar!(
        "queries/artists/works.sql",
        *id,
        works.is_sold,
        window.limit,
        window.offset
    )
    .fetch_all(&mut *conn)
    .await?;
    drop(conn);
    let lots = lots::by_ids(&state.pool, &ids, caller.account.as_deref()).await?;
    Ok(Json(Page::new(lots, window)))
}

/// How many people follow an artist, and the hammer prices of their works.
#[utoipa::path(operation_id = "artist_summary", tag = "artists", params(("id" = i64, Path)),
    responses((status = 200, body = ArtistSummary), (status = 404, description = "Unknown, or without public works"),
        (status = 429, description = "Too many searches")))]
#[get("/api/artists/{id}/summary")]
pub async fn artist_summary(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
) -> ApiResult<Json<ArtistSummary>> {
    state.limits.search(caller.origin.address).await?;
    let mut conn = state.pool.acquire().await?;
    require_public(&mut conn, *id).await?;
    let followers = sqlx::query_scalar!(
        r#"select count(*) as "count!" from artist_subscription where author_id = $1 and expires > $2"#,
        *id,
        state.clock.now()
    )
    .fetch_one(&mut *conn)
    .await?;
    let rows = sqlx::query!(
        r#"select listing.lot_id, listing.title_ru, listing.price, listing.currency, listing.end_trade_time as "sold_at!"
         from lot_author join lot_listing as listing on listing.lot_id = lot_author.lot_id
         where lot_author.author_id = $1 and not listing.is_hidden and lot_is_sold(listing.lot_state)
            and listing.catalog_type in (0, 1) and listing.price > 0 and listing.end_trade_time is not null
         order by listing.end_trade_time desc, listing.lot_id desc limit $2"#,
        *id,
        SALES
    )
    .fetch_all(&mut *conn)
    .await?;
    let sales = rows.into_iter().filter_map(|row| {
        Some(ArtistSale {
            lot_id: row.lot_id,
            title_ru: row.title_ru,
            price: row.price,
            currency: Currency::try_from(row.currency).ok()?,
            sold_at: Timestamp(row.sold_at),
        })
    });
    Ok(Json(ArtistSummary {
        followers,
        sales: sales.collect(),
    }))
}

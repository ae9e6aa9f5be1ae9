//! What a sale's lots brought: for the house's screen, and as a protocol to print.

use actix_web::web::{self, Data, Json, Path};
use actix_web::{HttpResponse, get};
use domain::Commission;
use sqlx::PgPool;

use super::auctioneer::controlled_house;
use application::caller::Member;
use application::download;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::{CatalogType, Currency, LotBidder, LotResult, Picture, SaleResults};
use contract::error::{ApiError, ApiResult};
use documents::protocol::{self, Protocol};

/// The lots of a sale with their bidders, during the sale and after it, those that have left it since included.
///
/// Auctioneers see bidders by their numbers, the house's managers, owners and admins also by name. Maximums of absentee
/// orders are not among the bets. For the catalog's controllers.
#[utoipa::path(operation_id = "sale_results", tag = "trade", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = SaleResults), (status = 401, description = "Not signed in"),
        (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/results/{id}")]
pub async fn sale_results(
    state: Data<AppState>,
    caller: Member,
    id: Path<i64>,
) -> ApiResult<Json<SaleResults>> {
    let house = controlled_house(&state, &caller, *id).await?;
    let results = results(&state.pool, *id, caller.manages(house)).await?;
    Ok(Json(results))
}

/// The protocol of a sale as a PDF: every lot that was offered, its price, and the buyer's number.
///
/// Names no one. The file name is the day, `21.11.2026.pdf`. For the catalog's controllers.
#[utoipa::path(operation_id = "sale_protocol", tag = "trade", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, content_type = "application/pdf", body = String),
        (status = 401, description = "Not signed in"), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/protocol/{id}")]
pub async fn sale_protocol(
    state: Data<AppState>,
    caller: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    controlled_house(&state, &caller, *id).await?;
    state.limits.search(caller.origin.address).await?;
    let catalog = catalogs::one(&state.pool, *id, Some(&caller)).await?;
    let protocol = Protocol {
        title: catalog.title,
        house: catalog.house_name_ru,
        is_over: catalog.state.is_finished(),
        start: catalog.start_date.map(|start| start.0),
        end: catalog.end_date.map(|end| end.0),
        results: results(&state.pool, *id, false).await?,
    };
    let now = state.clock.now();
    let operator = state.operator().await?;
    let making = web::block(move || protocol::write(&operator, &protocol, now));
    let bytes = making.await.map_err(ApiError::internal)??;
    Ok(download::pdf(now, bytes))
}

/// What the lots of a sale brought, with the bidders' names and contacts if those may be told.
pub async fn results(pool: &PgPool, catalog_id: i64, names_people: bool) -> ApiResult<SaleResults> {
    let terms = sqlx::query!(
        r#"select catalog_type, currency, catalog.commission::text as "commission!",
               house.commission::text as "house_commission!"
           from catalog join house on house.id = catalog.house_id where catalog.id = $1"#,
        catalog_id
    )
    .fetch_one(pool)
    .await?;
    let catalog_type = CatalogType::try_from(terms.catalog_type).map_err(ApiError::internal)?;
    let commission: Commission = match catalog_type {
        CatalogType::Classic | CatalogType::Parallel => terms.commission.parse(),
        CatalogType::PostAuction => terms.house_commission.parse(),
        CatalogType::Gallery => Ok(Commission::NONE),
    }
    .map_err(ApiError::internal)?;
    let rows = sqlx::query_file!("queries/trade/results.sql", catalog_id)
        .fetch_all(pool)
        .await?;
    let lots = rows.into_iter().map(|row| {
        let picture = row
            .picture_id
            .zip(row.picture_width)
            .zip(row.picture_height);
        let named = |text: Option<String>| text.filter(|_| names_people);
        Ok(LotResult {
            id: row.id,
            catalog_lot_id: row.number,
            title_ru: row.title_ru,
            author: row.authors,
            img: picture.map(|((id, width), height)| {
                Picture::new("lots", id, width, height).described(row.picture_alt)
            }),
            hidden: row.hidden,
            has_left: row.has_left,
            is_deleted: row.is_deleted,
            state: row.state.try_into().map_err(ApiError::internal)?,
            is_bidding_over: row.is_bidding_over,
            start: row.start_price,
            estimated_from: row.estimated_from,
            estimated_to: row.estimated_to,
            bets_count: row.bets_count,
            together: row.together,
            leader: row.bet_id.zip(row.value).map(|(bet_id, value)| LotBidder {
                bet_id,
                value,
                participant: row.participant,
                paddle: row.paddle,
                display_name: named(row.name),
                phone: named(row.phone),
                e_mail: named(row.email),
            }),
            underbidder: row
                .under_bet_id
                .zip(row.under_value)
                .map(|(bet_id, value)| LotBidder {
                    bet_id,
                    value,
                    participant: row.under_participant,
                    paddle: row.under_paddle,
                    display_name: named(row.under_name),
                    phone: None,
                    e_mail: None,
                }),
        })
    });
    Ok(SaleResults {
        currency: Currency::try_from(terms.currency).map_err(ApiError::internal)?,
        commission: f64::from(commission.hundredths()) / 100.0,
        lots: lots.collect::<ApiResult<_>>()?,
    })
}

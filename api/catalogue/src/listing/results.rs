//! What the lots of a sale brought.

use domain::Commission;
use sqlx::PgPool;

use contract::dto::{CatalogType, Currency, LotBidder, LotResult, Picture, SaleResults};
use contract::error::{ApiError, ApiResult};

/// What the lots of a sale brought, with the bidders' names and contacts if those may be told.
pub async fn of(pool: &PgPool, catalog_id: i64, names_people: bool) -> ApiResult<SaleResults> {
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
    let rows = sqlx::query_file!("queries/catalogs/results.sql", catalog_id)
        .fetch_all(pool)
        .await?;
    let lots = rows.into_iter().map(|row| {
        let (id, width, height) = (row.picture_id, row.picture_width, row.picture_height);
        let named = |text: Option<String>| text.filter(|_| names_people);
        Ok(LotResult {
            id: row.id,
            catalog_lot_id: row.number,
            title_ru: row.title_ru,
            author: row.authors,
            img: Picture::of_columns("lots", id, width, height)
                .map(|picture| picture.described(row.picture_alt)),
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

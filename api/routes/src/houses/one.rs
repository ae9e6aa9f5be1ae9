//! Shows one house.

use actix_web::get;
use actix_web::web::{Data, Path};
use sqlx::types::Json as Jsonb;

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use contract::dto::{House, HouseShortRow, PaymentAndDelivery, StepRow};
use contract::error::{ApiError, ApiResult};
use people::registrations;

/// A house, with the caller's registration.
#[utoipa::path(tag = "house", params(("id" = i64, Path)),
    responses((status = 200, body = House), (status = 404, description = "Unknown house")))]
#[get("/api/house/{id}")]
pub async fn house(state: Data<AppState>, caller: Caller, id: Path<i64>) -> ApiResult<Json<House>> {
    Ok(Json(show(&state, *id, caller.id()).await?))
}

/// A house as seen by this account. 404 unless the house exists.
pub async fn show(state: &AppState, id: i64, viewer: Option<i64>) -> ApiResult<House> {
    let row = sqlx::query!(
        r#"select h.id, h.name_ru, h.photo, h.is_gallery, h.is_storage, h.is_post_auction, h.gallery_type, h.description_ru, h.address,
            h.email, h.phone, h.site, h.whatsup_phone, h.commission::float8 as "commission!", h.payment_and_delivery, h.revision,
            h.steps_table as "steps_table: Jsonb<Vec<StepRow>>",
            exists(select from house_info i where i.house_id = h.id) as "has_info!",
            (select count(*) from lot_listing l where l.house_id = h.id and not l.is_hidden) as "lots_count!",
            (select count(*) from catalog c join catalog_trade t on t.catalog_id = c.id
                where c.house_id = h.id and catalog_is_public(c, t, h)) as "catalogs_count!"
        from house h where h.id = $1 and h.deleted is null"#,
        id
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let my_order = match viewer {
        Some(account_id) => registrations::latest(&state.pool, id, account_id).await?,
        None => None,
    };
    Ok(House {
        short: HouseShortRow {
            id: row.id,
            name_ru: row.name_ru,
            photo: row.photo,
            is_gallery: row.is_gallery,
            is_post_auction: row.is_post_auction,
            gallery_type: row.gallery_type,
        }
        .into(),
        description_ru: row.description_ru,
        address: row.address,
        email: row.email,
        phone: row.phone,
        site: row.site,
        whatsup_phone: row.whatsup_phone,
        payment_and_delivery: PaymentAndDelivery {
            commission: row.commission,
            text: row.payment_and_delivery,
        },
        steps_table: row.steps_table.map(|table| table.0),
        is_storage: row.is_storage,
        has_info: row.has_info,
        lots_count: row.lots_count,
        catalogs_count: row.catalogs_count,
        revision: row.revision,
        my_order,
    })
}

//! `/api/house`: auction houses and galleries, and bidders' registration with them.

use utoipa_actix_web::service_config::ServiceConfig;

use crate::caller::Member;
use crate::state::AppState;
use contract::error::{ApiError, ApiResult};

mod delete;
mod images;
mod info;
mod list;
mod one;
mod orders;
mod save;
mod staff;
mod storage;
mod switches;

pub use switches::post_auction_of;

pub fn configure(cfg: &mut ServiceConfig) {
    // The literal path «orders» comes before those with an id.
    cfg.service(orders::send_order)
        .service(orders::my_orders)
        .service(orders::orders)
        .service(orders::accept_and_trust)
        .service(orders::decide_order)
        .service(list::houses)
        .service(save::save_house)
        .service(one::house)
        .service(delete::delete_house)
        .service(list::house_lots)
        .service(list::house_gallery)
        .service(list::house_post_auction)
        .service(storage::house_storage)
        .service(staff::house_staff)
        .service(switches::enable_gallery)
        .service(switches::disable_gallery)
        .service(switches::enable_storage)
        .service(switches::disable_storage)
        .service(switches::enable_post_auction)
        .service(switches::disable_post_auction)
        .service(info::house_info)
        .service(info::set_house_info)
        .service(images::set_house_image)
        .service(images::remove_house_image);
}

/// 404 unless the house exists.
pub async fn require_house(state: &AppState, id: i64) -> ApiResult<()> {
    let exists = sqlx::query_scalar!(
        r#"select exists(select from house where id = $1 and deleted is null) as "exists!""#,
        id
    )
    .fetch_one(&state.pool)
    .await?;
    if exists {
        Ok(())
    } else {
        Err(ApiError::not_found_because(
            "Отсутствуют данные об аукционном доме",
        ))
    }
}

/// 404 unless the house exists, 403 unless the caller manages it.
async fn managed(state: &AppState, member: &Member, id: i64) -> ApiResult<()> {
    require_house(state, id).await?;
    if member.manages(id) {
        Ok(())
    } else {
        Err(ApiError::forbidden())
    }
}

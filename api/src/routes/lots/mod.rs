//! Lots (`/api/lots`).

use utoipa_actix_web::service_config::ServiceConfig;

use crate::caller::Member;
use crate::state::AppState;
use catalogue::listing::lots;
use contract::dto::LotShort;
use contract::error::{ApiError, ApiResult};

mod carousels;
mod copy;
mod delete;
pub mod images;
mod my;
mod one;
mod pdf;
mod post_auction;
mod random;
mod save;
mod search;
mod states;
mod viewed;
mod visitor;

pub fn configure(cfg: &mut ServiceConfig) {
    // The literal paths «search», «rnd», «viewed» and «my» come before those with an id.
    cfg.service(search::search_lots)
        .service(random::random_lots)
        .service(viewed::viewed_lots)
        .service(my::my_lots)
        .service(save::create_lot)
        .service(save::edit_lot)
        .service(carousels::similar_lots)
        .service(carousels::lots_by_author)
        .service(carousels::lots_of_same_house)
        .service(copy::copy_lot)
        .service(states::hide_lot)
        .service(states::show_lot)
        .service(states::mark_lot_paid)
        .service(post_auction::move_to_post_auction)
        .service(post_auction::remove_from_post_auction)
        .service(images::order_lot_images)
        .service(images::remove_lot_image)
        .service(delete::delete_lot)
        .service(pdf::lot_pdf)
        .service(one::get_lot);
}

/// A lot of a house that the caller manages or owns. 404 if it is not visible to the caller, 403 if they may only see
/// it.
pub async fn managed(state: &AppState, member: &Member, id: i64) -> ApiResult<LotShort> {
    let lot = lots::one(&state.pool, id, Some(member)).await?;
    match member.manages(lot.house_id) {
        true => Ok(lot),
        false => Err(ApiError::forbidden()),
    }
}

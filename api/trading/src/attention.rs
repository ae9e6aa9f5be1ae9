use actix_web::{get, web};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Member;
use application::controls::controlled_house;
use application::json::Json;
use application::state::AppState;
use contract::dto::LotAttention;
use contract::error::ApiResult;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AttentionQuery {
    lot_id: i64,
}

/// The number of viewers of a lot, and of those reaching for the bid button. For the catalog's controllers.
#[utoipa::path(operation_id = "lot_attention", tag = "auctioneer", params(("id" = i64, Path), AttentionQuery),
    security(("token" = [])),
    responses((status = 200, body = LotAttention), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/attention/{id}")]
pub async fn lot_attention(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
    query: web::Query<AttentionQuery>,
) -> ApiResult<Json<LotAttention>> {
    controlled_house(&state, &caller, *id).await?;
    let attention = state.hub.attention(*id, query.lot_id);
    Ok(Json(LotAttention {
        members: state.hub.member_count(*id) as i64,
        watching: attention.watching as i64,
        signed_in: attention.signed_in as i64,
        reaching: attention.reaching as i64,
    }))
}

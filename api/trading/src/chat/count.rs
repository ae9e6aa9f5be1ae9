use actix_web::{post, web};

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::catalogs;
use contract::dto::MemberCount;
use contract::error::ApiResult;

/// The number of sockets in the catalog's room. A POST by the specification, although it changes nothing.
#[utoipa::path(operation_id = "count_members", tag = "chat", params(("id" = i64, Path)),
    responses((status = 200, body = MemberCount), (status = 404, description = "Unknown, or not visible to the caller")))]
#[post("/api/chat/{id}/count")]
pub async fn count_members(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
) -> ApiResult<Json<MemberCount>> {
    catalogs::require(&state.pool, *id, caller.account.as_deref()).await?;
    Ok(Json(MemberCount {
        count: state.hub.member_count(*id) as i64,
    }))
}

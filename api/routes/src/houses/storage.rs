use actix_web::get;
use actix_web::web::{Data, Path, Query};

use super::house::require_house;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use contract::dto::{LotShort, Page, Paging};
use contract::error::{ApiError, ApiResult};

/// The lots of a house that are in no catalog, newest first. For its staff and admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path), Paging), security(("token" = [])),
    responses((status = 200, body = Page<LotShort>), (status = 403, description = "Not on the house's staff"),
        (status = 404, description = "Unknown house")))]
#[get("/api/house/{id}/storage")]
pub async fn house_storage(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<LotShort>>> {
    require_house(&state, *id).await?;
    if !member.sees_hidden_of(*id) {
        return Err(ApiError::forbidden());
    }
    let total = sqlx::query_scalar!(
        r#"select count(*) as "count!" from lot where house_id = $1 and catalog_id is null and deleted is null"#,
        *id
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let ids = sqlx::query_scalar!(
        "select id from lot where house_id = $1 and catalog_id is null and deleted is null
         order by created desc, id desc limit $2 offset $3",
        *id,
        window.limit,
        window.offset
    )
    .fetch_all(&state.pool)
    .await?;
    let items = lots::by_ids(&state.pool, &ids, Some(&member)).await?;
    Ok(Json(Page::new(items, window)))
}

use actix_web::{HttpRequest, get, web};

use application::caller::Caller;
use application::json::Json;
use application::lot_views::Viewer;
use application::state::AppState;
use catalogue::listing::lots;
use contract::dto::LotShort;
use contract::error::ApiResult;

const COUNT: i64 = 20;

/// The lots the caller viewed («Вы ранее просматривали»), latest first, at most 20: those of the account and those of
/// the browser named in `X-Visitor`.
#[utoipa::path(operation_id = "viewed_lots", tag = "lots",
    params(("X-Visitor" = Option<String>, Header, 
        description = "A random key that the browser generated: 8 to 64 letters, digits, `-` or `_`; another value counts as none")),
    responses((status = 200, body = Vec<LotShort>)))]
#[get("/api/lots/viewed")]
pub async fn viewed_lots(
    state: web::Data<AppState>,
    caller: Caller,
    request: HttpRequest,
) -> ApiResult<Json<Vec<LotShort>>> {
    let viewers = caller.viewers(&request);
    let keys: Vec<_> = viewers.iter().map(Viewer::key).collect();
    let ids = sqlx::query_file_scalar!("queries/lots/viewed.sql", &keys, COUNT)
        .fetch_all(&state.pool)
        .await?;
    Ok(Json(
        lots::by_ids(&state.pool, &ids, caller.account.as_deref()).await?,
    ))
}

use actix_web::{get, web};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use contract::dto::LotShort;
use contract::error::ApiResult;

/// The specification's home page shows ten.
const COUNT: i64 = 10;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RandomQuery {
    /// If present, with any value or none: the top lots.
    top: Option<String>,
}

/// Ten random available lots, or, with `?top`, the ten top-ranked ones.
#[utoipa::path(operation_id = "random_lots", tag = "lots", params(RandomQuery),
    responses((status = 200, body = Vec<LotShort>)))]
#[get("/api/lots/rnd")]
pub async fn random_lots(
    state: web::Data<AppState>,
    caller: Caller,
    query: web::Query<RandomQuery>,
) -> ApiResult<Json<Vec<LotShort>>> {
    let ids = if query.top.is_some() {
        sqlx::query_file_scalar!("queries/lots/top.sql", COUNT)
            .fetch_all(&state.pool)
            .await?
    } else {
        sqlx::query_file_scalar!("queries/lots/recommended.sql", COUNT)
            .fetch_all(&state.pool)
            .await?
    };
    Ok(Json(
        lots::by_ids(&state.pool, &ids, caller.account.as_deref()).await?,
    ))
}

//! A house's recent imports, for those who import.

use actix_web::get;
use actix_web::web::{Data, Path};

use super::house::managed;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::import::runs;
use contract::dto::{ImportRun, ImportRunShort};
use contract::error::ApiResult;

/// A house's imports and their dry runs of the last 30 days, the latest first, at most 50. For the house's managers, owners
/// and admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Vec<ImportRunShort>), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house")))]
#[get("/api/house/{id}/imports")]
pub async fn house_imports(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<Vec<ImportRunShort>>> {
    managed(&state, &member, *id).await?;
    Ok(Json(
        runs::of_house(&state.pool, *id, &state.imports).await?,
    ))
}

/// An import or dry run of the last 30 days, with its report. For the house's managers, owners and admins.
#[utoipa::path(tag = "house", params(("id" = i64, Path), ("runId" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = ImportRun), (status = 403, description = "Not entitled"),
        (status = 404, description = "Unknown house or run")))]
#[get("/api/house/{id}/imports/{runId}")]
pub async fn house_import(
    state: Data<AppState>,
    member: Member,
    path: Path<(i64, i64)>,
) -> ApiResult<Json<ImportRun>> {
    let (id, run_id) = *path;
    managed(&state, &member, id).await?;
    Ok(Json(
        runs::one(&state.pool, id, run_id, &state.imports).await?,
    ))
}

//! Exports a person's own data.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION};
use actix_web::web::Data;
use actix_web::{HttpResponse, get};
use serde_json::json;

use application::caller::Member;
use application::download::attachment;
use application::state::AppState;
use contract::dto::Timestamp;
use contract::error::{ApiError, ApiResult};
use people::journal::Action;
use people::personal_data;
use texts::moscow;

/// Everything stored about the caller, as a JSON file: `exported` (the time), and one list of rows per kind of data.
///
/// Not available to access tokens.
#[utoipa::path(tag = "account", security(("token" = [])),
    responses((status = 200, content_type = "application/json", body = serde_json::Value),
        (status = 403, description = "Called with an access token"), (status = 429, description = "Too many requests")))]
#[get("/api/accounts/export")]
pub async fn export_account(state: Data<AppState>, member: Member) -> ApiResult<HttpResponse> {
    member.require_step_up(&state).await?;
    state.limits.export(member.id).await?;
    let now = state.clock.now();
    let mut parts = personal_data::export(&state.pool, member.id).await?;
    parts.insert("exported".to_owned(), json!(Timestamp(now)));
    let mut conn = state.pool.acquire().await?;
    let what = json!({"what": "account"});
    member
        .by(now)
        .record_creation(&mut conn, Action::DataExported, member.id, &what)
        .await?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((
            CONTENT_DISPOSITION,
            attachment(&moscow::file_name(now, "json")),
        ))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .body(serde_json::to_vec_pretty(&parts).map_err(ApiError::internal)?))
}

//! The admins' list of accounts, and its spreadsheet.

use actix_web::web::{Data, Query};
use actix_web::{HttpResponse, get, post, web};
use serde_json::json;

use application::caller::Member;
use application::download;
use application::json::Json;
use application::state::AppState;
use contract::dto::{AccountInfo, AccountsQuery, Page, Paging};
use contract::error::{ApiError, ApiResult};
use documents::people_report;
use people::journal::Action;
use people::roster;
use texts::moscow;

/// Accounts. For admins.
#[utoipa::path(tag = "account", params(AccountsQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<AccountInfo>), (status = 403, description = "Not an admin"),
        (status = 422, description = "Unknown order")))]
#[get("/api/accounts")]
pub async fn list_accounts(
    state: Data<AppState>,
    member: Member,
    query: Query<AccountsQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<AccountInfo>>> {
    member.require_admin()?;
    let now = state.clock.now();
    Ok(Json(roster::page(&state.pool, &query, &paging, now).await?))
}

/// The accounts of the list as a spreadsheet, in its order, at most 50 000. The file name is the day, `21.11.2026.xlsx`. Needs a fresh
/// proof of the second factor. For admins.
#[utoipa::path(tag = "account", params(AccountsQuery), security(("token" = [])),
    responses((status = 200, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            body = String), (status = 403, description = "Not an admin, or `step_up_required`"),
        (status = 422, description = "Too many accounts, or an unknown order"), (status = 429, description = "Too many requests")))]
#[post("/api/admin/accounts/export")]
pub async fn export_accounts(
    state: Data<AppState>,
    member: Member,
    query: Query<AccountsQuery>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    member.require_step_up(&state).await?;
    state.limits.export(member.id).await?;
    let now = state.clock.now();
    let accounts = roster::all(&state.pool, &query, now).await?;
    let houses = sqlx::query!("select id, name_ru from house")
        .fetch_all(&state.pool)
        .await?;
    let houses = houses
        .into_iter()
        .map(|row| (row.id, row.name_ru))
        .collect();
    let mut conn = state.pool.acquire().await?;
    let what = json!({
        "what": "accounts", "count": accounts.len(), "isSearched": query.search.is_some(), "role": query.role,
        "houseId": query.house_id, "staff": query.staff, "deleted": query.deleted,
    });
    let file = web::block(move || people_report::write(&accounts, &houses))
        .await
        .map_err(ApiError::internal)??;
    // Before the file leaves.
    member
        .by(now)
        .record_creation(&mut conn, Action::DataExported, member.id, &what)
        .await?;
    let name = moscow::file_name(now, "xlsx");
    download::file(&name, download::XLSX, file).map_err(ApiError::internal)
}

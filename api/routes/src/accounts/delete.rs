//! Deletes and restores accounts.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, post};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::AccountIdRequest;
use contract::error::{ApiError, ApiResult};
use people::deletion;
use people::journal::Action;

/// Deletes the caller's own account; admins may delete any.
///
/// Anonymizes it at once: removes contacts, name and photo, ends logins and access tokens, revokes rights and cancels
/// open absentee orders. Bets stand. An admin can restore it within 30 days; then the owner's remaining data is erased.
/// 409 while others depend on the account: it leads on a lot of an unfinished sale, is the only owner of a house, or is
/// the last admin.
#[utoipa::path(tag = "account", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Another person's account, or called with an access token"),
        (status = 404, description = "No such account"), (status = 409, description = "Others depend on the account")))]
#[delete("/api/accounts/{id}")]
pub async fn delete_account(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_step_up(&state).await?;
    if *id != member.id && !member.is_admin() {
        return Err(ApiError::forbidden());
    }
    let by = member.by(state.clock.now());
    deletion::delete(state.bidders.clone(), *id, by).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Restores an account deleted less than 30 days ago, with its name, contacts, photo and standing in houses, but
/// without rights, logins and orders.
///
/// For admins.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = AccountIdRequest,
    responses((status = 204), (status = 403, description = "Not an admin"),
        (status = 404, description = "No deleted account, or deleted too long ago")))]
#[post("/api/accounts/restore")]
pub async fn restore_account(
    state: Data<AppState>,
    member: Member,
    body: Json<AccountIdRequest>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    deletion::restore(&mut tx, body.id, by.at).await?;
    let after = json!({});
    by.record_creation(&mut tx, Action::AccountRestored, body.id, &after)
        .await?;
    tx.commit().await?;
    state.access.account_changed(body.id);
    Ok(HttpResponse::NoContent().finish())
}

//! Deleting accounts and bringing them back.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, post};
use serde_json::json;

use crate::caller::Member;
use crate::state::AppState;
use contract::dto::AccountIdRequest;
use contract::error::{ApiError, ApiResult};
use people::deletion;
use people::journal::{self, Event, NOTHING};

/// Deletes the caller's own account, or, for admins, anybody's. It is anonymous at once: contacts, name and photo are gone,
/// logins and access tokens end, rights are over, open absentee orders fall, bets stand. An admin can restore it within 30
/// days; then what is left of its owner's data is erased. 409 while others count on him: he leads on a lot of a sale that
/// has not ended, nobody else owns one of his houses, or he is the last admin.
#[utoipa::path(tag = "account", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Somebody else's; or with an access token"),
        (status = 404, description = "No such account"), (status = 409, description = "Not while others count on him")))]
#[delete("/api/accounts/{id}")]
pub async fn delete_account(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    if *id != member.id && !member.is_admin() {
        return Err(ApiError::forbidden());
    }
    let by = member.by(state.clock.now());
    deletion::delete(state.bidders.clone(), *id, by).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Brings an account back that was deleted less than 30 days ago; for admins. Name, contacts, photo and what houses
/// thought of it are as before; rights, logins and orders are not.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = AccountIdRequest,
    responses((status = 204), (status = 403, description = "No admin"),
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
    journal::record(
        &mut tx,
        &by,
        Event::AccountRestored,
        body.id,
        NOTHING,
        Some(&json!({})),
    )
    .await?;
    tx.commit().await?;
    state.access.account_changed(body.id);
    Ok(HttpResponse::NoContent().finish())
}

//! Admins merge two accounts of one person.

use actix_web::web::{Data, Query};
use actix_web::{HttpResponse, get, post};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::{AccountsMerge, AccountsMergeRequest};
use contract::error::ApiResult;
use people::merging;

/// What merging two accounts would move, and what stands in its way. For admins.
#[utoipa::path(tag = "account", params(AccountsMergeRequest), security(("token" = [])),
    responses((status = 200, body = AccountsMerge), (status = 403, description = "Not an admin"),
        (status = 404, description = "One of the two is unknown or deleted")))]
#[get("/api/admin/accounts/merge")]
pub async fn compare_accounts(
    state: Data<AppState>,
    member: Member,
    query: Query<AccountsMergeRequest>,
) -> ApiResult<Json<AccountsMerge>> {
    member.require_admin()?;
    let (kept, double) = (query.kept_id, query.double_id);
    let now = state.clock.now();
    Ok(Json(
        merging::compare(&state.pool, kept, double, member.id, now).await?,
    ))
}

/// Merges two accounts of one person. It cannot be undone. Needs a fresh proof of the second factor. For admins.
///
/// Contacts, lists, registrations, roles in houses and messages of the double move to the account that stays, which also sees
/// its bets. Its logins end; its contacts lead to the account that stays.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = AccountsMergeRequest,
    responses((status = 204), (status = 403, description = "Not an admin, or `step_up_required`"),
        (status = 404, description = "One of the two is unknown or deleted"),
        (status = 409, description = "The double takes part in a sale that is not over, or has rights on the site")))]
#[post("/api/admin/accounts/merge")]
pub async fn merge_accounts(
    state: Data<AppState>,
    member: Member,
    request: Json<AccountsMergeRequest>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    member.require_step_up(&state).await?;
    let by = member.by(state.clock.now());
    merging::merge(
        state.bidders.clone(),
        request.kept_id,
        request.double_id,
        by,
    )
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

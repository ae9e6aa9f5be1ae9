//! What the caller is invited to, and the houses they work for.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get, post, put};

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::{StaffInvitation, StaffPost, StaffShownRequest};
use contract::error::ApiResult;
use people::invitations::{self, Shown};

/// The open invitations to contacts that the caller has proved.
#[utoipa::path(tag = "staff", security(("token" = [])), responses((status = 200, body = Vec<StaffInvitation>),
    (status = 403, description = "Called with an access token")))]
#[get("/api/accounts/invitations")]
pub async fn my_invitations(
    state: Data<AppState>,
    member: Member,
) -> ApiResult<Json<Vec<StaffInvitation>>> {
    member.require_login()?;
    let mut conn = state.pool.acquire().await?;
    let open = invitations::of_account(&mut conn, member.id, state.clock.now()).await?;
    let open = open.into_iter().map(|invitation| StaffInvitation {
        id: invitation.id,
        house_id: invitation.post.house_id(),
        house_name: invitation.house_name,
        role: invitation.post.name().to_owned(),
        catalog_id: invitation.post.catalog_id(),
        catalog_name: invitation.catalog_name,
        created: invitation.created.into(),
        expires: invitation.expires.into(),
    });
    Ok(Json(open.collect()))
}

/// Accepts an invitation: the caller gets the role, and agrees to what visitors see of it.
///
/// They can no longer bid in the house: their open absentee orders there are cancelled.
#[utoipa::path(tag = "staff", params(("id" = i64, Path)), security(("token" = [])), request_body = StaffShownRequest,
    responses((status = 204), (status = 403, description = "Called with an access token"),
        (status = 404, description = "No such invitation, or its sender may no longer give the role")))]
#[post("/api/accounts/invitations/{id}/accept")]
pub async fn accept_invitation(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    body: Json<StaffShownRequest>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let by = member.by(state.clock.now());
    invitations::accept(state.bidders.clone(), *id, member.id, shown(&body), by).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Declines an invitation.
#[utoipa::path(tag = "staff", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "Called with an access token"),
        (status = 404, description = "No such invitation")))]
#[post("/api/accounts/invitations/{id}/decline")]
pub async fn decline_invitation(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    invitations::decline(&mut tx, *id, member.id, &by).await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The houses whose staff the caller is on, and what visitors see of that.
#[utoipa::path(tag = "staff", security(("token" = [])), responses((status = 200, body = Vec<StaffPost>)))]
#[get("/api/accounts/staff")]
pub async fn my_posts(state: Data<AppState>, member: Member) -> ApiResult<Json<Vec<StaffPost>>> {
    let mut conn = state.pool.acquire().await?;
    let work = invitations::work_of(&mut conn, member.id).await?;
    let posts = work.into_iter().map(|work| StaffPost {
        house_id: work.house_id,
        house_name: work.house_name,
        is_manager: work.is_manager,
        is_owner: work.is_owner,
        is_newsmaker: work.is_newsmaker,
        is_shown: work.is_shown,
        is_contact_shown: work.is_contact_shown,
    });
    Ok(Json(posts.collect()))
}

/// Changes what visitors see of the caller's work for a house.
#[utoipa::path(tag = "staff", params(("houseId" = i64, Path)), security(("token" = [])), request_body = StaffShownRequest,
    responses((status = 204), (status = 403, description = "Called with an access token"),
        (status = 404, description = "Not on the house's staff")))]
#[put("/api/accounts/staff/{houseId}")]
pub async fn set_shown(
    state: Data<AppState>,
    member: Member,
    house_id: Path<i64>,
    body: Json<StaffShownRequest>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    invitations::set_shown(&mut tx, *house_id, member.id, shown(&body), &by).await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

fn shown(body: &StaffShownRequest) -> Shown {
    Shown {
        is_shown: body.is_shown,
        is_contact_shown: body.is_contact_shown,
    }
}

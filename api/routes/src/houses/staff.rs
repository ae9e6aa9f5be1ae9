//! The staff of a house, and the people it has invited.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete, get};

use super::house::require_house;
use application::caller::{Caller, Member};
use application::json::Json;
use application::state::AppState;
use contract::dto::{HouseInvitation, HouseStaff, UserPhoto};
use contract::error::{ApiError, ApiResult};
use people::invitations;

/// The staff of a house, by name. Visitors see those who agreed to be shown, with the contact they agreed to show.
///
/// The house's staff and admins see everyone: the house's staff with the contact by which the house named a person, admins
/// with all contacts.
#[utoipa::path(tag = "house", params(("id" = i64, Path)),
    responses((status = 200, body = Vec<HouseStaff>), (status = 404, description = "Unknown house")))]
#[get("/api/house/{id}/staff")]
pub async fn house_staff(
    state: Data<AppState>,
    caller: Caller,
    id: Path<i64>,
) -> ApiResult<Json<Vec<HouseStaff>>> {
    require_house(&state, *id).await?;
    let staff = of_house(&state, *id, caller.sees_hidden_of(*id), caller.is_admin()).await?;
    Ok(Json(staff))
}

/// The staff of a house, by name: all of them with the contacts that the house knows, and all contacts for admins; or only
/// what visitors see.
pub async fn of_house(
    state: &AppState,
    house_id: i64,
    sees_all: bool,
    is_admin: bool,
) -> ApiResult<Vec<HouseStaff>> {
    let rows = sqlx::query!(
        r#"select a.id, a.display_name, a.photo, a.phone, a.email,
            bool_or(s.named_by is distinct from 1) as "is_phone_known!", bool_or(s.named_by is distinct from 0) as "is_email_known!",
            bool_or(s.is_shown) as "is_shown!",
            bool_or(s.is_contact_shown and s.named_by is not distinct from 0) and not a.unproved_phone as "is_phone_shown!",
            bool_or(s.is_contact_shown and s.named_by is not distinct from 1) and not a.unproved_email as "is_email_shown!",
            bool_or(s.is_manager) as "is_manager!", bool_or(s.is_owner) as "is_owner!", bool_or(s.is_newsmaker) as "is_newsmaker!"
        from house_staff s join account a on a.id = s.account_id and a.deleted is null
        where s.house_id = $1 and (s.is_shown or $2) group by a.id order by a.display_name, a.id"#,
        house_id,
        sees_all
    )
    .fetch_all(&state.pool)
    .await?;
    let is_seen = |is_known: bool, is_shown: bool| is_admin || sees_all && is_known || is_shown;
    let staff = rows.into_iter().map(|row| HouseStaff {
        user_id: sees_all.then_some(row.id),
        display_name: row.display_name,
        photo: UserPhoto { icon_id: row.photo },
        is_manager: row.is_manager,
        is_owner: row.is_owner,
        is_newsmaker: row.is_newsmaker,
        is_shown: row.is_shown,
        phone: row
            .phone
            .filter(|_| is_seen(row.is_phone_known, row.is_phone_shown)),
        e_mail: row
            .email
            .filter(|_| is_seen(row.is_email_known, row.is_email_shown)),
    });
    Ok(staff.collect())
}

/// The people whom a house has invited and who have not answered yet.
///
/// For those who may invite: admins and the house's owners see all, its managers the auctioneers.
#[utoipa::path(tag = "staff", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, body = Vec<HouseInvitation>), (status = 403, description = "Not a manager, owner or admin"),
        (status = 404, description = "Unknown house")))]
#[get("/api/house/{id}/invitations")]
pub async fn house_invitations(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
) -> ApiResult<Json<Vec<HouseInvitation>>> {
    super::house::managed(&state, &member, *id).await?;
    let mut conn = state.pool.acquire().await?;
    let all = invitations::of_house(&mut conn, *id, state.clock.now()).await?;
    let sees_all = member.is_admin() || member.owner_of.contains(&*id);
    let shown = all
        .into_iter()
        .filter(|invitation| sees_all || invitation.post.is_given_by(&member))
        .map(|invitation| HouseInvitation {
            id: invitation.id,
            role: invitation.post.name().to_owned(),
            catalog_id: invitation.post.catalog_id(),
            number: invitation.contact.phone().map(str::to_owned),
            email: invitation.contact.email().map(str::to_owned),
            created: invitation.created.into(),
            expires: invitation.expires.into(),
        });
    Ok(Json(shown.collect()))
}

/// Withdraws an invitation of a house. For those who may send it.
#[utoipa::path(tag = "staff", params(("id" = i64, Path), ("invitationId" = i64, Path)), security(("token" = [])),
    responses((status = 204), (status = 403, description = "May not invite to this role"),
        (status = 404, description = "Unknown house, or no such invitation")))]
#[delete("/api/house/{id}/invitations/{invitationId}")]
pub async fn withdraw_invitation(
    state: Data<AppState>,
    member: Member,
    path: Path<(i64, i64)>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let (id, invitation_id) = path.into_inner();
    super::house::managed(&state, &member, id).await?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    let invitation = invitations::of_house(&mut tx, id, by.at)
        .await?
        .into_iter()
        .find(|invitation| invitation.id == invitation_id)
        .ok_or_else(ApiError::not_found)?;
    if !invitation.post.is_given_by(&member) {
        return Err(ApiError::forbidden());
    }
    let withdrawn = invitations::withdraw(&mut tx, &invitation, &by).await?;
    tx.commit().await?;
    match withdrawn {
        true => Ok(HttpResponse::NoContent().finish()),
        false => Err(ApiError::not_found()),
    }
}

//! A house's staff: its owners, managers and newsmakers, and the auctioneers of its catalogs.
//!
//! A house names people by number or e-mail. That sends an invitation, which the person accepts (`invitations.rs`), and
//! has the same answer whether or not they have an account, so nobody can probe for accounts.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::{AuctioneerRequest, StaffRequest};
use contract::error::{ApiError, ApiResult};
use people::contact::Contact;
use people::holder;
use people::invitations;
use people::journal::Action;
use people::staff::{Post, Role};

/// Invites a person to be a manager of a house.
///
/// The answer is the same whether or not an account has the contact. For the house's owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an owner or admin"),
        (status = 404, description = "No such house"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/accounts/manager")]
pub async fn register_manager(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    register(state, member, &body, Role::Manager).await
}

/// Revokes a person's manager role in a house, or the invitation to it. For the house's owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an owner or admin"),
        (status = 404, description = "No such house, or no such manager of it")))]
#[post("/api/accounts/manager/unregister")]
pub async fn unregister_manager(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    unregister(state, member, &body, Role::Manager).await
}

/// Invites a person to be an owner of a house.
///
/// The answer is the same whether or not an account has the contact. For admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an admin"),
        (status = 404, description = "No such house"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/accounts/owner")]
pub async fn register_owner(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    register(state, member, &body, Role::Owner).await
}

/// Revokes a person's ownership of a house, or the invitation to it. 409 for the last owner: appoint another one first. For admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an admin"),
        (status = 404, description = "No such house, or no such owner of it"),
        (status = 409, description = "The last owner")))]
#[post("/api/accounts/owner/unregister")]
pub async fn unregister_owner(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    unregister(state, member, &body, Role::Owner).await
}

/// Invites a person to be a newsmaker of a house.
///
/// The answer is the same whether or not an account has the contact. For the house's owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an owner or admin"),
        (status = 404, description = "No such house"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/accounts/newsmaker")]
pub async fn register_newsmaker(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    register(state, member, &body, Role::Newsmaker).await
}

/// Revokes a person's newsmaker role in a house, or the invitation to it. For the house's owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an owner or admin"),
        (status = 404, description = "No such house, or no such newsmaker of it")))]
#[post("/api/accounts/newsmaker/unregister")]
pub async fn unregister_newsmaker(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    unregister(state, member, &body, Role::Newsmaker).await
}

/// Invites a person to be an auctioneer of a catalog.
///
/// The answer is the same whether or not an account has the contact. For the house's managers, owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = AuctioneerRequest,
    responses((status = 204), (status = 403, description = "Not a manager, owner or admin"),
        (status = 404, description = "No such catalog")))]
#[post("/api/accounts/auctioneer")]
pub async fn register_auctioneer(
    state: Data<AppState>,
    member: Member,
    body: Json<AuctioneerRequest>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let house_id = managed_house(&state, &member, body.catalog_id).await?;
    member.require_step_up(&state).await?;
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    let post = Post::Auctioneer {
        house_id,
        catalog_id: body.catalog_id,
    };
    invite(&state, &member, post, &contact).await
}

/// Revokes a person's auctioneer role in a catalog, or the invitation to it. For the house's managers, owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = AuctioneerRequest,
    responses((status = 204), (status = 403, description = "Not a manager, owner or admin"),
        (status = 404, description = "No such catalog, or no such auctioneer of it")))]
#[post("/api/accounts/auctioneer/unregister")]
pub async fn unregister_auctioneer(
    state: Data<AppState>,
    member: Member,
    body: Json<AuctioneerRequest>,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let house_id = managed_house(&state, &member, body.catalog_id).await?;
    let catalog_id = body.catalog_id;
    let post = Post::Auctioneer {
        house_id,
        catalog_id,
    };
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    // Account first, then the invitation, as its acceptance does.
    let account_id = holder::known(&mut tx, &contact).await?;
    let was_invited = invitations::withdraw_from(&mut tx, post, &contact, &by).await?;
    let dismissed = sqlx::query_scalar!(
        "delete from catalog_auctioneer where catalog_id = $1 and account_id = $2 returning account_id",
        catalog_id,
        account_id
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(account_id) = dismissed {
        let before = json!({"catalogId": catalog_id});
        by.record_deletion(&mut tx, Action::AuctioneerUnregistered, account_id, &before)
            .await?;
    } else if !was_invited {
        return Err(nobody_of_the_staff());
    }
    tx.commit().await?;
    if let Some(account_id) = dismissed {
        state.access.account_changed(account_id);
    }
    Ok(HttpResponse::NoContent().finish())
}

/// 404 unless the house exists, 403 unless the caller may give this role in it.
async fn require_chief(state: &AppState, member: &Member, post: Post) -> ApiResult<()> {
    if !post.is_given_by(member) {
        return Err(ApiError::forbidden());
    }
    crate::houses::house::require_house(state, post.house_id()).await
}

/// The house of a catalog that the caller manages. 404 for a catalog not visible to the caller, else 403.
async fn managed_house(state: &AppState, member: &Member, catalog_id: i64) -> ApiResult<i64> {
    let catalog = sqlx::query!(
        r#"select c.house_id, not catalog_is_public(c, t, h) as "is_hidden!"
         from catalog c left join catalog_trade t on t.catalog_id = c.id join house h on h.id = c.house_id
         where c.id = $1 and c.deleted is null and c.rehearsal_of is null"#,
        catalog_id
    )
    .fetch_optional(&state.pool)
    .await?
    .filter(|catalog| !catalog.is_hidden || member.sees_hidden_of(catalog.house_id))
    .ok_or_else(ApiError::not_found)?;
    if member.manages(catalog.house_id) {
        Ok(catalog.house_id)
    } else {
        Err(ApiError::forbidden())
    }
}

async fn invite(
    state: &AppState,
    member: &Member,
    post: Post,
    contact: &Contact,
) -> ApiResult<HttpResponse> {
    // An invitation sends a letter to an address of the inviter's choice.
    if !member.is_admin() {
        state.limits.naming(member.id).await?;
    }
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    invitations::invite(&mut tx, post, contact, &by).await?;
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

fn nobody_of_the_staff() -> ApiError {
    ApiError::not_found_because("Такого сотрудника нет")
}

async fn register(
    state: Data<AppState>,
    member: Member,
    body: &StaffRequest,
    role: Role,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let house_id = body.house_id;
    let post = Post::Staff { house_id, role };
    require_chief(&state, &member, post).await?;
    member.require_step_up(&state).await?;
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    invite(&state, &member, post, &contact).await
}

async fn unregister(
    state: Data<AppState>,
    member: Member,
    body: &StaffRequest,
    role: Role,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let house_id = body.house_id;
    let post = Post::Staff { house_id, role };
    require_chief(&state, &member, post).await?;
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    let by = member.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    // Account first, then the invitation, as its acceptance does.
    let account_id = holder::known(&mut tx, &contact).await?;
    let was_invited = invitations::withdraw_from(&mut tx, post, &contact, &by).await?;
    let dismissed = match account_id {
        Some(account_id) => dismiss(&mut tx, house_id, account_id, role).await?,
        None => None,
    };
    if let Some(account_id) = dismissed {
        let before = json!({"houseId": house_id, "role": role.name()});
        by.record_deletion(&mut tx, Action::StaffUnregistered, account_id, &before)
            .await?;
    } else if !was_invited {
        return Err(nobody_of_the_staff());
    }
    tx.commit().await?;
    if let Some(account_id) = dismissed {
        state.access.account_changed(account_id);
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Takes a role from a person, whose account the caller has locked. `None` if they do not hold it, 409 for the last owner.
async fn dismiss(
    tx: &mut sqlx::PgConnection,
    house_id: i64,
    account_id: i64,
    role: Role,
) -> ApiResult<Option<i64>> {
    // Locks the house, so concurrent removals cannot take its last owner. Account first, then house, as a deletion does.
    sqlx::query!(
        "select id from house where id = $1 for no key update",
        house_id
    )
    .fetch_one(&mut *tx)
    .await?;
    let left = sqlx::query_scalar!(
        r#"with gone as (
            delete from house_staff where house_id = $1 and account_id = $2 and role = $3 returning account_id
         )
         select (select count(*) from house_staff where house_id = $1 and role = $3 and account_id <> $2) as "left!"
         from gone"#,
        house_id,
        account_id,
        role as i16
    )
    .fetch_optional(tx)
    .await?;
    match left {
        Some(0) if role == Role::Owner => Err(ApiError::conflict(
            "Это последний владелец: сначала назначьте другого",
        )),
        left => Ok(left.map(|_| account_id)),
    }
}

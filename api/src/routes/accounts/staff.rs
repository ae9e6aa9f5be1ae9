//! A house's staff: its owners, managers and newsmakers, and the auctioneers of its catalogs.
//!
//! A house names people by number or e-mail and gets the same answer whether or not they had an account, so it cannot
//! probe for accounts. An account created this way is confirmed by its owner's first login. Admins, who see all
//! accounts, get an error for an unknown contact: it is more often a typo than a newcomer.

use actix_web::web::{Data, Json};
use actix_web::{HttpResponse, post};
use serde_json::json;

use crate::caller::Member;
use crate::state::AppState;
use contract::dto::{AuctioneerRequest, StaffRequest};
use contract::error::{ApiError, ApiResult};
use people::contact::Contact;
use people::holder::{self, Held};
use people::journal::{Action, By};
use people::staff::{self, Role};
use people::standing;

/// Makes a person a manager of a house.
///
/// They can no longer bid there: their open absentee orders are cancelled. For the house's owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an owner or admin"),
        (status = 404, description = "No such house; for admins: no such account")))]
#[post("/api/accounts/manager")]
pub async fn register_manager(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    register(state, member, &body, Role::Manager).await
}

/// Revokes a person's manager role in a house. For the house's owners and admins.
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

/// Makes a person an owner of a house.
///
/// They can no longer bid there: their open absentee orders are cancelled. For admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an admin"),
        (status = 404, description = "No such house, or no such account")))]
#[post("/api/accounts/owner")]
pub async fn register_owner(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    register(state, member, &body, Role::Owner).await
}

/// Revokes a person's ownership of a house. 409 for the last owner: appoint another one first. For admins.
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

/// Makes a person a newsmaker of a house.
///
/// They can no longer bid there: their open absentee orders are cancelled. For the house's owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = StaffRequest,
    responses((status = 204), (status = 403, description = "Not an owner or admin"),
        (status = 404, description = "No such house; for admins: no such account")))]
#[post("/api/accounts/newsmaker")]
pub async fn register_newsmaker(
    state: Data<AppState>,
    member: Member,
    body: Json<StaffRequest>,
) -> ApiResult<HttpResponse> {
    register(state, member, &body, Role::Newsmaker).await
}

/// Revokes a person's newsmaker role in a house. For the house's owners and admins.
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

/// Makes a person an auctioneer of a catalog.
///
/// They can no longer bid in its house: their open absentee orders there are cancelled. For the house's managers,
/// owners and admins.
#[utoipa::path(tag = "staff", security(("token" = [])), request_body = AuctioneerRequest,
    responses((status = 204), (status = 403, description = "Not a manager, owner or admin"),
        (status = 404, description = "No such catalog; for admins: no such account")))]
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
    limit(&state, &member)?;
    let catalog_id = body.catalog_id;
    standing::to_its_end(async move {
        let by = member.by(state.clock.now());
        let mut tx = state.pool.begin().await?;
        let Held { account_id, former } = account_of(&mut tx, &member, &contact, &by).await?;
        let registered = sqlx::query!(
            "insert into catalog_auctioneer (catalog_id, account_id) values ($1, $2) on conflict do nothing",
            catalog_id,
            account_id
        )
        .execute(&mut *tx)
        .await?
        .rows_affected()
            > 0;
        staff::end_trust(&mut tx, house_id, account_id).await?;
        if registered {
let after = json!({"catalogId": catalog_id});
            by.record_creation(&mut tx, Action::AuctioneerRegistered, account_id, &after)
            .await?;
        }
        tx.commit().await?;
        if let Some(former) = former {
            state.access.account_changed(former);
        }
        standing::lost(&state.bidders, house_id, account_id).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Revokes a person's auctioneer role in a catalog. For the house's managers, owners and admins.
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
    managed_house(&state, &member, body.catalog_id).await?;
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    let mut tx = state.pool.begin().await?;
    let account_id = holder::known(&mut tx, &contact)
        .await?
        .ok_or_else(nobody_of_the_staff)?;
    let unregistered = sqlx::query!(
        "delete from catalog_auctioneer where catalog_id = $1 and account_id = $2",
        body.catalog_id,
        account_id
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    if unregistered == 0 {
        return Err(nobody_of_the_staff());
    }
    let before = json!({"catalogId": body.catalog_id});
    member
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::AuctioneerUnregistered, account_id, &before)
        .await?;
    tx.commit().await?;
    state.access.account_changed(account_id);
    Ok(HttpResponse::NoContent().finish())
}

/// 404 unless the house exists, 403 unless the caller may appoint people to this role in it.
async fn require_chief(
    state: &AppState,
    member: &Member,
    house_id: i64,
    role: Role,
) -> ApiResult<()> {
    let may = member.is_admin() || role != Role::Owner && member.owner_of.contains(&house_id);
    if !may {
        return Err(ApiError::forbidden());
    }
    crate::routes::houses::house::require_house(state, house_id).await
}

/// The house of a catalog that the caller manages. 404 for a catalog not visible to the caller, else 403.
async fn managed_house(state: &AppState, member: &Member, catalog_id: i64) -> ApiResult<i64> {
    let catalog = sqlx::query!(
        r#"select c.house_id, not catalog_is_public(c, t, h) as "is_hidden!"
         from catalog c left join catalog_trade t on t.catalog_id = c.id join house h on h.id = c.house_id
         where c.id = $1 and c.deleted is null"#,
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

/// Limits appointments, because they create accounts.
fn limit(state: &AppState, member: &Member) -> ApiResult<()> {
    if member.is_admin() {
        return Ok(());
    }
    state.limits.naming(member.id)
}

async fn account_of(
    tx: &mut sqlx::PgConnection,
    member: &Member,
    contact: &Contact,
    by: &By,
) -> ApiResult<Held> {
    if member.is_admin() {
        let account_id = holder::entitled(tx, contact, by).await?;
        let account_id = account_id.ok_or_else(|| {
            ApiError::not_found_because("Пользователь с таким контактом не найден")
        })?;
        Ok(Held {
            account_id,
            former: None,
        })
    } else {
        holder::named(tx, contact, by).await
    }
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
    require_chief(&state, &member, house_id, role).await?;
    member.require_step_up(&state).await?;
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    limit(&state, &member)?;
    standing::to_its_end(async move {
        let by = member.by(state.clock.now());
        let mut tx = state.pool.begin().await?;
        let Held { account_id, former } = account_of(&mut tx, &member, &contact, &by).await?;
        if staff::appoint(&mut tx, house_id, account_id, &contact, role).await? {
            let after = json!({"houseId": house_id, "role": role.name()});
            by.record_creation(&mut tx, Action::StaffRegistered, account_id, &after)
                .await?;
        }
        tx.commit().await?;
        if let Some(former) = former {
            state.access.account_changed(former);
        }
        standing::lost(&state.bidders, house_id, account_id).await
    })
    .await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn unregister(
    state: Data<AppState>,
    member: Member,
    body: &StaffRequest,
    role: Role,
) -> ApiResult<HttpResponse> {
    member.require_login()?;
    let house_id = body.house_id;
    require_chief(&state, &member, house_id, role).await?;
    let contact = Contact::of(body.number.as_deref(), body.email.as_deref())?;
    let mut tx = state.pool.begin().await?;
    let account_id = holder::known(&mut tx, &contact)
        .await?
        .ok_or_else(nobody_of_the_staff)?;
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
    .fetch_optional(&mut *tx)
    .await?
    .ok_or_else(nobody_of_the_staff)?;
    if role == Role::Owner && left == 0 {
        return Err(ApiError::conflict(
            "Это последний владелец: сначала назначьте другого",
        ));
    }
    let before = json!({"houseId": house_id, "role": role.name()});
    member
        .by(state.clock.now())
        .record_deletion(&mut tx, Action::StaffUnregistered, account_id, &before)
        .await?;
    tx.commit().await?;
    state.access.account_changed(account_id);
    Ok(HttpResponse::NoContent().finish())
}

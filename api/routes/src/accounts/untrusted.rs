//! A house's untrusted list.

use actix_web::web::{Data, Path, Query};
use actix_web::{HttpResponse, delete, get, post};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::bounds;
use contract::dto::{UntrustedRequest, UntrustedUser};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::eligibility;
use people::login;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct HouseQuery {
    house_id: i64,
}

/// The people a house does not trust. For its managers, owners and admins.
#[utoipa::path(tag = "account", params(HouseQuery), security(("token" = [])),
    responses((status = 200, body = Vec<UntrustedUser>)))]
#[get("/api/accounts/untrusted")]
pub async fn untrusted(
    state: Data<AppState>,
    member: Member,
    query: Query<HouseQuery>,
) -> ApiResult<Json<Vec<UntrustedUser>>> {
    require_manager(&member, query.house_id)?;
    Ok(Json(
        people::untrusted::of_house(&state.pool, query.house_id).await?,
    ))
}

/// Puts a person on the house's untrusted list: they lose its trust and their open absentee orders there. The entry of a
/// person who is on it gets the new reason. Decisions on their request that are based on its earlier revision are refused from
/// then on.
///
/// Finds only people who asked to register with the house, so nobody can probe for other accounts. For the house's
/// managers, owners and admins.
#[utoipa::path(tag = "account", security(("token" = [])), responses((status = 200, body = UntrustedUser),
        (status = 404, description = "Unknown, or not visible to the caller")))]
#[post("/api/accounts/untrusted")]
pub async fn add_untrusted(
    state: Data<AppState>,
    member: Member,
    body: Json<UntrustedRequest>,
) -> ApiResult<Json<UntrustedUser>> {
    require_manager(&member, body.house_id)?;
    let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let (phone, email) = match (filled(&body.email), filled(&body.login)) {
        (Some(email), _) => (None, Some(login::email(&email)?)),
        (None, Some(login)) if login.contains('@') => (None, Some(login::email(&login)?)),
        (None, Some(login)) => (Some(login::phone(&login)?), None),
        (None, None) => return Err(ApiError::invalid("email", "Укажите e-mail или телефон")),
    };
    let account = sqlx::query!(
        "select id, display_name, case when not unproved_phone then phone end as phone,
            case when not unproved_email then email end as email from account
         where (phone = $1 and not unproved_phone or email = $2 and not unproved_email) and deleted is null
             and exists (select from house_order where house_id = $3 and account_id = account.id)",
        phone,
        email,
        body.house_id
    )
    .fetch_optional(&state.pool)
    .await?
    .ok_or_else(|| {
        ApiError::not_found_because("Среди зарегистрированных в доме такого пользователя нет")
    })?;
    let mut faults = Faults::default();
    let reason = faults.optional("reason", body.reason.as_deref(), bounds::MESSAGE);
    let reason = faults.or(reason)?;
    let by = member.by(state.clock.now());
    let (house_id, user_id, lists) = (body.house_id, account.id, state.clone());
    eligibility::to_its_end(async move {
        people::untrusted::add(&lists.pool, house_id, user_id, reason, &by).await?;
        eligibility::lost(&lists.bidders, house_id, user_id).await
    })
    .await?;
    let entry = people::untrusted::entry(&state.pool, house_id, user_id).await?;
    Ok(Json(UntrustedUser {
        user_id: account.id,
        display_name: account.display_name,
        login: account.phone,
        e_mail: account.email,
        created: entry.created,
        reason: entry.reason,
        added_by: entry.added_by,
    }))
}

/// Removes a person from the house's untrusted list, without making them trusted.
///
/// For the house's managers, owners and admins.
#[utoipa::path(tag = "account", params(("houseId" = i64, Path), ("userId" = i64, Path)),
    security(("token" = [])), responses((status = 204)))]
#[delete("/api/accounts/untrusted/{houseId}/{userId}")]
pub async fn remove_untrusted(
    state: Data<AppState>,
    member: Member,
    path: Path<(i64, i64)>,
) -> ApiResult<HttpResponse> {
    let (house_id, user_id) = path.into_inner();
    require_manager(&member, house_id)?;
    let by = member.by(state.clock.now());
    people::untrusted::remove(&state.pool, house_id, user_id, &by).await?;
    state.access.account_changed(user_id);
    Ok(HttpResponse::NoContent().finish())
}

fn require_manager(member: &Member, house_id: i64) -> ApiResult<()> {
    if member.manages(house_id) {
        Ok(())
    } else {
        Err(ApiError::forbidden())
    }
}

//! `/api/settings`: what staff keep of their lists.

use actix_web::web::{Data, Query};
use actix_web::{HttpResponse, get, put};
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;

use crate::houses::house::require_house;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::bounds;
use contract::dto::{StaffSetting, StaffSettingRequest};
use contract::error::{ApiError, ApiResult};
use contract::fields::Faults;
use people::journal::{Action, record};
use people::settings::{self, Keeper};

/// The list of answers to price requests, which those who manage a house share.
const ANSWERS: &str = "answers";

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct SettingsQuery {
    /// Absent: the admin area.
    house_id: Option<i64>,
}

/// The caller's settings there. 404 for those who do not work there, and for a house that does not exist.
async fn own(state: &AppState, member: &Member, house_id: Option<i64>) -> ApiResult<Keeper> {
    if let Some(id) = house_id {
        require_house(state, id).await?;
    }
    let works_there = house_id.map_or(member.is_admin(), |id| member.writes_for(id));
    if !works_there {
        return Err(ApiError::not_found());
    }
    Ok(Keeper {
        house_id,
        account_id: Some(member.id),
    })
}

/// The settings of a list; 404 for those who may not keep it.
async fn keeper(
    state: &AppState,
    member: &Member,
    house_id: Option<i64>,
    list: &str,
) -> ApiResult<Keeper> {
    let own = own(state, member, house_id).await?;
    match house_id {
        _ if list != ANSWERS => Ok(own),
        Some(id) if member.manages(id) => Ok(Keeper {
            house_id,
            account_id: None,
        }),
        _ => Err(ApiError::not_found()),
    }
}

/// What the caller keeps of the lists of a house or of the admin area: saved views, and the answers to price requests that
/// those who manage the house share.
///
/// For the house's newsmakers, managers and owners, and admins; 404 for everybody else.
#[utoipa::path(tag = "account", params(SettingsQuery), security(("token" = [])),
    responses((status = 200, body = Vec<StaffSetting>), (status = 404, description = "Not staff there")))]
#[get("/api/settings")]
pub async fn staff_settings(
    state: Data<AppState>,
    member: Member,
    query: Query<SettingsQuery>,
) -> ApiResult<Json<Vec<StaffSetting>>> {
    let house_id = query.house_id;
    let mut kept = settings::of(&state.pool, own(&state, &member, house_id).await?).await?;
    if let Ok(shared) = keeper(&state, &member, house_id, ANSWERS).await {
        kept.extend(settings::of(&state.pool, shared).await?);
    }
    Ok(Json(kept))
}

/// Keeps a setting under a name, in the place of one of this name, or drops it. 409 if 200 are kept.
///
/// For those who may read it; 404 for everybody else.
#[utoipa::path(tag = "account", params(SettingsQuery), security(("token" = [])),
    responses((status = 204), (status = 404, description = "Not staff there"),
        (status = 409, description = "Too many settings"), (status = 422, description = "Invalid fields")))]
#[put("/api/settings")]
pub async fn keep_staff_setting(
    state: Data<AppState>,
    member: Member,
    query: Query<SettingsQuery>,
    body: Json<StaffSettingRequest>,
) -> ApiResult<HttpResponse> {
    let mut faults = Faults::default();
    let list = faults.required("list", &body.list, bounds::SETTINGS_LIST);
    if !list.chars().all(|c| c.is_ascii_lowercase() || c == '-') {
        faults.add("list", "Только латинские буквы и дефис");
    }
    let keeper = keeper(&state, &member, query.house_id, &list).await?;
    let name = faults.required("name", &body.name, bounds::SETTING_NAME);
    let value = body
        .value
        .as_deref()
        .map(|value| faults.optional("value", Some(value), bounds::SETTING));
    faults.into_result()?;
    let mut tx = state.pool.begin().await?;
    let after = value.map(Option::unwrap_or_default);
    let before = match &after {
        None => settings::drop(&mut tx, keeper, &list, &name).await?,
        Some(value) => {
            let setting = StaffSetting {
                list,
                name: name.clone(),
                value: value.clone(),
            };
            settings::keep(&mut tx, keeper, &setting).await?
        }
    };
    if let Some(house_id) = keeper.house_id.filter(|_| keeper.account_id.is_none()) {
        // By its name, since the record keeps only what differs.
        let said = |value: String| json!({ name.as_str(): value });
        record(
            &mut tx,
            &member.by(state.clock.now()),
            Action::SharedAnswerChanged,
            house_id,
            before.map(said).as_ref(),
            after.map(said).as_ref(),
        )
        .await?;
    }
    tx.commit().await?;
    Ok(HttpResponse::NoContent().finish())
}

//! The admins' list of accounts.

use actix_web::get;
use actix_web::web::{Data, Json, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Member;
use application::state::AppState;
use contract::dto::{AccountInfo, Page, Paging, UserPhoto};
use contract::error::ApiResult;
use people::login;

/// The longest search text, in characters.
const SEARCH: usize = 200;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AccountsQuery {
    /// Part of a name, number or e-mail, or the id. Finds a deleted account only by its id, or, while it can be
    /// restored, by its whole number or e-mail.
    search: Option<String>,
    /// Role flags, all of which an account must have: Manager 1024, Admin 4096, Developer 8192.
    role: Option<i32>,
    /// Only this house's staff, auctioneers included.
    house_id: Option<i64>,
    /// Only staff of any house, auctioneers included.
    #[serde(default)]
    staff: bool,
    /// Only deleted accounts. By default the list excludes them.
    #[serde(default)]
    deleted: bool,
}

/// Accounts, newest first. For admins.
#[utoipa::path(tag = "account", params(AccountsQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<AccountInfo>), (status = 403, description = "Not an admin")))]
#[get("/api/accounts")]
pub async fn list_accounts(
    state: Data<AppState>,
    member: Member,
    query: Query<AccountsQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<AccountInfo>>> {
    member.require_admin()?;
    let text: Option<String> = query
        .search
        .as_deref()
        .map(|text| text.trim().chars().take(SEARCH).collect::<String>())
        .filter(|text| !text.is_empty());
    let like = text.as_deref().map(like);
    let id = text.as_deref().and_then(|text| text.parse::<i64>().ok());
    // A number may be written in any notation.
    let phone = text.as_deref().and_then(|text| login::phone(text).ok());
    let exact = phone
        .clone()
        .or_else(|| text.as_deref().map(str::to_lowercase));
    let total = sqlx::query_file_scalar!(
        "queries/accounts/count.sql",
        query.deleted,
        like,
        id,
        phone,
        exact,
        query.role,
        query.house_id,
        query.staff
    )
    .fetch_one(&state.pool)
    .await?;
    let window = paging.window(total);
    let rows = sqlx::query_file!(
        "queries/accounts/list.sql",
        query.deleted,
        like,
        id,
        phone,
        exact,
        query.role,
        query.house_id,
        query.staff,
        window.limit,
        window.offset,
        state.clock.now()
    )
    .fetch_all(&state.pool)
    .await?;
    let items = rows.into_iter().map(|row| AccountInfo {
        id: row.id,
        display_name: row.display_name,
        roles: row.roles,
        is_phone_confirmed: row.phone.is_some() && !row.unproved_phone,
        is_e_mail_confirmed: row.email.is_some() && !row.unproved_email,
        login: row.phone,
        e_mail: row.email,
        photo: UserPhoto { icon_id: row.photo },
        created: row.created.into(),
        last_seen: row.last_seen.map(Into::into),
        manager_of_house_ids: row.manager_of,
        owner_of_house_ids: row.owner_of,
        newsmaker_of_house_ids: row.newsmaker_of,
        auctioneer_of_catalog_ids: row.auctioneer_of,
        deleted: row.deleted.map(Into::into),
        restorable_until: row.restorable_until.map(Into::into),
    });
    Ok(Json(Page::new(items.collect(), window)))
}

/// A `like` pattern that finds the text anywhere, ignoring case.
fn like(text: &str) -> String {
    let mut pattern = String::from("%");
    for c in text.to_lowercase().chars() {
        if matches!(c, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern.push('%');
    pattern
}

#[cfg(test)]
mod tests {
    #[test]
    fn like_escapes_its_metacharacters() {
        assert_eq!(super::like(r"A_b%\"), r"%a\_b\%\\%");
    }
}

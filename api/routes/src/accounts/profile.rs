//! The caller's profile.

use actix_web::put;
use actix_web::web::Data;
use serde_json::json;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::bounds;
use contract::dto::{ProfileRequest, User};
use contract::error::{ApiError, ApiResult};
use people::journal::Action;
use texts::characters::is_invisible;

/// A person's display name, normalized for storage: 1 to 100 characters, none of them invisible. Else 422 at
/// `displayName`.
pub fn display_name(text: &str) -> ApiResult<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || !bounds::DISPLAY_NAME.fits(text) || name.contains(is_invisible) {
        return Err(ApiError::invalid(
            "displayName",
            "От 1 до 100 печатных символов",
        ));
    }
    Ok(name)
}

/// Changes the caller's name.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = ProfileRequest,
    responses((status = 200, body = User), (status = 403, description = "Called with an access token")))]
#[put("/api/accounts")]
pub async fn update_profile(
    state: Data<AppState>,
    member: Member,
    body: Json<ProfileRequest>,
) -> ApiResult<Json<User>> {
    member.require_login()?;
    let name = display_name(&body.display_name)?;
    let mut tx = state.pool.begin().await?;
    let changed = sqlx::query!(
        "update account set display_name = $2 where id = $1 and display_name <> $2 and deleted is null",
        member.id,
        name
    )
    .execute(&mut *tx)
    .await?
    .rows_affected();
    if changed > 0 {
        let before = json!({"displayName": member.display_name});
        let after = json!({"displayName": name});
        member
            .by(state.clock.now())
            .record_change(&mut tx, Action::AccountChanged, member.id, &before, &after)
            .await?;
    }
    tx.commit().await?;
    state.access.account_changed(member.id);
    let account = state.access.account(member.id).await?;
    let account = account.ok_or_else(ApiError::not_authenticated)?;
    Ok(Json(account.to_dto()))
}

#[cfg(test)]
mod tests {
    use super::display_name;

    #[test]
    fn names_are_trimmed_and_contain_no_invisible_characters() {
        assert_eq!(display_name("  Анна \n Ли ").unwrap(), "Анна Ли");
        assert_eq!(display_name(&"я".repeat(100)).unwrap().chars().count(), 100);
        for text in [
            "",
            " \t",
            "\u{202e}танА",
            "а\u{200b}б",
            "а\u{0}б",
            &"я".repeat(101),
        ] {
            assert!(display_name(text).is_err(), "{text:?}");
        }
    }
}

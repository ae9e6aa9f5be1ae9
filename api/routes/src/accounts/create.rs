//! Creates accounts for other people.

use actix_web::post;
use actix_web::web::Data;
use serde_json::json;

use super::profile::display_name;
use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::codes::Code;
use contract::dto::{CreateAccountRequest, CreatedAccount};
use contract::error::{ApiError, ApiResult};
use people::contact;
use people::journal::Action;

/// A validated request for a new account.
struct New {
    phone: Option<String>,
    email: Option<String>,
    display_name: String,
}

impl New {
    /// Fails with 422 and lists every invalid field.
    fn read(body: &CreateAccountRequest) -> ApiResult<Self> {
        let filled = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        let (number, e_mail) = (filled(&body.number), filled(&body.e_mail));
        let phone = number.as_deref().map(contact::phone).transpose();
        let email = e_mail
            .as_deref()
            .map(|text| contact::email_of("eMail", text))
            .transpose();
        let nobody = number.is_none() && e_mail.is_none();
        let named = (!nobody)
            .then_some(())
            .ok_or_else(|| ApiError::invalid("number", "Укажите телефон или e-mail"));
        match (phone, email, named, display_name(&body.display_name)) {
            (Ok(phone), Ok(email), Ok(()), Ok(display_name)) => Ok(Self {
                phone,
                email,
                display_name,
            }),
            (phone, email, named, name) => {
                let wrong = [phone.err(), email.err(), named.err(), name.err()];
                Err(wrong
                    .into_iter()
                    .flatten()
                    .reduce(ApiError::with)
                    .expect("at least one field is invalid"))
            }
        }
    }

    /// Returns `None` if another account has one of the contacts.
    async fn store(
        &self,
        state: &AppState,
        member: &Member,
        is_unproved: bool,
    ) -> ApiResult<Option<i64>> {
        let by = member.by(state.clock.now());
        let mut tx = state.pool.begin().await?;
        let id = sqlx::query_scalar!(
            "insert into account (display_name, phone, email, unproved_phone, unproved_email, created)
             values ($1, $2, $3, $4 and $2::text is not null, $4 and $3::text is not null, $5) returning id",
            self.display_name,
            self.phone,
            self.email,
            is_unproved,
            by.at
        )
        .fetch_one(&mut *tx)
        .await;
        let id = match id.map_err(contact::taken) {
            Ok(id) => id,
            Err(taken) if taken.code() == Code::ContactTaken => return Ok(None),
            Err(error) => return Err(error),
        };
        let after = json!({"phone": self.phone, "eMail": self.email, "isConfirmed": !is_unproved});
        by.record_creation(&mut tx, Action::AccountCreated, id, &after)
            .await?;
        tx.commit().await?;
        Ok(Some(id))
    }

    fn answer(self, id: Option<i64>) -> Json<CreatedAccount> {
        Json(CreatedAccount {
            id,
            display_name: self.display_name,
            login: self.phone,
            e_mail: self.email,
        })
    }
}

/// Creates an account that its owner confirms by their first login.
///
/// For admins, and for managers and owners of a house. If another account has the number or e-mail, a house gets the
/// same answer and nothing happens, so a house cannot probe for accounts.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = CreateAccountRequest,
    responses((status = 200, body = CreatedAccount), (status = 403, description = "Not an admin, manager or owner"),
        (status = 409, description = "For admins: another account has the number or e-mail"),
        (status = 429, description = "Too many; wait the seconds of `Retry-After`")))]
#[post("/api/accounts/create")]
pub async fn create_account(
    state: Data<AppState>,
    member: Member,
    body: Json<CreateAccountRequest>,
) -> ApiResult<Json<CreatedAccount>> {
    member.require_login()?;
    if !member.is_admin() && member.manager_of.is_empty() && member.owner_of.is_empty() {
        return Err(ApiError::forbidden());
    }
    let new = New::read(&body)?;
    if !member.is_admin() {
        state.limits.naming(member.id).await?;
    }
    let id = new.store(&state, &member, true).await?;
    match id {
        Some(id) if member.is_admin() => Ok(new.answer(Some(id))),
        None if member.is_admin() => Err(contact::is_taken()),
        _ => Ok(new.answer(None)),
    }
}

/// Creates an account that is confirmed at once. For admins.
#[utoipa::path(tag = "account", security(("token" = [])), request_body = CreateAccountRequest,
    responses((status = 200, body = CreatedAccount), (status = 403, description = "Not an admin"),
        (status = 409, description = "Another account has the number or e-mail")))]
#[post("/api/accounts/create/raw")]
pub async fn create_raw_account(
    state: Data<AppState>,
    member: Member,
    body: Json<CreateAccountRequest>,
) -> ApiResult<Json<CreatedAccount>> {
    member.require_admin()?;
    let new = New::read(&body)?;
    let id = new
        .store(&state, &member, false)
        .await?
        .ok_or_else(contact::is_taken)?;
    Ok(new.answer(Some(id)))
}

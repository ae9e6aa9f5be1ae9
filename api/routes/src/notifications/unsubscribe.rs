//! `/unsubscribe/{secret}/{setting}`: unsubscribes from optional letters without signing in. A page, not an API call: a
//! GET only asks, since programs open links too; a POST from the page or a mail program (RFC 8058) unsubscribes.

use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Path};
use actix_web::{HttpResponse, get, post};

use super::settings;
use crate::letter_page::page;
use application::caller::Caller;
use application::state::AppState;
use contract::error::ApiResult;
use notifier::Setting;

const TITLE: &str = "Уведомления по почте";

/// Registered outside the described API calls.
pub fn configure_pages(cfg: &mut web::ServiceConfig) {
    cfg.service(ask).service(end);
}

/// The account and setting of an unsubscribe address; `None` for an address that no letter contains.
async fn meant(
    state: &AppState,
    (secret, setting): &(String, String),
) -> ApiResult<Option<(i64, Setting)>> {
    let Some(setting) = Setting::of_name(setting) else {
        return Ok(None);
    };
    let account_id = sqlx::query_scalar!(
        "select e.account_id from letter_end e join account a on a.id = e.account_id
         where e.secret = $1 and a.deleted is null",
        secret
    )
    .fetch_optional(&state.pool)
    .await?;
    Ok(account_id.map(|account_id| (account_id, setting)))
}

#[get("/unsubscribe/{secret}/{setting}")]
async fn ask(state: Data<AppState>, address: Path<(String, String)>) -> ApiResult<HttpResponse> {
    let Some((account_id, setting)) = meant(&state, &address).await? else {
        return Ok(unknown(&state));
    };
    if !setting.of(&settings::find(&state.pool, account_id).await?) {
        return Ok(ended(&state, setting));
    }
    let question = format!(
        "<p>Больше не присылать письма «{}»?</p>\n<form method=\"post\"><button>Не присылать</button></form>",
        setting.title()
    );
    Ok(page(&state, TITLE, StatusCode::OK, &question))
}

#[post("/unsubscribe/{secret}/{setting}")]
async fn end(
    state: Data<AppState>,
    caller: Caller,
    address: Path<(String, String)>,
) -> ApiResult<HttpResponse> {
    let Some((account_id, setting)) = meant(&state, &address).await? else {
        return Ok(unknown(&state));
    };
    let by = caller.by(state.clock.now());
    let mut tx = state.pool.begin().await?;
    let before = settings::find(&mut *tx, account_id).await?;
    settings::save(&mut tx, &by, account_id, before, setting.off(before)).await?;
    tx.commit().await?;
    Ok(ended(&state, setting))
}

fn ended(state: &AppState, setting: Setting) -> HttpResponse {
    let text = format!(
        "<p>Письма «{}» больше не приходят. На сайте эти уведомления остаются.</p>\n\
         <p><a href=\"/account/profile\">Настроить уведомления</a></p>",
        setting.title()
    );
    page(state, TITLE, StatusCode::OK, &text)
}

fn unknown(state: &AppState) -> HttpResponse {
    let text = "<p>Ссылка недействительна. Уведомления настраиваются в личном кабинете.</p>\n\
                <p><a href=\"/account/profile\">Настроить уведомления</a></p>";
    page(state, TITLE, StatusCode::NOT_FOUND, text)
}

//! `/contact-change/{secret}`: stops a change of a contact without signing in. A page, not an API call: a GET only asks,
//! since programs open links too; a POST from the page stops it.

use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Path};
use actix_web::{HttpResponse, get, post};

use crate::letter_page::page;
use application::caller::Caller;
use application::state::AppState;
use contract::error::ApiResult;
use people::contact_change;

const TITLE: &str = "Смена контакта";

/// Registered outside the described API calls.
pub fn configure_pages(cfg: &mut web::ServiceConfig) {
    cfg.service(ask).service(stop);
}

#[get("/contact-change/{secret}")]
async fn ask(state: Data<AppState>, secret: Path<String>) -> ApiResult<HttpResponse> {
    let mut conn = state.pool.acquire().await?;
    if !contact_change::can_stop(&mut conn, &secret).await? {
        return Ok(unknown(&state));
    }
    let question = "<p>Остановить смену контакта? Все входы в учётную запись завершатся.</p>\n\
                    <form method=\"post\"><button>Остановить</button></form>";
    Ok(page(&state, TITLE, StatusCode::OK, question))
}

#[post("/contact-change/{secret}")]
async fn stop(
    state: Data<AppState>,
    caller: Caller,
    secret: Path<String>,
) -> ApiResult<HttpResponse> {
    let by = caller.by(state.clock.now());
    if !contact_change::stop(&state.bidders, &secret, &by).await? {
        return Ok(unknown(&state));
    }
    let text = "<p>Контакт остаётся прежним, все входы в учётную запись завершены.</p>\n\
                <p><a href=\"/\">Войти</a></p>";
    Ok(page(&state, TITLE, StatusCode::OK, text))
}

fn unknown(state: &AppState) -> HttpResponse {
    let text = "<p>Эта смена уже остановлена или состоялась. Если контакт сменили не вы, сразу напишите нам.</p>";
    page(state, TITLE, StatusCode::NOT_FOUND, text)
}

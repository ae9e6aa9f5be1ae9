//! `/api/auth/pass/{pass}`: a device gets its mark before its first login, by the link in a letter. A page, not an API
//! call: a GET only asks, since programs open links too, and browsers send their marks with the POST alone
//! (`SameSite=Strict`).

use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Path};
use actix_web::{HttpResponse, get, post};

use crate::auth::marks;
use crate::letter_page::page;
use application::caller::RequestOrigin;
use application::state::AppState;
use contract::error::{ApiError, ApiResult};
use people::devices;

const TITLE: &str = "Вход на сайт";

/// Registered outside the described API calls.
pub fn configure_pages(cfg: &mut web::ServiceConfig) {
    cfg.service(ask).service(admit);
}

#[get("/api/auth/pass/{pass}")]
async fn ask(state: Data<AppState>) -> HttpResponse {
    let question = "<p>Вы входите на сайт на этом устройстве? Коды на него будут приходить без ожидания.</p>\n\
                    <form method=\"post\"><button>Да, вхожу я</button></form>";
    page(&state, TITLE, StatusCode::OK, question)
}

#[post("/api/auth/pass/{pass}")]
async fn admit(
    state: Data<AppState>,
    RequestOrigin(origin): RequestOrigin,
    pass: Path<String>,
) -> ApiResult<HttpResponse> {
    let mut conn = state.pool.acquire().await?;
    let admitted = devices::admit(&mut conn, &pass, &origin, state.clock.now()).await?;
    let Some(admitted) = admitted else {
        let text = "<p>Ссылка больше не действует. Запросите код на сайте ещё раз.</p>\n\
                    <p><a href=\"/\">На сайт</a></p>";
        return Ok(page(&state, TITLE, StatusCode::NOT_FOUND, text));
    };
    let text = "<p>Готово. Вернитесь на сайт и запросите код ещё раз: он придёт сразу.</p>\n\
                <p><a href=\"/\">На сайт</a></p>";
    let mut done = page(&state, TITLE, StatusCode::OK, text);
    done.add_cookie(&marks(&state, admitted))
        .map_err(ApiError::internal)?;
    Ok(done)
}

//! `/unsubscribe/{secret}/{letters}`: ends optional letters without signing in. A page, not an API call: a GET only asks,
//! since programs open links too; a POST from the page or a mail program (RFC 8058) unsubscribes.

use actix_web::http::StatusCode;
use actix_web::web::{self, Data, Path};
use actix_web::{HttpResponse, get, post};
use sqlx::PgConnection;

use super::settings;
use crate::letter_page::page;
use crate::saved_searches;
use application::caller::Caller;
use application::state::AppState;
use contract::dto::{SavedSearch, SavedSearchChange, SearchLetters};
use contract::error::ApiResult;
use notifier::{Ending, Setting};
use people::journal::By;
use texts::markup::escape;

const TITLE: &str = "Уведомления по почте";

/// Registered outside the described API calls.
pub fn configure_pages(cfg: &mut web::ServiceConfig) {
    cfg.service(ask).service(end);
}

/// Letters that a person can end.
enum Letters {
    Setting(Setting),
    Search(SavedSearch),
}

/// The account and the letters of an unsubscribe address; `None` for an address that no letter contains, and for a saved
/// search that is deleted.
async fn meant(
    conn: &mut PgConnection,
    (secret, letters): &(String, String),
) -> ApiResult<Option<(i64, Letters)>> {
    let Some(ending) = Ending::of_name(letters) else {
        return Ok(None);
    };
    let Some(account_id) = sqlx::query_scalar!(
        "select e.account_id from letter_end e join account a on a.id = e.account_id
         where e.secret = $1 and a.deleted is null",
        secret
    )
    .fetch_optional(&mut *conn)
    .await?
    else {
        return Ok(None);
    };
    let letters = match ending {
        Ending::Setting(setting) => Some(Letters::Setting(setting)),
        Ending::Search(id) => saved_searches::find(conn, account_id, Some(id))
            .await?
            .pop()
            .map(Letters::Search),
    };
    Ok(letters.map(|letters| (account_id, letters)))
}

impl Letters {
    /// What they are, as HTML.
    fn title(&self) -> String {
        match self {
            Self::Setting(setting) => setting.title().to_owned(),
            Self::Search(search) => format!("Новые лоты по поиску {}", escape(&search.name)),
        }
    }

    async fn are_wanted(&self, conn: &mut PgConnection, account_id: i64) -> ApiResult<bool> {
        Ok(match self {
            Self::Setting(setting) => setting.of(&settings::find(conn, account_id).await?),
            Self::Search(search) => search.letters != SearchLetters::Never,
        })
    }

    async fn end(&self, conn: &mut PgConnection, by: &By, account_id: i64) -> ApiResult<()> {
        match self {
            Self::Setting(setting) => {
                let before = settings::find(&mut *conn, account_id).await?;
                settings::save(conn, by, account_id, before, setting.off(before)).await?;
            }
            Self::Search(search) => {
                let change = SavedSearchChange {
                    name: search.name.clone(),
                    letters: SearchLetters::Never,
                };
                saved_searches::change_one(conn, by, search, change).await?;
            }
        }
        Ok(())
    }
}

#[get("/unsubscribe/{secret}/{letters}")]
async fn ask(state: Data<AppState>, address: Path<(String, String)>) -> ApiResult<HttpResponse> {
    let mut conn = state.pool.acquire().await?;
    let Some((account_id, letters)) = meant(&mut conn, &address).await? else {
        return Ok(unknown(&state));
    };
    if !letters.are_wanted(&mut conn, account_id).await? {
        return Ok(ended(&state, &letters));
    }
    let question = format!(
        "<p>Больше не присылать письма «{}»?</p>\n<form method=\"post\"><button>Не присылать</button></form>",
        letters.title()
    );
    Ok(page(&state, TITLE, StatusCode::OK, &question))
}

#[post("/unsubscribe/{secret}/{letters}")]
async fn end(
    state: Data<AppState>,
    caller: Caller,
    address: Path<(String, String)>,
) -> ApiResult<HttpResponse> {
    let mut tx = state.pool.begin().await?;
    let Some((account_id, letters)) = meant(&mut tx, &address).await? else {
        return Ok(unknown(&state));
    };
    let by = caller.by(state.clock.now());
    letters.end(&mut tx, &by, account_id).await?;
    tx.commit().await?;
    Ok(ended(&state, &letters))
}

fn ended(state: &AppState, letters: &Letters) -> HttpResponse {
    let (stays, label, link) = match letters {
        Letters::Setting(_) => (
            "На сайте эти уведомления остаются.",
            "Настроить уведомления",
            "/account/profile",
        ),
        Letters::Search(_) => (
            "Сам поиск остаётся в личном кабинете.",
            "Сохранённые поиски",
            "/account?p=subscriptions",
        ),
    };
    let text = format!(
        "<p>Письма «{}» больше не приходят. {stays}</p>\n<p><a href=\"{link}\">{label}</a></p>",
        letters.title()
    );
    page(state, TITLE, StatusCode::OK, &text)
}

fn unknown(state: &AppState) -> HttpResponse {
    let text = "<p>Ссылка недействительна. Уведомления настраиваются в личном кабинете.</p>\n\
                <p><a href=\"/account/profile\">Настроить уведомления</a></p>";
    page(state, TITLE, StatusCode::NOT_FOUND, text)
}

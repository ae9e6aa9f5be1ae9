//! `/api/dev/journal`: who changed what, for admins and developers.

use actix_web::web::{Data, Json, Query};
use actix_web::{HttpResponse, get, post, web};
use serde_json::json;
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::download;
use application::state::AppState;
use contract::dto::{JournalEvent, JournalRecord, JournalRequest, Page, Paging};
use contract::error::{ApiError, ApiResult};
use documents::journal_report;
use people::journal::Action;
use people::records;
use texts::moscow;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(search_journal)
        .service(journal_events)
        .service(export_journal);
}

fn require_reader(member: &Member) -> ApiResult<()> {
    if member.is_admin() || member.is_developer() {
        Ok(())
    } else {
        Err(ApiError::forbidden())
    }
}

/// The events that the journal can be searched for. For admins and developers.
#[utoipa::path(tag = "journal", security(("token" = [])),
    responses((status = 200, body = Vec<JournalEvent>), (status = 403, description = "Not an admin or developer")))]
#[get("/api/dev/journal/events")]
pub async fn journal_events(member: Member) -> ApiResult<Json<Vec<JournalEvent>>> {
    require_reader(&member)?;
    let events = records::events().map(|(id, name)| JournalEvent {
        id,
        name: name.to_owned(),
    });
    Ok(Json(events.collect()))
}

/// Journal records, latest first, at most 10 000.
///
/// Developers get no addresses, names, reserves or absentee orders, and drafts, hidden or stored lots only of houses for which
/// an admin gave them leave. For admins and developers.
#[utoipa::path(tag = "journal", params(Paging), security(("token" = [])), request_body = JournalRequest,
    responses((status = 200, body = Page<JournalRecord>), (status = 403, description = "Not an admin or developer")))]
#[post("/api/dev/journal")]
pub async fn search_journal(
    state: Data<AppState>,
    member: Member,
    paging: Query<Paging>,
    body: Json<JournalRequest>,
) -> ApiResult<Json<Page<JournalRecord>>> {
    require_reader(&member)?;
    let reader = (member.id, member.is_admin());
    let found = records::search(&state.pool, &body, &paging, reader, state.clock.now()).await?;
    Ok(Json(found))
}

/// Journal records as a spreadsheet, latest first, at most 10 000. The file name is the day, `21.11.2026.xlsx`. For admins.
#[utoipa::path(tag = "journal", security(("token" = [])), request_body = JournalRequest,
    responses((status = 200, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            body = String), (status = 403, description = "Not an admin, or `step_up_required`"),
        (status = 422, description = "Invalid fields")))]
#[post("/api/dev/journal/export")]
pub async fn export_journal(
    state: Data<AppState>,
    member: Member,
    body: Json<JournalRequest>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    member.require_step_up(&state).await?;
    let now = state.clock.now();
    let records = records::all(&state.pool, &body, member.id, now).await?;
    let file = web::block(move || journal_report::write(&records))
        .await
        .map_err(ApiError::internal)??;
    let mut conn = state.pool.acquire().await?;
    let what = json!({"what": "journal"});
    member
        .by(now)
        .record_creation(&mut conn, Action::DataExported, member.id, &what)
        .await?;
    let name = moscow::file_name(now, "xlsx");
    download::file(&name, download::XLSX, file).map_err(ApiError::internal)
}

//! `/api/dev/journal`: who changed what, for admins and developers.

use actix_web::web::{Data, Query};
use actix_web::{HttpResponse, get, post, web};
use serde::Deserialize;
use serde_json::json;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::download;
use application::json::Json;
use application::state::AppState;
use contract::dto::{JournalEvent, JournalRecord, JournalRequest, JournalSort, Page, Paging};
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

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JournalOrder {
    /// Default: latest first.
    #[param(value_type = Option<JournalSort>)]
    sort: Option<String>,
}

impl JournalOrder {
    fn is_earliest_first(&self) -> ApiResult<bool> {
        Ok(JournalSort::of(self.sort.as_deref())? == Some(JournalSort::At))
    }
}

/// Journal records, the first 10 000 of the order.
///
/// Developers get no addresses, names, reserves or absentee orders, and drafts, hidden or stored lots only of houses for which
/// an admin gave them leave. For admins and developers.
#[utoipa::path(tag = "journal", params(JournalOrder, Paging), security(("token" = [])), request_body = JournalRequest,
    responses((status = 200, body = Page<JournalRecord>), (status = 403, description = "Not an admin or developer")))]
#[post("/api/dev/journal")]
pub async fn search_journal(
    state: Data<AppState>,
    member: Member,
    order: Query<JournalOrder>,
    paging: Query<Paging>,
    body: Json<JournalRequest>,
) -> ApiResult<Json<Page<JournalRecord>>> {
    require_reader(&member)?;
    let reader = (member.id, member.is_admin());
    let earliest = order.is_earliest_first()?;
    let now = state.clock.now();
    let found = records::search(&state.pool, &body, &paging, earliest, reader, now).await?;
    Ok(Json(found))
}

/// Journal records as a spreadsheet, the first 10 000 of the order. The file name is the day, `21.11.2026.xlsx`. For admins.
#[utoipa::path(tag = "journal", params(JournalOrder), security(("token" = [])), request_body = JournalRequest,
    responses((status = 200, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            body = String), (status = 403, description = "Not an admin, or `step_up_required`"),
        (status = 422, description = "Invalid fields")))]
#[post("/api/dev/journal/export")]
pub async fn export_journal(
    state: Data<AppState>,
    member: Member,
    order: Query<JournalOrder>,
    body: Json<JournalRequest>,
) -> ApiResult<HttpResponse> {
    member.require_admin()?;
    member.require_step_up(&state).await?;
    let now = state.clock.now();
    let records = records::all(
        &state.pool,
        &body,
        order.is_earliest_first()?,
        member.id,
        now,
    )
    .await?;
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

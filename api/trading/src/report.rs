//! A catalog's bets as a spreadsheet.

use actix_web::{HttpResponse, get, web};
use domain::{Commission, Currency};
use futures_util::TryStreamExt as _;
use tokio::sync::{Semaphore, mpsc};

use application::caller::Member;
use application::controls::controlled_house;
use application::download;
use application::state::AppState;
use catalogue::real::require_real_catalog;
use contract::dto::CatalogType;
use contract::error::{ApiError, ApiResult};
use documents::bet_report::{self, ReportedBet, Terms};
use people::journal::Action;
use serde_json::json;
use texts::money;
use texts::moscow;

/// Limits concurrent reports. Further requests wait.
static TURNS: Semaphore = Semaphore::const_new(2);
/// Rows per chunk on the way from the database to the file. At most two chunks are buffered.
const PIECE: usize = 500;

/// All bets of a catalog as a spreadsheet, including hidden and revoked ones, with bidders' names and contacts.
///
/// Only admins see which bets came from absentee orders. The file name is the day, `21.11.2026.xlsx`. For the catalog's
/// controllers.
#[utoipa::path(operation_id = "bets_report", tag = "trade", params(("id" = i64, Path)), security(("token" = [])),
    responses((status = 200, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            body = String),
        (status = 401, description = "Not signed in"), (status = 403, description = "Not a controller of the catalog"),
        (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 409, description = "A rehearsal has no report")))]
#[get("/api/trade/report/bets/{id}")]
pub async fn bets_report(
    state: web::Data<AppState>,
    caller: Member,
    id: web::Path<i64>,
) -> ApiResult<HttpResponse> {
    controlled_house(&state, &caller, *id).await?;
    // A program cannot prove a second factor; the admin who issued its token did.
    if !caller.session.is_token {
        caller.require_step_up(&state).await?;
    }
    require_real_catalog(&mut *state.pool.acquire().await?, *id).await?;
    let _turn = TURNS.acquire().await.map_err(ApiError::internal)?;
    let terms = terms(&state, *id, caller.is_admin()).await?;
    let (sender, receiver) = mpsc::channel(2);
    let writing = web::block(move || bet_report::write(terms, receiver));
    let reading = read(&state, *id, sender);
    // The writer ends when the reader does, and a failed writer ends the reader.
    let (read, written) = tokio::join!(reading, writing);
    read?;
    let file = written.map_err(ApiError::internal)??;
    let now = state.clock.now();
    let mut conn = state.pool.acquire().await?;
    let what = json!({"what": "bets"});
    caller
        .by(now)
        .record_creation(&mut conn, Action::DataExported, *id, &what)
        .await?;
    let name = moscow::file_name(now, "xlsx");
    download::file(&name, download::XLSX, file).map_err(ApiError::internal)
}

async fn terms(state: &AppState, catalog_id: i64, tells_absentee: bool) -> ApiResult<Terms> {
    let catalog = sqlx::query!(
        r#"select catalog_type, currency, catalog.commission::text as "commission!",
               house.commission::text as "house_commission!"
           from catalog join house on house.id = catalog.house_id where catalog.id = $1"#,
        catalog_id
    )
    .fetch_one(&state.pool)
    .await?;
    let catalog_type = CatalogType::try_from(catalog.catalog_type).map_err(ApiError::internal)?;
    let commission = match catalog_type {
        CatalogType::Classic | CatalogType::Parallel => catalog.commission.parse(),
        CatalogType::PostAuction => catalog.house_commission.parse(),
        CatalogType::Gallery => Ok(Commission::NONE),
    };
    Ok(Terms {
        currency: money::sign(Currency::try_from(catalog.currency).map_err(ApiError::internal)?),
        commission: commission.map_err(ApiError::internal)?,
        tells_absentee,
    })
}

async fn read(
    state: &AppState,
    catalog_id: i64,
    rows: mpsc::Sender<Vec<ReportedBet>>,
) -> sqlx::Result<()> {
    let bet_id = room_server::journal::bet_id;
    let mut bets = sqlx::query_file_as!(
        ReportedBet,
        "queries/report.sql",
        catalog_id,
        bet_id(catalog_id, 0),
        bet_id(catalog_id + 1, 0) - 1
    )
    .fetch(&state.pool);
    let mut piece = Vec::with_capacity(PIECE);
    while let Some(bet) = bets.try_next().await? {
        piece.push(bet);
        if piece.len() == PIECE {
            let full = std::mem::replace(&mut piece, Vec::with_capacity(PIECE));
            if rows.send(full).await.is_err() {
                return Ok(());
            }
        }
    }
    // A failed writer has dropped the receiver and reports its own error.
    let _ = rows.send(piece).await;
    Ok(())
}

use actix_web::{HttpRequest, get, web};
use time::Date;

use super::visitor;
use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use contract::dto::Lot;
use contract::error::ApiResult;
use texts::moscow;

/// A lot.
///
/// Counts one view per visitor and day. The visitor is the account, else the browser named in `X-Visitor`; without
/// either, or when one address brings too many new browsers, nothing is counted. Only admins see the reserve. A hidden
/// lot exists only for the house's staff and admins.
#[utoipa::path(operation_id = "get_lot", tag = "lots",
    params(("id" = i64, Path), ("X-Visitor" = Option<String>, Header, 
        description = "A random key that the browser generated: 8 to 64 letters, digits, `-` or `_`; another value counts as none")),
    responses((status = 200, body = Lot), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/lots/{id}")]
pub async fn get_lot(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
    request: HttpRequest,
) -> ApiResult<Json<Lot>> {
    let viewer = caller.account.as_deref();
    let seen = lots::one(&state.pool, *id, viewer).await?;
    if let Some(visitor) = visitor::keys(&caller, &request).first()
        && !seen.hidden
    {
        let today = moscow::day(state.clock.now());
        let look = look(&state, &caller, visitor, today).await?;
        if look != Look::Forgotten {
            let counts = look == Look::Counted;
            count_view(&state, *id, visitor, today, counts).await?;
        }
    }
    Ok(Json(lots::details(&state.pool, *id, viewer).await?))
}

/// What a view of a lot does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Counted,
    /// Adds the lot to the visitor's history without counting the view.
    Remembered,
    Forgotten,
}

/// Limits new browsers per address. Browsers generate their own keys, so one client could invent keys to inflate a
/// lot's views and fill the history table. A limited number of new browsers per address count; a larger number are
/// remembered.
async fn look(state: &AppState, caller: &Caller, visitor: &str, today: Date) -> ApiResult<Look> {
    if caller.account.is_some() {
        return Ok(Look::Counted);
    }
    let was_counted = sqlx::query_scalar!(
        r#"select bool_or(counted) from lot_view where visitor = $1 and day = $2"#,
        visitor,
        today
    )
    .fetch_one(&state.pool)
    .await?;
    let address = caller.origin.address;
    Ok(match was_counted {
        Some(true) => Look::Counted,
        _ if state.limits.counts_new_browser(address).await => Look::Counted,
        Some(false) => Look::Remembered,
        None if state.limits.remembers_new_browser(address).await => Look::Remembered,
        None => Look::Forgotten,
    })
}

async fn count_view(
    state: &AppState,
    lot: i64,
    visitor: &str,
    today: Date,
    counts: bool,
) -> ApiResult<()> {
    sqlx::query_file!("queries/lots/count_view.sql", lot, visitor, today, counts)
        .execute(&state.pool)
        .await?;
    Ok(())
}

use actix_web::{HttpRequest, get, web};
use time::Date;

use super::visitor;
use crate::caller::Caller;
use crate::state::AppState;
use catalogue::listing::lots;
use contract::dto::Lot;
use contract::error::ApiResult;
use texts::moscow;

/// A lot. Counts a view once a visitor and day: the visitor is the account, else the browser by its `X-Visitor`; without
/// either nothing is counted, nor if one address brings too many new browsers. The reserve is for admins alone; a hidden lot
/// exists for the house's staff and admins.
#[utoipa::path(operation_id = "get_lot", tag = "lots",
    params(("id" = i64, Path), ("X-Visitor" = Option<String>, Header, description = "The browser's own random key")),
    responses((status = 200, body = Lot), (status = 404, description = "Unknown, or not for the caller")))]
#[get("/api/lots/{id}")]
pub async fn get_lot(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
    request: HttpRequest,
) -> ApiResult<web::Json<Lot>> {
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
    Ok(web::Json(lots::details(&state.pool, *id, viewer).await?))
}

/// What becomes of a look at a lot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Counted,
    /// The visitor is told later what he looked at, and that is all.
    Remembered,
    Forgotten,
}

/// A browser's key is its own making: whoever made up one after the other could have a lot looked at as often as he likes,
/// and fill the memory of looks besides. So of one address a number of new browsers count, a larger one is remembered.
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
        _ if state.limits.counts_new_browser(address) => Look::Counted,
        Some(false) => Look::Remembered,
        None if state.limits.remembers_new_browser(address) => Look::Remembered,
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

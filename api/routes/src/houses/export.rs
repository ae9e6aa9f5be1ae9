//! A house's lists of people as spreadsheets.

use actix_web::web::{self, Data, Path, Query};
use actix_web::{HttpResponse, post};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Semaphore;
use utoipa::IntoParams;

use super::house::managed;
use super::staff;
use application::caller::Member;
use application::download;
use application::state::AppState;
use catalogue::listing::price_queries::{self, Side};
use catalogue::listing::results;
use contract::dto::{HouseList, OrderSort, PriceQuerySort};
use contract::error::{ApiError, ApiResult};
use documents::house_report::{self, Listed};
use people::journal::Action;
use people::registrations::{self, Wanted};
use people::sought::Sought;
use people::untrusted;
use texts::moscow;

/// Limits concurrent exports, whose rows are held in memory. Further requests wait.
static TURNS: Semaphore = Semaphore::const_new(2);

/// The most rows of a spreadsheet.
const MOST: i64 = 50_000;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ExportQuery {
    list: HouseList,
    /// Of registrations and price requests: only those in this state.
    #[param(minimum = 0, maximum = 2)]
    status: Option<i16>,
    /// Of registrations and price requests: as in their lists.
    search: Option<String>,
    /// Of registrations and price requests: as in their lists. Only price requests have a lot to sort by.
    #[param(value_type = Option<PriceQuerySort>)]
    sort: Option<String>,
    /// Of buyers, and required there: the sale.
    catalog_id: Option<i64>,
}

/// A house's list of people as a spreadsheet: registrations, price requests, the untrusted, staff, or the buyers of a sale.
///
/// At most 50 000 rows. The file name is the day, `21.11.2026.xlsx`. Needs a fresh proof of the second factor. For the
/// house's managers, owners and admins.
#[utoipa::path(operation_id = "export_house_list", tag = "house", params(("id" = i64, Path), ExportQuery),
    security(("token" = [])),
    responses((status = 200, content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            body = String), (status = 403, description = "Not entitled, or `step_up_required`"),
        (status = 404, description = "Unknown house, or no such sale of it"),
        (status = 422, description = "Too many rows, an unknown order, or no sale named"),
        (status = 429, description = "Too many requests")))]
#[post("/api/house/{id}/export")]
pub async fn export_house_list(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    query: Query<ExportQuery>,
) -> ApiResult<HttpResponse> {
    managed(&state, &member, *id).await?;
    member.require_step_up(&state).await?;
    state.limits.house_export(member.id).await?;
    if query.catalog_id.is_some() && query.list != HouseList::Buyers {
        return Err(ApiError::invalid("catalogId", "Только для покупателей"));
    }
    let _turn = TURNS.acquire().await.map_err(ApiError::internal)?;
    let now = state.clock.now();
    let listed = read(&state, &member, *id, &query).await?;
    let what = json!({
        "what": query.list, "houseId": *id, "catalogId": query.catalog_id, "count": listed.count(),
        "status": query.status, "isSearched": query.search.is_some(),
    });
    // The bidders of a sale are its catalog's, as in the report of its bets.
    let subject = query.catalog_id.unwrap_or(*id);
    let file = web::block(move || house_report::write(&listed))
        .await
        .map_err(ApiError::internal)??;
    // Before the file leaves.
    let mut conn = state.pool.acquire().await?;
    member
        .by(now)
        .record_creation(&mut conn, Action::DataExported, subject, &what)
        .await?;
    let name = moscow::file_name(now, "xlsx");
    download::file(&name, download::XLSX, file).map_err(ApiError::internal)
}

async fn read(
    state: &AppState,
    member: &Member,
    house_id: i64,
    query: &ExportQuery,
) -> ApiResult<Listed> {
    let sought = Sought::new(query.search.as_deref());
    let house_ids = [house_id];
    match query.list {
        HouseList::Registrations => {
            let wanted = Wanted {
                house_ids: Some(&house_ids),
                status: query.status,
                sought: &sought,
                sort: OrderSort::of(query.sort.as_deref())?,
                with_record: false,
            };
            let orders = registrations::first(&state.pool, wanted, MOST + 1).await?;
            Ok(Listed::Registrations(fitting(orders)?))
        }
        HouseList::PriceQueries => {
            let side = Side::Houses(Some(&house_ids));
            let window = (MOST + 1, 0);
            let sort = PriceQuerySort::of(query.sort.as_deref())?;
            let queries =
                price_queries::find(&state.pool, side, query.status, &sought, sort, window).await?;
            Ok(Listed::PriceQueries(fitting(queries)?))
        }
        HouseList::Untrusted => {
            let people = untrusted::of_house(&state.pool, house_id).await?;
            Ok(Listed::Untrusted(people))
        }
        HouseList::Staff => {
            let staff = staff::of_house(state, house_id, true, member.is_admin()).await?;
            Ok(Listed::Staff(staff))
        }
        HouseList::Buyers => {
            let catalog_id = query
                .catalog_id
                .ok_or_else(|| ApiError::invalid("catalogId", "Укажите торги"))?;
            let house = state.houses_of_catalogs.house_of(catalog_id).await?;
            if house != Some(house_id) {
                return Err(ApiError::catalog_not_found());
            }
            let results = results::of(&state.pool, catalog_id, true).await?;
            Ok(Listed::Buyers(results))
        }
    }
}

fn fitting<T>(rows: Vec<T>) -> ApiResult<Vec<T>> {
    if rows.len() as i64 > MOST {
        return Err(ApiError::invalid(
            "search",
            "В выгрузку помещается 50 000 строк: уточните поиск или состояние",
        ));
    }
    Ok(rows)
}

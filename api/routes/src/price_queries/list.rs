//! Lists price queries.

use actix_web::get;
use actix_web::web::{Data, Path, Query};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::price_queries::Side;
use catalogue::listing::price_queries::{count, counts, find};
use contract::dto::{Page, Paging, PriceQuery, PriceQueryCounts, PriceQuerySort, PriceQueryStatus};
use contract::error::{ApiError, ApiResult};
use people::sought::Sought;

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ListQuery {
    /// 0 created, 1 processed, 2 rejected; absent: all.
    status: Option<PriceQueryStatus>,
    /// Part of the lot's title, the person's name, phone number or e-mail, the message or the answer.
    search: Option<String>,
    #[param(value_type = Option<PriceQuerySort>)]
    sort: Option<String>,
}

async fn page(
    state: &AppState,
    side: Side<'_>,
    query: &ListQuery,
    paging: &Paging,
) -> ApiResult<Json<Page<PriceQuery>>> {
    let sought = Sought::new(query.search.as_deref());
    let sort = PriceQuerySort::of(query.sort.as_deref())?;
    let status = query.status.map(PriceQueryStatus::number);
    let total = count(&state.pool, side, status, &sought).await?;
    let window = paging.window(total);
    let items = find(
        &state.pool,
        side,
        status,
        &sought,
        sort,
        (window.limit, window.offset),
    )
    .await?;
    Ok(Json(Page::new(items, window)))
}

/// The caller's own price queries, except hidden ones, latest first unless asked otherwise.
#[utoipa::path(tag = "price queries", params(ListQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<PriceQuery>), (status = 422, description = "Unknown order")))]
#[get("/api/queries/my")]
pub async fn my_queries(
    state: Data<AppState>,
    member: Member,
    query: Query<ListQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<PriceQuery>>> {
    page(&state, Side::Asker(member.id), &query, &paging).await
}

/// Queries to the houses that the caller manages or owns, latest first unless asked otherwise.
///
/// Empty for callers without a house; admins get those of all houses.
#[utoipa::path(tag = "price queries", params(ListQuery, Paging), security(("token" = [])),
    responses((status = 200, body = Page<PriceQuery>), (status = 422, description = "Unknown order")))]
#[get("/api/queries/house/my")]
pub async fn queries_of_my_houses(
    state: Data<AppState>,
    member: Member,
    query: Query<ListQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<PriceQuery>>> {
    let houses =
        (!member.is_admin()).then(|| [member.manager_of.as_slice(), &member.owner_of].concat());
    page(&state, Side::Houses(houses.as_deref()), &query, &paging).await
}

/// Queries to a house, latest first unless asked otherwise. For its managers and owners, and admins; 404 for everybody else.
#[utoipa::path(tag = "price queries", params(("id" = i64, Path, description = "House id"), ListQuery, Paging),
    security(("token" = [])), responses((status = 200, body = Page<PriceQuery>),
        (status = 404, description = "Not a manager or owner of the house"), (status = 422, description = "Unknown order")))]
#[get("/api/queries/house/{id}")]
pub async fn queries_of_house(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    query: Query<ListQuery>,
    paging: Query<Paging>,
) -> ApiResult<Json<Page<PriceQuery>>> {
    if !member.manages(*id) {
        return Err(ApiError::not_found());
    }
    page(&state, Side::Houses(Some(&[*id])), &query, &paging).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CountsQuery {
    /// As in the list.
    search: Option<String>,
}

/// How many queries to a house match, by their state. For its managers and owners, and admins; 404 for everybody else.
#[utoipa::path(tag = "price queries", params(("id" = i64, Path, description = "House id"), CountsQuery),
    security(("token" = [])), responses((status = 200, body = PriceQueryCounts),
        (status = 404, description = "Not a manager or owner of the house")))]
#[get("/api/queries/house/{id}/counts")]
pub async fn query_counts(
    state: Data<AppState>,
    member: Member,
    id: Path<i64>,
    query: Query<CountsQuery>,
) -> ApiResult<Json<PriceQueryCounts>> {
    if !member.manages(*id) {
        return Err(ApiError::not_found());
    }
    let sought = Sought::new(query.search.as_deref());
    Ok(Json(counts(&state.pool, *id, &sought).await?))
}

use actix_web::{post, web};
use search_indexer::{AuctionScope, Hidden, LotQuery, Sorting};

use crate::caller::Caller;
use crate::dto::{AuctionState, LotSearchRequest, LotShort, Page, Paging};
use crate::error::{ApiError, ApiResult};
use crate::listing::lots;
use crate::state::AppState;

/// The longest text that is searched for.
const MAX_QUERY: usize = 300;

/// Finds lots: words in any form, the beginning of a word, misspelt words, authors' names, lot numbers. All filters
/// combine. Counts are exact to 10 000 and capped there. `showHiddenLots` shows the house's staff its own, admins all.
#[utoipa::path(operation_id = "search_lots", tag = "lots", params(Paging), request_body = LotSearchRequest,
    responses((status = 200, body = Page<LotShort>), (status = 422, description = "Invalid fields"),
        (status = 429, description = "Too many searches from this address")))]
#[post("/api/lots/search")]
pub async fn search_lots(
    state: web::Data<AppState>,
    caller: Caller,
    request: web::Json<LotSearchRequest>,
    paging: web::Query<Paging>,
) -> ApiResult<web::Json<Page<LotShort>>> {
    state.limits.search(caller.origin.address)?;
    let viewer = caller.account.as_deref();
    let query = lot_query(&state, request.into_inner(), viewer).await?;
    Ok(web::Json(
        lots::page(&state, &query, &paging, viewer).await?,
    ))
}

async fn lot_query(
    state: &AppState,
    request: LotSearchRequest,
    viewer: crate::listing::Viewer<'_>,
) -> ApiResult<LotQuery> {
    if request
        .search_query
        .as_ref()
        .is_some_and(|text| text.chars().count() > MAX_QUERY)
    {
        return Err(ApiError::invalid("searchQuery", "Не более 300 символов"));
    }
    // `lotState` and `states` are two filters: a lot passes both.
    let states = request.states.unwrap_or_default();
    let states = match request.lot_state {
        Some(state) if states.is_empty() || states.contains(&state) => vec![state.number()],
        // No lot is in two states.
        Some(_) => vec![i16::MIN],
        None => states.into_iter().map(|state| state.number()).collect(),
    };
    let category_ids = match request.category_ids {
        Some(ids) if !ids.is_empty() => Some(with_descendants(state, &ids).await?),
        _ => None,
    };
    Ok(LotQuery {
        text: request.search_query,
        catalog_id: request.catalog_id,
        house_id: request.house_id,
        lot_numbers: Vec::new(),
        states,
        is_bidding_over: request.is_bidding_over,
        has_bets: None,
        catalog_types: request
            .catalog_types
            .unwrap_or_default()
            .into_iter()
            .map(|catalog_type| catalog_type.number())
            .collect(),
        category_ids,
        scope: request.auction_state.map(|scope| match scope {
            AuctionState::Past => AuctionScope::Past,
            AuctionState::Future => AuctionScope::Future,
            AuctionState::Current => AuctionScope::Current,
            AuctionState::Galleries => AuctionScope::Galleries,
            AuctionState::Postauction => AuctionScope::PostAuction,
        }),
        hidden: if request.show_hidden_lots == Some(true) {
            lots::hidden_for(viewer)
        } else {
            Hidden::None
        },
        sorting: request
            .sorting
            .and_then(|sorting| Sorting::from_number(sorting.number())),
    })
}

/// The categories with all below them.
async fn with_descendants(state: &AppState, ids: &[i64]) -> ApiResult<Vec<i64>> {
    let all = sqlx::query_scalar!(
        r#"with recursive wanted as (
               select id from category where id = any($1)
               union
               select category.id from category join wanted on category.parent_id = wanted.id
           )
           select id as "id!" from wanted"#,
        ids
    )
    .fetch_all(&state.pool)
    .await?;
    Ok(all)
}

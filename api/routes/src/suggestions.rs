//! Suggestions while a search is typed (`/api/search`).

use actix_web::get;
use actix_web::web::{Data, Query};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::suggestions;
use contract::bounds;
use contract::dto::Suggestions;
use contract::error::{ApiError, ApiResult};

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(suggest);
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SuggestQuery {
    /// What is typed so far: words in any form, beginnings of words, misspelt words, or a lot number. At most 300 characters.
    #[serde(default)]
    q: String,
}

/// Suggests lots, artists, categories, houses, auctions and news for a text that is being typed.
///
/// Each kind has a few, best match first: at most 6 lots, 4 artists, 3 of the others. Names come in pieces, the words
/// searched for marked. An empty text finds nothing.
#[utoipa::path(tag = "lots", params(SuggestQuery), responses((status = 200, body = Suggestions),
    (status = 422, description = "Too long"), (status = 429, description = "Too many suggestions for one address")))]
#[get("/api/search/suggest")]
pub async fn suggest(
    state: Data<AppState>,
    caller: Caller,
    query: Query<SuggestQuery>,
) -> ApiResult<Json<Suggestions>> {
    state.limits.suggestion(caller.origin.address).await?;
    if !bounds::QUERY.fits(&query.q) {
        return Err(ApiError::invalid("q", bounds::QUERY.fault()));
    }
    let suggestions = suggestions::suggest(
        &state.pool,
        &*state.search,
        &query.q,
        caller.account.as_deref(),
        state.clock.now(),
    )
    .await?;
    Ok(Json(suggestions))
}

//! The bet ladder: the values that may be bid next.

use actix_web::{get, web};
use domain::{Amount, CalculationType, CatalogType, Ladder, StepTable};
use serde::Deserialize;
use utoipa::IntoParams;

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::{catalogs, lots};
use contract::dto::BetNeighbours;
use contract::error::{ApiError, ApiResult};

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct NeighboursQuery {
    bet_value: Option<i64>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OptionsQuery {
    /// Options for an absentee bet; percent mode offers fewer.
    #[serde(default)]
    absentee: bool,
}

/// A lot's minimum bet, and the data of its catalog's ladder.
struct LotLadder {
    minimum: Amount,
    catalog_type: CatalogType,
    calculation: CalculationType,
    steps: Option<StepTable>,
    house_steps: Option<StepTable>,
}

impl LotLadder {
    async fn of(state: &AppState, lot_id: i64, caller: &Caller) -> ApiResult<Self> {
        let lot = lots::one(&state.pool, lot_id, caller.account.as_deref()).await?;
        let catalog_id = lot.catalog_id.ok_or_else(ApiError::lot_not_found)?;
        let row = sqlx::query!(
            "select catalog_type, calculation_type, steps_table, house_steps_table from catalog where id = $1",
            catalog_id
        )
        .fetch_one(&state.pool)
        .await?;
        Ok(Self {
            minimum: Amount(lot.price.min_bet),
            catalog_type: CatalogType::try_from(row.catalog_type).map_err(ApiError::internal)?,
            calculation: CalculationType::try_from(row.calculation_type)
                .map_err(ApiError::internal)?,
            steps: catalogs::step_table(row.steps_table)?,
            house_steps: catalogs::step_table(row.house_steps_table)?,
        })
    }

    fn ladder(&self) -> Ladder<'_> {
        Ladder::new(
            self.catalog_type,
            self.calculation,
            self.steps.as_ref(),
            self.house_steps.as_ref(),
        )
    }
}

/// The values below and above a given one on the lot's ladder. Without a value: null and the minimum bet.
#[utoipa::path(operation_id = "below_and_above", tag = "trade", params(("id" = i64, Path), NeighboursQuery),
    responses((status = 200, body = BetNeighbours), (status = 404, description = "Unknown, or not visible to the caller"),
        (status = 422, description = "The value is above 10^12")))]
#[get("/api/trade/bet/lot/{id}/below-and-above-bets")]
pub async fn below_and_above(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
    query: web::Query<NeighboursQuery>,
) -> ApiResult<Json<BetNeighbours>> {
    let lot = LotLadder::of(&state, *id, &caller).await?;
    let value = query.bet_value.map(|value| Amount(value.max(0)));
    if value > Some(Amount::MAX) {
        return Err(ApiError::invalid(
            "betValue",
            "Сумма должна быть не больше 1 000 000 000 000",
        ));
    }
    let neighbours = lot.ladder().neighbours(lot.minimum, value);
    Ok(Json(BetNeighbours {
        below_bet_value: neighbours.below.map(|below| below.0),
        above_bet_value: Some(neighbours.above.0),
    }))
}

/// The values offered to a bidder: the minimum bet and the following steps.
#[utoipa::path(operation_id = "bet_options", tag = "trade", params(("id" = i64, Path), OptionsQuery),
    responses((status = 200, body = Vec<i64>), (status = 404, description = "Unknown, or not visible to the caller")))]
#[get("/api/trade/bet/lot/{id}/options")]
pub async fn bet_options(
    state: web::Data<AppState>,
    caller: Caller,
    id: web::Path<i64>,
    query: web::Query<OptionsQuery>,
) -> ApiResult<Json<Vec<i64>>> {
    let lot = LotLadder::of(&state, *id, &caller).await?;
    let ladder = lot.ladder();
    let options = ladder.options(lot.minimum, ladder.options_offered(query.absentee));
    Ok(Json(options.into_iter().map(|option| option.0).collect()))
}

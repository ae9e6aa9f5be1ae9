//! Counts beside the filters of a search.

use std::collections::HashMap;

use actix_web::{post, web};
use search_indexer::{Counts, LotQuery};
use sqlx::PgPool;

use application::caller::Caller;
use application::json::Json;
use application::state::AppState;
use catalogue::listing::lots;
use catalogue::listing::request::lot_query;
use contract::dto::{
    CatalogType, CatalogTypeCount, CategoryCount, HouseCount, LotCounts, LotSearchRequest,
    MaterialCount, PeriodCount, PriceCount, StateCounts,
};
use contract::error::{ApiError, ApiResult};

/// Counts the lots of a search for each value of a filter: categories, types of sale, houses, periods, materials, prices, states.
///
/// The counts of one filter are of the lots that pass all the others, so that choosing a value does not hide its neighbours.
#[utoipa::path(operation_id = "count_lots", tag = "lots", request_body = LotSearchRequest,
    responses((status = 200, body = LotCounts), (status = 422, description = "Invalid fields"),
        (status = 429, description = "Too many searches from one address")))]
#[post("/api/lots/search/counts")]
pub async fn count_lots(
    state: web::Data<AppState>,
    caller: Caller,
    request: Json<LotSearchRequest>,
) -> ApiResult<Json<LotCounts>> {
    state.limits.search(caller.origin.address).await?;
    let query = lot_query(&state.pool, request.into_inner(), caller.account.as_deref()).await?;
    Ok(Json(of(&state, &query).await?))
}

/// The counts beside the filters of this search.
pub async fn of(state: &AppState, query: &LotQuery) -> ApiResult<LotCounts> {
    let counts = lots::counts(&*state.search, query).await?;
    let states = lots::by_state(&*state.search, query).await?;
    let meant = lots::meant(&state.pool, query).await?;
    show(&state.pool, counts, states, meant).await
}

async fn show(
    pool: &PgPool,
    counts: Counts,
    states: StateCounts,
    meant: Option<String>,
) -> ApiResult<LotCounts> {
    let houses: Vec<i64> = counts.houses.iter().map(|(id, _)| *id).collect();
    let names: HashMap<i64, String> =
        sqlx::query!("select id, name_ru from house where id = any($1)", &houses)
            .fetch_all(pool)
            .await?
            .into_iter()
            .map(|house| (house.id, house.name_ru))
            .collect();
    let mut house_counts: Vec<HouseCount> = counts
        .houses
        .into_iter()
        .filter_map(|(id, count)| {
            let name_ru = names.get(&id)?.clone();
            Some(HouseCount { id, name_ru, count })
        })
        .collect();
    if !counts.is_exact {
        house_counts.extend(
            sqlx::query_as!(
                HouseCount,
                r#"select id, name_ru, 0::bigint as "count!" from house
                 where id <> all($1) and deleted is null
                    and exists (select from lot_listing as lot where lot.house_id = house.id and not lot.is_hidden)
                 order by name_ru, id"#,
                &houses
            )
            .fetch_all(pool)
            .await?,
        );
    }
    Ok(LotCounts {
        categories: with_ancestors(pool, &counts.categories).await?,
        catalog_types: counts
            .catalog_types
            .into_iter()
            .map(|(number, count)| {
                Ok(CatalogTypeCount {
                    catalog_type: CatalogType::try_from(number).map_err(ApiError::internal)?,
                    count,
                })
            })
            .collect::<ApiResult<_>>()?,
        houses: house_counts,
        periods: counts
            .ages
            .into_iter()
            .map(|(from, count)| PeriodCount {
                from: from.into(),
                count,
            })
            .collect(),
        materials: counts
            .materials
            .into_iter()
            .map(|(name, count)| MaterialCount { name, count })
            .collect(),
        prices: counts
            .prices
            .into_iter()
            .map(|(step, count)| PriceCount {
                from: begins(step),
                to: begins(step + 1) - 1,
                count,
            })
            .collect(),
        states,
        is_exact: counts.is_exact,
        meant,
    })
}

/// The lowest price of a step of the histogram (`price_step` in the schema).
fn begins(step: i16) -> i64 {
    let power = 10_f64.powf(f64::from(step) / 8.0);
    // A power of ten is whole, whatever the last bit says.
    let nearest = power.round();
    let price = if (power - nearest).abs() < power * 1e-12 {
        nearest
    } else {
        power.ceil()
    };
    price as i64
}

/// Adds the lots of subcategories to those of their parents, the most frequent category first.
async fn with_ancestors(pool: &PgPool, own: &[(i64, i64)]) -> ApiResult<Vec<CategoryCount>> {
    if own.is_empty() {
        return Ok(Vec::new());
    }
    let (ids, counts): (Vec<i64>, Vec<i64>) = own.iter().copied().unzip();
    Ok(sqlx::query_as!(
        CategoryCount,
        r#"with recursive counted as (
               select category.id, category.parent_id, own.count
               from unnest($1::bigint[], $2::bigint[]) as own (id, count) join category on category.id = own.id
               union all
               select parent.id, parent.parent_id, counted.count
               from counted join category as parent on parent.id = counted.parent_id
           )
           select id as "id!", sum(count)::bigint as "count!" from counted group by id order by 2 desc, 1"#,
        &ids,
        &counts
    )
    .fetch_all(pool)
    .await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_begin_where_the_schema_puts_prices() {
        for (step, price) in [
            (0, 1),
            (8, 10),
            (9, 14),
            (24, 1000),
            (25, 1334),
            (96, 1_000_000_000_000),
        ] {
            assert_eq!(begins(step), price, "{step}");
        }
    }
}

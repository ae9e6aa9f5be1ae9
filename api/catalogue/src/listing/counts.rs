//! Counts beside the filters of a search.

use std::collections::HashMap;

use contract::dto::{
    CatalogType, CatalogTypeCount, CategoryCount, HouseCount, LotCounts, LotState, MaterialCount,
    PeriodCount, PriceCount, StateCounts,
};
use contract::error::{ApiError, ApiResult};
use search_indexer::{LotQuery, Meaning, Search};
use sqlx::PgPool;

use super::lots::failed;

/// Counts the lots of a search for each value of a filter.
pub(super) async fn read(
    pool: &PgPool,
    search: &dyn Search,
    query: &LotQuery,
) -> ApiResult<LotCounts> {
    let counts = search.counts(query).await.map_err(failed)?;
    let states = by_state(search, query).await?;
    let meant = meant(pool, query).await?;
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

/// How many lots of a search are in each state, whatever states it asks for.
async fn by_state(search: &dyn Search, query: &LotQuery) -> ApiResult<StateCounts> {
    let of = async |states: &[LotState], is_bidding_over, has_bets| {
        let query = LotQuery {
            states: states.iter().map(|state| state.number()).collect(),
            is_bidding_over,
            has_bets,
            ..query.clone()
        };
        let first = search_indexer::Paging { page: 1, size: 1 };
        let found = search.find(&query, first).await.map_err(failed)?;
        Ok::<_, ApiError>(found.total)
    };
    Ok(StateCounts {
        all: of(&[], None, None).await?,
        trading: of(&[LotState::InProcess], Some(false), None).await?,
        sold: of(&[LotState::Sold, LotState::Paid], None, None).await?,
        not_sold: of(&[LotState::NotSold], None, None).await?,
        with_bets: of(&[], None, Some(true)).await?,
    })
}

async fn meant(pool: &PgPool, query: &LotQuery) -> ApiResult<Option<String>> {
    let Some(text) = &query.text else {
        return Ok(None);
    };
    let mut tx = pool.begin().await?;
    let meaning = Meaning::read(&mut tx, text).await?;
    tx.commit().await?;
    Ok(meaning.instead_of(text))
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

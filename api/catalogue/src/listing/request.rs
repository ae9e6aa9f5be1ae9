//! Reads a request for lots: from the contract's fields to the query of the search port.

use std::collections::BTreeSet;

use domain::Amount;
use search_indexer::{AuctionScope, Hidden, LotQuery, PriceRange, Sorting};
use sqlx::PgPool;

use super::lots::hidden_for;
use super::viewer::Viewer;
use contract::bounds;
use contract::dto::{CatalogType, Currency, LotSearchRequest, LotSorting, LotState};
use contract::error::{ApiError, ApiResult};

/// More categories than any form selects.
const MAX_CATEGORIES: usize = 1000;

/// The request as a query. 422 with every field that is wrong.
pub async fn lot_query(
    pool: &PgPool,
    request: LotSearchRequest,
    viewer: Viewer<'_>,
) -> ApiResult<LotQuery> {
    let mut check = Check::default();
    if let Some(text) = &request.search_query {
        check.that(
            bounds::QUERY.fits(text),
            "searchQuery",
            "Не более 300 символов",
        );
    }
    let categories = request.category_ids.unwrap_or_default();
    check.that(
        categories.len() <= MAX_CATEGORIES,
        "categoryIds",
        "Не более 1000 категорий",
    );
    let lot_state: Vec<LotState> =
        check.numbers(request.lot_state, "lotState", "Неизвестное состояние лота");
    let states: Vec<LotState> = check.numbers(
        request.states.unwrap_or_default(),
        "states",
        "Неизвестное состояние лота",
    );
    let sorting: Vec<LotSorting> =
        check.numbers(request.sorting, "sorting", "Неизвестная сортировка");
    let catalog_types: Vec<CatalogType> = check.numbers(
        request.catalog_types.unwrap_or_default(),
        "catalogTypes",
        "Неизвестный тип аукциона",
    );
    let scope = match request.auction_state.as_deref() {
        None => None,
        Some("past") => Some(AuctionScope::Past),
        Some("future") => Some(AuctionScope::Future),
        Some("current") => Some(AuctionScope::Current),
        Some("galleries") => Some(AuctionScope::Galleries),
        Some("postauction") => Some(AuctionScope::PostAuction),
        Some(_) => {
            check.that(false, "auctionState", "Неизвестное состояние аукциона");
            None
        }
    };
    let houses = request.house_ids.unwrap_or_default();
    check.that(houses.len() <= 100, "houseIds", "Не более 100 домов");
    let periods = request.periods.unwrap_or_default();
    check.that(periods.len() <= 20, "periods", "Не более 20 периодов");
    check.that(
        periods.iter().all(|year| bounds::PERIOD.contains(year)),
        "periods",
        "Неизвестный период",
    );
    let materials = request.materials.unwrap_or_default();
    check.that(
        materials.len() <= 40 && materials.iter().all(|name| bounds::MATERIAL.fits(name)),
        "materials",
        "Не более 40 материалов по 100 символов",
    );
    let currency: Vec<Currency> = check.numbers(request.currency, "currency", "Неизвестная валюта");
    for (field, price) in [
        ("priceFrom", request.price_from),
        ("priceTo", request.price_to),
    ] {
        check.that(
            price.is_none_or(|price| (0..=Amount::MAX.0).contains(&price)),
            field,
            "Укажите цену",
        );
    }
    check.passed()?;

    // `lotState` and `states` are two filters: a lot passes both.
    let states = match lot_state.first() {
        Some(state) if states.is_empty() || states.contains(state) => vec![state.number()],
        // A lot has one state, so no lot matches two.
        Some(_) => vec![i16::MIN],
        None => distinct(states.into_iter().map(LotState::number)),
    };
    let category_ids = if categories.is_empty() {
        None
    } else {
        Some(with_descendants(pool, &categories).await?)
    };
    Ok(LotQuery {
        text: request.search_query,
        catalog_id: request.catalog_id,
        house_id: request.house_id,
        house_ids: distinct(houses),
        lot_numbers: Vec::new(),
        states,
        is_bidding_over: request.is_bidding_over,
        has_bets: request.has_bets,
        catalog_types: distinct(catalog_types.into_iter().map(CatalogType::number)),
        category_ids,
        scope,
        ages: distinct(
            periods
                .into_iter()
                .filter_map(|year| i16::try_from(year).ok()),
        ),
        materials: materials.iter().map(|name| name.to_lowercase()).collect(),
        price: (request.price_from.is_some()
            || request.price_to.is_some()
            || request.currency.is_some())
        .then(|| PriceRange {
            from: request.price_from,
            to: request.price_to,
            currency: currency
                .first()
                .map_or(search_indexer::RUBLES, |currency| currency.number()),
        }),
        first_seen: None,
        hidden: if request.show_hidden_lots == Some(true) {
            hidden_for(viewer)
        } else {
            Hidden::None
        },
        sorting: sorting
            .first()
            .and_then(|sorting| Sorting::from_number(sorting.number())),
    })
}

/// Each value once, in order, so that requests for the same lots are the same query however they repeat its values.
fn distinct<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    BTreeSet::from_iter(values).into_iter().collect()
}

/// Collects the errors of all fields.
#[derive(Default)]
struct Check(Option<ApiError>);

impl Check {
    fn that(&mut self, holds: bool, field: &'static str, text: &'static str) {
        if !holds {
            self.0 = Some(match self.0.take() {
                None => ApiError::invalid(field, text),
                Some(error) => error.and(field, text),
            });
        }
    }

    /// Parses an enumeration's numbers. An unknown number is an error.
    fn numbers<T: TryFrom<i16>>(
        &mut self,
        given: impl IntoIterator<Item = i64>,
        field: &'static str,
        text: &'static str,
    ) -> Vec<T> {
        let read = given.into_iter().map(|number| {
            let number = i16::try_from(number).ok()?;
            T::try_from(number).ok()
        });
        let read: Option<Vec<T>> = read.collect();
        self.that(read.is_some(), field, text);
        read.unwrap_or_default()
    }

    fn passed(self) -> ApiResult<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// The categories and all their descendants.
async fn with_descendants(pool: &PgPool, ids: &[i64]) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"with recursive wanted as (
               select id from category where id = any($1)
               union
               select category.id from category join wanted on category.parent_id = wanted.id
           )
           select id as "id!" from wanted"#,
        ids
    )
    .fetch_all(pool)
    .await
}

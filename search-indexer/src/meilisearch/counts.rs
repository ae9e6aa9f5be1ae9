//! Counts beside filters, from the engine's facets.
//!
//! One search counts all filters that the query leaves open. A filter that it sets gets a search of its own, without that
//! filter. They are sent in one request, and every lot is counted.

use std::collections::HashMap;
use std::str::FromStr;

use super::document::STEPS;
use super::query;
use super::settings::MOST_VALUES;
use crate::query::{Counts, Facet, LotQuery, MATERIALS};

/// A search that counts the values of some filters.
pub struct Pass {
    pub filter: Option<String>,
    facets: Vec<Facet>,
}

/// The searches that count for a query, and for lots of a number only.
pub fn passes(query: &LotQuery, number: Option<i32>) -> Vec<Pass> {
    let set = query.facets();
    let open = Pass {
        filter: query::filter(query, number),
        facets: Facet::ALL
            .into_iter()
            .filter(|facet| !set.contains(facet))
            .collect(),
    };
    let chosen = set.into_iter().map(|facet| Pass {
        filter: query::filter(&query.without(facet), number),
        facets: vec![facet],
    });
    [open].into_iter().chain(chosen).collect()
}

/// What the searches counted, by attribute and value. `currency`: of the prices.
pub fn of(
    passes: &[Pass],
    counted: Vec<HashMap<String, HashMap<String, usize>>>,
    currency: i16,
) -> Counts {
    let mut counts = Counts {
        is_exact: true,
        ..Counts::default()
    };
    for (pass, mut counted) in passes.iter().zip(counted) {
        for &facet in &pass.facets {
            let values = counted.remove(attribute(facet)).unwrap_or_default();
            // Only the most frequent materials are wanted anyway.
            counts.is_exact &= facet == Facet::Material || values.len() < MOST_VALUES;
            match facet {
                Facet::Category => counts.categories = numbers(values),
                Facet::CatalogType => counts.catalog_types = numbers(values),
                Facet::House => counts.houses = numbers(values),
                Facet::Age => counts.ages = numbers(values),
                Facet::Material => {
                    let values = values.into_iter();
                    counts.materials = values.map(|(name, lots)| (name, lots as i64)).collect();
                }
                Facet::Price => {
                    let steps = numbers(values).into_iter();
                    counts.prices = steps
                        .filter(|(step, _): &(i32, i64)| step / STEPS == i32::from(currency))
                        .map(|(step, lots)| ((step % STEPS) as i16, lots))
                        .collect();
                }
            }
        }
    }
    counts.sort();
    counts.materials.truncate(MATERIALS);
    counts
}

impl Pass {
    /// The attributes whose values are counted.
    pub fn attributes(&self) -> Vec<&'static str> {
        self.facets.iter().copied().map(attribute).collect()
    }
}

/// The attribute with the values of a filter.
fn attribute(facet: Facet) -> &'static str {
    match facet {
        Facet::Category => "category",
        Facet::CatalogType => "type",
        Facet::House => "house",
        Facet::Age => "ages",
        Facet::Material => "material",
        Facet::Price => "step",
    }
}

fn numbers<T: FromStr>(values: HashMap<String, usize>) -> Vec<(T, i64)> {
    let values = values.into_iter();
    values
        .filter_map(|(value, lots)| Some((value.parse().ok()?, lots as i64)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::PriceRange;

    #[test]
    fn a_filter_that_is_set_is_counted_without_itself() {
        let query = LotQuery {
            house_ids: vec![1],
            price: Some(PriceRange {
                from: Some(5),
                to: None,
                currency: 1,
            }),
            ..LotQuery::default()
        };
        let passes = passes(&query, None);
        let written: Vec<_> = passes
            .iter()
            .map(|pass| {
                (
                    pass.filter.as_deref().unwrap_or_default(),
                    pass.attributes(),
                )
            })
            .collect();
        assert_eq!(
            written,
            [
                (
                    "hidden = 0 AND house IN [1] AND currency = 1 AND price >= 5",
                    vec!["category", "type", "ages", "material"]
                ),
                ("hidden = 0 AND currency = 1 AND price >= 5", vec!["house"]),
                ("hidden = 0 AND house IN [1]", vec!["step"]),
            ]
        );
        let counted = |attribute: &str, values: &[(&str, usize)]| {
            let values = values.iter().map(|&(value, lots)| (value.to_owned(), lots));
            HashMap::from([(attribute.to_owned(), values.collect())])
        };
        let counts = of(
            &passes,
            vec![
                counted("category", &[("1866", 1), ("1880", 2)]),
                counted("house", &[("1", 3)]),
                // Rubles are another currency.
                counted("step", &[("1021", 2), ("21", 9), ("1020", 1)]),
            ],
            1,
        );
        assert_eq!(
            counts,
            Counts {
                categories: vec![(1880, 2), (1866, 1)],
                houses: vec![(1, 3)],
                prices: vec![(20, 1), (21, 2)],
                is_exact: true,
                ..Counts::default()
            }
        );
    }
}

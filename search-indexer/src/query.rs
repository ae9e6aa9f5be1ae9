//! The query and the result of a search.

use async_trait::async_trait;
use thiserror::Error;

/// Counts are exact up to here and capped beyond. Nobody pages further, and counting more would slow every search.
pub const COUNT_CAP: i64 = 10_000;

/// The specification's sorting numbers, 0 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sorting {
    CreatedAsc,
    CreatedDesc,
    NameAsc,
    NameDesc,
    StartPriceAsc,
    StartPriceDesc,
    /// Best match first. Without a text the newest first.
    Relevant,
    LotNumberAsc,
    LotNumberDesc,
    PriceAsc,
    PriceDesc,
}

impl Sorting {
    pub const ALL: [Self; 11] = [
        Self::CreatedAsc,
        Self::CreatedDesc,
        Self::NameAsc,
        Self::NameDesc,
        Self::StartPriceAsc,
        Self::StartPriceDesc,
        Self::Relevant,
        Self::LotNumberAsc,
        Self::LotNumberDesc,
        Self::PriceAsc,
        Self::PriceDesc,
    ];

    /// The sorting for a wire number. `None` for a number outside the specification.
    pub fn from_number(number: i16) -> Option<Self> {
        usize::try_from(number)
            .ok()
            .and_then(|number| Self::ALL.get(number).copied())
    }
}

/// The specification's search scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuctionScope {
    /// Sales that are over: Completed or Canceled.
    Past,
    /// Scheduled sales.
    Future,
    /// Running sales: InProcess or WaitForEnd.
    Current,
    Galleries,
    PostAuction,
}

/// Which hidden lots (hidden themselves, in hidden catalogs, drafts or storage) a search may find.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Hidden {
    #[default]
    None,
    /// Those of these houses. The caller is their staff.
    OfHouses(Vec<i64>),
    All,
}

/// Filters that all must match. An empty list filters nothing.
#[derive(Debug, Clone, Default)]
pub struct LotQuery {
    /// Words in any form, beginnings of words, misspelt words, or a lot number («12», «№ 12», «лот 12»).
    pub text: Option<String>,
    pub catalog_id: Option<i64>,
    pub house_id: Option<i64>,
    /// Numbers of lots in their catalog.
    pub lot_numbers: Vec<i32>,
    /// Lot state numbers.
    pub states: Vec<i16>,
    pub is_bidding_over: Option<bool>,
    /// With (true) or without (false) bets.
    pub has_bets: Option<bool>,
    pub catalog_types: Vec<i16>,
    /// Categories, with all subcategories already resolved.
    pub category_ids: Option<Vec<i64>>,
    pub scope: Option<AuctionScope>,
    pub hidden: Hidden,
    /// `None`: by relevance if there is a text, else by lot number within one catalog, else the newest first.
    pub sorting: Option<Sorting>,
}

impl LotQuery {
    /// The sorting, or its default for this query.
    pub fn effective_sorting(&self) -> Sorting {
        self.sorting.unwrap_or_else(|| {
            if self
                .text
                .as_ref()
                .is_some_and(|text| !text.trim().is_empty())
            {
                Sorting::Relevant
            } else if self.catalog_id.is_some() {
                Sorting::LotNumberAsc
            } else {
                Sorting::CreatedDesc
            }
        })
    }
}

/// A page by number, from 1. A number past the end is clamped to the last page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paging {
    pub page: i64,
    pub size: i64,
}

impl Paging {
    /// The number of items on the pages before `page`.
    pub fn offset(self, page: i64) -> i64 {
        (page - 1) * self.size
    }

    /// The result without items.
    pub fn none(self) -> Found {
        Found {
            ids: Vec::new(),
            total: 0,
            page: 1,
        }
    }

    /// The page returned for `total` items: at least 1, at most the last one.
    pub fn clamp(self, total: i64) -> i64 {
        let last = (total + self.size - 1) / self.size;
        self.page.clamp(1, last.max(1))
    }
}

/// The lots of one page in order, with the total.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub ids: Vec<i64>,
    /// Exact up to [`COUNT_CAP`], capped there.
    pub total: i64,
    /// The page of `ids`, after clamping.
    pub page: i64,
}

#[derive(Debug, Error)]
pub enum SearchError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// Finds lots. Only the configuration chooses the backend.
#[async_trait]
pub trait Search: Send + Sync {
    async fn find(&self, query: &LotQuery, paging: Paging) -> Result<Found, SearchError>;

    /// Call after the commit that changes [`crate::synonyms`]: searches that begin later use the new ones.
    fn synonyms_changed(&self);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_numbers_match_the_specification() {
        let table = [
            (0, Some(Sorting::CreatedAsc)),
            (1, Some(Sorting::CreatedDesc)),
            (2, Some(Sorting::NameAsc)),
            (3, Some(Sorting::NameDesc)),
            (4, Some(Sorting::StartPriceAsc)),
            (5, Some(Sorting::StartPriceDesc)),
            (6, Some(Sorting::Relevant)),
            (7, Some(Sorting::LotNumberAsc)),
            (8, Some(Sorting::LotNumberDesc)),
            (9, Some(Sorting::PriceAsc)),
            (10, Some(Sorting::PriceDesc)),
            (11, None),
            (-1, None),
        ];
        for (number, sorting) in table {
            assert_eq!(Sorting::from_number(number), sorting, "{number}");
        }
    }

    #[test]
    fn a_page_past_the_end_is_the_last_one() {
        for (page, size, total, answered) in [
            (1, 20, 0, 1),
            (7, 20, 0, 1),
            (2, 20, 20, 1),
            (2, 20, 21, 2),
            (9, 20, 21, 2),
            (0, 20, 21, 1),
        ] {
            assert_eq!(
                Paging { page, size }.clamp(total),
                answered,
                "page {page} of {total}"
            );
        }
    }
}

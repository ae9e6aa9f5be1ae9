//! The query and the result of a search.

use async_trait::async_trait;
use thiserror::Error;
use time::OffsetDateTime;

/// Counts are exact up to here and capped beyond. Nobody pages further, and counting more would slow every search.
pub const COUNT_CAP: i64 = 10_000;

/// The specification's sorting numbers, 0 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub enum Hidden {
    #[default]
    None,
    /// Hidden lots of these houses: the caller works there.
    OfHouses(Vec<i64>),
    All,
}

/// Prices of one currency, from and to, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PriceRange {
    pub from: Option<i64>,
    pub to: Option<i64>,
    /// The currency's number.
    pub currency: i16,
}

/// Lots that became public after `after`, at the latest at `until`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FirstSeen {
    pub after: OffsetDateTime,
    pub until: OffsetDateTime,
}

/// A filter whose values have counts. The currency of prices is the one asked for, else [`RUBLES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Facet {
    Category,
    CatalogType,
    House,
    Age,
    Material,
    Price,
}

impl Facet {
    pub const ALL: [Self; 6] = [
        Self::Category,
        Self::CatalogType,
        Self::House,
        Self::Age,
        Self::Material,
        Self::Price,
    ];
}

/// The number of the currency whose prices are counted unless another is asked for.
pub const RUBLES: i16 = 0;
/// The most materials that are counted, the most frequent.
pub const MATERIALS: usize = 40;

/// Filters that all must match. An empty list filters nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct LotQuery {
    /// Words in any form, beginnings of words, misspelt words, or a lot number («12», «№ 12», «лот 12»).
    pub text: Option<String>,
    pub catalog_id: Option<i64>,
    pub house_id: Option<i64>,
    /// Any of these houses.
    pub house_ids: Vec<i64>,
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
    /// Lots of any of these half centuries, by their first years (`lot_ages` in the schema).
    pub ages: Vec<i16>,
    /// Any of these, in lower case with one space between words.
    pub materials: Vec<String>,
    pub price: Option<PriceRange>,
    pub first_seen: Option<FirstSeen>,
    pub hidden: Hidden,
    /// `None`: by relevance if there is a text, else by lot number within one catalog, else the newest first.
    pub sorting: Option<Sorting>,
}

impl LotQuery {
    /// The filters with counts that this query sets.
    pub fn facets(&self) -> Vec<Facet> {
        let set = |facet: &Facet| match facet {
            Facet::Category => self.category_ids.is_some(),
            Facet::CatalogType => !self.catalog_types.is_empty(),
            Facet::House => !self.house_ids.is_empty(),
            Facet::Age => !self.ages.is_empty(),
            Facet::Material => !self.materials.is_empty(),
            Facet::Price => self.price.is_some(),
        };
        Facet::ALL.into_iter().filter(set).collect()
    }

    /// The query without a filter: the lots that its counts are of.
    pub fn without(&self, facet: Facet) -> Self {
        let mut query = self.clone();
        match facet {
            Facet::Category => query.category_ids = None,
            Facet::CatalogType => query.catalog_types.clear(),
            Facet::House => query.house_ids.clear(),
            Facet::Age => query.ages.clear(),
            Facet::Material => query.materials.clear(),
            Facet::Price => query.price = None,
        }
        query
    }

    /// The catalog, if the filters let all of its lots pass that visitors see. Ignores the text.
    pub(crate) fn whole_catalog(&self) -> Option<i64> {
        let whole = Self {
            text: self.text.clone(),
            catalog_id: self.catalog_id,
            sorting: self.sorting,
            ..Self::default()
        };
        self.catalog_id.filter(|_| *self == whole)
    }

    /// The currency whose prices are counted.
    pub fn counted_currency(&self) -> i16 {
        self.price.map_or(RUBLES, |price| price.currency)
    }

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
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

/// How many lots of a search have each value of a filter. Those of one filter are of the lots that pass all the others, so that
/// choosing a value does not hide its neighbours. Values without lots are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// By category, without its subcategories.
    pub categories: Vec<(i64, i64)>,
    pub catalog_types: Vec<(i16, i64)>,
    pub houses: Vec<(i64, i64)>,
    /// By half century; a lot may be in several.
    pub ages: Vec<(i16, i64)>,
    /// The [`MATERIALS`] most frequent.
    pub materials: Vec<(String, i64)>,
    /// By step of the price (`price_step` in the schema), in the currency asked for.
    pub prices: Vec<(i16, i64)>,
    /// False: only some of very many lots were counted, so there are at least as many, and values that are left out may have lots.
    pub is_exact: bool,
}

impl Counts {
    /// Sorts the values: times and prices in their order, all others from the most frequent on.
    pub(crate) fn sort(&mut self) {
        fn by_count<T: Ord>(values: &mut [(T, i64)]) {
            values.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        }
        by_count(&mut self.categories);
        by_count(&mut self.catalog_types);
        by_count(&mut self.houses);
        by_count(&mut self.materials);
        self.ages.sort_unstable();
        self.prices.sort_unstable();
    }
}

#[derive(Debug, Error)]
pub enum SearchError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    /// A search engine is out of reach, or failed.
    #[error("the search engine failed: {0}")]
    Engine(String),
    /// A search that another backend answers better: the engine has no form for it, or is slow at it.
    #[error("the search engine should not search for this")]
    Unfit,
}

/// Finds lots. Only the configuration chooses the backend.
#[async_trait]
pub trait Search: Send + Sync {
    async fn find(&self, query: &LotQuery, paging: Paging) -> Result<Found, SearchError>;

    /// How many of the lots that `find` finds have each value of a filter.
    async fn counts(&self, query: &LotQuery) -> Result<Counts, SearchError>;

    /// Call after the commit that changes [`crate::synonyms`]: searches that begin later use the new ones.
    fn synonyms_changed(&self);

    /// Which backend answers, for operators. None: there is only one.
    fn details(&self) -> Option<String> {
        None
    }
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

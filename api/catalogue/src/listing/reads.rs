//! Lists and pages that many people open at once. What is the same for all viewers is read once and shared; each viewer's own
//! part is read separately.

use std::sync::Arc;

use clock::Clock;
use contract::dto::{self, FoundLot, LotCounts, LotShort, Page, Paging};
use contract::error::ApiResult;
use search_indexer::{Hidden, LotQuery, Search};
use shared_reads::{Budget, SharedReads, Snapshots};
use sqlx::PgPool;

use super::catalogs::{CatalogRead, Visibility};
use super::counts;
use super::found;
use super::lots::{LotRead, PageRead};
use super::viewer::Viewer;

/// Maximum memory for each kind, in bytes.
const CAPACITY: u64 = 4 * 1024 * 1024;
/// Larger values are not kept, in bytes.
const LARGEST: usize = 256 * 1024;
const USUAL_COUNT: usize = 64;
/// Approximate size of the counts of a search, in bytes.
const COUNTS: usize = 8 * 1024;

type PageKey = (LotQuery, search_indexer::Paging);

/// The shared reads of one process.
pub struct Reads {
    pool: PgPool,
    search: Arc<dyn Search>,
    clock: Clock,
    pages: SharedReads<PageKey, Arc<PageRead>>,
    lots: SharedReads<i64, Arc<LotRead>>,
    catalogs: SharedReads<i64, Arc<CatalogRead>>,
    counts: SharedReads<LotQuery, Arc<LotCounts>>,
    visibilities: SharedReads<i64, Option<Visibility>>,
}

impl Reads {
    pub fn new(
        pool: PgPool,
        search: Arc<dyn Search>,
        clock: Clock,
        snapshots: &Arc<Snapshots>,
    ) -> Self {
        let pages = budget(
            |(query, _): &PageKey| size_of(query),
            |page: &Arc<PageRead>| page.size(),
        );
        let lots = budget(size_of_val, |lot: &Arc<LotRead>| lot.size());
        let catalogs = budget(size_of_val, |catalog: &Arc<CatalogRead>| catalog.size());
        let counts = budget(size_of, |_: &Arc<LotCounts>| COUNTS);
        let visibilities = budget(size_of_val, size_of_val);
        Self {
            pages: SharedReads::new(snapshots.clone(), clock.clone(), pages),
            lots: SharedReads::new(snapshots.clone(), clock.clone(), lots),
            catalogs: SharedReads::new(snapshots.clone(), clock.clone(), catalogs),
            counts: SharedReads::new(snapshots.clone(), clock.clone(), counts),
            visibilities: SharedReads::new(snapshots.clone(), clock.clone(), visibilities),
            pool,
            search,
            clock,
        }
    }

    /// A page of search results. The caller limits `query.hidden` to what the viewer may see, since the total counts it.
    pub async fn lots(
        &self,
        query: &LotQuery,
        paging: &Paging,
        viewer: Viewer<'_>,
    ) -> ApiResult<Page<LotShort>> {
        let page = self.page(query, paging).await?;
        page.shown(&self.pool, paging, viewer).await
    }

    /// Same as [`Self::lots`], with where each lot matches the search text.
    pub async fn found(
        &self,
        query: &LotQuery,
        paging: &Paging,
        viewer: Viewer<'_>,
    ) -> ApiResult<Page<FoundLot>> {
        let page = self.page(query, paging).await?;
        let places = page.places(&self.pool, query.text.as_deref()).await?;
        let shown = page.shown(&self.pool, paging, viewer).await?;
        Ok(found::placed(shown, places))
    }

    async fn page(&self, query: &LotQuery, paging: &Paging) -> ApiResult<Arc<PageRead>> {
        let page = search_indexer::Paging {
            page: paging.page_number.unwrap_or(1),
            size: paging.window(0).limit,
        };
        let read = async || {
            let read = PageRead::read(&self.pool, &*self.search, query, page);
            read.await.map(Arc::new)
        };
        self.pages.get((query.clone(), page), read).await
    }

    /// The counts beside a search's filters.
    pub async fn counts(&self, query: &LotQuery) -> ApiResult<LotCounts> {
        let read = async || {
            let read = counts::read(&self.pool, &*self.search, query);
            read.await.map(Arc::new)
        };
        let read = self.counts.get(query.clone(), read).await?;
        Ok((*read).clone())
    }

    /// A lot's page; 404 if it does not exist for the viewer.
    pub async fn lot(&self, id: i64, viewer: Viewer<'_>) -> ApiResult<dto::Lot> {
        let read = async || LotRead::read(&self.pool, id).await.map(Arc::new);
        let read = self.lots.get(id, read).await?;
        read.shown(&self.pool, viewer).await
    }

    /// A catalog's page; 404 if it does not exist for the viewer.
    pub async fn catalog(&self, id: i64, viewer: Viewer<'_>) -> ApiResult<dto::Catalog> {
        let read = async || CatalogRead::read(&self.pool, id).await.map(Arc::new);
        let read = self.catalogs.get(id, read).await?;
        read.shown(&self.pool, viewer, self.clock.now()).await
    }

    /// The house of a catalog that has a room; `None` if no such catalog exists for the viewer.
    pub async fn house_of_room(&self, id: i64, viewer: Viewer<'_>) -> ApiResult<Option<i64>> {
        let read = async || Visibility::read(&self.pool, id).await;
        let catalog = self.visibilities.get(id, read).await?;
        Ok(catalog
            .filter(|catalog| catalog.has_room && catalog.exists_for(viewer))
            .map(|catalog| catalog.house_id))
    }
}

/// Approximate size in bytes. Includes the lists, whose lengths callers choose.
fn size_of(query: &LotQuery) -> usize {
    let text = query.text.as_ref().map_or(0, String::len);
    let materials: usize = query.materials.iter().map(|one| 24 + one.len()).sum();
    let houses = match &query.hidden {
        Hidden::OfHouses(houses) => houses.len(),
        Hidden::None | Hidden::All => 0,
    };
    let numbers = query.category_ids.as_ref().map_or(0, Vec::len)
        + query.house_ids.len()
        + query.lot_numbers.len()
        + query.states.len()
        + query.catalog_types.len()
        + query.ages.len()
        + houses;
    std::mem::size_of::<LotQuery>() + text + materials + 8 * numbers
}

fn budget<K, V>(key_size: fn(&K) -> usize, size: fn(&V) -> usize) -> Budget<K, V> {
    Budget {
        capacity: CAPACITY,
        largest: LARGEST,
        usual_count: USUAL_COUNT,
        key_size,
        size,
    }
}

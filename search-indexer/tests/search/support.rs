//! A small site to search, in a separate database for each test, and the backends that search it.

use std::sync::Arc;

use migrations::testing::TestDatabase;
use search_indexer::indexer::Indexer;
use search_indexer::meilisearch::{self, Engine, Feeder, rebuild};
use search_indexer::{
    Counts, Found, LotQuery, MeiliSearch, Paging, PgSearch, Search, SearchError, listing,
};
use sqlx::PgPool;

use crate::server;

/// House 1 has a classic sale (11, running), a parallel one (12, scheduled), a gallery (13) and a draft (14). House 2
/// has a finished sale (15). Lot ids begin with their catalog's id.
const FIXTURE: &str = "
    insert into house (id, name_ru) values (1, 'Дом'), (2, 'Другой дом');
    insert into category (id, code, name, parent_id) values
        (1866, '1', 'Живопись', null), (18661, '1.1', 'Пейзаж', 1866), (1880, '2', 'Иконы', null);
    delete from search_synonym;
    insert into catalog (id, house_id, title, catalog_type) values
        (11, 1, 'Классика', 0), (12, 1, 'Параллель', 1), (13, 1, 'Галерея', 2), (14, 1, 'Черновик', 0),
        (15, 2, 'Прошедший', 0);
    insert into catalog_trade (catalog_id, state) values (11, 1), (12, 0), (13, 0), (14, 4), (15, 2);
    insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, category_id, start_price, materials, created)
    values
        (1101, 1, 11, 1, 'Морской пейзаж с парусником', 18661, 1000, 'холст, масло', '2026-01-01'),
        (1102, 1, 11, 2, 'Икона Божией Матери', 1880, 500, 'дерево, темпера', '2026-01-02'),
        (1112, 1, 11, 12, 'Ёлка в лесу', 1866, 3000, 'картон, масло', '2026-01-03'),
        (1201, 1, 12, 1, 'Натюрморт с самоваром', 1866, 2000, 'холст, масло', '2026-01-04'),
        (1301, 1, 13, 1, 'Пейзаж. 12 этюдов', 18661, 9000, 'бумага', '2026-01-05'),
        (1401, 1, 14, 1, 'Пейзаж из черновика', 18661, 100, null, '2026-01-06'),
        (1501, 2, 15, 1, 'Портрет', 1866, 700, null, '2026-01-07');
    update lot set description_ru = '<p class=large>Рама <strong>1920-1930-х</strong>&nbsp;гг.</p>' where id = 1112;
    insert into author (name) values ('Айвазовский Иван Константинович');
    insert into lot_author (lot_id, author_id) select 1101, id from author;
    insert into lot_trade (lot_id, catalog_id, state, is_bidding_over, leading_value, bets_count, min_bet) values
        (1101, 11, 1, false, 1500, 3, 1600), (1102, 11, 4, true, null, 0, 500), (1501, 15, 2, true, 900, 1, 950);
";

pub struct Site(TestDatabase);

impl Site {
    pub async fn create() -> Self {
        let database = TestDatabase::create().await;
        database.execute(FIXTURE).await;
        listing::rebuild(&database.pool).await.unwrap();
        Self(database)
    }

    pub fn pool(&self) -> &PgPool {
        &self.0.pool
    }

    pub async fn execute(&self, statements: impl Into<String>) {
        self.0.execute(statements).await;
    }

    /// The ids of the first page.
    pub async fn find(&self, query: LotQuery) -> Vec<i64> {
        self.page(query, 1, 20).await.ids
    }

    /// The backends: PostgreSQL, and Meilisearch with an index of the site if there is a server.
    pub async fn backends(&self) -> Vec<Backend> {
        let mut backends = vec![Backend {
            name: "postgresql",
            search: Arc::new(PgSearch::new(self.pool().clone())),
            postgres: PgSearch::new(self.pool().clone()),
            meili: None,
        }];
        if let Some(meili) = self.meili().await {
            backends.push(Backend {
                name: "meilisearch",
                search: meili.clone(),
                postgres: PgSearch::new(self.pool().clone()),
                meili: Some(meili),
            });
        }
        backends
    }

    /// Meilisearch with an index of the site, if there is a server.
    pub async fn meili(&self) -> Option<Arc<MeiliSearch>> {
        let engine = Arc::new(Engine::new(server::settings().await?));
        let meili = Arc::new(MeiliSearch::new(engine.clone(), self.pool().clone()));
        rebuild::rebuild(&meili.index(), |_| {}).await.unwrap();
        engine.connect().await.unwrap();
        Some(meili)
    }

    /// A backend of the engine at this address, which need not be there.
    pub fn meili_at(&self, url: String) -> Arc<MeiliSearch> {
        server::set_up_tls();
        let engine = Engine::new(meilisearch::Settings {
            url,
            key: None,
            index: meilisearch::INDEX.to_owned(),
        });
        Arc::new(MeiliSearch::new(Arc::new(engine), self.pool().clone()))
    }

    pub async fn page(&self, query: LotQuery, page: i64, size: i64) -> Found {
        PgSearch::new(self.pool().clone())
            .find(&query, Paging { page, size })
            .await
            .unwrap()
    }
}

/// A backend under test.
pub struct Backend {
    pub name: &'static str,
    pub search: Arc<dyn Search>,
    /// What the backend leaves to PostgreSQL.
    pub postgres: PgSearch,
    meili: Option<Arc<MeiliSearch>>,
}

impl Backend {
    /// What the site finds.
    pub async fn page(&self, query: &LotQuery, page: i64, size: i64) -> Found {
        let paging = Paging { page, size };
        match self.search.find(query, paging).await {
            Err(SearchError::Unfit) => self.postgres.find(query, paging).await.unwrap(),
            found => found.unwrap(),
        }
    }

    /// What the site counts.
    pub async fn counts(&self, query: &LotQuery) -> Counts {
        match self.search.counts(query).await {
            Err(SearchError::Unfit) => self.postgres.counts(query).await.unwrap(),
            counted => counted.unwrap(),
        }
    }

    /// The ids of the first page.
    pub async fn find(&self, query: &LotQuery) -> Vec<i64> {
        self.page(query, 1, 20).await.ids
    }

    pub fn is_meilisearch(&self) -> bool {
        self.meili.is_some()
    }

    /// What feeds the backend's index, if it has one.
    pub fn feeder(&self) -> Option<Feeder> {
        self.meili.as_ref().map(|meili| meili.feeder())
    }

    /// Lists what the outbox has, and feeds it to the backend.
    pub async fn settle(&self, site: &Site) {
        while outbox::drain(site.pool(), &Indexer).await.unwrap() > 0 {}
        if let Some(meili) = &self.meili {
            let fed = meili.index().batch().await.unwrap();
            assert!(!fed.is_full && fed.refused == 0, "{fed:?}");
        }
    }
}

pub fn text(text: &str) -> LotQuery {
    LotQuery {
        text: Some(text.to_owned()),
        ..LotQuery::default()
    }
}

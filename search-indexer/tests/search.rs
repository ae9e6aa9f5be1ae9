//! The search against a real PostgreSQL: each test makes a database of its own under `TEST_DATABASE_URL`.

use search_indexer::{
    AuctionScope, Found, Hidden, LotQuery, Paging, PgSearch, Search, Sorting, Thresholds,
    indexer::Indexer, listing,
};
use sqlx::{Connection, PgConnection, PgPool, postgres::PgConnectOptions};
use std::{
    str::FromStr,
    time::{SystemTime, UNIX_EPOCH},
};

/// House 1 has a classic sale (11, running), a parallel one (12, scheduled), a gallery (13), a draft (14) and a finished
/// sale (15); lot ids say their catalog.
const FIXTURE: &str = "
    insert into house (id, name_ru) values (1, 'Дом'), (2, 'Другой дом');
    insert into category (id, code, name) values (1866, '1', 'Живопись'), (18661, '1.1', 'Пейзаж'), (1880, '2', 'Иконы');
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

struct TestDatabase {
    pool: PgPool,
    name: String,
    maintenance: String,
}

impl TestDatabase {
    async fn create() -> Self {
        let maintenance = std::env::var("TEST_DATABASE_URL")
            .expect("TEST_DATABASE_URL names a PostgreSQL superuser");
        let nanos = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("the clock is past 1970")
            .as_nanos();
        let name = format!("search_{}_{nanos}", std::process::id());
        let mut server = PgConnection::connect(&maintenance).await.unwrap();
        sqlx::query(sqlx::AssertSqlSafe(format!("create database {name}")))
            .execute(&mut server)
            .await
            .unwrap();
        let options = PgConnectOptions::from_str(&maintenance)
            .unwrap()
            .database(&name);
        let pool = PgPool::connect_with(options).await.unwrap();
        sqlx::migrate!("../migrations").run(&pool).await.unwrap();
        sqlx::raw_sql(FIXTURE).execute(&pool).await.unwrap();
        listing::rebuild(&pool).await.unwrap();
        Self {
            pool,
            name,
            maintenance,
        }
    }

    async fn find(&self, query: LotQuery) -> Vec<i64> {
        self.page(query, 1, 20).await.ids
    }

    async fn page(&self, query: LotQuery, page: i64, size: i64) -> Found {
        PgSearch::new(self.pool.clone())
            .find(&query, Paging { page, size })
            .await
            .unwrap()
    }

    async fn drop(self) {
        self.pool.close().await;
        let mut server = PgConnection::connect(&self.maintenance).await.unwrap();
        sqlx::query(sqlx::AssertSqlSafe(format!("drop database {}", self.name)))
            .execute(&mut server)
            .await
            .unwrap();
    }
}

fn text(text: &str) -> LotQuery {
    LotQuery {
        text: Some(text.to_owned()),
        ..LotQuery::default()
    }
}

#[tokio::test]
async fn texts_find_lots_in_any_form() {
    let db = TestDatabase::create().await;
    let table: &[(&str, &[i64])] = &[
        // Endings.
        ("пейзажи", &[1301, 1101]),
        ("морского пейзажа", &[1101]),
        ("иконы", &[1102]),
        // «Ё» and «е» are one letter, upper and lower case too.
        ("елка", &[1112]),
        ("ЁЛКИ", &[1112]),
        // The author, in another case and with a first name.
        ("Айвазовского", &[1101]),
        ("иван айвазовский", &[1101]),
        // The beginning of a word.
        ("парус", &[1101]),
        ("айвазов", &[1101]),
        // Typos.
        ("айвозовский", &[1101]),
        ("натюрмотр", &[1201]),
        ("икнона", &[1102]),
        ("игона", &[1102]),
        ("портет", &[1501]),
        ("пейжаз", &[1301, 1101]),
        ("айвозовск", &[1101]),
        ("айвазовскяи", &[1101]),
        ("пзйзж", &[]),
        // Materials and the category count too; every word must match.
        ("масло холст", &[1201, 1101]),
        ("пейзаж масло", &[1101]),
        ("пейзаж самовар", &[]),
        ("репин", &[]),
        // Of a description its words, whatever joins them, and not its marks.
        ("рамы", &[1112]),
        ("1930", &[1112]),
        ("1920-1930", &[1112]),
        ("large", &[]),
        ("nbsp", &[]),
        // A stop word matches everything, nonsense nothing.
        ("ёлка в лесу", &[1112]),
        ("вжщцфыр", &[]),
        // A number is a lot's number first, and may be a word.
        ("12", &[1112, 1301]),
        ("№ 12", &[1112]),
        ("лот 2", &[1102]),
        // What a query language would read is nothing but letters here.
        ("' | !:* &", &[1501, 1301, 1201, 1112, 1102, 1101]),
    ];
    for (query, expected) in table {
        let mut found = db.find(text(query)).await;
        let mut expected = expected.to_vec();
        if *query != "12" {
            found.sort_unstable();
            expected.sort_unstable();
        }
        assert_eq!(found, expected, "{query}");
    }
    db.drop().await;
}

#[tokio::test]
async fn filters_combine() {
    let db = TestDatabase::create().await;
    let all = || LotQuery {
        sorting: Some(Sorting::CreatedAsc),
        ..LotQuery::default()
    };
    let table: Vec<(&str, LotQuery, Vec<i64>)> = vec![
        ("nothing", all(), vec![1101, 1102, 1112, 1201, 1301, 1501]),
        (
            "catalog",
            LotQuery {
                catalog_id: Some(11),
                ..all()
            },
            vec![1101, 1102, 1112],
        ),
        (
            "house",
            LotQuery {
                house_id: Some(2),
                ..all()
            },
            vec![1501],
        ),
        (
            "states",
            LotQuery {
                states: vec![1, 4],
                ..all()
            },
            vec![1101, 1102],
        ),
        (
            "over",
            LotQuery {
                is_bidding_over: Some(true),
                ..all()
            },
            vec![1102, 1501],
        ),
        (
            "bets",
            LotQuery {
                has_bets: Some(true),
                ..all()
            },
            vec![1101, 1501],
        ),
        (
            "types",
            LotQuery {
                catalog_types: vec![1, 2],
                ..all()
            },
            vec![1201, 1301],
        ),
        (
            "categories",
            LotQuery {
                category_ids: Some(vec![18661]),
                ..all()
            },
            vec![1101, 1301],
        ),
        (
            "no category",
            LotQuery {
                category_ids: Some(vec![]),
                ..all()
            },
            vec![],
        ),
        (
            "numbers",
            LotQuery {
                lot_numbers: vec![2, 12],
                catalog_id: Some(11),
                ..all()
            },
            vec![1102, 1112],
        ),
        (
            "past",
            LotQuery {
                scope: Some(AuctionScope::Past),
                ..all()
            },
            vec![1501],
        ),
        (
            "future",
            LotQuery {
                scope: Some(AuctionScope::Future),
                ..all()
            },
            vec![1201],
        ),
        (
            "current",
            LotQuery {
                scope: Some(AuctionScope::Current),
                ..all()
            },
            vec![1101, 1102, 1112],
        ),
        (
            "galleries",
            LotQuery {
                scope: Some(AuctionScope::Galleries),
                ..all()
            },
            vec![1301],
        ),
        (
            "post-auction",
            LotQuery {
                scope: Some(AuctionScope::PostAuction),
                ..all()
            },
            vec![],
        ),
        (
            "several",
            LotQuery {
                text: Some("пейзаж".into()),
                house_id: Some(1),
                states: vec![1],
                ..all()
            },
            vec![1101],
        ),
        (
            "hidden of my house",
            LotQuery {
                hidden: Hidden::OfHouses(vec![1]),
                catalog_id: Some(14),
                ..all()
            },
            vec![1401],
        ),
        (
            "hidden of another",
            LotQuery {
                hidden: Hidden::OfHouses(vec![2]),
                catalog_id: Some(14),
                ..all()
            },
            vec![],
        ),
        (
            "hidden of all",
            LotQuery {
                hidden: Hidden::All,
                catalog_id: Some(14),
                ..all()
            },
            vec![1401],
        ),
    ];
    for (what, query, expected) in table {
        assert_eq!(db.find(query).await, expected, "{what}");
    }
    db.drop().await;
}

#[tokio::test]
async fn every_sorting_sorts_and_pages_are_clamped() {
    let db = TestDatabase::create().await;
    let table: &[(Sorting, &[i64])] = &[
        (Sorting::CreatedAsc, &[1101, 1102, 1112, 1201]),
        (Sorting::CreatedDesc, &[1201, 1112, 1102, 1101]),
        (Sorting::NameAsc, &[1112, 1102, 1101, 1201]),
        (Sorting::NameDesc, &[1201, 1101, 1102, 1112]),
        (Sorting::StartPriceAsc, &[1102, 1101, 1201, 1112]),
        (Sorting::StartPriceDesc, &[1112, 1201, 1101, 1102]),
        (Sorting::Relevant, &[1201, 1112, 1102, 1101]),
        (Sorting::LotNumberAsc, &[1101, 1201, 1102, 1112]),
        (Sorting::LotNumberDesc, &[1112, 1102, 1201, 1101]),
        (Sorting::PriceAsc, &[1102, 1101, 1201, 1112]),
        (Sorting::PriceDesc, &[1112, 1201, 1101, 1102]),
    ];
    for (sorting, expected) in table {
        let query = LotQuery {
            catalog_types: vec![0, 1],
            house_id: Some(1),
            sorting: Some(*sorting),
            ..LotQuery::default()
        };
        assert_eq!(db.find(query).await, *expected, "{sorting:?}");
    }
    // A match in the title is better than one in the description.
    sqlx::raw_sql("update lot set description_ru = 'Рядом парусник и морской берег' where id = 1301; insert into outbox (topic, key) values ('lot', '1301')")
        .execute(&db.pool)
        .await
        .unwrap();
    outbox::drain(&db.pool, &Indexer).await.unwrap();
    assert_eq!(db.find(text("морской парусник")).await, [1101, 1301]);

    let found = db
        .page(
            LotQuery {
                sorting: Some(Sorting::CreatedAsc),
                ..LotQuery::default()
            },
            99,
            4,
        )
        .await;
    assert_eq!(
        (found.ids, found.total, found.page),
        (vec![1301, 1501], 6, 2)
    );
    let found = db.page(text("вжщцфыр"), 3, 4).await;
    assert_eq!((found.ids, found.total, found.page), (vec![], 0, 1));
    db.drop().await;
}

/// Every way to find a page finds the same.
#[tokio::test]
async fn few_and_many_are_sorted_alike() {
    let db = TestDatabase::create().await;
    sqlx::raw_sql(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, category_id, start_price, materials, created)
         select 10000 + n, 1 + n % 2, 11 + n % 3, 100 + n,
            case when n % 4 = 0 then 'Гравюра' else 'Лист' end || ' ' || n * 7919 % 500, 1866, n * 104729 % 1000 + 1,
            'бумага, гравюра', timestamptz '2026-02-01' + n * 15485863 % 5000 * interval '1 minute'
         from generate_series(1::bigint, 500) n;
         insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, category_id, start_price, created)
         select 20000 + n, 1, case when n <= 50 then 11 end, case when n <= 50 then 1000 + n end, 'Ларец ' || n, 1880, n * 37 % 91 + 1,
            timestamptz '2026-03-01' + n * 7919 % 300 * interval '1 minute'
         from generate_series(1, 250) n;
         insert into lot_trade (lot_id, catalog_id, state, is_bidding_over, leading_value, bets_count, min_bet)
         select id, catalog_id, (array[1, 2, 0])[1 + id % 3], id % 3 = 1,
            case when id % 3 < 2 then id * 86028121 % 1500 + 1 end, 1, 10
         from lot where id between 10000 and 20000",
    )
    .execute(&db.pool)
    .await
    .unwrap();
    listing::rebuild(&db.pool).await.unwrap();
    let large = Thresholds {
        counted: 10_000,
        sorted: 10_000,
        ranked: 0,
        walked: 0,
    };
    let small = Thresholds {
        counted: 120,
        sorted: 130,
        ranked: 0,
        walked: 0,
    };
    let walking = Thresholds {
        walked: 1_000,
        ..small
    };
    let find = async |thresholds: Thresholds, query: &LotQuery, page: i64| {
        PgSearch::with(db.pool.clone(), thresholds)
            .find(query, Paging { page, size: 10 })
            .await
            .unwrap()
    };
    for sorting in Sorting::ALL {
        for (text, house_id, category) in [
            (None, None, None),
            (None, Some(1), None),
            (Some("гравюра"), None, None),
            (Some("гравюра"), Some(1), None),
            // Most of these are in no catalog and have no number.
            (None, None, Some(1880)),
            (Some("ларец"), None, None),
        ] {
            let query = LotQuery {
                text: text.map(Into::into),
                house_id,
                category_ids: category.map(|id| vec![id]),
                hidden: Hidden::All,
                sorting: Some(sorting),
                ..LotQuery::default()
            };
            for page in [1, 2, 7, 12] {
                let expected = find(large, &query, page).await;
                for way in [small, walking] {
                    let found = find(way, &query, page).await;
                    assert!(expected.total > 200 && found.total == 120);
                    assert_eq!(found.ids, expected.ids, "{way:?}, {query:?}, page {page}");
                }
            }
        }
    }
    db.drop().await;
}

#[tokio::test]
async fn prices_that_move_are_sorted_with_those_that_stand() {
    let db = TestDatabase::create().await;
    let dearest = || LotQuery {
        sorting: Some(Sorting::PriceDesc),
        states: vec![1, 2],
        ..LotQuery::default()
    };
    assert_eq!(db.find(dearest()).await, [1101, 1501]);
    // A bet on an open lot, and the end of bidding.
    for (change, expected) in [
        (
            "update lot_trade set leading_value = 800, state = 1, is_bidding_over = false where lot_id = 1101",
            [1501, 1101],
        ),
        ("update lot_trade set leading_value = 950", [1501, 1101]),
        (
            "update lot_trade set leading_value = 2000, is_bidding_over = true where lot_id = 1101",
            [1101, 1501],
        ),
    ] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
            "{change}; insert into outbox (topic, key) values ('lot', '1101'), ('lot', '1501')"
        )))
        .execute(&db.pool)
        .await
        .unwrap();
        outbox::drain(&db.pool, &Indexer).await.unwrap();
        let walked = PgSearch::with(
            db.pool.clone(),
            Thresholds {
                counted: 2,
                sorted: 1,
                ranked: 0,
                walked: 0,
            },
        );
        let walked = walked
            .find(&dearest(), Paging { page: 1, size: 20 })
            .await
            .unwrap();
        assert_eq!(
            (db.find(dearest()).await, walked.ids),
            (expected.to_vec(), expected.to_vec()),
            "{change}"
        );
    }
    db.drop().await;
}

/// The row of a lot that is bid on moves in its page: no index hears of it.
#[tokio::test]
async fn a_bet_touches_no_index() {
    let db = TestDatabase::create().await;
    let mut connection = db.pool.acquire().await.unwrap();
    let mut updates = async || -> (i64, i64) {
        sqlx::raw_sql("select pg_stat_force_next_flush()")
            .execute(&mut *connection)
            .await
            .unwrap();
        sqlx::raw_sql(
            "update lot_trade set leading_value = leading_value + 100, bets_count = bets_count + 1,
                end_trade_time = now() where lot_id = 1101",
        )
        .execute(&mut *connection)
        .await
        .unwrap();
        listing::refresh_lots(&mut connection, &[1101])
            .await
            .unwrap();
        let counted = "select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname = 'lot_listing'";
        sqlx::query_as(counted)
            .fetch_one(&mut *connection)
            .await
            .unwrap()
    };
    let (updated, in_page) = updates().await;
    for _ in 0..3 {
        updates().await;
    }
    let (updated_after, in_page_after) = updates().await;
    assert!(updated_after > updated);
    assert_eq!(updated_after - updated, in_page_after - in_page);
    drop(connection);
    db.drop().await;
}

#[tokio::test]
async fn counts_are_capped() {
    let db = TestDatabase::create().await;
    sqlx::raw_sql(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
         select 10000 + n, 1, 11, 100 + n, 'Гравюра', 10 from generate_series(1, 10050) n",
    )
    .execute(&db.pool)
    .await
    .unwrap();
    listing::rebuild(&db.pool).await.unwrap();
    assert_eq!(db.page(text("гравюры"), 1, 20).await.total, 10_000);
    assert_eq!(db.page(text("гравюры"), 10_000, 100).await.page, 100);
    db.drop().await;
}

#[tokio::test]
async fn the_outbox_keeps_listings_and_survives_bad_rows() {
    let db = TestDatabase::create().await;
    let changes = [
        // A lot's new title; the lot is named twice, as a busy room does.
        "update lot set title_ru = 'Караван' where id = 1101;
         insert into outbox (topic, key) values ('lot', '1101'), ('lot', '1101')",
        // A whole catalog goes into hiding, another is published.
        "update catalog set hidden = true where id = 12; update catalog_trade set state = 0 where catalog_id = 14;
         insert into outbox (topic, key) values ('catalog', '12'), ('catalog', '14')",
        // A lot is deleted; a key that is no id, and a topic of somebody else.
        "update lot set deleted = now() where id = 1102;
         insert into outbox (topic, key) values ('lot', '1102'), ('lot', 'x'), ('notify', '5')",
    ];
    for change in changes {
        sqlx::raw_sql(change).execute(&db.pool).await.unwrap();
        while outbox::drain(&db.pool, &Indexer).await.unwrap() > 0 {}
    }
    assert_eq!(db.find(text("караван")).await, [1101]);
    let all = LotQuery {
        sorting: Some(Sorting::CreatedAsc),
        ..LotQuery::default()
    };
    assert_eq!(db.find(all).await, [1101, 1112, 1301, 1401, 1501]);
    let left: Vec<String> = sqlx::query_scalar("select topic from outbox")
        .fetch_all(&db.pool)
        .await
        .unwrap();
    assert_eq!(left, ["notify"]);
    db.drop().await;
}

#[tokio::test]
async fn readers_share_the_work_and_failed_work_comes_again() {
    struct Failing;
    #[async_trait::async_trait]
    impl outbox::Worker for Failing {
        fn topics(&self) -> &'static [outbox::Topic] {
            &[outbox::Topic::Lot]
        }
        fn batch(&self) -> i64 {
            1
        }
        async fn work(&self, _: &mut PgConnection, _: Vec<outbox::Job>) -> sqlx::Result<()> {
            Err(sqlx::Error::WorkerCrashed)
        }
    }
    let db = TestDatabase::create().await;
    sqlx::raw_sql(
        "update lot set title_ru = 'Верблюд' where id = 1101; update lot set title_ru = 'Караван' where id = 1112;
         insert into outbox (topic, key) values ('lot', '1101'), ('lot', '1112')",
    )
    .execute(&db.pool)
    .await
    .unwrap();
    assert!(outbox::drain(&db.pool, &Failing).await.is_err());

    // Another reader holds the first row: the second is done without waiting, the first once it is let go.
    let mut other = db.pool.begin().await.unwrap();
    sqlx::query("select from outbox where key = '1101' for update")
        .execute(&mut *other)
        .await
        .unwrap();
    assert_eq!(outbox::drain(&db.pool, &Indexer).await.unwrap(), 1);
    assert_eq!(
        (
            db.find(text("караван")).await,
            db.find(text("верблюд")).await
        ),
        (vec![1112], vec![])
    );
    other.rollback().await.unwrap();
    assert_eq!(outbox::drain(&db.pool, &Indexer).await.unwrap(), 1);
    assert_eq!(db.find(text("верблюд")).await, [1101]);
    db.drop().await;
}

#[tokio::test]
async fn a_row_that_cannot_be_worked_on_holds_nothing_up() {
    /// Stores what it reads; «bad» is no number.
    struct Picky;
    #[async_trait::async_trait]
    impl outbox::Worker for Picky {
        fn topics(&self) -> &'static [outbox::Topic] {
            &[outbox::Topic::Lot]
        }
        fn batch(&self) -> i64 {
            4
        }
        async fn work(&self, conn: &mut PgConnection, jobs: Vec<outbox::Job>) -> sqlx::Result<()> {
            for job in jobs {
                sqlx::query("insert into worked select $1::bigint")
                    .bind(job.key)
                    .execute(&mut *conn)
                    .await?;
            }
            Ok(())
        }
    }
    let db = TestDatabase::create().await;
    sqlx::raw_sql(
        "create table worked (id bigint primary key);
         insert into outbox (topic, key) values ('lot', '1'), ('lot', 'bad'), ('lot', '2'), ('lot', '3'), ('lot', '4')",
    )
    .execute(&db.pool)
    .await
    .unwrap();
    let worked = async || -> Vec<i64> {
        sqlx::query_scalar("select id from worked order by id")
            .fetch_all(&db.pool)
            .await
            .unwrap()
    };
    assert_eq!(outbox::drain(&db.pool, &Picky).await.unwrap(), 4);
    assert_eq!(worked().await, [1, 2, 3]);
    assert_eq!(outbox::drain(&db.pool, &Picky).await.unwrap(), 1);
    assert_eq!(worked().await, [1, 2, 3, 4]);
    // The one at fault comes again later, and later still.
    let mut pauses = Vec::new();
    for attempts in 1..=2 {
        let left: (String, i32, f64) = sqlx::query_as(
            "select key, attempts, extract(epoch from not_before - now())::float8 from outbox",
        )
        .fetch_one(&db.pool)
        .await
        .unwrap();
        assert_eq!((left.0.as_str(), left.1), ("bad", attempts));
        pauses.push(left.2);
        assert_eq!(outbox::drain(&db.pool, &Picky).await.unwrap(), 0);
        sqlx::query("update outbox set not_before = now()")
            .execute(&db.pool)
            .await
            .unwrap();
        assert_eq!(outbox::drain(&db.pool, &Picky).await.unwrap(), 1);
    }
    assert!(0.0 < pauses[0] && pauses[0] <= 30.0, "{pauses:?}");
    assert!(30.0 < pauses[1] && pauses[1] <= 60.0, "{pauses:?}");
    db.drop().await;
}

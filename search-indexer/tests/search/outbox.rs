//! The listing follows the outbox, through bad rows and failing readers.

use crate::support::{Site, text};
use search_indexer::{
    Hidden, LotQuery, Paging, PgSearch, Search as _, Sorting,
    indexer::{Indexer, Relister},
    listing,
};
use sqlx::PgConnection;

#[tokio::test]
async fn the_outbox_keeps_listings_and_survives_bad_rows() {
    let site = Site::create().await;
    let changes = [
        // A new title of a lot. The lot is enqueued twice, as by a busy room.
        "update lot set title_ru = 'Караван' where id = 1101;
         insert into outbox (topic, key) values ('lot', '1101'), ('lot', '1101')",
        // A whole catalog is hidden, another is published.
        "update catalog set hidden = true where id = 12; update catalog_trade set state = 0 where catalog_id = 14;
         insert into outbox (topic, key) values ('catalog', '12'), ('catalog', '14')",
        // A deleted lot, a key that is not an id, and another worker's topic.
        "update lot set deleted = now() where id = 1102;
         insert into outbox (topic, key) values ('lot', '1102'), ('lot', 'x'), ('notify', '5')",
    ];
    for change in changes {
        site.execute(change).await;
        while outbox::drain(site.pool(), &Indexer).await.unwrap() > 0 {}
    }
    assert_eq!(site.find(text("караван")).await, [1101]);
    let all = LotQuery {
        sorting: Some(Sorting::CreatedAsc),
        ..LotQuery::default()
    };
    assert_eq!(site.find(all).await, [1101, 1112, 1301, 1401, 1501]);
    let left: Vec<String> = sqlx::query_scalar("select topic from outbox")
        .fetch_all(site.pool())
        .await
        .unwrap();
    assert_eq!(left, ["notify"]);
}

#[tokio::test]
async fn readers_share_the_work_and_failed_work_is_retried() {
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
    let site = Site::create().await;
    site.execute(
        "update lot set title_ru = 'Верблюд' where id = 1101; update lot set title_ru = 'Караван' where id = 1112;
         insert into outbox (topic, key) values ('lot', '1101'), ('lot', '1112')").await;
    assert!(outbox::drain(site.pool(), &Failing).await.is_err());

    // Another reader locks the first row: the second is done without waiting, the first after the lock is released.
    let mut other = site.pool().begin().await.unwrap();
    sqlx::query("select from outbox where key = '1101' for update")
        .execute(&mut *other)
        .await
        .unwrap();
    assert_eq!(outbox::drain(site.pool(), &Indexer).await.unwrap(), 1);
    assert_eq!(
        (
            site.find(text("караван")).await,
            site.find(text("верблюд")).await
        ),
        (vec![1112], vec![])
    );
    other.rollback().await.unwrap();
    assert_eq!(outbox::drain(site.pool(), &Indexer).await.unwrap(), 1);
    assert_eq!(site.find(text("верблюд")).await, [1101]);
}

#[tokio::test]
async fn only_the_relister_takes_relist_rows() {
    let site = Site::create().await;
    site.execute(
        "update lot set title_ru = 'Верблюд' where id in (1101, 1112);
         insert into outbox (topic, key) values ('relist', '1101'), ('relist', 'x')",
    )
    .await;
    assert_eq!(outbox::drain(site.pool(), &Indexer).await.unwrap(), 0);
    assert_eq!(outbox::drain(site.pool(), &Relister).await.unwrap(), 2);
    assert_eq!(site.find(text("верблюд")).await, [1101]);
}

/// Stores each key as a number. «bad» is not one.
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

async fn worked(site: &Site) -> Vec<i64> {
    sqlx::query_scalar("select id from worked order by id")
        .fetch_all(site.pool())
        .await
        .unwrap()
}

#[tokio::test]
async fn a_failing_row_does_not_block_others() {
    let site = Site::create().await;
    site.execute(
        "create table worked (id bigint primary key);
         insert into outbox (topic, key) values ('lot', '1'), ('lot', 'bad'), ('lot', '2'), ('lot', '3'), ('lot', '4')").await;
    // One row alone, the failing one, and what follows as a batch again.
    assert_eq!(outbox::drain(site.pool(), &Picky).await.unwrap(), 5);
    assert_eq!(worked(&site).await, [1, 2, 3, 4]);
    // The failing row is retried after growing pauses.
    let mut pauses = Vec::new();
    for attempts in 1..=2 {
        let left: (String, i32, f64) = sqlx::query_as(
            "select key, attempts, extract(epoch from not_before - now())::float8 from outbox",
        )
        .fetch_one(site.pool())
        .await
        .unwrap();
        assert_eq!((left.0.as_str(), left.1), ("bad", attempts));
        pauses.push(left.2);
        assert_eq!(outbox::drain(site.pool(), &Picky).await.unwrap(), 0);
        sqlx::query("update outbox set not_before = now()")
            .execute(site.pool())
            .await
            .unwrap();
        assert_eq!(outbox::drain(site.pool(), &Picky).await.unwrap(), 1);
    }
    assert!(0.0 < pauses[0] && pauses[0] <= 30.0, "{pauses:?}");
    assert!(30.0 < pauses[1] && pauses[1] <= 60.0, "{pauses:?}");
}

/// A job about a lot's trade leaves the rest of its row as it is, unless there is no row or another job wants all of it.
#[tokio::test]
async fn a_bet_rewrites_only_what_bets_change() {
    let site = Site::create().await;
    site.execute(
        r#"update lot set title_ru = 'Верблюд' where id in (1101, 1102, 1301);
           update lot_trade set leading_value = 7700, bets_count = 9 where lot_id in (1101, 1102);
           delete from lot_listing where lot_id = 1301;
           insert into outbox (topic, key, payload) values ('lot', '1101', '{"only": "trade"}'), ('lot', '1102', '{}'),
               ('lot', '1102', '{"only": "trade"}'), ('lot', '1301', '{"only": "trade"}')"#,
    )
    .await;
    outbox::drain(site.pool(), &Indexer).await.unwrap();
    let rows: Vec<(i64, i64, i32)> = sqlx::query_as(
        "select lot_id, price, bets_count from lot_listing where lot_id in (1101, 1102) order by lot_id",
    )
    .fetch_all(site.pool())
    .await
    .unwrap();
    assert_eq!(rows, [(1101, 7700, 9), (1102, 7700, 9)]);
    let mut renamed = site.find(text("верблюд")).await;
    renamed.sort_unstable();
    assert_eq!(renamed, [1102, 1301]);
}

/// Neither kind of refresh keeps the other waiting, and what is put off stays of its kind.
#[tokio::test]
async fn many_bets_do_not_delay_an_edit() {
    let site = Site::create().await;
    site.execute(
        r#"update lot set title_ru = 'Верблюд' where id = 1101;
           insert into outbox (topic, payload)
           select 'lot', jsonb_agg(jsonb_build_object('key', n::text, 'payload', '{"only": "trade"}'::jsonb))
           from generate_series(50001, 50600) n group by (n - 50001) / 100;
           insert into outbox (topic, key) values ('lot', '1101')"#,
    )
    .await;
    outbox::drain(site.pool(), &Indexer).await.unwrap();
    assert_eq!(site.find(text("верблюд")).await, [1101]);
    let left: Vec<(i64, String)> = sqlx::query_as(
        "select count(*), payload ->> 'only' from outbox where topic = 'lot' group by 2",
    )
    .fetch_all(site.pool())
    .await
    .unwrap();
    assert_eq!(left, [(100, "trade".to_owned())]);
}

/// The updates are heap-only: the row moves within its page and no index changes.
#[tokio::test]
async fn a_bet_touches_no_index() {
    let site = Site::create().await;
    let mut connection = site.pool().acquire().await.unwrap();
    let mut updates = async |traded: &[i64], lots: &[i64]| -> (i64, i64) {
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
        listing::refresh(&mut connection, lots, traded)
            .await
            .unwrap();
        let counted = "select n_tup_upd, n_tup_hot_upd from pg_stat_user_tables where relname = 'lot_listing'";
        sqlx::query_as(counted)
            .fetch_one(&mut *connection)
            .await
            .unwrap()
    };
    // Few enough for a page without pruning, which an older snapshot would prevent.
    for (traded, lots) in [([1101].as_slice(), [].as_slice()), (&[], &[1101])] {
        let (updated, in_page) = updates(traded, lots).await;
        let (updated_after, in_page_after) = updates(traded, lots).await;
        assert!(updated_after > updated);
        assert_eq!(updated_after - updated, in_page_after - in_page);
    }
    drop(connection);
}

/// Of a row with several jobs, as a commit of the rooms enqueues it, only the failing job waits.
#[tokio::test]
async fn a_failing_job_does_not_block_those_of_its_row() {
    let site = Site::create().await;
    site.execute(
        r#"create table worked (id bigint primary key);
         insert into outbox (topic, key, payload) values
            ('lot', '1', '{}'),
            ('lot', null, '[{"key": "2", "payload": {}}, {"key": "bad", "payload": {}}, {"key": "3", "payload": {}}]'),
            ('lot', null, '[{"key": "4", "payload": {}}, {"key": "5", "payload": {}}]'),
            ('lot', null, '["no job"]')"#,
    )
    .await;
    while outbox::drain(site.pool(), &Picky).await.unwrap() > 0 {}
    assert_eq!(worked(&site).await, [1, 2, 3, 4, 5]);
    let left: Vec<(String, i32)> = sqlx::query_as("select key, attempts from outbox")
        .fetch_all(site.pool())
        .await
        .unwrap();
    assert_eq!(left, [("bad".to_owned(), 1)]);
}

/// The count of a catalog's list follows every write of the listing: lots that appear, move, are hidden, and go in every way.
#[tokio::test]
async fn the_listed_lots_of_a_catalog_are_counted() {
    let site = Site::create().await;
    for (change, [classic, parallel, gallery, past]) in [
        ("select", [3, 1, 1, 1]),
        (
            "update lot_trade set leading_value = 1900 where lot_id = 1101",
            [3, 1, 1, 1],
        ),
        (
            "update lot set catalog_id = 12, catalog_lot_id = 2 where id = 1102",
            [2, 2, 1, 1],
        ),
        (
            "update lot set hidden = true where id in (1101, 1201)",
            [1, 1, 1, 1],
        ),
        (
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, category_id, start_price)
             values (1302, 1, 13, 2, 'Этюд', 18661, 9000), (1402, 1, 14, 2, 'Этюд из черновика', 18661, 100)",
            [1, 1, 2, 1],
        ),
        (
            "update lot set deleted = now() where id in (1301, 1501)",
            [1, 1, 1, 0],
        ),
        (
            "update lot set hidden = false where id = 1101",
            [2, 1, 1, 0],
        ),
        ("delete from lot where id = 1302", [2, 1, 0, 0]),
        ("truncate lot_listing", [2, 1, 0, 0]),
    ] {
        site.execute(change).await;
        listing::rebuild(site.pool()).await.unwrap();
        let counted = "select catalog_id, lots from catalog_listing where lots <> 0 order by catalog_id";
        let counted: Vec<(i64, i64)> = sqlx::query_as(counted)
            .fetch_all(site.pool())
            .await
            .unwrap();
        let mut expected = vec![(11, classic), (12, parallel), (13, gallery), (15, past)];
        expected.retain(|(_, lots)| *lots > 0);
        assert_eq!(counted, expected, "{change}");
    }
}

/// Only a list of all lots of a catalog, as visitors see it, relies on the count that is kept.
#[tokio::test]
async fn other_lists_count_their_lots() {
    let site = Site::create().await;
    site.execute("update catalog_listing set lots = 7 where catalog_id = 11")
        .await;
    let whole = LotQuery {
        catalog_id: Some(11),
        ..LotQuery::default()
    };
    let hidden = LotQuery {
        hidden: Hidden::All,
        ..whole.clone()
    };
    let open = LotQuery {
        states: vec![1],
        ..whole.clone()
    };
    let numbered = LotQuery {
        text: Some("12".to_owned()),
        ..whole.clone()
    };
    let empty = LotQuery {
        catalog_id: Some(99),
        ..LotQuery::default()
    };
    for (query, total) in [
        (whole, 7),
        (hidden, 3),
        (open, 1),
        (numbered, 1),
        (empty, 0),
    ] {
        let paging = Paging { page: 1, size: 10 };
        let found = PgSearch::new(site.pool().clone())
            .find(&query, paging)
            .await
            .unwrap();
        assert_eq!(found.total, total, "{query:?}");
    }
}

//! The demonstration site.

use std::path::Path;
use std::sync::Arc;

use contract::dto::UntrustedCap;
use migrations::testing::TestDatabase;
use object_store::memory::InMemory;
use pictures::{Format, Pictures, Size};
use seed::{Loaded, Loader, SeedFile};
use sqlx::PgPool;
use time::{Duration, OffsetDateTime};

async fn count(pool: &PgPool, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(pool).await.unwrap()
}

const FOLLOWED: [(&str, i64); 7] = [
    ("select count(*) from absentee_order", 8),
    ("select count(*) from bet where is_absentee", 0),
    ("select count(*) from favourite", 19),
    ("select count(*) from catalog_subscription", 3),
    (
        "select count(*) from artist_subscription where expires > now() + interval '179 days'",
        3,
    ),
    ("select count(*) from price_query where status = 0", 2),
    ("select count(*) from price_query where status = 1", 1),
];

/// Loads the committed demonstration site: loading twice changes nothing, and ended sales come back.
#[actix_web::test]
async fn the_demonstration_site_loads_once_and_its_ended_sales_come_back() {
    let database = TestDatabase::create().await;
    let pool = database.pool.clone();
    let file = SeedFile::read(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../ops/demo/demo.json"
    )))
    .unwrap();
    let pictures = Pictures::new(Arc::new(InMemory::new()), pool.clone()).unwrap();
    let caps = UntrustedCap {
        rub: 5000,
        eur: 50,
        usd: 50,
    };
    let now = OffsetDateTime::now_utc();
    let loader = Loader {
        pool: &pool,
        pictures: &pictures,
        caps,
        now,
    };
    assert!(loader.is_empty().await.unwrap());
    assert_eq!(loader.revive(&file).await.unwrap(), Loaded::default());
    assert_eq!(
        loader.load(&file).await.unwrap(),
        Loaded {
            catalogs: 9,
            lots: 400
        }
    );
    assert_eq!(loader.load(&file).await.unwrap(), Loaded::default());
    assert_eq!(loader.revive(&file).await.unwrap(), Loaded::default());
    // Every bid is in the journal, and none was refused.
    let bets = count(&pool, "select count(*) from bet where not is_absentee").await;
    assert!(bets > 500, "{bets}");
    assert_eq!(
        count(&pool, "select count(*) from catalog_trade where state = 1").await,
        6
    );
    assert_eq!(
        count(
            &pool,
            "select count(*) from lot_listing where not is_hidden"
        )
        .await,
        400
    );
    assert!(count(&pool, "select count(*) from lot_trade where state = 8").await > 0);
    let named = "select count(*) from account where (split_part(email, '@', 1), phone) in (
        ('admin', '+79000000001'), ('owner', '+79000000002'), ('manager', '+79000000003'),
        ('auctioneer', '+79000000004'), ('newsmaker', '+79000000005'), ('trusted', '+79000000006'),
        ('trusted2', '+79000000007'), ('accepted', '+79000000008'), ('accepted2', '+79000000009'),
        ('new', '+79000000010'))";
    assert_eq!(count(&pool, named).await, 10);

    // Everything beside the lots, once each.
    for (what, there) in [
        ("select count(*) from news", 10),
        ("select count(*) from news where published is null", 1),
        ("select count(*) from author where biography is not null", 9),
        ("select count(*) from author_image", 11),
        (
            "select count(*) from banner where visible and image is not null",
            3,
        ),
        (
            "select count(*) from partner where visible and image is not null",
            3,
        ),
    ] {
        assert_eq!(count(&pool, what).await, there, "{what}");
    }

    // What bidders follow. No order has made a bet: each waits for its lot or guards a bet that leads.
    for (what, there) in FOLLOWED {
        assert_eq!(count(&pool, what).await, there, "{what}");
    }

    // Every lot shows its work and further views of it, which are pictures like any other; lots of one work share them.
    let views =
        "select min(shown) from (select count(*) as shown from lot_image group by lot_id) lots";
    assert_eq!(count(&pool, views).await, 2);
    assert_eq!(
        count(&pool, "select count(distinct lot_id) from lot_image").await,
        400
    );
    let files = count(&pool, "select count(*) from picture").await;
    assert!(files > 600, "{files}");
    assert_eq!(
        count(&pool, "select count(distinct picture_id) from lot_image").await,
        files
    );
    let last = "select picture_id from lot_image order by position desc, lot_id limit 1";
    let view = sqlx::query_scalar(last).fetch_one(&pool).await.unwrap();
    let preview = pictures
        .get(view, Size::Preview, Format::WebP)
        .await
        .unwrap()
        .unwrap();
    let (width, height) = pictures::dimensions(&preview).unwrap();
    assert_eq!(width.max(height), 640);

    // An hour later one timed sale is over, and another has missed its start.
    let later = Loader {
        now: now + Duration::hours(1),
        ..loader
    };
    let revived = later.revive(&file).await.unwrap();
    assert_eq!(revived.catalogs, 2);
    assert_eq!(later.revive(&file).await.unwrap(), Loaded::default());
    assert_eq!(
        count(&pool, "select count(*) from catalog where hidden").await,
        2
    );
    // A sale that came back has its favourites and orders again; its ended lots keep theirs.
    let again = "select count(*) from favourite where lot_id in (select lot_id from lot_trade where catalog_id in
        (select catalog_id from seeded_catalog where key = 'sheets'))";
    assert_eq!(count(&pool, again).await, 5);
    // The lots that come back show the same pictures; no file is stored twice.
    assert_eq!(count(&pool, "select count(*) from picture").await, files);
    assert_eq!(
        count(
            &pool,
            "select count(*) from lot_listing where not is_hidden"
        )
        .await,
        400
    );
}

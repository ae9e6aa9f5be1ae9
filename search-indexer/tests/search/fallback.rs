//! Searches while the engine is down, slow, behind, or another one.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use search_indexer::meilisearch::{subscribe, version};
use search_indexer::{Fallback, LotQuery, Paging, PgSearch, Search as _};

use crate::stub::{Answer, MARK, Stub, error, hits, index};
use crate::support::{Site, text};

const TIMEOUT: Duration = Duration::from_millis(100);
/// Enough for a busy machine to ask the engine.
const LONG_TIMEOUT: Duration = Duration::from_secs(2);
const FIRST: Paging = Paging { page: 1, size: 20 };

/// How the stub answers searches.
const WELL: u8 = 0;
const NEVER: u8 = 1;
const WITH_AN_ERROR: u8 = 2;
const WITH_NO_INDEX: u8 = 3;

async fn stub(manner: Arc<AtomicU8>) -> Stub {
    Stub::start(move |request| {
        let manner = manner.load(Ordering::SeqCst);
        if request.is("GET /indexes/lots") {
            return match manner {
                WITH_NO_INDEX => {
                    let mut missing = error("invalid_request");
                    missing["code"] = "index_not_found".into();
                    Answer::Json(404, missing)
                }
                NEVER => Answer::Never,
                _ => index(),
            };
        }
        match manner {
            NEVER => Answer::Never,
            WITH_AN_ERROR => Answer::Json(500, error("internal")),
            _ => hits(&[1501]),
        }
    })
    .await
}

/// As after a rebuild of the index.
async fn built(site: &Site) {
    subscribe(site.pool()).await.unwrap();
    site.execute(format!(
        "update search_index set settings = '{}', mark = '{MARK}', built = now()",
        version()
    ))
    .await;
}

fn fallback(site: &Site, url: String) -> Fallback {
    let postgres = Arc::new(PgSearch::new(site.pool().clone()));
    Fallback::with(site.meili_at(url), postgres, TIMEOUT)
}

async fn found(fallback: &Fallback) -> Vec<i64> {
    let query = text("икона");
    fallback.find(&query, FIRST).await.unwrap().ids
}

#[tokio::test]
async fn an_engine_out_of_reach_is_not_asked() {
    let site = Site::create().await;
    built(&site).await;
    let fallback = fallback(&site, "http://127.0.0.1:1".to_owned());
    fallback.probe().await;
    assert!(!fallback.serves());
    assert_eq!(found(&fallback).await, [1102]);
    let details = fallback.details().unwrap();
    assert!(details.starts_with("search: postgresql ("), "{details}");
}

#[tokio::test]
async fn failures_open_the_breaker_and_a_probe_closes_it() {
    let site = Site::create().await;
    built(&site).await;
    let manner = Arc::new(AtomicU8::new(WELL));
    let stub = stub(manner.clone()).await;
    for failing in [NEVER, WITH_AN_ERROR] {
        manner.store(WELL, Ordering::SeqCst);
        let fallback = fallback(&site, stub.url.clone());
        // PostgreSQL answers until the first probe.
        assert_eq!(found(&fallback).await, [1102]);
        fallback.probe().await;
        assert_eq!(fallback.details().unwrap(), "search: meilisearch");
        assert_eq!(found(&fallback).await, [1501]);

        manner.store(failing, Ordering::SeqCst);
        let asked = || stub.count("POST /indexes/lots/search");
        let before = asked();
        for _ in 0..6 {
            let began = Instant::now();
            assert_eq!(found(&fallback).await, [1102]);
            assert!(began.elapsed() < TIMEOUT + Duration::from_secs(1));
        }
        assert!(!fallback.serves());
        assert_eq!(asked() - before, 3, "the engine is left alone");

        fallback.probe().await;
        assert!(!fallback.serves(), "the engine still fails");
        manner.store(WELL, Ordering::SeqCst);
        tokio::time::timeout(Duration::from_secs(20), async {
            while !fallback.serves() {
                fallback.probe().await;
                tokio::task::yield_now().await;
            }
        })
        .await
        .unwrap();
        assert_eq!(found(&fallback).await, [1501]);
    }
}

#[tokio::test]
async fn counts_have_a_second_answer_too() {
    let site = Site::create().await;
    built(&site).await;
    let manner = Arc::new(AtomicU8::new(WELL));
    let stub = stub(manner.clone()).await;
    for failing in [NEVER, WITH_AN_ERROR] {
        manner.store(WELL, Ordering::SeqCst);
        let postgres = Arc::new(PgSearch::new(site.pool().clone()));
        let fallback = Fallback::with(site.meili_at(stub.url.clone()), postgres, LONG_TIMEOUT);
        fallback.probe().await;
        manner.store(failing, Ordering::SeqCst);
        let before = stub.count("POST /multi-search");
        let counts = fallback.counts(&text("икона")).await.unwrap();
        assert_eq!(counts.categories, [(1880, 1)]);
        assert_eq!(stub.count("POST /multi-search") - before, 1);
    }
}

#[tokio::test]
async fn an_index_that_is_not_ready_is_not_asked() {
    let site = Site::create().await;
    let manner = Arc::new(AtomicU8::new(WELL));
    let stub = stub(manner.clone()).await;
    let reason = async || {
        let fallback = fallback(&site, stub.url.clone());
        fallback.probe().await;
        fallback.details().unwrap()
    };
    subscribe(site.pool()).await.unwrap();
    assert!(reason().await.contains("being built, 0 lots"));
    built(&site).await;
    assert_eq!(reason().await, "search: meilisearch");
    site.execute(
        "insert into outbox (topic, key, created) values ('search', '1101', now() - interval '10 s')",
    )
    .await;
    // Up to nine seconds more, on a busy machine.
    assert!(reason().await.contains("lags 1"));
    // A refused document does not block the others.
    site.execute("update outbox set attempts = 1 where topic = 'search'")
        .await;
    assert_eq!(reason().await, "search: meilisearch");
    manner.store(WITH_NO_INDEX, Ordering::SeqCst);
    assert!(reason().await.contains("not the one that was built"));
    manner.store(WELL, Ordering::SeqCst);
    site.execute("update search_index set settings = 'older'")
        .await;
    assert!(reason().await.contains("being built"));
}

#[tokio::test]
async fn hidden_and_deleted_lots_are_not_shown_even_if_the_engine_still_has_them() {
    let site = Site::create().await;
    built(&site).await;
    let stub = Stub::start(|request| match request.is("GET") {
        true => index(),
        // 1401 is hidden, 9999 does not exist.
        false => hits(&[1501, 1401, 9999, 1101]),
    })
    .await;
    let fallback = fallback(&site, stub.url.clone());
    fallback.probe().await;
    let of_houses = |houses: &[i64]| LotQuery {
        hidden: search_indexer::Hidden::OfHouses(houses.to_vec()),
        ..LotQuery::default()
    };
    for (query, shown) in [
        (LotQuery::default(), &[1501, 1101][..]),
        (of_houses(&[2]), &[1501, 1101]),
        (of_houses(&[1]), &[1501, 1401, 1101]),
    ] {
        assert_eq!(fallback.find(&query, FIRST).await.unwrap().ids, shown);
    }
}

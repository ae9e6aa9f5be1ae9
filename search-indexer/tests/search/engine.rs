//! Feeding the index: outcomes of tasks, lost answers, and a real engine's index against the listing.

use std::sync::atomic::{AtomicU64, Ordering};

use search_indexer::meilisearch::{Failure, check, rebuild, subscribe, unsubscribe};
use search_indexer::{LotQuery, listing};
use serde_json::{Value, json};
use time::macros::time;
use time::{Duration, OffsetDateTime};

use crate::stub::{
    Answer, Stub, accepted, canceling, error, failed, index, indexes, succeeded, synonyms,
};
use crate::support::{Site, text};

/// The rows that wait for the engine: keys and attempts.
async fn waiting(site: &Site) -> Vec<(String, i32)> {
    sqlx::query_as("select key, attempts from outbox where topic = 'search' order by key, id")
        .fetch_all(site.pool())
        .await
        .unwrap()
}

async fn refresh(site: &Site, lots: &[i64]) {
    let mut conn = site.pool().acquire().await.unwrap();
    listing::refresh_lots(&mut conn, lots).await.unwrap();
}

#[tokio::test]
async fn changes_are_enqueued_only_while_there_is_an_index() {
    let site = Site::create().await;
    refresh(&site, &[1101]).await;
    assert_eq!(waiting(&site).await, []);
    subscribe(site.pool()).await.unwrap();
    refresh(&site, &[1101]).await;
    // Deleted with its row, without the indexer.
    site.execute("delete from lot where id = 1201").await;
    let keys = |rows: Vec<(String, i32)>| rows.into_iter().map(|row| row.0).collect::<Vec<_>>();
    assert_eq!(keys(waiting(&site).await), ["1101", "1201"]);
    unsubscribe(site.pool()).await.unwrap();
    assert_eq!(waiting(&site).await, []);
    refresh(&site, &[1101]).await;
    assert_eq!(waiting(&site).await, []);
}

#[tokio::test]
async fn a_batch_holds_each_lot_once_as_it_is_now() {
    let site = Site::create().await;
    subscribe(site.pool()).await.unwrap();
    let stub = Stub::start(|request| match request.is("GET /tasks") {
        true => succeeded(1),
        false => accepted(1),
    })
    .await;
    for _ in 0..3 {
        refresh(&site, &[1101, 1112]).await;
    }
    site.execute(
        "delete from lot where id = 1112; insert into outbox (topic, key) values ('search', 'x')",
    )
    .await;
    let index = site.meili_at(stub.url.clone()).index();
    assert_eq!(index.batch().await.unwrap().lots, 2);
    assert_eq!(waiting(&site).await, []);
    let sent = stub.bodies("POST /indexes/lots/documents?");
    let [Value::Array(documents)] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    let [document] = documents.as_slice() else {
        panic!("{documents:?}");
    };
    assert_eq!(document["id"], 1101);
    // The number is the last word of the title; «й» is a letter that the engine leaves whole.
    assert_eq!(
        document["title"],
        "морск пејзаж парусник ајвазовск ива константинович 1"
    );
    // The lot's category and its parents.
    assert_eq!(document["offered"], "пејзаж живоп холст масл");
    assert_eq!(
        (&document["price"], &document["trade"]),
        (&1500.into(), &1.into())
    );
    assert_eq!(
        stub.bodies("POST /indexes/lots/documents/delete-batch"),
        [Value::from(vec![1112])]
    );
}

#[tokio::test]
async fn a_lost_answer_is_sent_again() {
    let site = Site::create().await;
    subscribe(site.pool()).await.unwrap();
    let requests = AtomicU64::new(0);
    // The change is lost, then the word that it is done, then everything goes well.
    let stub = Stub::start(move |request| {
        match (requests.fetch_add(1, Ordering::SeqCst), request.is("POST")) {
            (0 | 2, _) => Answer::Lost,
            (_, true) => accepted(1),
            (_, false) => succeeded(1),
        }
    })
    .await;
    refresh(&site, &[1101]).await;
    let index = site.meili_at(stub.url.clone()).index();
    for _ in 0..2 {
        let failure = index.batch().await.unwrap_err();
        assert!(matches!(failure, Failure::Engine(_)), "{failure}");
        assert_eq!(waiting(&site).await, [("1101".to_owned(), 0)]);
    }
    index.batch().await.unwrap();
    assert_eq!(waiting(&site).await, []);
    assert_eq!(stub.count("POST"), 3);
}

#[tokio::test]
async fn a_refused_document_is_put_off_and_the_others_are_fed() {
    let site = Site::create().await;
    subscribe(site.pool()).await.unwrap();
    // Tasks with lot 1112 have odd numbers and fail.
    let tasks = AtomicU64::new(0);
    let stub = Stub::start(move |request| {
        if let Some(task) = request.line.strip_prefix("GET /tasks/") {
            let task: u64 = task.parse().unwrap();
            return match task % 2 {
                0 => succeeded(task),
                _ => failed(task, "invalid_request"),
            };
        }
        let next = tasks.fetch_add(2, Ordering::SeqCst);
        let has_culprit = |lot: &Value| lot["id"] == 1112;
        let is_refused = request.body.as_array().unwrap().iter().any(has_culprit);
        accepted(next + u64::from(is_refused))
    })
    .await;
    refresh(&site, &[1101, 1102, 1112, 1201, 1301]).await;
    let index = site.meili_at(stub.url.clone()).index();
    let fed = index.batch().await.unwrap();
    assert_eq!((fed.lots, fed.refused), (5, 1));
    assert_eq!(waiting(&site).await, [("1112".to_owned(), 1)]);
    // It waits, and a new change of it is tried at once.
    assert_eq!(index.batch().await.unwrap().lots, 0);
    refresh(&site, &[1112]).await;
    assert_eq!(index.batch().await.unwrap().refused, 1);
}

#[tokio::test]
async fn an_engine_that_cannot_work_loses_nothing() {
    let site = Site::create().await;
    subscribe(site.pool()).await.unwrap();
    refresh(&site, &[1101, 1102]).await;
    let rows = waiting(&site).await;
    let failing = Stub::start(|request| match request.is("GET /tasks") {
        true => failed(1, "internal"),
        false => accepted(1),
    })
    .await;
    let refusing = Stub::start(|_| Answer::Json(403, error("auth"))).await;
    for (url, kind) in [
        (failing.url.clone(), "task"),
        (refusing.url.clone(), "engine"),
        ("http://127.0.0.1:1".to_owned(), "engine"),
    ] {
        let failure = site.meili_at(url).index().batch().await.unwrap_err();
        assert_eq!(failure.kind(), kind, "{failure}");
        assert_eq!(waiting(&site).await, rows);
    }
}

#[tokio::test]
async fn an_index_that_the_engine_cannot_read_is_replaced() {
    let site = Site::create().await;
    let stub = Stub::start(|request| match request.line.as_str() {
        "GET /indexes/lots" => Answer::Json(500, error("internal")),
        line if line.starts_with("GET /indexes?") => indexes(&["lots", "lots-1", "others"]),
        line if line.ends_with("/settings/synonyms") => synonyms(&[]),
        line if line.starts_with("GET /indexes/") => index(),
        line if line.starts_with("GET /tasks/") => succeeded(1),
        line if line.starts_with("POST /tasks/cancel?") => canceling(1),
        _ => accepted(1),
    })
    .await;
    let index = site.meili_at(stub.url.clone()).index();
    rebuild::rebuild(&index, |_| {}).await.unwrap();
    // Its tasks would block the queue, and deleting it would be one of them.
    assert_eq!(stub.count("POST /tasks/cancel?indexUids=lots,lots-1&"), 1);
    assert_eq!(stub.count("DELETE"), 0);
    let swaps = stub.bodies("POST /swap-indexes");
    let [swap] = swaps.as_slice() else {
        panic!("{swaps:?}");
    };
    assert_eq!(swap[0]["indexes"][0], "lots");
    let new = swap[0]["indexes"][1].as_str().unwrap();
    assert_eq!(stub.count(&format!("POST /indexes/{new}/documents")), 1);
    assert_eq!(stub.count("POST /indexes/lots/"), 0);
}

#[tokio::test]
async fn synonyms_are_written_unless_the_engine_has_them() {
    let site = Site::create().await;
    site.execute(
        "insert into search_synonym (words, finds, changed) values (array['марина'], array['пейзаж'], now())",
    )
    .await;
    let both: &[(&str, &[&str])] = &[("марин", &["пејзаж"])];
    for (known, written) in [(&[][..], 1), (both, 0)] {
        let stub = Stub::start(move |request| match request.line.as_str() {
            "GET /indexes/lots" => index(),
            line if line.starts_with("GET /indexes?") => indexes(&["lots"]),
            line if line.ends_with("/settings/synonyms") => synonyms(known),
            line if line.starts_with("GET /indexes/") => index(),
            line if line.starts_with("GET /tasks/") => succeeded(1),
            _ => accepted(1),
        })
        .await;
        let index = site.meili_at(stub.url.clone()).index();
        rebuild::rebuild(&index, |_| {}).await.unwrap();
        let settings = stub.bodies("PATCH /indexes/");
        let synonyms = settings.iter().filter_map(|sent| sent.get("synonyms"));
        let expected = vec![json!({"марин": ["пејзаж"]}); written];
        assert_eq!(synonyms.cloned().collect::<Vec<_>>(), expected);
    }
}

#[tokio::test]
async fn a_real_index_follows_the_listing_and_is_repaired() {
    let site = Site::create().await;
    let Some(meili) = site.meili().await else {
        return;
    };
    let index = meili.index();
    let unchanged = check::check(&index).await.unwrap();
    assert!(unchanged.is_none(), "{unchanged:?}");
    assert_eq!((unchanged.lots, unchanged.documents), (7, 7));

    // Changed behind the back of the outbox: one is missing, one outdated, one surplus.
    site.execute(
        "update lot_listing set title_words = '''караван''', words = '''караван'':1A' where lot_id = 1101;
         delete from lot where id = 1201; delete from outbox",
    )
    .await;
    let found = check::check(&index).await.unwrap();
    assert_eq!((found.missing, found.outdated, found.surplus), (0, 1, 1));
    assert_eq!(waiting(&site).await, []);
    assert!(check::check(&index).await.unwrap().is_none());

    // What is wrong is repaired at night, once.
    site.execute(
        "update lot_listing set title_words = '''верблюд''', words = '''верблюд'':1A' where lot_id = 1101;
         delete from outbox",
    )
    .await;
    let day = OffsetDateTime::now_utc() + Duration::days(2);
    let at = async |clock| check::check_if_due(&index, day.replace_time(clock)).await;
    assert_eq!(at(time!(12:00)).await.unwrap(), None);
    // Four in Moscow.
    let repaired = at(time!(01:00)).await.unwrap().unwrap();
    assert_eq!(
        (repaired.missing, repaired.outdated, repaired.surplus),
        (0, 1, 0)
    );
    assert_eq!(at(time!(02:00)).await.unwrap(), None);
    assert!(check::check(&index).await.unwrap().is_none());

    // Commits are found.
    let backends = site.backends().await;
    for backend in &backends {
        refresh(&site, &[1101]).await;
        backend.settle(&site).await;
        assert_eq!(
            backend.find(&text("парусник")).await,
            [1101],
            "{}",
            backend.name
        );
        assert_eq!(backend.find(&LotQuery::default()).await.len(), 5);
    }
}

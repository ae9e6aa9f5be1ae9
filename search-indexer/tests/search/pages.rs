//! Orders, pages and counts.

use crate::support::{Site, text};
use search_indexer::{
    Hidden, LotQuery, Paging, PgSearch, Search as _, SearchError, Sorting, Thresholds,
    indexer::Indexer, listing,
};

#[tokio::test]
async fn every_sorting_sorts_and_pages_are_clamped() {
    let site = Site::create().await;
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
    for backend in site.backends().await {
        for (sorting, expected) in table {
            let query = LotQuery {
                catalog_types: vec![0, 1],
                house_id: Some(1),
                sorting: Some(*sorting),
                ..LotQuery::default()
            };
            let found = backend.find(&query).await;
            assert_eq!(found, *expected, "{sorting:?}, {}", backend.name);
        }
    }
    // A match in the title ranks above one in the description.
    site.execute("update lot set description_ru = 'Рядом парусник и морской берег' where id = 1301; insert into outbox (topic, key) values ('lot', '1301')").await;
    outbox::drain(site.pool(), &Indexer).await.unwrap();
    for backend in site.backends().await {
        let found = backend.find(&text("морской парусник")).await;
        assert_eq!(found, [1101, 1301], "{}", backend.name);
    }
    // One in trade ranks above both.
    site.execute(
        "update lot set description_ru = 'Парусник, морской вид' where id = 1102;
         update lot_trade set state = 1, is_bidding_over = false where lot_id = 1102;
         update lot_trade set state = 0 where lot_id in (1101, 1301);
         insert into outbox (topic, key) values ('lot', '1101'), ('lot', '1102'), ('lot', '1301')",
    )
    .await;
    outbox::drain(site.pool(), &Indexer).await.unwrap();
    for backend in site.backends().await {
        let found = backend.find(&text("морской парусник")).await;
        assert_eq!(found, [1102, 1101, 1301], "{}", backend.name);
        let oldest = LotQuery {
            sorting: Some(Sorting::CreatedAsc),
            ..LotQuery::default()
        };
        let found = backend.page(&oldest, 99, 4).await;
        assert_eq!(
            (found.ids, found.total, found.page),
            (vec![1301, 1501], 6, 2),
            "{}",
            backend.name
        );
        let found = backend.page(&text("вжщцфыр"), 3, 4).await;
        assert_eq!(
            (found.ids, found.total, found.page),
            (vec![], 0, 1),
            "{}",
            backend.name
        );
    }
}

/// Every way to find a page returns the same lots.
#[tokio::test]
async fn few_and_many_matches_are_sorted_alike() {
    let site = Site::create().await;
    site.execute(
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
         from lot where id between 10000 and 20000").await;
    listing::rebuild(site.pool()).await.unwrap();
    let meili = site.meili().await;
    let large = Thresholds {
        counted: 10_000,
        sorted: 10_000,
        ranked: 0,
        walked: 0,
        ..Thresholds::default()
    };
    let small = Thresholds {
        counted: 120,
        sorted: 130,
        ranked: 0,
        walked: 0,
        ..Thresholds::default()
    };
    let walking = Thresholds {
        walked: 1_000,
        ..small
    };
    let find = async |thresholds: Thresholds, query: &LotQuery, page: i64| {
        PgSearch::with(site.pool().clone(), thresholds)
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
            // Most of these lots are in no catalog and have no number.
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
                if let Some(meili) = &meili {
                    let found = meili.find(&query, Paging { page, size: 10 }).await.unwrap();
                    assert_eq!(found.total, expected.total, "{query:?}");
                    // Of lots that match equally well, each backend has its own first ones.
                    if !(query.text.is_some() && sorting == Sorting::Relevant) {
                        assert_eq!(found.ids, expected.ids, "{query:?}, page {page}");
                    }
                }
                for way in [small, walking] {
                    let found = find(way, &query, page).await;
                    assert!(expected.total > 200 && found.total == 120);
                    assert_eq!(found.ids, expected.ids, "{way:?}, {query:?}, page {page}");
                }
            }
        }
    }
}

/// A sale's early pages are found from its first number, late ones from its last.
#[tokio::test]
async fn pages_of_a_sale_meet_in_its_middle() {
    let site = Site::create().await;
    site.execute(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, category_id, start_price, hidden)
         select 10000 + n, 1, 11, 100 + n * 37 % 61, 'Лист ' || n, 1866, 10, n % 5 = 0
         from generate_series(1, 60) n",
    )
    .await;
    listing::rebuild(site.pool()).await.unwrap();
    for (hidden, shown) in [(Hidden::None, "not is_hidden"), (Hidden::All, "true")] {
        let query = LotQuery {
            catalog_id: Some(11),
            hidden,
            sorting: Some(Sorting::LotNumberAsc),
            ..LotQuery::default()
        };
        let expected = format!(
            "select lot_id from lot_listing where catalog_id = 11 and {shown} order by catalog_lot_id"
        );
        let expected: Vec<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(expected))
            .fetch_all(site.pool())
            .await
            .unwrap();
        // Of a sale with more lots than are counted, pages are found from the first number only.
        for sorted in [10_000, 40] {
            for size in [1, 7, 10, 1_000] {
                let search = PgSearch::with(
                    site.pool().clone(),
                    Thresholds {
                        sorted,
                        ..Thresholds::default()
                    },
                );
                let total = (expected.len() as i64).min(sorted);
                let mut found = Vec::new();
                for page in 1..=(total + size - 1) / size {
                    let page = Paging { page, size };
                    found.extend(search.find(&query, page).await.unwrap().ids);
                }
                let full = found.len().min(expected.len());
                assert!(full as i64 >= total, "{query:?}, {size} a page");
                assert_eq!(found, expected[..full], "{query:?}, {size} a page");
            }
        }
    }
}

#[tokio::test]
async fn late_pages_are_left_to_postgresql() {
    let site = Site::create().await;
    let meili = site.meili_at("http://127.0.0.1:1".to_owned());
    let refusal = async |page| {
        let paging = Paging { page, size: 20 };
        meili.find(&LotQuery::default(), paging).await.unwrap_err()
    };
    assert!(matches!(refusal(26).await, SearchError::Engine(_)));
    assert!(matches!(refusal(27).await, SearchError::Unfit));
    assert!(matches!(refusal(i64::MAX).await, SearchError::Unfit));
}

#[tokio::test]
async fn changing_prices_are_sorted_with_settled_ones() {
    let site = Site::create().await;
    let dearest = || LotQuery {
        sorting: Some(Sorting::PriceDesc),
        states: vec![1, 2],
        ..LotQuery::default()
    };
    assert_eq!(site.find(dearest()).await, [1101, 1501]);
    // Bets on an open lot, then the end of bidding.
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
        site.execute(format!(
            "{change}; insert into outbox (topic, key) values ('lot', '1101'), ('lot', '1501')"
        ))
        .await;
        outbox::drain(site.pool(), &Indexer).await.unwrap();
        let walked = PgSearch::with(
            site.pool().clone(),
            Thresholds {
                counted: 2,
                sorted: 1,
                ranked: 0,
                walked: 0,
                ..Thresholds::default()
            },
        );
        let walked = walked
            .find(&dearest(), Paging { page: 1, size: 20 })
            .await
            .unwrap();
        assert_eq!(
            (site.find(dearest()).await, walked.ids),
            (expected.to_vec(), expected.to_vec()),
            "{change}"
        );
    }
}

#[tokio::test]
async fn counts_are_capped() {
    let site = Site::create().await;
    site.execute(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
         select 10000 + n, 1, 11, 100 + n, 'Гравюра', 10 from generate_series(1, 10050) n",
    )
    .await;
    listing::rebuild(site.pool()).await.unwrap();
    for backend in site.backends().await {
        let first = backend.page(&text("гравюры"), 1, 20).await;
        assert_eq!(
            (first.ids.len(), first.total),
            (20, 10_000),
            "{}",
            backend.name
        );
        let last = backend.page(&text("гравюры"), 10_000, 100).await;
        assert_eq!((last.ids.len(), last.page), (100, 100), "{}", backend.name);
    }
}

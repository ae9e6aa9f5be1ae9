//! Filters, alone and combined.

use crate::support::Site;
use search_indexer::{AuctionScope, Hidden, LotQuery, Sorting};

#[tokio::test]
async fn filters_combine() {
    let site = Site::create().await;
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
    for backend in site.backends().await {
        for (what, query, expected) in &table {
            assert_eq!(
                backend.find(query).await,
                *expected,
                "{what}, {}",
                backend.name
            );
        }
    }
}

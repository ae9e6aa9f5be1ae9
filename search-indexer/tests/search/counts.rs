//! Counts beside filters.

use std::time::Duration;

use crate::support::{Backend, Site, text};
use search_indexer::{Counts, Hidden, LotQuery, PgSearch, PriceRange, Search as _, Thresholds};

/// What the backends count, which is the same.
async fn counts(backends: &[Backend], query: LotQuery) -> Counts {
    let mut counted: Option<Counts> = None;
    for backend in backends {
        let counts = backend.counts(&query).await;
        if let Some(counted) = &counted {
            assert_eq!(counts, *counted, "{}", backend.name);
        }
        counted = Some(counts);
    }
    counted.unwrap()
}

const PERIODS: &str = "
    update lot set period = 'Вторая половина XIX века' where id in (1101, 1102);
    update lot set period = '1895–1905 гг.' where id = 1112;
    update lot set period = 'XVII в.' where id = 1201;
    update lot set materials = ' Холст,  масло' where id = 1201;
";

async fn site() -> Site {
    let site = Site::create().await;
    site.execute(PERIODS).await;
    search_indexer::listing::rebuild(site.pool()).await.unwrap();
    site
}

#[tokio::test]
async fn every_value_of_a_search_is_counted() {
    let site = site().await;
    let backends = site.backends().await;
    let all = counts(&backends, LotQuery::default()).await;
    assert_eq!(
        all,
        Counts {
            categories: vec![(1866, 3), (18661, 2), (1880, 1)],
            catalog_types: vec![(0, 4), (1, 1), (2, 1)],
            houses: vec![(1, 5), (2, 1)],
            ages: vec![(1650, 1), (1850, 3), (1900, 1)],
            materials: [
                ("холст, масло", 2),
                ("бумага", 1),
                ("дерево, темпера", 1),
                ("картон, масло", 1)
            ]
            .map(|(name, count)| (name.to_owned(), count))
            .to_vec(),
            // 500, 900, 1500, 2000, 3000 and 9000.
            prices: vec![(21, 1), (23, 1), (25, 1), (26, 1), (27, 1), (31, 1)],
            is_exact: true,
        }
    );
    let words = counts(&backends, text("пейзаж")).await;
    assert_eq!(words.categories, [(18661, 2)]);
    assert_eq!(words.catalog_types, [(0, 1), (2, 1)]);
    let hidden = LotQuery {
        hidden: Hidden::All,
        ..text("пейзаж")
    };
    assert_eq!(counts(&backends, hidden).await.categories, [(18661, 3)]);
    assert_eq!(
        counts(&backends, text("fqdfpjdcrbq")).await.houses,
        [(1, 1)]
    );
    // «№ 1» is not a word.
    assert_eq!(
        counts(&backends, text("№ 1")).await.houses,
        [(1, 3), (2, 1)]
    );
    let unknown = counts(&backends, text("бегемот")).await;
    assert_eq!(
        unknown,
        Counts {
            is_exact: true,
            ..Counts::default()
        }
    );
}

#[tokio::test]
async fn a_chosen_value_does_not_hide_its_neighbours() {
    let site = site().await;
    let backends = site.backends().await;
    let icons = LotQuery {
        category_ids: Some(vec![1880]),
        ..LotQuery::default()
    };
    let counted = counts(&backends, icons.clone()).await;
    assert_eq!(counted.categories, [(1866, 3), (18661, 2), (1880, 1)]);
    assert_eq!(counted.houses, [(1, 1)]);
    let old_icons = LotQuery {
        ages: vec![1650],
        ..icons
    };
    let counted = counts(&backends, old_icons).await;
    // Paintings are of that age, icons of another.
    assert_eq!(counted.categories, [(1866, 1)]);
    assert_eq!(counted.ages, [(1850, 1)]);
    assert_eq!(counted.houses, []);
}

#[tokio::test]
async fn values_filter() {
    let site = site().await;
    let price = |from, to, currency| Some(PriceRange { from, to, currency });
    let table = [
        (
            "houses",
            LotQuery {
                house_ids: vec![2, 3],
                ..LotQuery::default()
            },
            vec![1501],
        ),
        (
            "ages",
            LotQuery {
                ages: vec![1650, 1900],
                ..LotQuery::default()
            },
            vec![1201, 1112],
        ),
        (
            "materials",
            LotQuery {
                materials: vec!["холст, масло".to_owned(), "камень".to_owned()],
                ..LotQuery::default()
            },
            vec![1201, 1101],
        ),
        // An open lot's price is its leading bet, which no index holds.
        (
            "prices",
            LotQuery {
                price: price(Some(900), Some(1500), 0),
                ..LotQuery::default()
            },
            vec![1501, 1101],
        ),
        (
            "from a price",
            LotQuery {
                price: price(Some(3000), None, 0),
                ..LotQuery::default()
            },
            vec![1301, 1112],
        ),
        (
            "another currency",
            LotQuery {
                price: price(None, None, 1),
                ..LotQuery::default()
            },
            vec![],
        ),
    ];
    for backend in site.backends().await {
        for (name, query, ids) in &table {
            let found = backend.find(query).await;
            assert_eq!(found, *ids, "{name}, {}", backend.name);
        }
    }
}

#[tokio::test]
async fn counts_of_very_many_lots_are_lower_bounds() {
    let site = site().await;
    let search = PgSearch::with(
        site.pool().clone(),
        Thresholds {
            tallied: 3,
            ..Thresholds::default()
        },
    );
    let counted = search.counts(&LotQuery::default()).await.unwrap();
    assert!(!counted.is_exact);
    let total: i64 = counted.houses.iter().map(|(_, count)| count).sum();
    assert_eq!(total, 3);
}

#[tokio::test]
async fn counts_that_take_too_long_are_left_out() {
    let site = site().await;
    let search = PgSearch::with(
        site.pool().clone(),
        Thresholds {
            tallied_within: Duration::ZERO,
            ..Thresholds::default()
        },
    );
    // A millisecond is not enough while the table is locked.
    let mut lock = site.pool().begin().await.unwrap();
    sqlx::query("lock table lot_listing in access exclusive mode")
        .execute(&mut *lock)
        .await
        .unwrap();
    let chosen = LotQuery {
        house_ids: vec![1],
        ..LotQuery::default()
    };
    let counted = search.counts(&chosen).await.unwrap();
    assert_eq!(counted, Counts::default());
}

#[tokio::test]
async fn prices_are_counted_in_the_currency_of_the_filter() {
    let site = site().await;
    let backends = site.backends().await;
    let range = |currency| LotQuery {
        price: Some(PriceRange {
            from: Some(1),
            to: None,
            currency,
        }),
        ..LotQuery::default()
    };
    assert_eq!(counts(&backends, range(0)).await.prices.len(), 6);
    assert_eq!(counts(&backends, range(1)).await.prices, []);
}

#[tokio::test]
async fn periods_are_read_as_half_centuries() {
    let site = Site::create().await;
    let table: [(&str, &[i16]); 27] = [
        ("1868 г.", &[1850]),
        ("1860-е", &[1850]),
        ("1895–1905 гг.", &[1850, 1900]),
        ("XIX век", &[1800, 1850]),
        ("XIX (1900)", &[1900]),
        ("XVIII-XIX вв.", &[1700, 1750, 1800, 1850]),
        ("конец XIX – начало XX века", &[1850, 1900]),
        ("кон. ХІХ – нач. ХХ в.", &[1850, 1900]),
        ("начало XVIII – конец XIX века", &[1700, 1750, 1800, 1850]),
        ("начало – середина XIX века", &[1800, 1850]),
        ("Вторая половина XIX века", &[1850]),
        ("2-я пол. XIX в.", &[1850]),
        ("I половина XX в.", &[1900]),
        ("вторая четверть XIX века", &[1800]),
        ("третья четверть XIX века", &[1850]),
        ("IV четверть XIX века", &[1850]),
        ("вторая треть XIX в.", &[1800, 1850]),
        ("последняя треть XIX века", &[1850]),
        ("первая треть XX века", &[1900]),
        ("рубеж XIX–XX веков", &[1850, 1900]),
        ("рубеж XX века", &[1850, 1900]),
        ("сер. XIX в.", &[1800, 1850]),
        ("XVII в.", &[1650]),
        ("II век до н.э.", &[1650]),
        ("эпоха Александра I", &[]),
        ("Китай, династия Цин", &[]),
        ("", &[]),
    ];
    for (period, ages) in table {
        let read: Vec<i16> = sqlx::query_scalar("select lot_ages($1)")
            .bind(period)
            .fetch_one(site.pool())
            .await
            .unwrap();
        assert_eq!(read, ages, "{period}");
    }
}

/// Compares prices around the start of each step, up to the highest price.
#[tokio::test]
async fn steps_of_prices_are_those_of_the_exact_logarithm() {
    let site = Site::create().await;
    let (compared, wrong): (i64, Vec<i64>) = sqlx::query_as(
        "select count(*), coalesce(array_agg(price) filter (where price_step(price) <> floor(8 * log(price::numeric))), '{}')
         from generate_series(0, 8 * 12) as step
         cross join lateral (select ceil(power(10::numeric, step / 8.0))::bigint as begins) as first
         cross join generate_series(begins - 2, begins + 2) as price
         where price > 0",
    )
    .fetch_one(site.pool())
    .await
    .unwrap();
    assert_eq!((compared, wrong), (481, vec![]));
}

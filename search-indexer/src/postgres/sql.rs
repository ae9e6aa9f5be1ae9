//! The statements of a search. They are planned at every run, because the best plan differs from word to word.

use super::{slice::OrderPrefix, text::Text};
use crate::query::{AuctionScope, Hidden, LotQuery, PriceRange, Sorting};
use std::time::Duration;

use sqlx::{PgConnection, Postgres, QueryBuilder};

/// The part of a query that a statement applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The filters without the words.
    Filters,
    /// The filters, and the words anywhere.
    Words,
    /// The filters, and the words in the title or the authors' names.
    TitleWords,
    /// The filters, and the words anywhere but not all in the title or the authors' names.
    OtherWords,
}

/// How the planner must reach the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// All matches, through the word and filter indexes together.
    Gather,
    /// In the order of an index, until there are enough.
    Walk,
}

/// Sets up the transaction: memory for the bitmaps of a frequent word, no sequential scans, and the similarity from
/// which a word is a candidate for a typo. The number of wrong letters is checked afterwards.
pub async fn settle(conn: &mut PgConnection) -> sqlx::Result<()> {
    set(
        conn,
        &[
            ("work_mem", "64MB"),
            ("jit", "off"),
            ("enable_seqscan", "off"),
            ("max_parallel_workers_per_gather", "0"),
            ("pg_trgm.similarity_threshold", "0.25"),
            ("pg_trgm.word_similarity_threshold", "0.5"),
        ],
    )
    .await
}

/// Cancels every following statement of the transaction that takes longer.
pub async fn stop_after(conn: &mut PgConnection, limit: Duration) -> sqlx::Result<()> {
    // 0 would mean no limit.
    let milliseconds = limit.as_millis().max(1).to_string();
    set(conn, &[("statement_timeout", &milliseconds)]).await
}

pub async fn go(conn: &mut PgConnection, way: Way) -> sqlx::Result<()> {
    let (gather, walk) = match way {
        Way::Gather => ("on", "off"),
        Way::Walk => ("off", "on"),
    };
    set(
        conn,
        &[
            ("enable_bitmapscan", gather),
            ("enable_sort", gather),
            ("enable_indexscan", walk),
            ("enable_indexonlyscan", walk),
        ],
    )
    .await
}

async fn set(conn: &mut PgConnection, settings: &[(&str, &str)]) -> sqlx::Result<()> {
    let (names, values): (Vec<_>, Vec<_>) = settings
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .unzip();
    sqlx::query!(
        "select set_config(name, value, true) from unnest($1::text[], $2::text[]) as s (name, value)",
        &names,
        &values
    )
    .fetch_all(conn)
    .await?;
    Ok(())
}

/// Pushes the condition that the words match where `by` requires.
pub fn words(sql: &mut QueryBuilder<Postgres>, text: &Text, by: By) {
    let Text::Words { all, .. } = text else {
        return;
    };
    for (column, sought, matches) in [
        ("words", By::Words, ""),
        ("words", By::OtherWords, ""),
        ("title_words", By::TitleWords, ""),
        ("title_words", By::OtherWords, "not "),
    ] {
        if sought == by {
            sql.push(" and ")
                .push(matches)
                .push(column)
                .push(" @@ ")
                .push_bind(all.clone())
                .push("::tsquery");
        }
    }
}

pub fn filters(sql: &mut QueryBuilder<Postgres>, query: &LotQuery, text: &Text, by: By) {
    match &query.hidden {
        Hidden::None => sql.push("not is_hidden"),
        Hidden::OfHouses(houses) => sql
            .push("(not is_hidden or house_id = any(")
            .push_bind(houses.clone())
            .push("))"),
        Hidden::All => sql.push("true"),
    };
    match text {
        Text::Any | Text::Nothing => {}
        Text::Number(number) => {
            sql.push(" and catalog_lot_id = ").push_bind(*number);
        }
        Text::Words { .. } => words(sql, text, by),
    }
    if let Some(catalog) = query.catalog_id {
        sql.push(" and catalog_id = ").push_bind(catalog);
    } else if query.hidden != Hidden::None {
        // Rehearsals are hidden, and in no list but their own.
        sql.push(
            " and (catalog_id is null or catalog_id not in (select id from catalog where rehearsal_of is not null))",
        );
    }
    if let Some(house) = query.house_id {
        sql.push(" and house_id = ").push_bind(house);
    }
    if !query.house_ids.is_empty() {
        sql.push(" and house_id = any(")
            .push_bind(query.house_ids.clone())
            .push(")");
    }
    if !query.lot_numbers.is_empty() {
        sql.push(" and catalog_lot_id = any(")
            .push_bind(query.lot_numbers.clone())
            .push(")");
    }
    if !query.states.is_empty() {
        sql.push(" and lot_state = any(")
            .push_bind(query.states.clone())
            .push(")");
    }
    if let Some(over) = query.is_bidding_over {
        sql.push(" and is_bidding_over = ").push_bind(over);
    }
    if let Some(has_bets) = query.has_bets {
        sql.push(" and (bets_count > 0) = ").push_bind(has_bets);
    }
    if !query.catalog_types.is_empty() {
        sql.push(" and catalog_type = any(")
            .push_bind(query.catalog_types.clone())
            .push(")");
    }
    if let Some(categories) = &query.category_ids {
        sql.push(" and category_id = any(")
            .push_bind(categories.clone())
            .push(")");
    }
    if !query.ages.is_empty() {
        sql.push(" and ages && ").push_bind(query.ages.clone());
    }
    if !query.materials.is_empty() {
        sql.push(" and material = any(")
            .push_bind(query.materials.clone())
            .push(")");
    }
    if let Some(range) = query.price {
        price(sql, range);
    }
    if let Some(seen) = query.first_seen {
        sql.push(" and lot_id in (select lot_id from lot_first_seen where at > ")
            .push_bind(seen.after)
            .push(" and at <= ")
            .push_bind(seen.until)
            .push(")");
    }
    if let Some(scope) = query.scope {
        sql.push(match scope {
            AuctionScope::Past => {
                " and catalog_type in (0, 1) and catalog_is_finished(catalog_state)"
            }
            AuctionScope::Future => " and catalog_type in (0, 1) and catalog_state = 0",
            AuctionScope::Current => {
                " and catalog_type in (0, 1) and catalog_is_running(catalog_state)"
            }
            AuctionScope::Galleries => " and catalog_type = 2",
            AuctionScope::PostAuction => " and catalog_type = 3",
        });
    }
}

/// A price that can no longer change is in an index; one that bets still change is looked up.
fn price(sql: &mut QueryBuilder<Postgres>, range: PriceRange) {
    let (from, to) = (range.from.unwrap_or(0), range.to.unwrap_or(i64::MAX));
    sql.push(" and currency = ").push_bind(range.currency);
    sql.push(" and (settled_price between ")
        .push_bind(from)
        .push(" and ")
        .push_bind(to);
    sql.push(" or settled_price is null and price between ")
        .push_bind(from)
        .push(" and ")
        .push_bind(to)
        .push(")");
}

/// A table `matched` of all matches with their sort keys, up to its closing bracket.
pub fn gathered(
    query: &LotQuery,
    text: &Text,
    by: By,
    slice: Option<&OrderPrefix>,
) -> QueryBuilder<Postgres> {
    let mut sql = QueryBuilder::new(
        "with matched as materialized (select ctid as place, lot_id, created, name_key, start_price, catalog_lot_id, price, ",
    );
    match text {
        Text::Words { all, .. } => sql
            .push("title_words @@ ")
            .push_bind(all.clone())
            .push("::tsquery"),
        _ => sql.push("false"),
    };
    sql.push(" as in_title, (lot_state = 1 and not is_bidding_over) is true as in_trade from lot_listing where ");
    filters(&mut sql, query, text, by);
    if let Some(slice) = slice {
        sql.push(" and ");
        slice.push(&mut sql);
    }
    sql
}

/// Pushes the order of gathered lots. Up to `ranked` of them are ranked by relevance, those in trade first.
pub fn order(sql: &mut QueryBuilder<Postgres>, sorting: Sorting, text: &Text, ranked: i64) {
    sql.push(" order by ");
    if let (Sorting::Relevant, Text::Words { any, number, .. }) = (sorting, text) {
        if let Some(number) = number {
            sql.push("(catalog_lot_id is not distinct from ")
                .push_bind(*number)
                .push(") desc, ");
        }
        sql.push("case when (select total from counted) <= ")
            .push_bind(ranked)
            .push(" then in_trade end desc nulls last, case when (select total from counted) <= ")
            .push_bind(ranked)
            .push(" then (select ts_rank_cd(words, ")
            .push_bind(any.clone())
            .push(
                "::tsquery) from lot_listing where ctid = matched.place) end desc, in_title desc, ",
            );
    }
    sql.push(in_order(sorting));
}

fn in_order(sorting: Sorting) -> &'static str {
    match sorting {
        Sorting::CreatedAsc => "created, lot_id",
        Sorting::CreatedDesc | Sorting::Relevant => "created desc, lot_id desc",
        Sorting::NameAsc => "name_key, lot_id",
        Sorting::NameDesc => "name_key desc, lot_id desc",
        Sorting::StartPriceAsc => "start_price, lot_id",
        Sorting::StartPriceDesc => "start_price desc, lot_id desc",
        // Lots in storage have no number and come last.
        Sorting::LotNumberAsc => "catalog_lot_id, lot_id",
        Sorting::LotNumberDesc => "catalog_lot_id desc nulls last, lot_id desc",
        Sorting::PriceAsc => "price, lot_id",
        Sorting::PriceDesc => "price desc, lot_id desc",
    }
}

/// Pushes a query for the matches by filters, in order. Only the first `wanted` are sure to be complete.
pub fn walked(
    sql: &mut QueryBuilder<Postgres>,
    query: &LotQuery,
    text: &Text,
    sorting: Sorting,
    wanted: i64,
) {
    // Lots that an index omits or misplaces are sorted separately and merged: the few prices that still change, and
    // lots without a number, which come last.
    let parts: &[(&str, &str, &str)] = match sorting {
        Sorting::PriceAsc => &[
            (
                "settled_price",
                "settled_price is not null",
                "settled_price, lot_id",
            ),
            ("price", "settled_price is null", "price, lot_id"),
        ],
        Sorting::PriceDesc => &[
            (
                "settled_price",
                "settled_price is not null",
                "settled_price desc, lot_id desc",
            ),
            ("price", "settled_price is null", "price desc, lot_id desc"),
        ],
        Sorting::LotNumberDesc => &[
            (
                "catalog_lot_id",
                "catalog_lot_id is not null",
                "catalog_lot_id desc, lot_id desc",
            ),
            (
                "catalog_lot_id",
                "catalog_lot_id is null",
                "catalog_lot_id desc, lot_id desc",
            ),
        ],
        sorting => {
            sql.push("select lot_id from lot_listing where ");
            filters(sql, query, text, By::Filters);
            sql.push(" order by ").push(in_order(sorting));
            return;
        }
    };
    sql.push("select lot_id from (");
    for (place, (key, part, order)) in parts.iter().enumerate() {
        if place > 0 {
            sql.push(" union all ");
        }
        sql.push("(select lot_id, ")
            .push(key)
            .push(" as key from lot_listing where ")
            .push(part)
            .push(" and ");
        filters(sql, query, text, By::Filters);
        sql.push(" order by ").push(order);
        sql.push(" limit ").push_bind(wanted).push(")");
    }
    sql.push(match sorting {
        Sorting::PriceAsc => ") as parts order by key, lot_id",
        _ => ") as parts order by key desc nulls last, lot_id desc",
    });
}

/// Pushes a query for the matches by filters in the exact reverse of [`Sorting::LotNumberAsc`].
pub fn walked_back(sql: &mut QueryBuilder<Postgres>, query: &LotQuery, text: &Text) {
    sql.push("select lot_id from lot_listing where ");
    filters(sql, query, text, By::Filters);
    sql.push(" order by catalog_lot_id desc, lot_id desc");
}

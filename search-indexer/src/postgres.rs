//! The backend of a single machine: `lot_listing` itself, by Russian full text and, for typos, trigrams.

use crate::query::{
    AuctionScope, COUNT_CAP, Found, Hidden, LotQuery, Paging, Search, SearchError, Sorting,
};
use async_trait::async_trait;
use sqlx::{PgConnection, PgPool, Postgres, QueryBuilder};

/// Words beyond these add nothing but cost.
const MAX_TERMS: usize = 12;
/// A word shorter than this is too short to guess what it should have been.
const MIN_TYPO_LENGTH: usize = 4;
/// How like a word of the title must be to what was typed: «икнона» and «икона» are 0.44.
const TYPO_SIMILARITY: &str = "0.4";

#[derive(Debug, Clone)]
pub struct PgSearch {
    pool: PgPool,
}

impl PgSearch {
    pub fn new(pool: PgPool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl Search for PgSearch {
    async fn find(&self, query: &LotQuery, paging: Paging) -> Result<Found, SearchError> {
        // One snapshot for count and page is not worth its price; the transaction is for the trigram threshold.
        let mut transaction = self.pool.begin().await?;
        let text =
            TextMatch::resolve(&mut transaction, query.text.as_deref().unwrap_or_default()).await?;
        if !text.typos.is_empty() {
            sqlx::query!(
                "select set_config('pg_trgm.word_similarity_threshold', $1, true)",
                TYPO_SIMILARITY
            )
            .fetch_one(&mut *transaction)
            .await?;
        }

        let mut count = QueryBuilder::new("select count(*) from (select from lot_listing where ");
        push_filters(&mut count, query, &text);
        count
            .push(" limit ")
            .push_bind(COUNT_CAP)
            .push(") as counted");
        let total: i64 = count
            .build_query_scalar()
            .fetch_one(&mut *transaction)
            .await?;

        let page = paging.clamp(total);
        let mut select = QueryBuilder::new("select lot_id from lot_listing where ");
        push_filters(&mut select, query, &text);
        push_order(&mut select, query.effective_sorting(), &text);
        select
            .push(" limit ")
            .push_bind(paging.size)
            .push(" offset ")
            .push_bind((page - 1) * paging.size);
        let ids = select
            .build_query_scalar()
            .fetch_all(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(Found { ids, total, page })
    }
}

/// A text as the listing can answer it. Every word must match: as a word in any form; if no lot knows it, as the
/// beginning of one; if that neither, as a misspelt one.
#[derive(Debug, Default)]
struct TextMatch {
    /// The lot number the whole text may mean.
    number: Option<i32>,
    /// «№ 12» means nothing but the number; «12» may be a word as well.
    number_only: bool,
    /// Queries of type `tsquery`.
    words: Vec<String>,
    typos: Vec<String>,
}

impl TextMatch {
    async fn resolve(conn: &mut PgConnection, text: &str) -> sqlx::Result<Self> {
        let (number, number_only) = lot_number(text);
        let mut resolved = Self {
            number,
            number_only,
            ..Self::default()
        };
        if number_only {
            return Ok(resolved);
        }
        let known = sqlx::query_file!("queries/listing/known_terms.sql", &terms(text))
            .fetch_all(conn)
            .await?;
        for term in known {
            if term.lexemes.is_empty() {
                continue; // a stop word is in every text
            }
            if term.as_word {
                resolved.words.push(term.lexemes);
            } else if term.as_beginning || term.term.chars().count() < MIN_TYPO_LENGTH {
                resolved.words.push(term.beginning);
            } else {
                resolved.typos.push(term.term);
            }
        }
        Ok(resolved)
    }

    fn is_empty(&self) -> bool {
        self.number.is_none() && self.words.is_empty() && self.typos.is_empty()
    }
}

/// The words of a text, lower-cased, letters and digits only, so that they are safe inside a `tsquery`.
fn terms(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('ё', "е")
        .split(|c: char| !c.is_alphanumeric())
        .filter(|term| !term.is_empty())
        .map(|term| term.chars().take(64).collect())
        .take(MAX_TERMS)
        .collect()
}

/// The lot number a text means, and whether it can mean nothing else: «12» may, «№ 12», «#12» and «лот 12» do.
fn lot_number(text: &str) -> (Option<i32>, bool) {
    let text = text.trim().to_lowercase();
    let mut rest = text.as_str();
    for prefix in ["лот", "№", "#"] {
        rest = rest.strip_prefix(prefix).unwrap_or(rest).trim_start();
    }
    match rest.parse() {
        Ok(number) if number > 0 && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
            (Some(number), rest.len() < text.len())
        }
        _ => (None, false),
    }
}

fn push_filters(sql: &mut QueryBuilder<Postgres>, query: &LotQuery, text: &TextMatch) {
    match &query.hidden {
        Hidden::None => sql.push("not is_hidden"),
        Hidden::OfHouses(houses) => sql
            .push("(not is_hidden or house_id = any(")
            .push_bind(houses.clone())
            .push("))"),
        Hidden::All => sql.push("true"),
    };
    push_text_filter(sql, text);
    if let Some(catalog) = query.catalog_id {
        sql.push(" and catalog_id = ").push_bind(catalog);
    }
    if let Some(house) = query.house_id {
        sql.push(" and house_id = ").push_bind(house);
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
    match query.scope {
        None => {}
        Some(AuctionScope::Past) => {
            sql.push(" and catalog_type in (0, 1) and catalog_state in (2, 3)");
        }
        Some(AuctionScope::Future) => {
            sql.push(" and catalog_type in (0, 1) and catalog_state = 0");
        }
        Some(AuctionScope::Current) => {
            sql.push(" and catalog_type in (0, 1) and catalog_state in (1, 5)");
        }
        Some(AuctionScope::Galleries) => {
            sql.push(" and catalog_type = 2");
        }
        Some(AuctionScope::PostAuction) => {
            sql.push(" and catalog_type = 3");
        }
    }
}

fn push_text_filter(sql: &mut QueryBuilder<Postgres>, text: &TextMatch) {
    if text.is_empty() {
        return;
    }
    sql.push(" and (");
    if let Some(number) = text.number {
        sql.push("catalog_lot_id = ").push_bind(number);
        if text.number_only || (text.words.is_empty() && text.typos.is_empty()) {
            sql.push(")");
            return;
        }
        sql.push(" or ");
    }
    sql.push("(true");
    for word in &text.words {
        sql.push(" and words @@ ")
            .push_bind(word.clone())
            .push("::tsquery");
    }
    for typo in &text.typos {
        sql.push(" and ")
            .push_bind(typo.clone())
            .push(" <% trigrams");
    }
    sql.push("))");
}

fn push_order(sql: &mut QueryBuilder<Postgres>, sorting: Sorting, text: &TextMatch) {
    // «Ё» is sorted with «Е», as dictionaries do.
    const NAME: &str = "translate(lower(title_ru), 'ё', 'е')";
    sql.push(" order by ");
    match sorting {
        Sorting::CreatedAsc => sql.push("created, lot_id"),
        Sorting::CreatedDesc => sql.push("created desc, lot_id desc"),
        Sorting::NameAsc => sql.push(NAME).push(", lot_id"),
        Sorting::NameDesc => sql.push(NAME).push(" desc, lot_id desc"),
        Sorting::StartPriceAsc => sql.push("start_price, lot_id"),
        Sorting::StartPriceDesc => sql.push("start_price desc, lot_id desc"),
        Sorting::LotNumberAsc => sql.push("catalog_lot_id, lot_id"),
        Sorting::LotNumberDesc => sql.push("catalog_lot_id desc nulls last, lot_id desc"),
        Sorting::PriceAsc => sql.push("price, lot_id"),
        Sorting::PriceDesc => sql.push("price desc, lot_id desc"),
        Sorting::Relevant => {
            if let Some(number) = text.number {
                sql.push("(catalog_lot_id is not distinct from ")
                    .push_bind(number)
                    .push(") desc, ");
            }
            sql.push("0::real");
            if !text.words.is_empty() {
                let any_word = text
                    .words
                    .iter()
                    .map(|word| format!("({word})"))
                    .collect::<Vec<_>>()
                    .join(" | ");
                sql.push(" + ts_rank_cd(words, ")
                    .push_bind(any_word)
                    .push("::tsquery)");
            }
            for typo in &text.typos {
                sql.push(" + word_similarity(")
                    .push_bind(typo.clone())
                    .push(", trigrams)");
            }
            sql.push(" desc, created desc, lot_id desc")
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_a_lot_number() {
        for (text, meant) in [
            ("12", (Some(12), false)),
            (" № 12 ", (Some(12), true)),
            ("лот №12", (Some(12), true)),
            ("Лот 7", (Some(7), true)),
            ("#3", (Some(3), true)),
            ("12 стульев", (None, false)),
            ("лоток", (None, false)),
            ("+12", (None, false)),
            ("0", (None, false)),
            ("99999999999", (None, false)),
            ("", (None, false)),
        ] {
            assert_eq!(lot_number(text), meant, "{text:?}");
        }
    }

    #[test]
    fn terms_hold_nothing_that_a_query_language_would_read() {
        assert_eq!(
            terms("Ёлка, «сос'на» & (дуб:*)!"),
            ["елка", "сос", "на", "дуб"]
        );
        assert_eq!(terms(&"слово ".repeat(40)).len(), MAX_TERMS);
    }
}

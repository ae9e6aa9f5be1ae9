//! What the index holds of a lot.

use serde::Serialize;
use sha2::{Digest as _, Sha256};
use sqlx::PgExecutor;

/// Grows with a change of what documents hold that the settings do not show.
pub const VERSION: u32 = 1;
/// More than the steps that prices have.
pub const STEPS: i32 = 1_000;

/// A document. Its words are the lexemes of the listing, in order, so that every form of a word is the same word.
#[derive(Debug, Clone, Serialize)]
pub struct Document {
    pub id: i64,
    /// Of all the rest, see [`super::check`].
    pub hash: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Debug, Clone, Serialize)]
struct Content {
    /// The lot's number in its catalog.
    number: Option<i32>,
    title: String,
    offered: String,
    described: String,
    catalog: Option<i64>,
    house: i64,
    category: Option<i64>,
    r#type: Option<i16>,
    /// As [`super::query`] writes it.
    scope: Option<i32>,
    state: i16,
    over: bool,
    bets: bool,
    /// 0: public; 1: hidden; 2: of a rehearsal.
    hidden: i32,
    name: String,
    start: i64,
    price: i64,
    /// Microseconds: exact in the engine's numbers until the year 2255.
    created: i64,
    /// 1: takes bets now.
    trade: i32,
    top: i32,
    ages: Vec<i16>,
    material: Option<String>,
    currency: i16,
    /// The price's place in the histogram and its currency, which counts in [`STEPS`]; none for a price of zero.
    step: Option<i32>,
}

/// The documents of the lots that are listed.
pub async fn documents(executor: impl PgExecutor<'_>, lots: &[i64]) -> sqlx::Result<Vec<Document>> {
    let rows = sqlx::query_file!("queries/listing/documents.sql", lots)
        .fetch_all(executor)
        .await?;
    let documents = rows.into_iter().map(|row| {
        let content = Content {
            number: row.number,
            title: spelt(&row.title),
            offered: spelt(&row.offered),
            described: spelt(&row.described),
            catalog: row.catalog_id,
            house: row.house_id,
            category: row.category_id,
            r#type: row.catalog_type,
            scope: row.scope,
            state: row.lot_state,
            over: row.is_bidding_over,
            bets: row.has_bets,
            hidden: row.hidden,
            name: in_order(&row.name_key),
            start: row.start_price,
            price: row.price,
            created: row.created,
            trade: row.in_trade,
            top: row.top,
            ages: row.ages,
            material: row.material,
            currency: row.currency,
            step: row
                .step
                .map(|step| i32::from(row.currency) * STEPS + i32::from(step)),
        };
        Document::new(row.lot_id, content)
    });
    Ok(documents.collect())
}

impl Document {
    fn new(id: i64, content: Content) -> Self {
        let written = serde_json::to_vec(&content).unwrap_or_default();
        let digest = Sha256::digest(written);
        Self {
            id,
            hash: data_encoding::HEXLOWER.encode(&digest[..8]),
            content,
        }
    }
}

/// Words as the engine spells them. It takes «й» apart into «и» and a breve, so that a missing one would be two typos; the
/// «ј» of other alphabets stays whole.
pub fn spelt(words: &str) -> String {
    words.replace('й', "ј")
}

/// A text that the engine sorts as PostgreSQL sorts the given one by its bytes.
///
/// The engine drops accents and case and trims, so only digits and Latin letters keep their order there. A Russian letter
/// and a space take one of them, any other character seven. The first letter keeps the text from being read as a number.
fn in_order(name: &str) -> String {
    let mut text = String::from("k");
    for letter in name.chars() {
        let code = u32::from(letter);
        match letter {
            ' ' => text.push('1'),
            'а'..='я' => {
                let place = code - u32::from('а') + 3;
                text.extend(char::from_digit(place, 36));
            }
            _ => {
                let beside = match letter {
                    '\0'..' ' => '0',
                    ' '..'а' => '2',
                    _ => 'z',
                };
                text.push_str(&format!("{beside}{code:06x}"));
            }
        }
    }
    text
}

#[cfg(test)]
pub fn sample() -> Document {
    let content = Content {
        number: Some(1),
        title: "морск пейзаж".to_owned(),
        offered: String::new(),
        described: String::new(),
        catalog: Some(11),
        house: 1,
        category: Some(7),
        r#type: Some(0),
        scope: Some(1),
        state: 1,
        over: false,
        bets: true,
        hidden: 0,
        name: in_order("морской пейзаж"),
        start: 100,
        price: 200,
        created: 1,
        trade: 1,
        top: 0,
        ages: vec![1850],
        material: Some("холст, масло".to_owned()),
        currency: 0,
        step: Some(18),
    };
    Document::new(1101, content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_order() {
        let mut names = [
            "",
            "а",
            "аб",
            "а б",
            "а-б",
            "а1",
            "альбом",
            "альбом 12",
            "альбом 2",
            "вaза",
            "ваза",
            "ваза ø",
            "ярмарка",
            "ёлка",
            "zebra",
            "1920",
            "\u{1}",
            "!",
            "№ 5",
            "эtude",
            "ы",
        ];
        names.sort_unstable();
        let mut texts: Vec<String> = names.iter().map(|name| in_order(name)).collect();
        let written = texts.clone();
        texts.sort_unstable();
        assert_eq!(written, texts);
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        assert!(written.iter().all(|text| text.chars().all(plain)));
        assert!(written.iter().all(|text| text.parse::<f64>().is_err()));
    }

    #[test]
    fn the_hash_is_of_the_content() {
        let document = sample();
        assert_eq!(document.hash.len(), 16);
        let mut content = document.content.clone();
        assert_eq!(Document::new(1102, content.clone()).hash, document.hash);
        content.price += 1;
        assert_ne!(Document::new(1101, content).hash, document.hash);
    }
}

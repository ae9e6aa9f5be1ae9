//! The settings of the index. docs/search.md says what each costs.

use std::collections::{BTreeMap, HashMap};

use meilisearch_sdk::settings::{
    FacetSortValue, FacetingSettings, FilterFeatureModes, FilterFeatures, FilterableAttribute,
    FilterableAttributesSettings, MinWordSizeForTypos, PaginationSetting, Settings,
    TypoToleranceSettings,
};
use sha2::{Digest as _, Sha256};
use sqlx::PgConnection;

use super::document::{VERSION, spelt};
use crate::query::COUNT_CAP;
use crate::synonyms;
use crate::words::terms;

/// The most words of a phrase that the engine joins to look up its synonyms.
const MOST_PHRASE: usize = 3;

/// The most values of an attribute that are counted.
pub const MOST_VALUES: usize = 1_000;

/// In order of weight: a match in the lot's number ranks above one in its title or authors, then what it is made of and
/// when, then the description.
const SEARCHED: [&str; 4] = ["number", "title", "offered", "described"];
const FILTERED: [&str; 13] = [
    "number", "catalog", "house", "category", "type", "scope", "state", "over", "bets", "ages",
    "material", "currency", "step",
];
const SORTED: [&str; 6] = ["id", "created", "name", "start", "price", "number"];

/// `sort` precedes what only ranks, so that an order by price is one among lots that match equally well.
const RANKING: [&str; 10] = [
    "words",
    "typo",
    "sort",
    "trade:desc",
    "top:desc",
    "proximity",
    "attribute",
    "exactness",
    "created:desc",
    "id:desc",
];

/// All settings but the synonyms, which change without a new index.
pub fn settings() -> Settings {
    let filtered = |attributes: &[&str], comparison| {
        FilterableAttribute::Settings(FilterableAttributesSettings {
            attribute_patterns: attributes.iter().map(|&name| name.to_owned()).collect(),
            features: FilterFeatures {
                facet_search: false,
                filter: FilterFeatureModes {
                    equality: true,
                    comparison,
                },
            },
        })
    };
    Settings {
        pagination: Some(PaginationSetting {
            max_total_hits: COUNT_CAP as usize,
        }),
        faceting: Some(FacetingSettings {
            max_values_per_facet: MOST_VALUES,
            // Of more values, the most frequent.
            sort_facet_values_by: Some(BTreeMap::from([("*".to_owned(), FacetSortValue::Count)])),
        }),
        // Nobody waits longer for an answer.
        search_cutoff_ms: Some(500),
        // The words of a description are indexed, but correct no misspelt one, as in PostgreSQL.
        typo_tolerance: Some(typos(Vec::new())),
        // Documents hold the lexemes of PostgreSQL, which knows the stop words.
        stop_words: Some(Vec::new()),
        // Pairs of words would take most of the disk.
        proximity_precision: Some("byAttribute".to_owned()),
        ..Settings::new()
    }
    .with_searchable_attributes(SEARCHED)
    .with_displayed_attributes(["id"])
    .with_filterable_attributes_advanced([
        filtered(&FILTERED, false),
        filtered(&["hidden", "price"], true),
    ])
    .with_sortable_attributes(SORTED)
    .with_ranking_rules(RANKING)
}

fn typos(words: Vec<String>) -> TypoToleranceSettings {
    TypoToleranceSettings {
        enabled: Some(true),
        disable_on_attributes: Some(vec!["number".to_owned(), "described".to_owned()]),
        disable_on_words: Some(words),
        // Of stems, which are shorter than words.
        min_word_size_for_typos: Some(MinWordSizeForTypos {
            one_typo: Some(4),
            two_typos: Some(6),
        }),
        disable_on_numbers: Some(true),
    }
}

/// Names these settings and the form of the documents. An index of another version is built again.
pub fn version() -> String {
    let written = serde_json::to_vec(&settings()).unwrap_or_default();
    let digest = Sha256::new()
        .chain_update(VERSION.to_be_bytes())
        .chain_update(written)
        .finalize();
    data_encoding::HEXLOWER.encode(&digest[..8])
}

/// The synonyms as the engine takes them, by lexemes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Synonyms {
    pub finds: HashMap<String, Vec<String>>,
    /// The words of all keys of `finds`. They are known, so no misspelling is looked for.
    pub words: Vec<String>,
}

impl Synonyms {
    pub async fn read(conn: &mut PgConnection) -> sqlx::Result<Self> {
        let groups = synonyms::read(&mut *conn).await?;
        let written = groups.iter().flat_map(|group| [&group.words, &group.finds]);
        let mut all: Vec<String> = written.flatten().flat_map(|text| terms(text)).collect();
        all.sort_unstable();
        all.dedup();
        let known = sqlx::query_file!("queries/listing/lexemes.sql", &all)
            .fetch_all(conn)
            .await?;
        let lexemes: HashMap<String, Vec<String>> = known
            .into_iter()
            .map(|known| (known.term, known.lexemes))
            .collect();
        Ok(Self::of(&groups, &lexemes))
    }

    fn of(groups: &[synonyms::Group], lexemes: &HashMap<String, Vec<String>>) -> Self {
        let stemmed = |text: &String| -> Vec<String> {
            let terms = terms(text);
            let stems = terms.iter().filter_map(|term| lexemes.get(term)).flatten();
            stems.map(|stem| spelt(stem)).collect()
        };
        let mut synonyms = Self::default();
        for group in groups {
            let found: Vec<String> = group
                .found()
                .iter()
                .map(|text| stemmed(text).join(" "))
                .filter(|phrase| !phrase.is_empty())
                .collect();
            for words in group.words.iter().map(stemmed) {
                if words.is_empty() || words.len() > MOST_PHRASE {
                    continue;
                }
                let phrase = words.join(" ");
                let finds = synonyms.finds.entry(phrase.clone()).or_default();
                for other in found.iter().filter(|other| **other != phrase) {
                    if !finds.contains(other) {
                        finds.push(other.clone());
                    }
                }
                synonyms.words.extend(words);
            }
        }
        synonyms.words.sort_unstable();
        synonyms.words.dedup();
        synonyms
    }

    pub fn settings(&self) -> Settings {
        Settings {
            synonyms: Some(self.finds.clone()),
            typo_tolerance: Some(typos(self.words.clone())),
            ..Settings::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synonyms::Group;

    #[test]
    fn every_attribute_is_one_of_a_document() {
        let document = serde_json::to_value(super::super::document::sample()).unwrap();
        let ranked = RANKING.iter().filter_map(|rule| rule.strip_suffix(":desc"));
        let all = SEARCHED.iter().chain(&FILTERED).chain(&SORTED).copied();
        for name in all.chain(ranked).chain(["hidden", "price"]) {
            assert!(document.get(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_version_stays_until_settings_change() {
        assert_eq!(version(), version());
        assert_eq!(version().len(), 16);
    }

    #[test]
    fn synonyms_are_written_by_lexemes() {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let group = |words: &[&str], finds: &[&str]| Group {
            words: owned(words),
            finds: owned(finds),
        };
        let lexemes = [
            ("образ", "образ"),
            ("икона", "икон"),
            ("мертвая", "мертв"),
            ("натура", "натур"),
            ("натюрморт", "натюрморт"),
        ];
        let mut lexemes: HashMap<String, Vec<String>> = lexemes
            .into_iter()
            .map(|(term, lexeme)| (term.to_owned(), vec![lexeme.to_owned()]))
            .collect();
        lexemes.insert("и".to_owned(), Vec::new());
        let synonyms = Synonyms::of(
            &[
                group(&["образ", "икона"], &[]),
                group(&["Мёртвая натура", "и"], &["натюрморт", "и"]),
            ],
            &lexemes,
        );
        let finds = |phrase: &str| synonyms.finds.get(phrase).cloned().unwrap_or_default();
        assert_eq!(finds("образ"), ["икон"]);
        assert_eq!(finds("икон"), ["образ"]);
        assert_eq!(finds("мертв натур"), ["натюрморт"]);
        assert_eq!(synonyms.finds.len(), 3);
        assert_eq!(synonyms.words, ["икон", "мертв", "натур", "образ"]);
    }
}

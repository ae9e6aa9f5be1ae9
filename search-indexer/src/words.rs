//! What a typed text means: its words as the listing knows them, in either keyboard layout, or a lot number.

use sqlx::PgConnection;

/// Russian letters for Latin ones, longer combinations first.
const SOUNDS: &[(&str, &str)] = &[
    ("shch", "щ"),
    ("sch", "ш"),
    ("tch", "ч"),
    ("ch", "ч"),
    ("sh", "ш"),
    ("zh", "ж"),
    ("kh", "х"),
    ("ph", "ф"),
    ("th", "т"),
    ("ts", "ц"),
    ("tz", "ц"),
    ("ck", "к"),
    ("ya", "я"),
    ("ja", "я"),
    ("yu", "ю"),
    ("ju", "ю"),
    ("yo", "е"),
    ("jo", "е"),
    ("ye", "е"),
    ("je", "е"),
    ("a", "а"),
    ("b", "б"),
    ("c", "к"),
    ("d", "д"),
    ("e", "е"),
    ("f", "ф"),
    ("g", "г"),
    ("h", "х"),
    ("i", "и"),
    ("j", "й"),
    ("k", "к"),
    ("l", "л"),
    ("m", "м"),
    ("n", "н"),
    ("o", "о"),
    ("p", "п"),
    ("q", "к"),
    ("r", "р"),
    ("s", "с"),
    ("t", "т"),
    ("u", "у"),
    ("v", "в"),
    ("w", "в"),
    ("x", "кс"),
    ("z", "з"),
];
/// Endings of surnames, which people spell in several ways.
const SURNAMES: &[(&str, &str)] = &[
    ("skii", "ский"),
    ("ski", "ский"),
    ("off", "ов"),
    ("eff", "ев"),
];

/// The most words of a text. More would only add cost.
const MAX_TERMS: usize = 12;
/// A shorter word is the beginning of too many words.
const MIN_BEGINNING_LENGTH: usize = 2;

/// The keys of a Russian keyboard, as the English layout labels them.
const KEYS: [(&str, &str); 2] = [
    ("qwertyuiop[]", "йцукенгшщзхъ"),
    ("asdfghjkl;'zxcvbnm,.`", "фывапролджэячсмитьбюе"),
];

/// The words of a text in lower case. They contain only letters and digits, so they are safe inside a `tsquery`.
pub fn terms(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('ё', "е")
        .split(|c: char| !c.is_alphanumeric())
        .filter(|term| !term.is_empty())
        .map(|term| term.chars().take(64).collect())
        .take(MAX_TERMS)
        .collect()
}

/// The Russian text that the same keys type; none if the text has no English letter, or letters of another alphabet.
pub fn in_russian_layout(text: &str) -> Option<String> {
    let text = text.to_lowercase();
    let is_latin = |c: char| c.is_ascii_alphabetic();
    if !text.chars().any(is_latin) || text.chars().any(|c| c.is_alphabetic() && !is_latin(c)) {
        return None;
    }
    let russian = |typed: char| {
        KEYS.iter().find_map(|(english, russian)| {
            let place = english.chars().position(|key| key == typed)?;
            russian.chars().nth(place)
        })
    };
    Some(text.chars().map(|c| russian(c).unwrap_or(c)).collect())
}

/// A Latin word as Russian spells its sounds («Korsunsky» → «корсунский»); none if it has other letters.
pub fn transliterated(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let ending = SURNAMES
        .iter()
        .find_map(|(latin, russian)| Some((word.strip_suffix(latin)?, *russian)));
    let (mut rest, ending) = ending.unwrap_or((&word, ""));
    let mut russian = String::new();
    while !rest.is_empty() {
        let sound = SOUNDS
            .iter()
            .find_map(|(latin, sound)| Some((rest.strip_prefix(latin)?, *sound)));
        let is_after_vowel = russian.ends_with(['а', 'е', 'и', 'о', 'у', 'ы', 'ю', 'я']);
        let y = match rest {
            _ if is_after_vowel => "й",
            "y" => "ий",
            _ => "ы",
        };
        let (after, sound) = sound.unwrap_or((&rest[1..], y));
        russian.push_str(sound);
        rest = after;
    }
    Some(russian + ending)
}

/// The lot number in a text, and whether it can mean nothing else: «12» can, «№ 12», «#12» and «лот 12» cannot.
pub fn lot_number(text: &str) -> (Option<i32>, bool) {
    let text = text.trim().to_lowercase();
    let in_russian = in_russian_layout(&text).filter(|meant| meant.starts_with("лот"));
    let text = in_russian.unwrap_or(text);
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

/// What the listing knows about a typed word.
#[derive(Debug, Clone)]
pub struct KnownTerm {
    pub term: String,
    /// Empty for a stop word, which matches every text.
    pub lexemes: Vec<String>,
    as_word: bool,
    as_beginning: bool,
}

/// How a word is searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought {
    /// In any form.
    Word,
    /// As the beginning of longer words.
    Beginning,
    /// The listing does not know it: it is misspelt.
    Unknown,
}

impl KnownTerm {
    pub fn sought(&self) -> Sought {
        let is_long = self.term.chars().count() >= MIN_BEGINNING_LENGTH;
        if self.as_word || self.is_number() {
            Sought::Word
        } else if self.as_beginning && is_long {
            Sought::Beginning
        } else {
            Sought::Unknown
        }
    }

    pub fn is_number(&self) -> bool {
        self.term.bytes().all(|byte| byte.is_ascii_digit())
    }

    fn is_stop_word(&self) -> bool {
        self.lexemes.is_empty()
    }

    /// The word as the beginning of longer ones; none if there are none.
    fn into_beginning(mut self) -> Option<Self> {
        self.lexemes = vec![self.term.clone()];
        self.as_word = false;
        (self.sought() == Sought::Beginning).then_some(self)
    }

    #[cfg(test)]
    pub fn of(term: &str, lexemes: &[&str], sought: Sought) -> Self {
        Self {
            term: term.to_owned(),
            lexemes: lexemes.iter().map(|&lexeme| lexeme.to_owned()).collect(),
            as_word: sought == Sought::Word,
            as_beginning: sought != Sought::Unknown,
        }
    }
}

/// A word of a search.
#[derive(Debug, Clone)]
pub struct Word {
    pub known: KnownTerm,
    /// The word that the same keys type in the Russian layout, if the listing knows neither, or this one is a stop word.
    pub other: Option<KnownTerm>,
}

/// The words of a text, without stop words unless it has no others. One that the listing does not know is read in the Russian
/// layout, if it knows that.
pub async fn read(conn: &mut PgConnection, text: &str) -> sqlx::Result<Vec<Word>> {
    let mut readings: Vec<(Vec<String>, Vec<String>)> = text
        .split_whitespace()
        .map(|piece| {
            let other = in_russian_layout(piece);
            (terms(piece), terms(&other.unwrap_or_default()))
        })
        .filter(|(typed, _)| !typed.is_empty())
        .collect();
    let mut room = MAX_TERMS;
    for (typed, other) in &mut readings {
        typed.truncate(room);
        other.truncate(room);
        room -= typed.len();
    }
    let all: Vec<String> = readings
        .iter()
        .flat_map(|(typed, other)| typed.iter().chain(other))
        .cloned()
        .collect();
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let known = sqlx::query_file_as!(KnownTerm, "queries/listing/known_terms.sql", &all)
        .fetch_all(conn)
        .await?;
    let mut known = known.into_iter();
    let mut words = Vec::new();
    for (typed, other) in readings {
        let typed: Vec<KnownTerm> = known.by_ref().take(typed.len()).collect();
        let other: Vec<KnownTerm> = known.by_ref().take(other.len()).collect();
        words.extend(chosen(typed, other));
    }
    Ok(meaningful(words))
}

/// The words without stop words. A text of nothing else is most likely the beginning of a longer word: «из» of «изразец», in
/// either layout.
fn meaningful(mut words: Vec<Word>) -> Vec<Word> {
    if !words.iter().all(|word| word.known.is_stop_word()) {
        words.retain(|word| !word.known.is_stop_word());
        return words;
    }
    let last = words.pop().and_then(|word| {
        let other = word
            .other
            .filter(|other| !other.is_stop_word() && other.sought() != Sought::Unknown);
        word.known.into_beginning().or(other)
    });
    last.map(|known| Word { known, other: None })
        .into_iter()
        .collect()
}

/// The words of one piece of the text, as typed or in the other layout.
fn chosen(typed: Vec<KnownTerm>, mut other: Vec<KnownTerm>) -> Vec<Word> {
    let all_known = |words: &[KnownTerm]| {
        words
            .iter()
            .all(|known| known.is_stop_word() || known.sought() != Sought::Unknown)
    };
    let word = |known| Word { known, other: None };
    if let ([known], [_]) = (typed.as_slice(), other.as_slice())
        && known.is_stop_word()
    {
        let known = known.clone();
        return vec![Word {
            known,
            other: other.pop(),
        }];
    }
    if other.is_empty() || all_known(&typed) {
        return typed.into_iter().map(word).collect();
    }
    if all_known(&other) {
        return other.into_iter().map(word).collect();
    }
    let mut words: Vec<Word> = typed.into_iter().map(word).collect();
    if let ([word], [_]) = (words.as_mut_slice(), other.as_slice()) {
        word.other = other.pop();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_contain_no_query_syntax() {
        assert_eq!(
            terms("Ёлка, «сос'на» & (дуб:*)!"),
            ["елка", "сос", "на", "дуб"]
        );
        assert_eq!(terms(&"слово ".repeat(40)).len(), MAX_TERMS);
    }

    #[test]
    fn latin_names_are_spelt_as_they_sound() {
        for (latin, russian) in [
            ("Korsunsky", Some("корсунский")),
            ("korsunskiy", Some("корсунский")),
            ("Shchukin", Some("щукин")),
            ("Schiele", Some("шиеле")),
            ("Stanislavskii", Some("станиславский")),
            ("dmitry", Some("дмитрий")),
            ("Vrubel", Some("врубел")),
            ("chekhov", Some("чехов")),
            ("Popoff", Some("попов")),
            ("yarygin", Some("ярыгин")),
            ("andrey", Some("андрей")),
            ("Max", Some("макс")),
            ("café", None),
            ("икона", None),
            ("xix2", None),
            ("", None),
        ] {
            assert_eq!(transliterated(latin).as_deref(), russian, "{latin}");
        }
    }

    #[test]
    fn keys_type_russian() {
        for (typed, meant) in [
            ("fqdfpjdcrbq", Some("айвазовский")),
            ("Bdfy", Some("иван")),
            (";tycrbq", Some("женский")),
            ("`krf", Some("елка")),
            ("kjn 117", Some("лот 117")),
            ("117", None),
            ("икона", None),
            ("икона ikon", None),
            ("café", None),
        ] {
            assert_eq!(in_russian_layout(typed).as_deref(), meant, "{typed}");
        }
        for (english, russian) in KEYS {
            assert_eq!(english.chars().count(), russian.chars().count());
        }
    }

    #[test]
    fn lot_numbers_are_recognized() {
        for (text, meant) in [
            ("12", (Some(12), false)),
            (" № 12 ", (Some(12), true)),
            ("лот №12", (Some(12), true)),
            ("Лот 7", (Some(7), true)),
            ("kjn 7", (Some(7), true)),
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
    fn a_text_of_stop_words_is_the_beginning_of_a_word() {
        let stop = |term: &str, sought| Word {
            known: KnownTerm::of(term, &[], sought),
            other: None,
        };
        let he = Word {
            other: Some(KnownTerm::of("ру", &["ру"], Sought::Beginning)),
            ..stop("he", Sought::Unknown)
        };
        let icon = Word {
            known: KnownTerm::of("икона", &["икон"], Sought::Word),
            other: None,
        };
        let none = || stop("для", Sought::Unknown);
        for (words, meant) in [
            (vec![none(), stop("на", Sought::Beginning)], &["на"][..]),
            (vec![he.clone()], &["ру"]),
            (vec![he, icon], &["икона"]),
            (vec![none()], &[]),
        ] {
            let read = meaningful(words);
            let read: Vec<&str> = read.iter().map(|word| word.known.term.as_str()).collect();
            assert_eq!(read, meant);
        }
    }

    #[test]
    fn an_unknown_word_is_read_in_the_other_layout() {
        let known = |term: &str, sought| KnownTerm::of(term, &[term], sought);
        let read = |typed: KnownTerm, other: KnownTerm| {
            let words = chosen(vec![typed], vec![other]);
            let [word] = words.as_slice() else {
                panic!("{words:?}")
            };
            let other = word.other.as_ref().map(|other| other.term.clone());
            (word.known.term.clone(), other)
        };
        let both = (
            known("ikona", Sought::Word),
            known("шлщтф", Sought::Unknown),
        );
        assert_eq!(read(both.0, both.1), ("ikona".to_owned(), None));
        let meant = (
            known("brjy", Sought::Unknown),
            known("икон", Sought::Beginning),
        );
        assert_eq!(read(meant.0, meant.1), ("икон".to_owned(), None));
        let neither = (
            known("brjyf", Sought::Unknown),
            known("икона", Sought::Unknown),
        );
        assert_eq!(
            read(neither.0, neither.1),
            ("brjyf".to_owned(), Some("икона".to_owned()))
        );
    }
}

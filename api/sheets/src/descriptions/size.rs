//! Sizes: «45×60 см», «45 х 60», «H-32 см», «диаметр 12 см», «31×26 см, в раме 45×40 см».

use regex::Captures;

use super::sentences::{CANDIDATES, pattern, sentence_before};

/// Sizes of one lot that are told.
const MOST: usize = 4;

/// What a size is the size of. The thing itself goes without saying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Itself,
    Sheet,
    Image,
    Frame,
}

/// A size as it was found.
struct Found {
    at: usize,
    end: usize,
    of: Of,
    text: String,
}

/// All sizes of a text in one line: the thing itself first, then sheet, image and frame.
pub fn find(text: &str) -> Option<String> {
    let mut found: Vec<Found> = Vec::new();
    let pairs = pattern!(
        r"(?ix)
        (?P<a>\d{1,4}(?:[.,]\d{1,2})?) \s* (?P<u1>см|мм|м|cm|mm)?\.? \s* (?:[xх×*]|\sна\s) \s*
        (?P<b>\d{1,4}(?:[.,]\d{1,2})?) \s* (?P<u2>см|мм|м|cm|mm)?\.?
        (?: \s* [xх×*] \s* (?P<c>\d{1,4}(?:[.,]\d{1,2})?) \s* (?P<u3>см|мм|м|cm|mm)? )?"
    );
    for size in pairs.captures_iter(text).take(CANDIDATES) {
        if let Some(size) = pair(text, &size) {
            found.push(size);
        }
    }
    let singles = pattern!(
        r"(?ix)
        (?: (?P<high>\b(?:высот[аы]|выс\.|[hнв])) | (?P<wide>\b(?:ширин[аы]|шир\.)) | (?P<long>\b(?:длин[аы]|дл\.))
          | (?P<deep>\b(?:глубин[аы]|глуб\.)) | (?P<round>\b(?:диаметр[аы]?|диам\.|[dд])|[⌀∅ø]) )
        (?P<what>\s+(?:[а-яё]+\s+)?[а-яё]+)?
        \s* [.:=–-]? \s* (?P<value>\d{1,4}(?:[.,]\d{1,2})?) \s* (?P<unit>см|мм|м|cm|mm)\b"
    );
    for size in singles.captures_iter(text).take(CANDIDATES) {
        if let Some(size) = single(text, &size, &found) {
            found.push(size);
        }
    }
    found.sort_by_key(|size| size.at);
    let mut told: Vec<Found> = Vec::new();
    for size in found {
        // A copy of the text, or a second thing: the first of each kind counts, and what goes on with it.
        let goes_on = told
            .last()
            .is_some_and(|last| last.of == size.of && joins(&text[last.end..size.at]));
        if goes_on || told.iter().all(|other| other.of != size.of) {
            told.push(size);
        }
    }
    told.truncate(MOST);
    told.sort_by_key(|size| size.of);
    let line = told
        .iter()
        .enumerate()
        .map(|(place, size)| size.told(place))
        .collect::<Vec<_>>()
        .join(", ");
    if line.is_empty() {
        return ring(text);
    }
    Some(line)
}

impl Found {
    fn told(&self, place: usize) -> String {
        let label = match self.of {
            Of::Itself => "",
            Of::Sheet => "лист ",
            Of::Image => "изображение ",
            Of::Frame => "в раме ",
        };
        let text = format!("{label}{}", self.text);
        if place == 0 { capitalised(&text) } else { text }
    }
}

/// «Высота 25 см, ширина 12 см»: nothing but a comma or so between them.
fn joins(between: &str) -> bool {
    !between.contains('\n') && matches!(between.trim_matches(['.', ',', ';', ' ']), "" | "и")
}

fn pair(text: &str, size: &Captures<'_>) -> Option<Found> {
    let whole = size.get(0)?;
    let end = whole.start() + whole.as_str().trim_end().len();
    let before = text[..whole.start()].chars().next_back();
    let after = text[end..].chars().next();
    // Part of a longer number or of a word: «№ 12х45-7», «3х-ярусный».
    if before.is_some_and(|letter| letter.is_alphanumeric() || letter == '№')
        || after.is_some_and(char::is_alphanumeric)
    {
        return None;
    }
    let group = |name| size.name(name).map(|found| found.as_str());
    let unit = group("u3").or(group("u2")).or(group("u1")).map(unit);
    let sentence = sentence_before(text, whole.start()).to_lowercase();
    let named = sentence.contains("размер") || sentence.contains("формат");
    let numbers: Vec<String> = ["a", "b", "c"]
        .into_iter()
        .filter_map(group)
        .map(number)
        .collect();
    // Without a unit two small numbers may be anything; «2 на 3».
    let plausible = numbers.iter().all(|number| number.len() >= 2);
    if unit.is_none() && !named && !plausible {
        return None;
    }
    let unit = unit.map(|unit| format!(" {unit}")).unwrap_or_default();
    Some(Found {
        at: whole.start(),
        end,
        of: of(&sentence, &text[end..]),
        text: format!("{}{unit}", numbers.join("×")),
    })
}

fn single(text: &str, size: &Captures<'_>, pairs: &[Found]) -> Option<Found> {
    let whole = size.get(0)?;
    let taken = |pair: &Found| whole.start() < pair.end && pair.at < whole.end();
    if pairs.iter().any(taken) {
        return None;
    }
    let names = [
        ("high", "высота"),
        ("wide", "ширина"),
        ("long", "длина"),
        ("deep", "глубина"),
        ("round", "диаметр"),
    ];
    let (name, keyword) = names
        .into_iter()
        .find_map(|(group, name)| Some((name, size.name(group)?)))?;
    let what = size
        .name("what")
        .map(|what| what.as_str().trim().to_lowercase());
    let written_out = keyword.as_str().chars().count() > 1;
    // «В 12 см от края», «Д 24 см»: a letter alone stands for a dimension where a number follows it at once.
    if !written_out && (what.is_some() || keyword.as_str() == "в" || keyword.as_str() == "д") {
        return None;
    }
    let sentence = sentence_before(text, whole.start()).to_lowercase();
    let what = what.map(|what| format!(" {what}")).unwrap_or_default();
    Some(Found {
        at: whole.start(),
        end: whole.end(),
        of: of(&sentence, ""),
        text: format!(
            "{name}{what} {} {}",
            number(size.name("value")?.as_str()),
            unit(size.name("unit")?.as_str())
        ),
    })
}

/// What the words before a size, and those in brackets behind it, say it is the size of.
fn of(before: &str, after: &str) -> Of {
    let clause = before
        .rsplit([',', '(', ';', '×'])
        .next()
        .unwrap_or_default();
    let behind = after
        .trim_start()
        .strip_prefix('(')
        .and_then(|rest| rest.split(')').next())
        .unwrap_or_default()
        .to_lowercase();
    for (of, words) in [
        (Of::Frame, ["рам", "багет", "паспарту"].as_slice()),
        (Of::Sheet, &["лист"]),
        (Of::Image, &["изображ", "оттиск", "в свету"]),
    ] {
        let says =
            |text: &str| words.iter().any(|word| text.contains(word)) && !text.contains("без рам");
        // A number in the brackets is another size, which says for itself what it is of.
        let labelled_behind =
            says(&behind) && !behind.contains(|letter: char| letter.is_ascii_digit());
        if says(clause) || labelled_behind {
            return of;
        }
    }
    Of::Itself
}

/// «Размер 17,5»: of a ring, without a unit.
fn ring(text: &str) -> Option<String> {
    let ring =
        pattern!(r"(?i)\bразмер(?:\s+кольца)?\s*[:–-]?\s*(\d{2}(?:[.,]\d{1,2})?)(?:\s|[.,;)]|$)");
    let found = ring.captures(text)?;
    Some(number(found.get(1)?.as_str()))
}

/// As Russians write it: a comma, no zeros at the end.
fn number(text: &str) -> String {
    let text = text.replace('.', ",");
    match text.split_once(',') {
        Some((whole, decimals)) => match decimals.trim_end_matches('0') {
            "" => whole.to_owned(),
            decimals => format!("{whole},{decimals}"),
        },
        None => text,
    }
}

fn unit(text: &str) -> &'static str {
    match text.to_lowercase().as_str() {
        "мм" | "mm" => "мм",
        "м" => "м",
        _ => "см",
    }
}

pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

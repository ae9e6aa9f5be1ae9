//! Sizes: «45×60 см», «45 х 60», «H-32 см», «диаметр 12 см», «31×26 см, в раме 45×40 см».

use regex::Captures;

use super::sentences::{CANDIDATES, pattern, sentence_before};

/// The most sizes returned for a lot.
const MOST: usize = 4;

/// The object that a size measures. `Itself` gets no label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Of {
    Itself,
    Sheet,
    Image,
    Frame,
}

/// A size found in the text.
struct Found {
    at: usize,
    end: usize,
    of: Of,
    text: String,
}

/// Finds all sizes of a text and puts them on one line: the thing itself, then sheet, image and frame.
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
    let mut sizes: Vec<Found> = Vec::new();
    for size in found {
        // Only the first of each kind counts, with its continuation. Others come from repeated text or a second thing.
        let goes_on = sizes
            .last()
            .is_some_and(|last| last.of == size.of && joins(&text[last.end..size.at]));
        if goes_on || sizes.iter().all(|other| other.of != size.of) {
            sizes.push(size);
        }
    }
    sizes.truncate(MOST);
    sizes.sort_by_key(|size| size.of);
    let line = sizes
        .iter()
        .enumerate()
        .map(|(place, size)| size.text(place))
        .collect::<Vec<_>>()
        .join(", ");
    if line.is_empty() {
        return ring(text);
    }
    Some(line)
}

impl Found {
    fn text(&self, place: usize) -> String {
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

/// Whether only a separator is between two sizes: «Высота 25 см, ширина 12 см».
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
    // Two small numbers without a unit may mean anything: «2 на 3».
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
    // «В 12 см от края», «Д 24 см»: a single letter is a dimension only if a number follows it directly, and «в» and
    // «д» are too ambiguous.
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

/// The object that a size measures, by the words before it and those in brackets after it.
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
        // A number in the brackets is another size with its own label.
        let labelled_behind =
            says(&behind) && !behind.contains(|letter: char| letter.is_ascii_digit());
        if says(clause) || labelled_behind {
            return of;
        }
    }
    Of::Itself
}

/// The size of a ring, without a unit: «Размер 17,5».
fn ring(text: &str) -> Option<String> {
    let ring =
        pattern!(r"(?i)\bразмер(?:\s+кольца)?\s*[:–-]?\s*(\d{2}(?:[.,]\d{1,2})?)(?:\s|[.,;)]|$)");
    let found = ring.captures(text)?;
    Some(number(found.get(1)?.as_str()))
}

/// A number in Russian notation: a comma, no trailing zeros.
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

//! Titles: the text in quotes at the beginning, or the first sentence without material, size and date.

use super::sentences::{pattern, sentence_ends};

/// The longest title, in characters.
const LONGEST: usize = 200;
/// The title of a lot whose description names only the author.
const UNTITLED: &str = "Без названия";

/// Finds the title in the text after the author's name. A text without words gives [`UNTITLED`] if there is an author.
pub fn find(rest: &str, has_author: bool) -> Option<String> {
    let rest =
        rest.trim_start_matches(|letter: char| letter.is_whitespace() || ".,:;–-".contains(letter));
    if !rest.contains(char::is_alphabetic) {
        return has_author.then(|| UNTITLED.to_owned());
    }
    if let Some((inner, _)) = quoted(rest) {
        return Some(shortened(inner));
    }
    let sentence = title_sentence(rest);
    if has_author && is_no_title(sentence) {
        return Some(UNTITLED.to_owned());
    }
    // «Скульптура «Пастушок», бронза»: a name in quotes ends the title, unless it is a maker's.
    if let Some(end) = end_of_name(sentence) {
        return Some(shortened(&sentence[..end]));
    }
    Some(shortened(without_properties(sentence)))
}

/// The text in quotes at the very beginning, with the end of the quotes.
fn quoted(text: &str) -> Option<(&str, usize)> {
    let (open, close) = match text.chars().next()? {
        '«' => ('«', '»'),
        '"' => ('"', '"'),
        _ => return None,
    };
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        if letter == close && (open != close || depth > 0) {
            depth -= 1;
            if depth == 0 {
                let inner = text[open.len_utf8()..at].trim_matches([' ', '.', ',']);
                return (!inner.is_empty()).then_some((inner, at + close.len_utf8()));
            }
        } else if letter == open {
            depth += 1;
        } else if letter == '\n' {
            return None;
        }
    }
    None
}

/// The first sentence, and the second if the first only names the kind of thing: «Икона. Господь Вседержитель».
fn title_sentence(text: &str) -> &str {
    const KINDS: &[&str] = &[
        "икона",
        "книга",
        "картина",
        "рисунок",
        "этюд",
        "эскиз",
        "скульптура",
        "статуэтка",
        "плакат",
        "гравюра",
        "открытка",
    ];
    let first = first_sentence(text);
    if !KINDS.contains(&first.to_lowercase().as_str()) {
        return first;
    }
    let rest = text[first.len()..].trim_start_matches(['.', ' ', '\n', ':']);
    let second = first_sentence(rest);
    if second.is_empty() || is_no_title(second) {
        return first;
    }
    &text[..text.len() - rest.len() + second.len()]
}

fn first_sentence(text: &str) -> &str {
    let end = sentence_ends(text)
        // A full stop inside quotes or brackets does not end a title.
        .find(|end| is_closed(&text[..*end]))
        .unwrap_or(text.len());
    text[..end].trim_end_matches(|letter: char| letter.is_whitespace() || ".;,:".contains(letter))
}

fn is_closed(text: &str) -> bool {
    let count = |letter: char| text.matches(letter).count();
    count('«') <= count('»') && count('(') <= count(')') && count('"') % 2 == 0
}

/// The end of a name in quotes that belongs to the title. A maker's name does not.
fn end_of_name(sentence: &str) -> Option<usize> {
    let open = sentence.find(['«', '"'])?;
    let before = sentence[..open].trim_end();
    if before.contains(',') {
        return None;
    }
    const MAKERS: &[&str] = &[
        "завод",
        "завода",
        "фабрика",
        "фабрики",
        "фирма",
        "фирмы",
        "артель",
        "артели",
        "мастерская",
        "мастерской",
        "товарищество",
        "товарищества",
        "журнал",
        "журнала",
        "издательство",
        "издательства",
        "объединение",
        "бренд",
        "дом",
        "дома",
        "серия",
        "серии",
        "сервиз",
        "из",
        "и",
        "марка",
        "марки",
        "компания",
        "компании",
        "торговый",
    ];
    let word = before.rsplit(' ').next().unwrap_or_default().to_lowercase();
    if word.is_empty() || MAKERS.contains(&word.as_str()) {
        return None;
    }
    let (_, length) = quoted(&sentence[open..])?;
    Some(open + length)
}

/// The sentence up to the first clause about material, size, date or place.
fn without_properties(sentence: &str) -> &str {
    let mut end = 0;
    for (place, clause) in clauses(sentence) {
        if end > 0 && is_property(clause) {
            break;
        }
        end = place + clause.len();
    }
    sentence[..end]
        .trim_end_matches(|letter: char| letter.is_whitespace() || ".,;:(–".contains(letter))
}

/// Clauses between commas outside quotes and brackets, with their offsets.
fn clauses(sentence: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut begins = 0;
    let mut clauses = Vec::new();
    for (at, _) in sentence.match_indices(',') {
        let decimal = sentence[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        if !decimal && is_closed(&sentence[begins..at]) {
            clauses.push((begins, &sentence[begins..at]));
            begins = at + 1;
        }
    }
    clauses.push((begins, &sentence[begins..]));
    clauses.into_iter()
}

/// Whether a sentence begins with material, size or date instead of a title.
fn is_no_title(sentence: &str) -> bool {
    clauses(sentence)
        .next()
        .is_some_and(|(_, clause)| is_property(clause))
}

fn is_property(clause: &str) -> bool {
    let clause = clause.trim();
    let lower = clause.to_lowercase();
    let property = pattern!(
        r"(?x)^(?:
        (?:холст|бумага|картон|оргалит|доска|дерево|фанера|масло|темпера|акварель|гуашь|пастель|тушь|карандаш|уголь|
        сангина|смешанная\s+техника|акрил|офорт|литография|ксилография|линогравюра|шелкография|левкас|
        фарфор|фаянс|керамика|майолика|стекло|хрусталь|бронза|латунь|медь|чугун|сталь|металл|мрамор|гипс|камень|шпиатр|
        серебро|золото|платина|эмаль|позолота|чернь|кость|перламутр|янтарь|бриллиант|бисквит|терракота|мельхиор|
        роспись|литье|литьё|чеканка|гравировка|ковка|резьба|полихромия|
        завод|фабрика|фирма|артель|товарищество|мастерская|мануфактура|производство|ифз|лфз|дфз|
        россия|российская\s+империя|ссср|франция|германия|италия|англия|великобритания|австрия|голландия|нидерланды|китай|
        япония|польша|чехия|чехословакия|дания|швеция|финляндия|украина|грузия|армения|западная\s+европа|европа|
        москва|санкт-петербург|спб|ленинград|палех|тула|кавказ|
        размеры?|высота|диаметр|ширина|длина|вес|проба|клейм\p{L}*|подпис\p{L}*|без\s+подписи|[хк]\.\s*[,/]?\s*м\.?)\b|
        (?:перв|втор|конец|начало|середина|рубеж|кон\.|нач\.|сер\.|1-я|2-я)[^,]*(?:век|в\.|вв\.|пол\.|половин)|
        [ivxх]{1,6}(?:\s*[–-]\s*[ivxх]{1,6})?\s*(?:век|в\.|вв)|
        \d{3,4}(?:\s*[–-]\s*\d{2,4})?(?:-?е)?\s*(?:г|$)|
        \d+\s*-?я?\s*проб\p{L}*|\d+(?:[.,]\d+)?\s*[xх×*]\s*\d+|[hнdд]\s*[-–=]?\s*\d
        )"
    );
    property.is_match(&lower)
}

/// Cuts a title to [`LONGEST`] characters, between words.
fn shortened(title: &str) -> String {
    let title = title.replace('\n', " ");
    let title = title.trim();
    if title.chars().count() <= LONGEST {
        return title.to_owned();
    }
    let cut: String = title.chars().take(LONGEST - 1).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    let words = cut[..end].trim_end_matches([',', ';', ':', '–', ' ']);
    format!("{words}…")
}

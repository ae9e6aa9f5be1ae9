//! Periods: «XIX век», «1890-е гг.», «1912 г.», «2-я пол. XVIII в.», «рубеж XIX–XX вв.».

use super::sentences::{CANDIDATES, pattern, sentence_around};

/// Finds the first period of the thing itself: not the author's life, the year of an expertise, or an imitated period.
pub fn find(text: &str) -> Option<String> {
    let lives = lives(text);
    let mut found: Vec<(usize, usize)> = Vec::new();
    for pattern in [centuries(), decades(), years(), bare_years()] {
        for period in pattern.captures_iter(text).take(CANDIDATES) {
            let period = period.get(1)?;
            found.push((period.start(), period.end()));
        }
    }
    found.retain(|(start, end)| {
        !lives.iter().any(|(from, to)| start < to && from < end) && is_its_own(text, *start)
    });
    // The first, with its qualifier («конец» of a century). The longest of those that begin together.
    let (start, end) = found
        .iter()
        .copied()
        .min_by_key(|(start, end)| (*start, usize::MAX - *end))?;
    Some(normalized(&text[start..end]))
}

/// Finds life dates in brackets: «(1817–1900)», «(род. 1950)», «(1817, Феодосия – 1900)».
fn lives(text: &str) -> Vec<(usize, usize)> {
    let life = pattern!(
        r"(?i)\(\s*(?:\d{4}(?:\s*г\.)?[^()\d]{0,40}–[^()\d]{0,40}(?:\d{4}(?:\s*г\.)?[^()\d]{0,40}|н\.\s*в\.|\?)?|\d{4}\s*-\s*\d{4}|(?:род|р)\.\s*(?:в\s*)?\d{4}[^()]{0,30}|\d{4}\s*г\.\s*р\.)\s*\)"
    );
    life.find_iter(text)
        .filter(|life| !life.as_str().contains("гг"))
        // «Ваза (1890–1900)» is not a person. A name ends with a capitalized word or an initial.
        .filter(|life| {
            let before = text[..life.start()].trim_end();
            let word = before.rsplit([' ', '\n']).next().unwrap_or_default();
            word.ends_with('.') || word.chars().next().is_some_and(char::is_uppercase)
        })
        .map(|life| (life.start(), life.end()))
        .collect()
}

/// Whether the sentence is about the thing itself.
fn is_its_own(text: &str, at: usize) -> bool {
    const OTHERS: &[&str] = &[
        "эксперт",
        "заключени",
        "провенанс",
        "происхождение:",
        "выставк",
        "выставлял",
        "экспонир",
        "сертификат",
        "реставрац",
        "реставриров",
        "приобрет",
        "родил",
        "окончил",
        "учил",
        "член сх",
        "член союза",
        "аукцион",
        "каталог",
        "литература:",
        "опубликован",
        "воспроизвед",
        "музе",
        "отреставр",
        "умер",
        "скончал",
        "работал",
        "жил ",
        "преподавал",
        "премии",
        "заслуженный",
        "народный художник",
        "коллекци",
    ];
    let sentence = sentence_around(text, at).to_lowercase();
    if OTHERS.iter().any(|word| sentence.contains(word)) {
        return false;
    }
    const IMITATED: &[&str] = &[
        "в стиле",
        "стиля",
        "стилизация",
        "по образц",
        "с оригинала",
        "по оригинал",
        "по модели",
        "в манере",
        "по мотивам",
        "копия с",
        "по эскиз",
        "по рисунк",
        "традици",
    ];
    let before: String = super::sentences::sentence_before(text, at).to_lowercase();
    let clause = before.rsplit([',', '(']).next().unwrap_or_default();
    !IMITATED.iter().any(|word| clause.contains(word))
}

fn centuries() -> &'static regex::Regex {
    pattern!(
        r"(?ix)(?:^|[^\p{L}\d])(
        (?: (?: (?:рубеж(?:е|а)?) | (?:кон(?:ец|ца|це|\.)) | (?:начал[оаеу]|нач\.) | (?:середин[аые]|сер\.)
            | (?:(?:перв(?:ая|ой|ую)|втор(?:ая|ой|ую)|[12]\s*-?\s*(?:я|ая|й|ой)?|II?)\s*(?:половин[аыеу]|пол\.))
            | (?:(?:перв|втор|трет|четв[её]рт|последн)\p{L}*\s+(?:четверт[ьи]|четв\.|треть|трети))
            | (?:[1-4]\s*-?\s*(?:я|ая|й|ей|ой)?\s*(?:четверт[ьи]|четв\.|треть|трети))
            | (?:ок\.|около|предположительно|предп\.) ) \s* (?:–|-|/)? \s* ){0,2}
        (?:[IVXХІ]{1,6}|\d{1,2}(?:-?(?:й|го))?) (?:\s*(?:–|-|/|и)\s*
            (?: (?:кон(?:ец|ца|\.)|начал[оа]|нач\.|середин[аы]|сер\.|(?:перв(?:ая|ой)|[12]\s*-?\s*(?:я|ая)?)\s*(?:половин[аы]|пол\.)) \s* )?
            [IVXХІ]{1,6})?
        \s* (?:век(?:а|ов|е)?\b|вв\.|вв\b|в\.|ст\.|столети[еяй])
        (?:\s*(?:–|-|/)\s*(?:начал[оа]|нач\.|кон(?:ец|ца|\.)|середин[аы]|сер\.)?\s*[IVXХІ]{1,6}\s*(?:век(?:а|ов|е)?\b|вв\.|в\.))?
        )"
    )
}

fn decades() -> &'static regex::Regex {
    pattern!(
        r"(?ix)(?:^|[^\p{L}\d])(
        (?: (?: кон(?:ец|ца|\.) | начал[оа] | нач\. | середин[аы] | сер\. | ок\. | около | (?:перв|втор)\p{L}+\s+половин[аы] | [12]-я\s+пол\.) \s* (?:–|-)? \s* ){0,2}
        (?:1[0-9]|20)\d0 (?:\s*-?\s*(?:е|х|ые|ых))? (?:\s*(?:–|-|/)\s* (?:начал[оа]\s*|нач\.\s*)? (?:(?:1[0-9]|20)?\d0))? \s*-?\s*(?:е|х|ые|ых) \s* (?:годы|годов|годах|гг\.?|г\.|гг)?
        )"
    )
}

fn years() -> &'static regex::Regex {
    pattern!(
        r"(?ix)(?:^|[^\p{L}\d])(
        (?: (?:ок\. | около | до | после | не\s+ранее | не\s+позднее | между) \s* )?
        (?:1\d{3}|20[0-2]\d) (?: \s*(?:–|-|/|и)\s* (?:(?:1\d|20)\d{2}|\d{2}) )? \s* (?:года|годы|годов|год|гг\.|гг\b|г\.|г\b)
        )"
    )
}

/// A year as a separate clause: «Холст, масло. 1912.», «Париж, 1908–1910».
fn bare_years() -> &'static regex::Regex {
    pattern!(
        r"(?x)(?:[.,;(\n]\s*)( (?:ок\.\s*|около\s+)? (?:1[4-9]\d{2}|20[0-2]\d) (?: \s*(?:–|-)\s* (?:1[4-9]\d{2}|20[0-2]\d) )? ) \s* (?:[.,;)\n]|$)"
    )
}

/// Normalizes a period for display: Latin numerals, one kind of dash without spaces between numbers.
fn normalized(found: &str) -> String {
    let dashes = pattern!(r"\s*–\s*|([IVXХІ])\s*-\s*([IVXХІ])|(\d{4})\s*-\s*(\d{2,4})");
    let mut text = String::with_capacity(found.len());
    for (place, word) in found.split_whitespace().enumerate() {
        if place > 0 {
            text.push(' ');
        }
        let numeral = word.chars().all(|letter| "IVXХІ–-/".contains(letter));
        if numeral || word.starts_with(['I', 'V', 'X', 'Х', 'І']) {
            text.push_str(&word.replace('Х', "X").replace('І', "I"));
        } else {
            text.push_str(word);
        }
    }
    // A dash between words keeps its spaces: «конец XIX – начало XX века».
    let text = dashes.replace_all(&text, |dash: &regex::Captures<'_>| {
        match (dash.get(1), dash.get(2), dash.get(3), dash.get(4)) {
            (Some(from), Some(to), ..) => format!("{}–{}", from.as_str(), to.as_str()),
            (.., Some(from), Some(to)) => format!("{}–{}", from.as_str(), to.as_str()),
            _ => {
                let at = dash.get(0).map_or(0, |dash| dash.end());
                let words = text[at..].chars().next().is_some_and(char::is_lowercase);
                if words {
                    " – ".to_owned()
                } else {
                    "–".to_owned()
                }
            }
        }
    });
    let unspaced = pattern!(r"(\d)(г)");
    unspaced.replace(text.trim(), "$1 $2").into_owned()
}

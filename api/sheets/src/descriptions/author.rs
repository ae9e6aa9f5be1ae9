//! Authors: «Айвазовский И.К. (1817–1900)», «АЙВАЗОВСКИЙ Иван Константинович», «Неизвестный художник»,
//! «Автор: Репин И.Е.».

use super::sentences::pattern;

/// Finds the author and the text after their name and life dates. The name is at the beginning, or after a label such
/// as «автор:».
pub fn find(text: &str) -> (Option<String>, &str) {
    if let Some((name, end)) = at_the_beginning(text) {
        return (Some(name), behind_life(&text[end..]));
    }
    let labelled = pattern!(
        r"(?i)(?:^|[^\p{L}])(?:автор(?:ы)?|художник|скульптор|мастер|ювелир|гравёр|гравер|иконописец)(?:\s+(?:модели|рисунка|росписи))?\s*[:–-]\s*"
    );
    if let Some(label) = labelled.find(text)
        && let Some((name, end)) = at_the_beginning(&text[label.end()..])
    {
        // Only the name follows a label in the middle: the title is elsewhere.
        let rest = if label.start() == 0 {
            behind_life(&text[label.end() + end..])
        } else {
            text
        };
        return (Some(name), rest);
    }
    (None, text)
}

/// Whether the work is only attributed to the author.
pub fn is_attributed(text: &str) -> bool {
    let head: String = text.chars().take(160).collect::<String>().to_lowercase();
    [
        "приписывается",
        "атрибутир",
        "круг ",
        "(?)",
        "(круг",
        "школа)",
        "(школа",
    ]
    .iter()
    .any(|word| head.contains(word))
}

/// A name at the beginning of the text, with its end.
fn at_the_beginning(text: &str) -> Option<(String, usize)> {
    let unknown = pattern!(
        r"^(?i:неизвестн(?:ый|ая)\s+(?:(?:русск|западноевропейск|европейск|французск|итальянск|немецк|голландск|советск)(?:ий|ая)\s+)?(?:художни(?:к|ца)|мастер|автор|скульптор|иконописец|гравёр|гравер))"
    );
    if let Some(found) = unknown.find(text) {
        return Some((
            super::size::capitalised(&found.as_str().to_lowercase()),
            found.end(),
        ));
    }
    surname_and_initials(text)
        .or_else(|| initials_and_surname(text))
        .or_else(|| with_patronymic(text))
        .or_else(|| with_life(text))
}

/// «Айвазовский И.К.», «ШИШКИН И. И.», «Петров-Водкин К.С.».
fn surname_and_initials(text: &str) -> Option<(String, usize)> {
    let name = pattern!(
        r"^(\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?|\p{Lu}{2,}(?:-\p{Lu}{2,})?),?\s+((?:\p{Lu}\.\s?){1,3}|\p{Lu}\.?-\p{Lu}\.)"
    );
    let found = name.captures(text)?;
    let (surname, initials) = (found.get(1)?.as_str(), found.get(2)?.as_str());
    let end = initials_end(text, found.get(0)?.end());
    let rest = text[end..].trim_start();
    if is_thing(surname)
        || rest.starts_with(|next: char| next.is_ascii_digit() || "=–-".contains(next))
    {
        return None;
    }
    // «Портрет К. Мозера»: a surname follows the initials, so the first word is not one.
    let next = rest.split([' ', '.', ',', '\n']).next().unwrap_or_default();
    if is_genitive(next) && !is_surname(surname) {
        return None;
    }
    Some((format!("{} {}", name_case(surname), tight(initials)), end))
}

/// «И.К. Айвазовский», «К. Фаберже».
fn initials_and_surname(text: &str) -> Option<(String, usize)> {
    let name = pattern!(
        r"^((?:\p{Lu}\.\s?){1,3})\s*(\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?|\p{Lu}{2,}(?:-\p{Lu}{2,})?)"
    );
    let found = name.captures(text)?;
    let (initials, surname) = (found.get(1)?.as_str(), found.get(2)?.as_str());
    if is_thing(surname) {
        return None;
    }
    Some((
        format!("{} {}", name_case(surname), tight(initials)),
        found.get(0)?.end(),
    ))
}

/// «Айвазовский Иван Константинович», «Иван Константинович Айвазовский».
fn with_patronymic(text: &str) -> Option<(String, usize)> {
    let words = pattern!(r"^(\p{Lu}[\p{L}-]+),?\s+(\p{Lu}[\p{L}-]+)\s+(\p{Lu}[\p{L}-]+)");
    let found = words.captures(text)?;
    let [first, second, third] =
        [1, 2, 3].map(|group| found.get(group).map_or("", |word| word.as_str()));
    let end = found.get(0)?.end();
    let name = |words: [&str; 3]| Some((words.map(name_case).join(" "), end));
    if is_patronymic(third) && !is_thing(first) {
        return name([first, second, third]);
    }
    if is_patronymic(second) && !is_thing(first) && !is_thing(third) {
        return name([third, first, second]);
    }
    None
}

/// «Пабло Пикассо (1881–1973)», «Рембрандт Харменс ван Рейн (1606–1669)», «Шишкин (1832–1898)».
fn with_life(text: &str) -> Option<(String, usize)> {
    let name = pattern!(
        r"^(\p{Lu}[\p{L}'’-]+(?:\s+(?:(?:ван|де|фон|да|ла|ле|дер|ди|van|de|von|da|la|le|der|di)\s+)*\p{Lu}[\p{L}'’-]+){0,4})\s*\((?:[^()]{0,40}?)(?:\d{4})(?:[^()]{0,60}?)\)"
    );
    let found = name.captures(text)?;
    let name = found.get(1)?;
    let life = &text[name.end()..found.get(0)?.end()];
    let is_life = pattern!(r"\d{4}[^()\d]*[–-]|(?i)род\.|р\.|г\.\s*р\.").is_match(life)
        && !life.contains("гг");
    let words: Vec<&str> = name.as_str().split_whitespace().collect();
    if !is_life || words.first().is_some_and(|word| is_thing(word)) {
        return None;
    }
    let words: Vec<String> = words.into_iter().map(name_case).collect();
    Some((words.join(" "), name.end()))
}

/// The text after the life dates in brackets, «приписывается», and their separators.
fn behind_life(text: &str) -> &str {
    let life = pattern!(
        r"(?i)^\s*(?:\((?:[^()]*\d{4}[^()]*|\?|приписывается|круг|школа|атрибутируется)\)|,?\s*приписывается)"
    );
    let mut rest = text;
    while let Some(found) = life.find(rest) {
        rest = &rest[found.end()..];
    }
    rest.trim_start_matches(|letter: char| letter.is_whitespace() || ".,:;–-|/".contains(letter))
}

/// The end of the initials without the spaces that the greedy pattern took: «И. И. Рожь».
fn initials_end(text: &str, end: usize) -> usize {
    text[..end].trim_end().len()
}

fn tight(initials: &str) -> String {
    initials.split_whitespace().collect()
}

/// «АЙВАЗОВСКИЙ» as «Айвазовский». Other words are unchanged.
fn name_case(word: &str) -> String {
    let shouts = word.chars().count() > 1 && word.chars().all(|letter| !letter.is_lowercase());
    if !shouts {
        return word.to_owned();
    }
    word.split('-')
        .map(|part| super::size::capitalised(&part.to_lowercase()))
        .collect::<Vec<_>>()
        .join("-")
}

fn is_patronymic(word: &str) -> bool {
    let word = word.to_lowercase();
    [
        "ович",
        "евич",
        "ьич",
        "ич",
        "овна",
        "евна",
        "ична",
        "инична",
        "оглы",
        "кызы",
    ]
    .iter()
    .any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending))
}

/// Whether a word ends like a Russian surname. Words for things rarely do.
fn is_surname(word: &str) -> bool {
    let word = word.to_lowercase();
    [
        "ов",
        "ев",
        "ёв",
        "ин",
        "ын",
        "ский",
        "цкий",
        "ской",
        "цкой",
        "ко",
        "ова",
        "ева",
        "ёва",
        "ина",
        "ына",
        "ская",
        "цкая",
        "ян",
        "дзе",
        "швили",
        "берг",
        "штейн",
        "ман",
        "ич",
        "ых",
        "их",
        "юк",
        "ук",
    ]
    .iter()
    .any(|ending| word.ends_with(ending))
}

/// Whether a word looks like a surname in the genitive: «Портрет И.К. Айвазовского».
fn is_genitive(word: &str) -> bool {
    let word = word.to_lowercase();
    [
        "ского",
        "цкого",
        "ова",
        "ева",
        "ёва",
        "ина",
        "ого",
        "его",
        "овой",
        "евой",
        "ской",
    ]
    .iter()
    .any(|ending| word.ends_with(ending))
}

/// Whether a word often begins the description of a thing.
fn is_thing(word: &str) -> bool {
    const THINGS: &[&str] = &[
        "портрет",
        "бюст",
        "письмо",
        "автограф",
        "фотография",
        "фото",
        "памятник",
        "медаль",
        "открытка",
        "книга",
        "ваза",
        "тарелка",
        "часы",
        "икона",
        "собрание",
        "рисунок",
        "эскиз",
        "этюд",
        "пейзаж",
        "вид",
        "дом",
        "усадьба",
        "плакат",
        "марка",
        "монета",
        "статуэтка",
        "скульптура",
        "фигура",
        "фигурка",
        "чашка",
        "кружка",
        "сервиз",
        "брошь",
        "кольцо",
        "портсигар",
        "подстаканник",
        "самовар",
        "шкатулка",
        "рюмка",
        "штоф",
        "графин",
        "блюдо",
        "чайник",
        "лампа",
        "люстра",
        "стол",
        "стул",
        "кресло",
        "зеркало",
        "картина",
        "гравюра",
        "литография",
        "офорт",
        "карта",
        "альбом",
        "журнал",
        "газета",
        "документ",
        "орден",
        "знак",
        "жетон",
        "панно",
        "ковер",
        "ковёр",
        "складень",
        "крест",
        "набор",
        "пара",
        "комплект",
        "серьги",
        "браслет",
        "подвеска",
        "кулон",
        "колье",
        "цепь",
        "барельеф",
        "плакетка",
        "пласт",
        "бокал",
        "стакан",
        "ложка",
        "вилка",
        "нож",
        "поднос",
        "кувшин",
        "салфетница",
        "чернильница",
        "подсвечник",
        "канделябр",
        "светильник",
        "комод",
        "шкаф",
        "сундук",
        "ларец",
        "кукла",
        "игрушка",
        "рукопись",
        "грамота",
        "натюрморт",
        "композиция",
        "голова",
        "девушка",
        "женщина",
        "мужчина",
        "мальчик",
        "девочка",
        "старик",
        "святой",
        "святая",
        "святые",
        "богоматерь",
        "божия",
        "господь",
        "спас",
        "николай",
        "георгий",
        "казанская",
        "владимирская",
        "лот",
        "россия",
        "франция",
        "германия",
        "италия",
        "ссср",
        "китай",
        "япония",
        "москва",
        "санкт",
        "париж",
        "фабрика",
        "завод",
        "фирма",
        "мастерская",
        "товарищество",
        "артель",
        "полное",
        "сочинения",
        "том",
        "серебряный",
        "серебряная",
        "золотая",
        "золотой",
        "антикварный",
        "антикварная",
        "старинный",
        "старинная",
        "советский",
        "фарфоровая",
        "бронзовая",
        "палехская",
        "жостовский",
        "гжель",
        "императорский",
        "императорская",
        "кабинетный",
        "диаметр",
        "высота",
        "размер",
        "вес",
        "холст",
        "бумага",
        "серебро",
        "золото",
        "фарфор",
        "бронза",
        "дерево",
    ];
    THINGS.contains(&word.to_lowercase().as_str())
}

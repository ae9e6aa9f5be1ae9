//! Fonts, text width and line breaking.

use std::sync::LazyLock;

use krilla::text::Font;
use ttf_parser::Face;

/// Golos Text, under the SIL Open Font License (assets/fonts/OFL.txt).
static REGULAR: &[u8] = include_bytes!("../../assets/fonts/GolosText-Regular.ttf");
static SEMI_BOLD: &[u8] = include_bytes!("../../assets/fonts/GolosText-SemiBold.ttf");

static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    [REGULAR, SEMI_BOLD].map(|bytes| Face::parse(bytes, 0).expect("the embedded font is valid"))
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    SemiBold,
}

impl Weight {
    pub fn font(self) -> Font {
        let bytes = match self {
            Self::Regular => REGULAR,
            Self::SemiBold => SEMI_BOLD,
        };
        Font::new(bytes.into(), 0).expect("the embedded font is valid")
    }

    fn face(self) -> &'static Face<'static> {
        &FACES[self as usize]
    }
}

/// The part of a text that the fonts can show. Control characters become spaces. Characters without a glyph
/// (pictograms, foreign scripts) are dropped.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| Weight::Regular.face().glyph_index(*c).is_some())
        .collect()
}

/// The width in points. Ignores kerning, which makes real text slightly narrower.
pub fn width(text: &str, weight: Weight, size: f32) -> f32 {
    let face = weight.face();
    let units: u32 = text
        .chars()
        .filter_map(|c| face.glyph_hor_advance(face.glyph_index(c)?))
        .map(u32::from)
        .sum();
    units as f32 * size / f32::from(face.units_per_em())
}

/// Wraps a paragraph into lines at most `most` points wide. Breaks a word only if it is wider than a line.
pub fn lines(paragraph: &str, weight: Weight, size: f32, most: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    // Not `split_whitespace`: a line must not break at a no-break space.
    for word in paragraph
        .split([' ', '\t', '\n', '\r'])
        .filter(|word| !word.is_empty())
    {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if width(&longer, weight, size) <= most {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in word.chars() {
            line.push(c);
            if width(&line, weight, size) > most && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fonts_cover_russian_text() {
        let letters: String = ('А'..='я').chain(' '..='~').collect();
        for text in [letters.as_str(), "Ёё«»—–…№×°§•₽€$½ \u{a0}"] {
            assert_eq!(printable(text), text);
        }
        assert_eq!(printable("Ваза\u{7}🏺 XVIII\tвека 漢"), "Ваза  XVIII века ");
    }

    #[test]
    fn lines_are_filled_and_never_exceed_the_width() {
        let text = "Торги проводит аукционный дом. ".repeat(20);
        let wrapped = lines(&text, Weight::Regular, 10.0, 200.0);
        assert_eq!(wrapped.join(" "), text.trim());
        for (line, next) in wrapped.iter().zip(&wrapped[1..]) {
            let first = next.split(' ').next().unwrap();
            assert!(width(line, Weight::Regular, 10.0) <= 200.0, "{line}");
            assert!(
                width(&format!("{line} {first}"), Weight::Regular, 10.0) > 200.0,
                "{line}"
            );
        }
        let word = "https://auction.example/".to_owned() + &"a".repeat(200);
        let broken = lines(&word, Weight::SemiBold, 10.0, 100.0);
        assert!(broken.len() > 3);
        assert_eq!(broken.concat(), word);
        assert!(
            broken
                .iter()
                .all(|line| width(line, Weight::SemiBold, 10.0) <= 100.0)
        );
        assert_eq!(
            lines("  \n ", Weight::Regular, 10.0, 100.0),
            Vec::<String>::new()
        );
    }
}

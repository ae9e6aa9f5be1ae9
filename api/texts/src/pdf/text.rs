//! The fonts, how wide a text is in them, and where its lines break.

use std::sync::LazyLock;

use krilla::text::Font;
use ttf_parser::Face;

/// Golos Text, under the SIL Open Font License (assets/fonts/OFL.txt).
static REGULAR: &[u8] = include_bytes!("../../assets/fonts/GolosText-Regular.ttf");
static SEMI_BOLD: &[u8] = include_bytes!("../../assets/fonts/GolosText-SemiBold.ttf");

static FACES: LazyLock<[Face<'static>; 2]> = LazyLock::new(|| {
    [REGULAR, SEMI_BOLD]
        .map(|bytes| Face::parse(bytes, 0).expect("the font is part of the program"))
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
        Font::new(bytes.into(), 0).expect("the font is part of the program")
    }

    fn face(self) -> &'static Face<'static> {
        &FACES[self as usize]
    }
}

/// What of a text the fonts can show: control characters are spaces, what has no glyph (pictograms, foreign scripts) is
/// left out.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(|c| Weight::Regular.face().glyph_index(*c).is_some())
        .collect()
}

/// In points. Kerning is not counted; it makes a line of text a little narrower than this.
pub fn width(text: &str, weight: Weight, size: f32) -> f32 {
    let face = weight.face();
    let units: u32 = text
        .chars()
        .filter_map(|c| face.glyph_hor_advance(face.glyph_index(c)?))
        .map(u32::from)
        .sum();
    units as f32 * size / f32::from(face.units_per_em())
}

/// The lines of a paragraph that is at most so wide; a word that alone is wider is broken where it must be.
pub fn lines(paragraph: &str, weight: Weight, size: f32, most: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    // A no-break space is no place to break.
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
    fn the_fonts_have_what_russian_texts_are_written_with() {
        let letters: String = ('А'..='я').chain(' '..='~').collect();
        for text in [letters.as_str(), "Ёё«»—–…№×°§•₽€$½ \u{a0}"] {
            assert_eq!(printable(text), text);
        }
        assert_eq!(printable("Ваза\u{7}🏺 XVIII\tвека 漢"), "Ваза  XVIII века ");
    }

    #[test]
    fn lines_are_full_and_no_wider_than_they_may_be() {
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

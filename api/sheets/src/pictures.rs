//! Assigns pictures in an archive to lots by their names, and orders them.

use std::cmp::Ordering;

use crate::archive::Entry;

/// A picture of a lot: «27.jpg», «27_2.jpg», «27A.jpg», «Лот 27 (3).png».
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFile {
    pub index: usize,
    /// In lower case. Identifies the picture in a repeated import.
    pub name: String,
    /// The name in the archive.
    pub shown: String,
    pub lot_number: i32,
    pub size: u64,
    suffix: Suffix,
}

/// «27» before «27_2» before «27A».
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Suffix {
    First,
    Number(u32),
    Letter(char),
}

/// Whether a file with this extension is meant as a picture. The decoder decides which formats are accepted.
pub fn is_picture(extension: &str) -> bool {
    const EXTENSIONS: &[&str] = &[
        "jpg", "jpeg", "jfif", "png", "webp", "gif", "bmp", "tif", "tiff", "heic", "heif", "avif",
        "svg",
    ];
    EXTENSIONS.contains(&extension)
}

impl PictureFile {
    /// The picture of an entry, or `None` if its name has no lot number.
    pub fn of(entry: &Entry) -> Option<Self> {
        let (lot_number, suffix) = named(&entry.name)?;
        Some(Self {
            index: entry.index,
            name: entry.name.to_lowercase(),
            shown: entry.name.clone(),
            lot_number,
            size: entry.size,
            suffix,
        })
    }
}

impl Ord for PictureFile {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |picture: &Self| {
            (
                picture.lot_number,
                picture.suffix,
                picture.name.clone(),
                picture.index,
            )
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for PictureFile {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The order of two pictures of a lot, by their names.
pub fn order_of_names(one: &str, other: &str) -> Ordering {
    let key = |name: &str| (named(name).map(|(_, suffix)| suffix), name.to_owned());
    key(one).cmp(&key(other))
}

/// The lot number and the picture's suffix in a file's name.
fn named(name: &str) -> Option<(i32, Suffix)> {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let stem: String = stem.trim().to_lowercase().chars().collect();
    let bare = stem
        .strip_prefix("лот")
        .or_else(|| stem.strip_prefix("lot"))
        .unwrap_or(&stem)
        .trim_start_matches([' ', '_', '-', '.', '№', '#']);
    let end = bare
        .find(|letter: char| !letter.is_ascii_digit())
        .unwrap_or(bare.len());
    let number: i32 = bare[..end].parse().ok().filter(|number| *number > 0)?;
    let rest = bare[end..].trim_start_matches([' ', '_', '-', '.']);
    let rest = rest
        .strip_prefix('(')
        .map_or(rest, |inner| inner.strip_suffix(')').unwrap_or(rest));
    let mut letters = rest.chars();
    let suffix = match (letters.next(), letters.next()) {
        // «27_» and «27» are the same.
        (None, _) => Suffix::First,
        (Some(letter), None) if letter.is_alphabetic() => Suffix::Letter(letter),
        _ => {
            let short = rest.len() <= 3 && rest.bytes().all(|digit| digit.is_ascii_digit());
            Suffix::Number(rest.parse().ok().filter(|_| short)?)
        }
    };
    Some((number, suffix))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(name: &str) -> Option<PictureFile> {
        PictureFile::of(&Entry {
            index: 0,
            name: name.to_owned(),
            size: 1,
        })
    }

    #[test]
    fn names_give_the_lot_number() {
        for (name, number) in [
            ("27.jpg", 27),
            ("027.JPG", 27),
            ("27_2.jpg", 27),
            ("27-2.jpeg", 27),
            ("27.2.png", 27),
            ("27 (2).jpg", 27),
            ("27A.jpg", 27),
            ("27_б.webp", 27),
            ("Лот 27.jpg", 27),
            ("лот_№27_3.jpg", 27),
            ("lot-27b.png", 27),
        ] {
            assert_eq!(
                picture(name).map(|picture| picture.lot_number),
                Some(number),
                "{name}"
            );
        }
        for name in [
            "обложка.jpg",
            "IMG_2034.jpg",
            "2026-11-21.jpg",
            "27_деталь.jpg",
            "27x45.jpg",
            "0.jpg",
            "99999999999.jpg",
            ".jpg",
            "27_2_3.jpg",
        ] {
            assert_eq!(picture(name), None, "{name}");
        }
    }

    #[test]
    fn pictures_of_a_lot_are_ordered_by_name() {
        let mut names = [
            "27b.jpg",
            "27_10.jpg",
            "27_2.jpg",
            "27A.jpg",
            "28.jpg",
            "27.jpg",
            "3.jpg",
        ];
        names.sort_by_key(|name| picture(name));
        assert_eq!(
            names,
            [
                "3.jpg",
                "27.jpg",
                "27_2.jpg",
                "27_10.jpg",
                "27A.jpg",
                "27b.jpg",
                "28.jpg"
            ]
        );
        assert_eq!(order_of_names("27.jpg", "27_2.jpg"), Ordering::Less);
        assert_eq!(order_of_names("27a.jpg", "27_2.jpg"), Ordering::Greater);
    }
}

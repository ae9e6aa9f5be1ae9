//! Reading, resizing and writing of pictures. Nothing here waits or stores anything.
//!
//! A crate of its own, because development builds optimise it.

mod colour;
mod jpeg;
mod pixels;
mod png;
mod prepare;
mod segments;
mod size;
mod survey;
#[cfg(test)]
mod testing;
mod views;
mod webp;

use image::metadata::Orientation;
use moxcms::ColorProfile;

pub use pixels::Pixels;
pub use prepare::{Prepared, check, prepare};
pub use size::{Size, Wanted};
pub use survey::{Survey, survey, survey_bytes};
pub use views::{Views, make_view, make_views, views_cost};

/// The limit for an upload, checked before decoding.
pub const MAX_PIXELS: u64 = 50_000_000;
/// The limit for a picture from another site, whose address anyone may submit.
pub const MAX_FOREIGN_PIXELS: u64 = 16_000_000;
/// The most memory that decoding one picture may take, in bytes.
const MAX_MEMORY: u64 = 360_000_000;

/// The format of a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    WebP,
    Jpeg,
}

impl Format {
    pub fn extension(self) -> &'static str {
        match self {
            Self::WebP => "webp",
            Self::Jpeg => "jpg",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Self::WebP => "image/webp",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// Why a file is not an acceptable picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("not a JPEG, PNG or WebP picture")]
    UnknownFormat,
    #[error("too many pixels")]
    TooManyPixels,
    #[error("decoding takes too much memory")]
    TooMuchMemory,
    #[error("broken picture")]
    Broken,
}

impl Unreadable {
    /// The message for users.
    pub fn text(self) -> &'static str {
        match self {
            Self::UnknownFormat => "Нужно изображение JPEG, PNG или WebP",
            Self::TooManyPixels => "Изображение больше 50 мегапикселей",
            Self::TooMuchMemory => {
                "Изображение слишком велико для обработки. Сохраните его как обычный, не прогрессивный JPEG"
            }
            Self::Broken => "Файл изображения повреждён",
        }
    }
}

/// The format of a file that people upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Jpeg,
    Png,
    WebP,
}

impl Kind {
    /// Recognises a file by its first 12 bytes.
    pub fn of(beginning: &[u8]) -> Option<Self> {
        if beginning.starts_with(b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else if beginning.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if beginning.starts_with(b"RIFF") && beginning.get(8..12) == Some(b"WEBP") {
            Some(Self::WebP)
        } else {
            None
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
        }
    }
}

/// A decoded picture as the file holds it: not turned, and in the colours of its profile.
struct Decoded {
    pixels: Pixels,
    /// How to turn it upright.
    orientation: Orientation,
    /// `None` for sRGB.
    profile: Option<ColorProfile>,
}

/// Decodes a surveyed picture. Recovers what it can of a broken JPEG.
fn decode(bytes: &[u8], kind: Kind) -> Result<Decoded, Unreadable> {
    match kind {
        Kind::Jpeg => jpeg::decode(bytes),
        Kind::Png => png::decode(bytes),
        Kind::WebP => webp::decode(bytes),
    }
}

/// Width and height of the upright picture, from the file's header.
pub fn dimensions(bytes: &[u8]) -> Result<(u32, u32), Unreadable> {
    let survey = survey_bytes(bytes)?;
    Ok((survey.width, survey.height))
}

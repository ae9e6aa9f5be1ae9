//! Formats, limits, and why a file is refused.

/// The limit for an upload, checked before decoding.
pub const MAX_PIXELS: u64 = 50_000_000;
/// The limit for a picture from another site, whose address anyone may submit.
pub const MAX_FOREIGN_PIXELS: u64 = 16_000_000;
/// The most memory that decoding one picture may take, in bytes.
pub const MAX_MEMORY: u64 = 360_000_000;

/// The longest side of an original, in pixels. A larger picture is scaled down.
pub const LONGEST_SIDE: u32 = 10_000;

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

use std::borrow::Cow;
use std::fmt;

/// Why a file cannot be read. The texts are Russian, for users.
#[derive(Debug)]
pub enum Unusable {
    /// The file has another type.
    WrongType(Cow<'static, str>),
    TooLarge(Cow<'static, str>),
    /// The file is broken or lacks required content.
    Broken(Cow<'static, str>),
    /// The table lacks columns. Someone may say which of its headings they are.
    MissingColumns {
        text: String,
        headings: Vec<String>,
    },
    /// Reading failed for a reason other than the file's content.
    Unread(std::io::Error),
}

impl Unusable {
    pub fn wrong_type(text: impl Into<Cow<'static, str>>) -> Self {
        Self::WrongType(text.into())
    }

    pub fn too_large(text: impl Into<Cow<'static, str>>) -> Self {
        Self::TooLarge(text.into())
    }

    pub fn broken(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Broken(text.into())
    }

    pub fn unread(error: std::io::Error) -> Self {
        Self::Unread(error)
    }
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongType(text) | Self::TooLarge(text) | Self::Broken(text) => f.write_str(text),
            Self::MissingColumns { text, .. } => f.write_str(text),
            Self::Unread(error) => error.fmt(f),
        }
    }
}

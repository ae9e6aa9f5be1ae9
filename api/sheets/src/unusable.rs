use std::borrow::Cow;
use std::fmt;

/// Why a file cannot be read. The texts are Russian, fit to show.
#[derive(Debug)]
pub enum Unusable {
    /// It is something else.
    WrongType(Cow<'static, str>),
    TooLarge(Cow<'static, str>),
    /// It is broken, or lacks what is needed.
    Broken(Cow<'static, str>),
    /// It could not be read; nothing is wrong with it as far as is known.
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
            Self::Unread(error) => error.fmt(f),
        }
    }
}

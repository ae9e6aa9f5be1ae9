//! Import of a table of lots, with pictures, into a catalog.
//!
//! What comes in goes through stages, each of which may end it: the upload to a file without a name ([`crate::upload`]); what
//! it is, and the table in it row by row ([`file`], [`sheet`]); what the rows change of what is stored ([`plan`]); pictures,
//! decoded and stored one by one ([`staging`]); and one transaction that holds every change, decided by the catalog's room
//! ([`run`]). A dry run goes the same way and stores nothing, so its counts are those of the run that follows.
//!
//! Memory: the table's text (64 MiB at most), one picture, nothing else of the file.

use std::borrow::Cow;
use std::fmt;

use crate::codes::Code;
use crate::error::ApiError;

mod archive;
mod csv;
pub mod file;
mod headings;
mod pictures;
mod plan;
mod progress;
mod report;
mod run;
pub mod sheet;
mod staging;
mod text;
mod turns;
mod values;
mod xlsx;

pub use file::Format;
pub use headings::Column;
pub use progress::{Progress, Stage};
pub use run::{Import, not_in_this_state, takes_lots};
pub use staging::sweep;
pub use turns::Turns;

use pictures::PictureFile;

/// Why a file is no import.
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
    fn wrong_type(text: impl Into<Cow<'static, str>>) -> Self {
        Self::WrongType(text.into())
    }

    fn too_large(text: impl Into<Cow<'static, str>>) -> Self {
        Self::TooLarge(text.into())
    }

    fn broken(text: impl Into<Cow<'static, str>>) -> Self {
        Self::Broken(text.into())
    }

    fn unread(error: std::io::Error) -> Self {
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

impl From<Unusable> for ApiError {
    fn from(unusable: Unusable) -> Self {
        match unusable {
            Unusable::WrongType(text) => Self::new(Code::WrongContentType, text),
            Unusable::TooLarge(text) => Self::new(Code::TooLarge, text),
            Unusable::Broken(text) => Self::invalid("file", text),
            Unusable::Unread(error) => Self::internal(error),
        }
    }
}

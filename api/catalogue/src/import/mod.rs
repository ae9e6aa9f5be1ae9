//! Import of a table of lots, with pictures, into a catalog.
//!
//! An import goes through stages, each of which may end it: the upload to a nameless file, which is the caller's; its table,
//! row by row ([`sheets`]); what the rows change of what is stored ([`plan`]); pictures, decoded and stored one by one
//! ([`staging`]); and one transaction that holds every change, decided by the catalog's room ([`run`]). A dry run takes
//! the same way and stores nothing, so its counts are those of the run that follows.
//!
//! Memory: the table's text (64 MiB at most), one picture, nothing else of the file.

mod plan;
mod progress;
mod report;
mod run;
mod staging;
mod turns;

pub use progress::Progress;
pub use run::{Import, not_in_this_state, takes_lots};
pub use staging::sweep;
pub use turns::Turns;

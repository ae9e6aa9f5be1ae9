//! Reading, resizing and writing of pictures. Nothing here waits or stores anything.
//!
//! A crate of its own, because development builds optimise it.

mod colour;
mod cut;
mod decode;
mod decoded;
mod exif;
mod jpeg;
mod kind;
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

pub use cut::{Cut, Part, cut};
pub use kind::{Format, Kind, MAX_FOREIGN_PIXELS, MAX_PIXELS, Unreadable};
pub use prepare::{Prepared, check, prepare};
pub use size::{Size, Wanted};
pub use survey::{Survey, dimensions, survey, survey_bytes};
pub use views::{Views, make_view, make_views, views_cost};

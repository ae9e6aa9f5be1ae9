//! A decoded picture.

use image::metadata::Orientation;
use moxcms::ColorProfile;

use crate::pixels::Pixels;

/// A decoded picture as the file holds it: not turned, and in the colours of its profile.
pub struct Decoded {
    pub pixels: Pixels,
    /// How to turn it upright.
    pub orientation: Orientation,
    /// `None` for sRGB.
    pub profile: Option<ColorProfile>,
}

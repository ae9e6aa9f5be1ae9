//! The one fact of its metadata that a picture keeps.

use image::metadata::Orientation;

/// Metadata that says nothing but how to turn the picture upright.
pub fn exif_of(orientation: Orientation) -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".to_vec();
    exif.extend_from_slice(&[orientation.to_exif(), 0, 0, 0, 0, 0, 0, 0]);
    exif
}

//! Decoding of JPEG.

use image::metadata::Orientation;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::decoded::Decoded;
use crate::kind::Unreadable;
use crate::pixels::Pixels;
use crate::{colour, segments};

/// Each scan of a progressive JPEG goes over the whole picture. Real ones have about ten.
const MOST_SCANS: usize = 40;

/// Decodes a picture. What is missing of a broken one is grey.
pub fn decode(bytes: &[u8]) -> Result<Decoded, Unreadable> {
    // Whatever else the file holds is not even parsed.
    let rebuilt = segments::rebuild(bytes)?;
    let decoded = decode_rebuilt(&rebuilt.bytes, false)?;
    Ok(Decoded {
        profile: rebuilt.large_profile.or(decoded.profile),
        ..decoded
    })
}

/// Decodes a rebuilt picture. Any damage is an error.
pub fn decode_strictly(rebuilt: &[u8]) -> Result<Decoded, Unreadable> {
    decode_rebuilt(rebuilt, true)
}

fn decode_rebuilt(bytes: &[u8], is_strict: bool) -> Result<Decoded, Unreadable> {
    let options = DecoderOptions::default()
        .set_strict_mode(is_strict)
        // The limit is in pixels; see `survey`.
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .jpeg_set_max_scans(MOST_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    let rgb = decoder.decode().map_err(|_| Unreadable::Broken)?;
    let info = decoder.info().ok_or(Unreadable::Broken)?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    if rgb.len() as u64 != 3 * u64::from(width) * u64::from(height) {
        return Err(Unreadable::Broken);
    }
    let icc = decoder.icc_profile();
    Ok(Decoded {
        pixels: Pixels { width, height, rgb },
        orientation: decoder
            .exif()
            .and_then(|exif| Orientation::from_exif_chunk(exif))
            .unwrap_or(Orientation::NoTransforms),
        profile: icc.as_deref().and_then(colour::profile),
    })
}

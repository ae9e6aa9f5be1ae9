//! Decoding of WebP, in Rust: libwebp only encodes here, because it would read untrusted bytes in C.

use std::io::Cursor;

use image::ImageDecoder as _;
use image::codecs::webp::WebPDecoder;

use crate::colour;
use crate::decoded::Decoded;
use crate::kind::Unreadable;
use crate::pixels::Pixels;
use crate::pixels::append_on_white;

pub fn decode(bytes: &[u8]) -> Result<Decoded, Unreadable> {
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(|_| Unreadable::Broken)?;
    let (width, height) = decoder.dimensions();
    let orientation = decoder.orientation().map_err(|_| Unreadable::Broken)?;
    let icc = decoder.icc_profile().map_err(|_| Unreadable::Broken)?;
    let has_alpha = decoder.color_type().has_alpha();
    let size = usize::try_from(decoder.total_bytes()).map_err(|_| Unreadable::Broken)?;
    let mut rgb = vec![0; size];
    decoder
        .read_image(&mut rgb)
        .map_err(|_| Unreadable::Broken)?;
    if has_alpha {
        let transparent = std::mem::take(&mut rgb);
        rgb.reserve_exact(size / 4 * 3);
        append_on_white(&mut rgb, &transparent, 4);
    }
    Ok(Decoded {
        pixels: Pixels { width, height, rgb },
        orientation,
        profile: icc.as_deref().and_then(colour::profile),
    })
}

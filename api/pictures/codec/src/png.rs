//! Decoding of PNG, row by row: transparency becomes white, and 16 bits a channel become 8.

use std::io::{BufRead, Cursor, Seek};

use image::metadata::Orientation;
use png::{Decoder, Limits, Reader, Transformations};

use crate::colour;
use crate::decoded::Decoded;
use crate::kind::Unreadable;
use crate::pixels::Pixels;
use crate::pixels::append_on_white;

/// For rows and metadata, in bytes.
const MEMORY: usize = 32 << 20;

/// Reads everything before the pixels.
pub fn open<R: BufRead + Seek>(source: R) -> Result<Reader<R>, Unreadable> {
    let mut decoder = Decoder::new_with_limits(source, Limits { bytes: MEMORY });
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.read_info().map_err(|_| Unreadable::Broken)
}

pub fn orientation<R: BufRead + Seek>(reader: &Reader<R>) -> Orientation {
    let exif = reader.info().exif_metadata.as_deref();
    exif.and_then(Orientation::from_exif_chunk)
        .unwrap_or(Orientation::NoTransforms)
}

pub fn decode(bytes: &[u8]) -> Result<Decoded, Unreadable> {
    let mut reader = open(Cursor::new(bytes))?;
    let (width, height) = reader.info().size();
    let pixels = width as usize * height as usize;
    let channels = reader.output_color_type().0.samples();
    let mut rgb = Vec::with_capacity(pixels * 3);
    if reader.info().interlaced {
        // Its rows arrive in seven passes over the whole picture.
        let mut whole = vec![0; pixels * channels];
        reader
            .next_frame(&mut whole)
            .map_err(|_| Unreadable::Broken)?;
        append_on_white(&mut rgb, &whole, channels);
    } else {
        while let Some(row) = reader.next_row().map_err(|_| Unreadable::Broken)? {
            append_on_white(&mut rgb, row.data(), channels);
        }
    }
    if rgb.len() != pixels * 3 {
        return Err(Unreadable::Broken);
    }
    let icc = reader.info().icc_profile.as_deref();
    Ok(Decoded {
        profile: icc.and_then(colour::profile),
        orientation: orientation(&reader),
        pixels: Pixels { width, height, rgb },
    })
}

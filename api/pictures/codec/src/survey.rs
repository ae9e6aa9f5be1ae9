//! Size and cost of a picture, from its header alone.

use std::io::{BufRead, Cursor, Read as _, Seek, SeekFrom};

use image::ImageDecoder as _;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;

use crate::kind::{Kind, LONGEST_SIDE, MAX_MEMORY, Unreadable};
use crate::png;
use crate::segments::{self, Frame, marker};

/// What a file's header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Survey {
    pub kind: Kind,
    /// Of the upright picture.
    pub width: u32,
    pub height: u32,
    /// The length of the file, in bytes.
    pub length: u64,
    /// The memory that decoding takes, in bytes, without the file.
    decoding: u64,
}

impl Survey {
    pub fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// The memory that decoding takes, in bytes: the file, a copy of it without metadata, and the pixels.
    pub fn memory(&self) -> u64 {
        self.decoding + 2 * self.length
    }

    /// Checks the limits of a picture.
    pub fn within(self, most_pixels: u64) -> Result<Self, Unreadable> {
        if self.pixels() > most_pixels {
            return Err(Unreadable::TooManyPixels);
        }
        if self.decoding > MAX_MEMORY {
            return Err(Unreadable::TooMuchMemory);
        }
        Ok(self)
    }
}

/// Reads the header of a file.
pub fn survey(source: &mut (impl BufRead + Seek)) -> Result<Survey, Unreadable> {
    let broken = |_| Unreadable::Broken;
    let length = source.seek(SeekFrom::End(0)).map_err(broken)?;
    source.rewind().map_err(broken)?;
    let mut beginning = Vec::new();
    source
        .by_ref()
        .take(12)
        .read_to_end(&mut beginning)
        .map_err(broken)?;
    source.rewind().map_err(broken)?;
    let kind = Kind::of(&beginning).ok_or(Unreadable::UnknownFormat)?;
    let (width, height, orientation, decoding) = match kind {
        Kind::Jpeg => jpeg(source)?,
        Kind::Png => {
            let reader = png::open(source)?;
            let info = reader.info();
            let bytes_a_pixel = if info.interlaced {
                3 + reader.output_color_type().0.samples()
            } else {
                3
            };
            let (width, height) = info.size();
            let decoding = pixels(width, height).saturating_mul(bytes_a_pixel as u64);
            (width, height, png::orientation(&reader), decoding)
        }
        Kind::WebP => {
            let mut decoder = WebPDecoder::new(source).map_err(|_| Unreadable::Broken)?;
            let (width, height) = decoder.dimensions();
            let orientation = decoder.orientation().map_err(|_| Unreadable::Broken)?;
            (width, height, orientation, 8 * pixels(width, height))
        }
    };
    if width == 0 || height == 0 {
        return Err(Unreadable::Broken);
    }
    let scaled_down = if width.max(height) > LONGEST_SIDE {
        3 * pixels(width, height)
    } else {
        0
    };
    let (width, height) = if is_turned(orientation) {
        (height, width)
    } else {
        (width, height)
    };
    Ok(Survey {
        kind,
        width,
        height,
        length,
        decoding: decoding.saturating_add(scaled_down),
    })
}

/// Reads the header of a file in memory.
pub fn survey_bytes(bytes: &[u8]) -> Result<Survey, Unreadable> {
    survey(&mut Cursor::new(bytes))
}

/// Width and height of the upright picture, from the file's header.
pub fn dimensions(bytes: &[u8]) -> Result<(u32, u32), Unreadable> {
    let survey = survey_bytes(bytes)?;
    Ok((survey.width, survey.height))
}

/// Whether turning the picture upright exchanges width and height.
fn is_turned(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

fn pixels(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}

/// Reads up to the first scan.
fn jpeg(source: &mut (impl BufRead + Seek)) -> Result<(u32, u32, Orientation, u64), Unreadable> {
    let broken = |_| Unreadable::Broken;
    let (mut frame, mut orientation) = (None, None);
    source.seek(SeekFrom::Start(2)).map_err(broken)?;
    loop {
        let code = next_marker(source).map_err(broken)?;
        if marker::is_alone(code) {
            continue;
        }
        let mut length = [0; 2];
        source.read_exact(&mut length).map_err(broken)?;
        let length = u16::from_be_bytes(length)
            .checked_sub(2)
            .ok_or(Unreadable::Broken)?;
        let is_read = marker::is_frame(code) || matches!(code, marker::SOS | marker::APP1);
        if !is_read {
            let skipped = source.seek_relative(i64::from(length));
            skipped.map_err(broken)?;
            continue;
        }
        let mut segment = vec![0; usize::from(length)];
        source.read_exact(&mut segment).map_err(broken)?;
        match code {
            marker::EOI => return Err(Unreadable::Broken),
            marker::APP1 if orientation.is_none() => {
                orientation = segments::orientation_in(&segment);
            }
            marker::SOS => {
                let frame: Frame = frame.ok_or(Unreadable::Broken)?;
                let (width, height) = (u32::from(frame.width), u32::from(frame.height));
                let in_one_scan =
                    segment.first().map(|count| usize::from(*count)) == Some(frame.sampling.len());
                let decoding = if frame.is_progressive || !in_one_scan {
                    3 * pixels(width, height) + coefficients(&frame)
                } else {
                    3 * pixels(width, height)
                };
                let orientation = orientation.unwrap_or(Orientation::NoTransforms);
                return Ok((width, height, orientation, decoding));
            }
            marker::APP1 => {}
            _ => {
                let one = Frame::parse(code, &segment)?;
                if frame.replace(one).is_some() {
                    return Err(Unreadable::Broken);
                }
            }
        }
    }
}

/// The memory of a frame's coefficients, in bytes: two a sample. Several scans refine them, so all are kept.
fn coefficients(frame: &Frame) -> u64 {
    let most = |factor: fn(&(u8, u8)) -> u8| {
        let most = frame.sampling.iter().map(factor).max();
        u64::from(most.unwrap_or(1))
    };
    let samples: u64 = frame
        .sampling
        .iter()
        .map(|(across, down)| u64::from(*across) * u64::from(*down))
        .sum();
    let blocks = most(|(across, _)| *across) * most(|(_, down)| *down);
    2 * pixels(u32::from(frame.width), u32::from(frame.height)) * samples / blocks
}

fn next_marker(source: &mut impl BufRead) -> std::io::Result<u8> {
    source.skip_until(0xFF)?;
    loop {
        let mut code = [0];
        source.read_exact(&mut code)?;
        match code[0] {
            0xFF => {}
            0 => {
                source.skip_until(0xFF)?;
            }
            code => return Ok(code),
        }
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, ImageFormat};

    use super::*;
    use crate::kind::{MAX_FOREIGN_PIXELS, MAX_PIXELS};
    use crate::testing::{
        BOMB, CMYK, INTERLACED, PROGRESSIVE, claim, encoded, jpeg, jpeg_with, marked, orientations,
    };

    fn surveyed(bytes: &[u8]) -> (Kind, u32, u32, u64) {
        let survey = survey_bytes(bytes).unwrap();
        assert_eq!(survey.memory(), survey.decoding + 2 * bytes.len() as u64);
        (survey.kind, survey.width, survey.height, survey.decoding)
    }

    #[test]
    fn memory_is_counted_from_the_header() {
        let image = DynamicImage::from(marked(40, 20));
        let of = |format| encoded(&image, format);
        let n = 40 * 20;
        for (bytes, expected) in [
            (jpeg(&marked(40, 20)), (Kind::Jpeg, 40, 20, 3 * n)),
            (of(ImageFormat::Png), (Kind::Png, 40, 20, 3 * n)),
            (of(ImageFormat::WebP), (Kind::WebP, 40, 20, 8 * n)),
            (
                PROGRESSIVE.to_vec(),
                (Kind::Jpeg, 64, 48, (3 + 6) * 64 * 48),
            ),
            (CMYK.to_vec(), (Kind::Jpeg, 24, 16, 3 * 24 * 16)),
            (INTERLACED.to_vec(), (Kind::Png, 9, 7, 6 * 9 * 7)),
            (BOMB.to_vec(), (Kind::Png, 10_000, 5_000, 4 * 50_000_000)),
        ] {
            assert_eq!(surveyed(&bytes), expected);
        }
        // One that is scaled down takes both at once.
        let mut wide = of(ImageFormat::Png);
        claim(&mut wide, 10_001, 10);
        assert_eq!(surveyed(&wide).3, 6 * 10_001 * 10);
    }

    #[test]
    fn the_size_is_that_of_the_upright_picture() {
        for orientation in orientations() {
            let exif = crate::exif::exif_of(orientation);
            let survey = survey_bytes(&jpeg_with(&marked(20, 10), Some(exif), None)).unwrap();
            let lies = orientation.to_exif() >= 5;
            let size = if lies { (10, 20) } else { (20, 10) };
            assert_eq!((survey.width, survey.height), size, "{orientation:?}");
        }
    }

    #[test]
    fn limits_apply_before_decoding() {
        let limited = |bytes: &[u8], most| survey_bytes(bytes)?.within(most).map(|_| ());
        let mut png = encoded(&marked(4, 4).into(), ImageFormat::Png);
        assert_eq!(limited(&png, MAX_PIXELS), Ok(()));
        claim(&mut png, 4_100, 4_000);
        assert_eq!(limited(&png, MAX_PIXELS), Ok(()));
        let too_many = Err(Unreadable::TooManyPixels);
        assert_eq!(limited(&png, MAX_FOREIGN_PIXELS), too_many);
        claim(&mut png, 100_000, 100_000);
        assert_eq!(limited(&png, MAX_PIXELS), too_many);
        claim(&mut png, 0, 5);
        assert_eq!(limited(&png, MAX_PIXELS), Err(Unreadable::Broken));
        // A progressive JPEG of 50 megapixels keeps its coefficients in memory.
        let mut progressive = PROGRESSIVE.to_vec();
        let frame = progressive.windows(2).position(|two| two == [0xFF, 0xC2]);
        let size = &mut progressive[frame.unwrap() + 5..][..4];
        size.copy_from_slice(&[0x17, 0x70, 0x20, 0x80]);
        let too_much = Err(Unreadable::TooMuchMemory);
        assert_eq!(limited(&progressive, MAX_PIXELS), too_much);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for (bytes, expected) in [
            (&b"%PDF-1.7"[..], Unreadable::UnknownFormat),
            (b"", Unreadable::UnknownFormat),
            (b"GIF89a\x01\x00\x01\x00", Unreadable::UnknownFormat),
            (b"\xff\xd8\xff", Unreadable::Broken),
            (b"\xff\xd8\xff\xd9", Unreadable::Broken),
            (&jpeg(&marked(16, 16))[..40], Unreadable::Broken),
            (b"\x89PNG\r\n\x1a\n", Unreadable::Broken),
            (b"RIFF\0\0\0\0WEBP", Unreadable::Broken),
        ] {
            assert_eq!(survey_bytes(bytes), Err(expected), "{bytes:?}");
        }
    }
}

//! Decoding, resizing and encoding of pictures.

use std::io::Cursor;

use actix_web::http::header::{ACCEPT, HeaderMap};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits};

/// The limit for an upload, checked before decoding.
pub const MAX_PIXELS: u64 = 50_000_000;
/// The limit for a picture from another site, whose address anyone may submit.
pub const MAX_FOREIGN_PIXELS: u64 = 16_000_000;
/// The limit for such a picture decoded, in bytes: four per pixel, or eight per pixel for half as many pixels.
const MAX_FOREIGN_BYTES: u64 = 4 * MAX_FOREIGN_PIXELS;
/// The longest side of a stored original, in pixels.
pub const ORIGINAL_SIDE: u32 = 6000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    WebP,
    Jpeg,
}

impl Format {
    /// Chooses the format by the `Accept` header.
    pub fn accepted(headers: &HeaderMap) -> Self {
        let accept = headers
            .get(ACCEPT)
            .and_then(|accept| accept.to_str().ok())
            .unwrap_or_default();
        if accept.contains("image/webp") || accept.contains("*/*") {
            Self::WebP
        } else {
            Self::Jpeg
        }
    }

    pub fn extension(self) -> &'static str {
        match self {
            Self::WebP => "webp",
            Self::Jpeg => "jpg",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Self::WebP => "image/webp",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// Why an upload is not an acceptable picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("not a JPEG, PNG or WebP picture")]
    UnknownFormat,
    #[error("too many pixels")]
    TooManyPixels,
    #[error("broken picture")]
    Broken,
}

impl Unreadable {
    /// The message for users.
    pub fn text(self) -> &'static str {
        match self {
            Self::UnknownFormat => "Нужно изображение JPEG, PNG или WebP",
            Self::TooManyPixels => "Изображение больше 50 мегапикселей",
            Self::Broken => "Файл изображения повреждён",
        }
    }
}

fn reader(bytes: &[u8]) -> Result<ImageReader<Cursor<&[u8]>>, Unreadable> {
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|_| Unreadable::Broken)?;
    match reader.format() {
        Some(ImageFormat::Jpeg | ImageFormat::Png | ImageFormat::WebP) => Ok(reader),
        _ => Err(Unreadable::UnknownFormat),
    }
}

/// Width and height, from the file's header.
pub fn dimensions(bytes: &[u8]) -> Result<(u32, u32), Unreadable> {
    reader(bytes)?
        .into_dimensions()
        .map_err(|_| Unreadable::Broken)
}

/// Decodes an upload and turns it upright according to its metadata.
pub fn decode(bytes: &[u8]) -> Result<DynamicImage, Unreadable> {
    decode_within(bytes, MAX_PIXELS, None)
}

/// Decodes a picture from another site, within tighter limits.
pub fn decode_foreign(bytes: &[u8]) -> Result<DynamicImage, Unreadable> {
    decode_within(bytes, MAX_FOREIGN_PIXELS, Some(MAX_FOREIGN_BYTES))
}

/// `memory` limits the decoded picture, in bytes, and separately the decoder's own allocations.
fn decode_within(
    bytes: &[u8],
    pixels: u64,
    memory: Option<u64>,
) -> Result<DynamicImage, Unreadable> {
    let (width, height) = dimensions(bytes)?;
    if u64::from(width) * u64::from(height) > pixels {
        return Err(Unreadable::TooManyPixels);
    }
    let mut decoder = reader(bytes)?
        .into_decoder()
        .map_err(|_| Unreadable::Broken)?;
    if memory.is_some_and(|memory| decoder.total_bytes() > memory) {
        return Err(Unreadable::TooManyPixels);
    }
    let mut limits = Limits::no_limits();
    limits.max_alloc = memory;
    decoder
        .set_limits(limits)
        .map_err(|_| Unreadable::TooManyPixels)?;
    let orientation = decoder.orientation().map_err(|_| Unreadable::Broken)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|_| Unreadable::Broken)?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// Scales the picture down so that its longer side has at most `side` pixels.
pub fn shrink(image: &DynamicImage, side: u32) -> DynamicImage {
    if image.width().max(image.height()) <= side {
        return image.clone();
    }
    // A large reduction averages first: Lanczos with a large kernel is slow and looks no better.
    let rough = side.saturating_mul(3);
    if image.width().max(image.height()) > rough {
        return image
            .thumbnail(rough, rough)
            .resize(side, side, FilterType::Lanczos3);
    }
    image.resize(side, side, FilterType::Lanczos3)
}

/// Encodes with `quality` from 0 to 100. JPEG has no transparency, so a transparent picture gets a white background.
pub fn encode(image: &DynamicImage, format: Format, quality: f32) -> anyhow::Result<Vec<u8>> {
    match format {
        Format::WebP if image.color().has_alpha() => {
            let pixels = image.to_rgba8();
            let encoder = webp::Encoder::from_rgba(&pixels, pixels.width(), pixels.height());
            Ok(encoder.encode(quality).to_vec())
        }
        Format::WebP => {
            let pixels = image.to_rgb8();
            let encoder = webp::Encoder::from_rgb(&pixels, pixels.width(), pixels.height());
            Ok(encoder.encode(quality).to_vec())
        }
        Format::Jpeg => {
            let mut bytes = Vec::new();
            let opaque = on_white(image);
            opaque.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, quality as u8))?;
            Ok(bytes)
        }
    }
}

fn on_white(image: &DynamicImage) -> DynamicImage {
    if !image.color().has_alpha() {
        return DynamicImage::ImageRgb8(image.to_rgb8());
    }
    let mut white =
        image::RgbaImage::from_pixel(image.width(), image.height(), image::Rgba([255; 4]));
    image::imageops::overlay(&mut white, &image.to_rgba8(), 0, 0);
    DynamicImage::ImageRgba8(white).to_rgb8().into()
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;

    fn gradient(width: u32, height: u32) -> DynamicImage {
        RgbImage::from_fn(width, height, |x, y| {
            Rgb([(x * 255 / width) as u8, (y * 255 / height) as u8, 90])
        })
        .into()
    }

    #[test]
    fn both_formats_survive_encoding_and_decoding() {
        let image = gradient(300, 200);
        for format in [Format::WebP, Format::Jpeg] {
            let bytes = encode(&image, format, 90.0).unwrap();
            assert_eq!(dimensions(&bytes), Ok((300, 200)));
            let back = decode(&bytes).unwrap().to_rgb8();
            let original = image.to_rgb8();
            let worst = back
                .pixels()
                .zip(original.pixels())
                .flat_map(|(a, b)| (0..3).map(|i| a[i].abs_diff(b[i])))
                .max();
            assert!(worst.unwrap() < 24, "{format:?}: {worst:?}");
        }
    }

    #[test]
    fn shrinking_keeps_proportions_and_never_enlarges() {
        assert_eq!(
            (
                shrink(&gradient(4000, 1000), 128).width(),
                shrink(&gradient(4000, 1000), 128).height()
            ),
            (128, 32)
        );
        assert_eq!(shrink(&gradient(100, 50), 512).width(), 100);
    }

    #[test]
    fn transparency_becomes_white_in_jpeg() {
        let image: DynamicImage = RgbaImage::from_pixel(16, 16, Rgba([0, 0, 0, 0])).into();
        let back = decode(&encode(&image, Format::Jpeg, 90.0).unwrap())
            .unwrap()
            .to_rgb8();
        assert!(
            back.pixels()
                .all(|pixel| pixel.0.iter().all(|channel| *channel > 250))
        );
    }

    #[test]
    fn files_that_are_not_pictures_are_refused() {
        assert_eq!(decode(b"%PDF-1.7").unwrap_err(), Unreadable::UnknownFormat);
        let mut bytes = encode(&gradient(64, 64), Format::Jpeg, 90.0).unwrap();
        bytes.truncate(40);
        assert_eq!(decode(&bytes).unwrap_err(), Unreadable::Broken);
        // A PNG whose header claims 100 000 × 100 000 pixels is refused before decoding.
        let mut png = Vec::new();
        gradient(4, 4)
            .write_to(&mut Cursor::new(&mut png), ImageFormat::Png)
            .unwrap();
        claim(&mut png, 100_000, 100_000);
        assert_eq!(decode(&png).unwrap_err(), Unreadable::TooManyPixels);
    }

    #[test]
    fn foreign_pictures_have_tighter_limits() {
        let png = |image: DynamicImage| {
            let mut bytes = Cursor::new(Vec::new());
            image.write_to(&mut bytes, ImageFormat::Png).unwrap();
            bytes.into_inner()
        };
        let deep = || DynamicImage::ImageRgba16(image::ImageBuffer::new(30, 30));
        assert!(decode_foreign(&png(gradient(30, 20))).is_ok());
        assert!(decode_foreign(&png(deep())).is_ok());
        // Headers that claim too many pixels, or too many bytes at twice the depth. An upload may have both.
        for (image, width, height) in [(gradient(30, 20), 4100, 4000), (deep(), 3000, 3000)] {
            let mut large = png(image);
            claim(&mut large, width, height);
            assert_eq!(
                decode_foreign(&large).unwrap_err(),
                Unreadable::TooManyPixels
            );
            assert_eq!(decode(&large).unwrap_err(), Unreadable::Broken);
        }
    }

    /// Makes the header of a PNG claim another size.
    fn claim(png: &mut [u8], width: u32, height: u32) {
        png[16..20].copy_from_slice(&width.to_be_bytes());
        png[20..24].copy_from_slice(&height.to_be_bytes());
        let crc = crc32(&png[12..29]);
        png[29..33].copy_from_slice(&crc.to_be_bytes());
    }

    fn crc32(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0_u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                if crc & 1 == 1 {
                    (crc >> 1) ^ 0xEDB8_8320
                } else {
                    crc >> 1
                }
            })
        })
    }
}

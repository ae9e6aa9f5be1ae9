//! Pictures for tests.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageEncoder as _, ImageFormat, Rgb, RgbImage};

/// A progressive JPEG of 64 × 48 pixels, 4:4:4.
pub const PROGRESSIVE: &[u8] = include_bytes!("fixtures/progressive.jpg");
/// A JPEG of 24 × 16 red pixels in CMYK.
pub const CMYK: &[u8] = include_bytes!("fixtures/cmyk.jpg");
/// An interlaced PNG of 9 × 7 pixels, from red above to blue below.
pub const INTERLACED: &[u8] = include_bytes!("fixtures/interlaced.png");
/// An interlaced PNG of 50 megapixels in 6 KB.
pub const BOMB: &[u8] = include_bytes!("fixtures/bomb.png");

/// A picture whose left upper corner is red and whose right upper corner is green; the rest is blue.
pub fn marked(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        match (x * 2 < width, y * 2 < height) {
            (true, true) => Rgb([220, 20, 20]),
            (false, true) => Rgb([20, 200, 20]),
            _ => Rgb([20, 20, 220]),
        }
    })
}

/// The corners of [`marked`]: red, green and blue by their largest channel.
pub fn corners(image: &RgbImage) -> [char; 4] {
    let (right, bottom) = (image.width() - 1, image.height() - 1);
    [(0, 0), (right, 0), (0, bottom), (right, bottom)].map(|(x, y)| {
        let [red, green, blue] = image.get_pixel(x, y).0;
        if red > green && red > blue {
            'r'
        } else if green > blue {
            'g'
        } else {
            'b'
        }
    })
}

pub const UPRIGHT: [char; 4] = ['r', 'g', 'b', 'b'];

pub fn jpeg(image: &RgbImage) -> Vec<u8> {
    jpeg_with(image, None, None)
}

pub fn jpeg_with(image: &RgbImage, exif: Option<Vec<u8>>, icc: Option<Vec<u8>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 92);
    if let Some(exif) = exif {
        encoder.set_exif_metadata(exif).unwrap();
    }
    if let Some(icc) = icc {
        encoder.set_icc_profile(icc).unwrap();
    }
    let (width, height) = image.dimensions();
    encoder
        .write_image(image, width, height, ExtendedColorType::Rgb8)
        .unwrap();
    bytes
}

pub fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Decodes with another program's rules: upright, as browsers show it.
pub fn shown(bytes: &[u8]) -> RgbImage {
    use image::ImageDecoder as _;
    let reader = image::ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .unwrap();
    let mut decoder = reader.into_decoder().unwrap();
    let orientation = decoder.orientation().unwrap();
    let mut image = DynamicImage::from_decoder(decoder).unwrap();
    image.apply_orientation(orientation);
    image.to_rgb8()
}

/// All ways in which a file may lie.
pub fn orientations() -> impl Iterator<Item = Orientation> {
    (1..=8).filter_map(Orientation::from_exif)
}

/// A segment of a JPEG.
pub fn segment(code: u8, content: &[u8]) -> Vec<u8> {
    let mut segment = vec![0xFF, code];
    segment.extend_from_slice(&((content.len() + 2) as u16).to_be_bytes());
    segment.extend_from_slice(content);
    segment
}

/// Makes the header of a PNG claim another size.
pub fn claim(png: &mut [u8], width: u32, height: u32) {
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

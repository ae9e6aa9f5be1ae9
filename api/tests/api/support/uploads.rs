//! Pictures, and the form they are uploaded in.

use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};

/// A small PNG.
pub fn png() -> Vec<u8> {
    encoded(&RgbImage::from_pixel(8, 6, Rgb([200, 120, 40])))
}

/// A PNG of this size.
pub fn png_of(width: u32, height: u32) -> Vec<u8> {
    encoded(&RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x % 256) as u8, (y % 256) as u8, 120])
    }))
}

fn encoded(image: &RgbImage) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// The multipart boundary of [`form`].
pub const BOUNDARY: &str = "limit";

/// A multipart body with these files under the name `file`.
pub fn form(files: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let mut body = Vec::new();
    for file in files {
        body.extend_from_slice(
            b"--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\
              Content-Type: application/octet-stream\r\n\r\n",
        );
        body.extend_from_slice(file.as_ref());
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--limit--\r\n");
    body
}

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

/// A PDF of one empty page, with this in its catalog.
pub fn pdf_of(catalog: &str) -> Vec<u8> {
    let objects = [
        format!("<</Type/Catalog/Pages 3 0 R {catalog}>>"),
        "<</Type/Page/Parent 3 0 R/MediaBox[0 0 9 9]>>".to_owned(),
        "<</Type/Pages/Kids[2 0 R]/Count 1>>".to_owned(),
    ];
    let mut text = "%PDF-1.7\n".to_owned();
    let mut table = String::new();
    for (index, object) in objects.iter().enumerate() {
        table.push_str(&format!("{:010} 00000 n \n", text.len()));
        text.push_str(&format!("{} 0 obj\n{object}\nendobj\n", index + 1));
    }
    let start = text.len();
    format!(
        "{text}xref\n0 4\n0000000000 65535 f \n{table}trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n"
    )
    .into_bytes()
}

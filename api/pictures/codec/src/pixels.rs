//! Decoded pixels: scaling, turning and encoding.

use anyhow::Context as _;
use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeOptions, Resizer};
use image::codecs::jpeg::JpegEncoder;
use image::metadata::Orientation;
use image::{DynamicImage, ExtendedColorType, ImageEncoder as _, RgbImage};
use webp::WebPConfig;

use crate::exif;

/// How hard libwebp tries, from 0 to 6. From 2 to 4 the time doubles, and files shrink by some per cent.
const WEBP_METHOD: i32 = 2;

/// An opaque picture: three bytes a pixel, row by row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    pub width: u32,
    pub height: u32,
    pub rgb: Vec<u8>,
}

impl Pixels {
    /// Width and height of the picture scaled down so that its longer side has at most `side` pixels.
    pub fn scaled(width: u32, height: u32, side: u32) -> (u32, u32) {
        let longer = width.max(height);
        if longer <= side {
            return (width, height);
        }
        let scale = |edge: u32| {
            let scaled =
                (u64::from(edge) * u64::from(side) + u64::from(longer) / 2) / u64::from(longer);
            u32::try_from(scaled).unwrap_or(side).max(1)
        };
        (scale(width), scale(height))
    }

    /// Scales the picture down so that its longer side has at most `side` pixels, or returns `None` if it is as small
    /// already.
    pub fn shrunk(&self, side: u32) -> anyhow::Result<Option<Self>> {
        let (width, height) = Self::scaled(self.width, self.height, side);
        if (width, height) == (self.width, self.height) {
            return Ok(None);
        }
        let source = ImageRef::new(self.width, self.height, &self.rgb, PixelType::U8x3)?;
        let mut target = Image::new(width, height, PixelType::U8x3);
        let options = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3));
        Resizer::new().resize(&source, &mut target, &options)?;
        Ok(Some(Self {
            width,
            height,
            rgb: target.into_vec(),
        }))
    }

    /// Turns the picture upright.
    pub fn turned(self, orientation: Orientation) -> anyhow::Result<Self> {
        if orientation == Orientation::NoTransforms {
            return Ok(self);
        }
        let image = RgbImage::from_raw(self.width, self.height, self.rgb);
        let mut image = DynamicImage::ImageRgb8(image.context("pixels do not fit the size")?);
        image.apply_orientation(orientation);
        Ok(Self {
            width: image.width(),
            height: image.height(),
            rgb: image.into_rgb8().into_raw(),
        })
    }

    /// Encodes with `quality` from 0 to 100.
    pub fn to_webp(&self, quality: f32) -> anyhow::Result<Vec<u8>> {
        let mut config = WebPConfig::new()
            .map_err(|()| anyhow::anyhow!("libwebp has another version than its headers"))?;
        config.quality = quality;
        config.method = WEBP_METHOD;
        let encoder = webp::Encoder::from_rgb(&self.rgb, self.width, self.height);
        let encoded = encoder
            .encode_advanced(&config)
            .map_err(|error| anyhow::anyhow!("libwebp cannot encode: {error:?}"))?;
        Ok(encoded.to_vec())
    }

    /// Encodes with `quality` from 1 to 100, and notes how to turn the picture upright.
    pub fn to_jpeg(&self, quality: u8, orientation: Orientation) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = JpegEncoder::new_with_quality(&mut bytes, quality);
        if orientation != Orientation::NoTransforms {
            encoder.set_exif_metadata(exif::exif_of(orientation))?;
        }
        encoder.write_image(&self.rgb, self.width, self.height, ExtendedColorType::Rgb8)?;
        Ok(bytes)
    }
}

/// Blends pixels of `channels` bytes (grey, grey and alpha, RGB, RGBA) with white, and appends them to `rgb`.
pub fn append_on_white(rgb: &mut Vec<u8>, pixels: &[u8], channels: usize) {
    let blend = |colour: u8, alpha: u8| {
        let (colour, alpha) = (u32::from(colour), u32::from(alpha));
        ((colour * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    match channels {
        1 => rgb.extend(pixels.iter().flat_map(|grey| [*grey; 3])),
        2 => rgb.extend(
            pixels
                .chunks_exact(2)
                .flat_map(|pixel| [blend(pixel[0], pixel[1]); 3]),
        ),
        3 => rgb.extend_from_slice(pixels),
        _ => rgb.extend(pixels.chunks_exact(4).flat_map(|pixel| {
            [pixel[0], pixel[1], pixel[2]].map(|colour| blend(colour, pixel[3]))
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(width: u32, height: u32) -> Pixels {
        Pixels {
            width,
            height,
            rgb: vec![90; (width * height * 3) as usize],
        }
    }

    #[test]
    fn shrinking_keeps_proportions_and_never_enlarges() {
        for (width, height, side, shrunk) in [
            (4000, 1000, 160, (160, 40)),
            (1000, 4000, 160, (40, 160)),
            (2000, 3, 160, (160, 1)),
            (700, 350, 640, (640, 320)),
        ] {
            let there = plain(width, height).shrunk(side).unwrap().unwrap();
            assert_eq!((there.width, there.height), shrunk);
            assert_eq!(there.rgb.len() as u32, 3 * there.width * there.height);
            assert!(there.rgb.iter().all(|byte| *byte == 90));
        }
        assert_eq!(plain(100, 50).shrunk(160).unwrap(), None);
        assert_eq!(plain(160, 50).shrunk(160).unwrap(), None);
    }

    #[test]
    fn transparency_becomes_white() {
        let mut rgb = Vec::new();
        append_on_white(&mut rgb, &[9, 40, 70, 255, 0, 0, 0, 0, 0, 0, 0, 128], 4);
        assert_eq!(rgb, [9, 40, 70, 255, 255, 255, 127, 127, 127]);
        rgb.clear();
        append_on_white(&mut rgb, &[9, 255, 9, 0], 2);
        assert_eq!(rgb, [9, 9, 9, 255, 255, 255]);
        rgb.clear();
        append_on_white(&mut rgb, &[1, 2], 1);
        assert_eq!(rgb, [1, 1, 1, 2, 2, 2]);
    }
}

//! From an upload to the original that is stored.
//!
//! The original is a JPEG. An uploaded one keeps its picture data bit for bit and loses its metadata; decoding proves
//! that it is complete. Everything else is encoded again: broken, huge or CMYK pictures, PNG and WebP.

use bytes::Bytes;

use crate::decode::decode;
use crate::decoded::Decoded;
use crate::kind::{Format, Kind, LONGEST_SIDE, Unreadable};
use crate::size::Size;
use crate::survey::Survey;
use crate::views::{Views, views_of};
use crate::{colour, jpeg, segments};

/// The largest upload that is kept as it is, in bytes.
const LARGEST_KEPT: usize = 16 << 20;
const QUALITY: u8 = 92;
/// Pictures with more pixels get their views at once, because decoding them again takes long.
const VIEWS_FROM: u64 = 8_000_000;

/// An upload, ready to be stored.
#[derive(Debug)]
pub struct Prepared {
    pub original: Bytes,
    /// Of the upright picture, as it was uploaded.
    pub width: u32,
    pub height: u32,
    /// Views that are made already; the others are made when someone first looks.
    pub views: Views,
}

impl Prepared {
    /// Width and height, as the database stores them.
    pub fn size(&self) -> anyhow::Result<(i32, i32)> {
        Ok((i32::try_from(self.width)?, i32::try_from(self.height)?))
    }
}

/// Whether a surveyed upload would be accepted.
pub fn check(upload: &[u8], survey: &Survey) -> Result<(), Unreadable> {
    decode(upload, survey.kind).map(|_| ())
}

/// Makes the original of a surveyed upload.
pub fn prepare(upload: Bytes, survey: &Survey) -> anyhow::Result<Result<Prepared, Unreadable>> {
    let (original, decoded) = match kept(&upload, survey) {
        Ok(Some(kept)) => {
            drop(upload);
            kept
        }
        Ok(None) => match decode(&upload, survey.kind) {
            Ok(decoded) => {
                drop(upload);
                encoded(decoded)?
            }
            Err(unreadable) => return Ok(Err(unreadable)),
        },
        Err(unreadable) => return Ok(Err(unreadable)),
    };
    Ok(Ok(finished(
        original,
        decoded,
        survey.width,
        survey.height,
    )?))
}

/// An original with its upright size, and with its views if it is large.
pub(crate) fn finished(
    original: Vec<u8>,
    decoded: Decoded,
    width: u32,
    height: u32,
) -> anyhow::Result<Prepared> {
    let mut views = Views::default();
    if u64::from(width) * u64::from(height) > VIEWS_FROM {
        let Decoded {
            pixels,
            orientation,
            profile,
        } = decoded;
        let profile = profile.as_ref();
        let (format, first) = (Format::WebP, Size::Preview);
        views_of(pixels, orientation, profile, format, first, |size, view| {
            views[size as usize] = Some(view);
        })?;
    }
    Ok(Prepared {
        original: original.into(),
        width,
        height,
        views,
    })
}

/// The upload without its metadata, and its pixels, if it can stay.
fn kept(upload: &[u8], survey: &Survey) -> Result<Option<(Vec<u8>, Decoded)>, Unreadable> {
    if survey.kind != Kind::Jpeg {
        return Ok(None);
    }
    let rebuilt = segments::rebuild(upload)?;
    let may_stay = rebuilt.is_for_screens
        && rebuilt.large_profile.is_none()
        && rebuilt.bytes.len() <= LARGEST_KEPT
        && survey.width.max(survey.height) <= LONGEST_SIDE;
    if !may_stay {
        return Ok(None);
    }
    Ok(jpeg::decode_strictly(&rebuilt.bytes)
        .ok()
        .map(|decoded| (rebuilt.bytes, decoded)))
}

/// The picture encoded again, in sRGB.
pub(crate) fn encoded(decoded: Decoded) -> anyhow::Result<(Vec<u8>, Decoded)> {
    let Decoded {
        pixels,
        orientation,
        profile,
    } = decoded;
    let mut pixels = pixels.shrunk(LONGEST_SIDE)?.unwrap_or(pixels);
    colour::to_srgb(&mut pixels, profile.as_ref());
    let original = pixels.to_jpeg(QUALITY, orientation)?;
    let decoded = Decoded {
        pixels,
        orientation,
        profile: None,
    };
    Ok((original, decoded))
}

#[cfg(test)]
mod tests {
    use image::metadata::Orientation;
    use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
    use moxcms::ColorProfile;

    use super::*;
    use crate::exif::exif_of;
    use crate::segments::rebuild;
    use crate::survey::survey_bytes;
    use crate::testing::{
        CMYK, INTERLACED, UPRIGHT, corners, encoded, jpeg, jpeg_with, marked, orientations, shown,
    };

    fn prepared(upload: &[u8]) -> Result<Prepared, Unreadable> {
        let survey = survey_bytes(upload)?;
        prepare(Bytes::copy_from_slice(upload), &survey).unwrap()
    }

    fn icc(bytes: &[u8]) -> Option<Vec<u8>> {
        use image::ImageDecoder as _;
        let reader = image::ImageReader::new(std::io::Cursor::new(bytes));
        let reader = reader.with_guessed_format().unwrap();
        reader.into_decoder().unwrap().icc_profile().unwrap()
    }

    #[test]
    fn a_jpeg_stays_as_it_is() {
        let upload = jpeg(&marked(40, 30));
        let prepared = prepared(&upload).unwrap();
        assert_eq!(prepared.original, upload);
        assert_eq!((prepared.width, prepared.height), (40, 30));
        assert_eq!(prepared.views, Views::default());
        assert_eq!(check(&upload, &survey_bytes(&upload).unwrap()), Ok(()));
    }

    #[test]
    fn originals_are_upright_whatever_way_the_upload_lies() {
        for orientation in orientations() {
            // As a camera writes it: turning it upright gives the marked picture.
            let mut lying = DynamicImage::from(marked(48, 32));
            lying.apply_orientation(match orientation {
                Orientation::Rotate90 => Orientation::Rotate270,
                Orientation::Rotate270 => Orientation::Rotate90,
                same => same,
            });
            let exif = exif_of(orientation);
            let upload = jpeg_with(&lying.to_rgb8(), Some(exif.clone()), None);
            let prepared = prepared(&upload).unwrap();
            assert_eq!((prepared.width, prepared.height), (48, 32));
            let shown = shown(&prepared.original);
            assert_eq!((shown.dimensions(), corners(&shown)), ((48, 32), UPRIGHT));
            // The same when it has to be encoded again.
            let torn = &upload[..upload.len() - 12];
            let recovered = super::tests::prepared(torn).unwrap();
            assert_eq!(
                crate::testing::shown(&recovered.original).dimensions(),
                (48, 32)
            );
        }
    }

    #[test]
    fn colours_are_kept() {
        let wide = ColorProfile::new_display_p3();
        let profile = wide.encode().unwrap();
        let small = jpeg_with(&marked(32, 32), None, Some(profile.clone()));
        let original = prepared(&small).unwrap().original;
        assert_eq!(original, small);
        assert_eq!(icc(&original), Some(profile.clone()));
        // A profile too large to keep is applied: sRGB needs more red for the same colour.
        let mut padded = profile;
        padded.resize(70_000, 0);
        let large = jpeg_with(&marked(32, 32), None, Some(padded));
        let original = prepared(&large).unwrap().original;
        assert_eq!(icc(&original), None);
        let (before, after) = (shown(&large), shown(&original));
        assert!(after.get_pixel(4, 4)[0] > before.get_pixel(4, 4)[0] + 5);
    }

    #[test]
    fn cmyk_becomes_rgb() {
        let original = prepared(CMYK).unwrap().original;
        assert_eq!(rebuild(&original).unwrap().bytes, original);
        let [red, green, blue] = shown(&original).get_pixel(8, 8).0;
        assert!(red > 170 && green < 70 && blue < 70, "{red} {green} {blue}");
    }

    #[test]
    fn png_and_webp_become_jpeg() {
        let image = DynamicImage::from(marked(48, 32));
        let deep = DynamicImage::from(image.to_rgb16());
        for upload in [
            encoded(&image, ImageFormat::Png),
            encoded(&deep, ImageFormat::Png),
            encoded(&image, ImageFormat::WebP),
            encoded(&image.to_rgba8().into(), ImageFormat::WebP),
        ] {
            let prepared = prepared(&upload).unwrap();
            let shown = shown(&prepared.original);
            assert_eq!((shown.dimensions(), corners(&shown)), ((48, 32), UPRIGHT));
            assert_eq!(Kind::of(&prepared.original), Some(Kind::Jpeg));
        }
        let grey = encoded(&image.to_luma8().into(), ImageFormat::Png);
        assert!(prepared(&grey).is_ok());

        let rows = shown(&prepared(INTERLACED).unwrap().original);
        let (first, last) = (rows.get_pixel(4, 0), rows.get_pixel(4, 6));
        assert!(first[0] > 150 && last[2] > 150, "{first:?} {last:?}");

        let clear = RgbaImage::from_pixel(16, 16, Rgba([0, 0, 0, 0]));
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let upload = encoded(&clear.clone().into(), format);
            let shown = shown(&prepared(&upload).unwrap().original);
            assert!(shown.pixels().all(|pixel| pixel.0.iter().all(|c| *c > 250)));
        }
    }

    #[test]
    fn a_torn_jpeg_is_recovered_and_other_torn_files_are_refused() {
        let image = marked(400, 300);
        let upload = jpeg(&image);
        let prepared_torn = prepared(&upload[..upload.len() * 3 / 4]).unwrap();
        assert_ne!(prepared_torn.original, upload);
        // The recovered file is whole.
        assert!(jpeg::decode_strictly(&prepared_torn.original).is_ok());
        let shown = shown(&prepared_torn.original);
        assert_eq!(shown.dimensions(), (400, 300));
        assert_eq!(corners(&shown)[..2], UPRIGHT[..2]);
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let upload = encoded(&image.clone().into(), format);
            let torn = &upload[..upload.len() / 2];
            assert_eq!(prepared(torn).unwrap_err(), Unreadable::Broken);
        }
        assert_eq!(prepared(&upload[..40]).unwrap_err(), Unreadable::Broken);
    }

    #[test]
    fn huge_pictures_are_scaled_down_and_large_ones_get_their_views() {
        let wide = DynamicImage::from(image::RgbImage::from_pixel(
            12_000,
            100,
            image::Rgb([9, 90, 9]),
        ));
        for format in [ImageFormat::Png, ImageFormat::Jpeg] {
            let prepared = prepared(&encoded(&wide, format)).unwrap();
            assert_eq!((prepared.width, prepared.height), (12_000, 100));
            assert_eq!(shown(&prepared.original).dimensions(), (10_000, 83));
        }
        let large = prepared(&jpeg(&marked(4_000, 2_001))).unwrap();
        for (size, view) in Size::ALL.into_iter().zip(large.views) {
            let shown = shown(&view.unwrap());
            assert_eq!((shown.width(), corners(&shown)), (size.side(), UPRIGHT));
        }
    }
}

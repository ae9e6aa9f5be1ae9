//! A part of a picture, turned by quarters.

use bytes::Bytes;
use image::metadata::Orientation;

use crate::decode::decode;
use crate::kind::{Kind, LONGEST_SIDE, Unreadable};
use crate::pixels::Pixels;
use crate::prepare::{Prepared, encoded, finished, prepare};
use crate::segments;
use crate::survey::{Survey, survey_bytes};

/// A rectangle within a picture, in parts of its width and height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// What is made of an upright picture: it is turned to the right first, then the part is cut out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// Quarters, to the right.
    pub turns: u8,
    /// Of the turned picture; `None` for the whole.
    pub part: Option<Part>,
}

/// Makes the original of a picture cut out of another original. A JPEG that is only turned keeps its coefficients.
/// `survey` is that of `original`.
pub fn cut(
    original: Bytes,
    survey: &Survey,
    cut: Cut,
) -> anyhow::Result<Result<Prepared, Unreadable>> {
    if cut.part.is_none() && survey.kind == Kind::Jpeg {
        let rebuilt = match segments::rebuild_turned(&original, |from| turned(from, cut.turns)) {
            Ok(rebuilt) => Bytes::from(rebuilt.bytes),
            Err(unreadable) => return Ok(Err(unreadable)),
        };
        drop(original);
        return match survey_bytes(&rebuilt) {
            Ok(survey) => prepare(rebuilt, &survey),
            Err(unreadable) => Ok(Err(unreadable)),
        };
    }
    let mut decoded = match decode(&original, survey.kind) {
        Ok(decoded) => decoded,
        Err(unreadable) => return Ok(Err(unreadable)),
    };
    drop(original);
    decoded.orientation = turned(decoded.orientation, cut.turns);
    if let Some(part) = cut.part {
        keep(&mut decoded.pixels, lying(part, decoded.orientation));
    }
    let (original, decoded) = encoded(decoded)?;
    let (width, height) = (decoded.pixels.width, decoded.pixels.height);
    let (_, quarters) = parts_of(decoded.orientation);
    let (width, height) = match quarters % 2 {
        0 => (width, height),
        _ => (height, width),
    };
    debug_assert!(width.max(height) <= LONGEST_SIDE);
    Ok(Ok(finished(original, decoded, width, height)?))
}

/// Whether a picture is mirrored after it was turned to the right, and by how many quarters.
fn parts_of(orientation: Orientation) -> (bool, u8) {
    match orientation {
        Orientation::NoTransforms => (false, 0),
        Orientation::Rotate90 => (false, 1),
        Orientation::Rotate180 => (false, 2),
        Orientation::Rotate270 => (false, 3),
        Orientation::FlipHorizontal => (true, 0),
        Orientation::Rotate90FlipH => (true, 1),
        Orientation::FlipVertical => (true, 2),
        Orientation::Rotate270FlipH => (true, 3),
    }
}

/// The orientation, and then quarters to the right.
fn turned(orientation: Orientation, turns: u8) -> Orientation {
    let (is_mirrored, quarters) = parts_of(orientation);
    // Turning a mirrored picture to the right is turning it to the left before it is mirrored.
    let quarters = match is_mirrored {
        false => quarters + turns % 4,
        true => quarters + 4 - turns % 4,
    };
    match (is_mirrored, quarters % 4) {
        (false, 0) => Orientation::NoTransforms,
        (false, 1) => Orientation::Rotate90,
        (false, 2) => Orientation::Rotate180,
        (false, _) => Orientation::Rotate270,
        (true, 0) => Orientation::FlipHorizontal,
        (true, 1) => Orientation::Rotate90FlipH,
        (true, 2) => Orientation::FlipVertical,
        (true, _) => Orientation::Rotate270FlipH,
    }
}

/// Where a part of the upright picture lies in the file.
fn lying(part: Part, orientation: Orientation) -> Part {
    let (is_mirrored, quarters) = parts_of(orientation);
    let mut part = part;
    if is_mirrored {
        part.x = 1.0 - part.x - part.width;
    }
    for _ in 0..quarters {
        part = Part {
            x: part.y,
            y: 1.0 - part.x - part.width,
            width: part.height,
            height: part.width,
        };
    }
    part
}

/// Leaves a part of the pixels, at least one, in the memory they have.
fn keep(pixels: &mut Pixels, part: Part) {
    let span = |from: f64, length: f64, side: u32| {
        let at = |place: f64| (place.clamp(0.0, 1.0) * f64::from(side)).round() as u32;
        let first = at(from).min(side - 1);
        (first, at(from + length).clamp(first + 1, side))
    };
    let (left, right) = span(part.x, part.width, pixels.width);
    let (top, bottom) = span(part.y, part.height, pixels.height);
    let (row, kept) = (3 * pixels.width as usize, 3 * (right - left) as usize);
    for (to, from) in (top..bottom).enumerate() {
        let start = from as usize * row + 3 * left as usize;
        pixels.rgb.copy_within(start..start + kept, to * kept);
    }
    pixels.width = right - left;
    pixels.height = bottom - top;
    pixels.rgb.truncate(kept * pixels.height as usize);
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView as _, ImageFormat};

    use super::*;
    use crate::exif::exif_of;
    use crate::testing::{encoded, jpeg, jpeg_with, marked, orientations, shown};

    fn cut_of(original: &[u8], cut: Cut) -> Prepared {
        let survey = survey_bytes(original).unwrap();
        super::cut(Bytes::copy_from_slice(original), &survey, cut)
            .unwrap()
            .unwrap()
    }

    fn by_quarters(mut image: DynamicImage, turns: u8) -> DynamicImage {
        for _ in 0..turns {
            image = image.rotate90();
        }
        image
    }

    /// Compares with what a plain library makes of the upright picture; JPEG blurs a little.
    fn assert_alike(made: &Prepared, expected: &DynamicImage) {
        let expected = expected.to_rgb8();
        let shown = shown(&made.original);
        assert_eq!((made.width, made.height), expected.dimensions());
        assert_eq!(shown.dimensions(), expected.dimensions());
        let (width, height) = expected.dimensions();
        for (x, y) in [
            (2, 2),
            (width - 3, 2),
            (2, height - 3),
            (width - 3, height - 3),
            (width / 4, height / 4),
        ] {
            let (a, b) = (shown.get_pixel(x, y).0, expected.get_pixel(x, y).0);
            let far = a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 40);
            assert!(!far, "{a:?} instead of {b:?} at {x}, {y}");
        }
    }

    #[test]
    fn every_part_of_every_orientation_is_what_people_chose() {
        let part = Part {
            x: 0.25,
            y: 0.0,
            width: 0.5,
            height: 0.75,
        };
        for orientation in orientations() {
            let lying = jpeg_with(&marked(64, 48), Some(exif_of(orientation)), None);
            let upright = DynamicImage::from(shown(&lying));
            for turns in 0..4 {
                let whole = by_quarters(upright.clone(), turns);
                let made = cut_of(&lying, Cut { turns, part: None });
                assert_alike(&made, &whole);
                let (width, height) = whole.dimensions();
                let expected = whole.crop_imm(width / 4, 0, width / 2, height * 3 / 4);
                let part = Some(part);
                assert_alike(&cut_of(&lying, Cut { turns, part }), &expected);
            }
        }
    }

    #[test]
    fn turning_a_jpeg_loses_nothing() {
        let original = jpeg(&marked(64, 48));
        let right = cut_of(
            &original,
            Cut {
                turns: 1,
                part: None,
            },
        );
        assert_ne!(right.original, original);
        let back = cut_of(
            &right.original,
            Cut {
                turns: 3,
                part: None,
            },
        );
        assert_eq!(back.original, original);
    }

    #[test]
    fn other_formats_and_large_pictures_are_cut_too() {
        let png = encoded(&marked(60, 40).into(), ImageFormat::Png);
        let made = cut_of(
            &png,
            Cut {
                turns: 1,
                part: None,
            },
        );
        assert_eq!(Kind::of(&made.original), Some(Kind::Jpeg));
        assert_alike(&made, &DynamicImage::from(marked(60, 40)).rotate90());
        let large = jpeg(&marked(4_000, 2_400));
        let half = Part {
            x: 0.0,
            y: 0.0,
            width: 1.0,
            height: 0.9,
        };
        let made = cut_of(
            &large,
            Cut {
                turns: 0,
                part: Some(half),
            },
        );
        assert_eq!((made.width, made.height), (4_000, 2_160));
        assert!(made.views.iter().all(Option::is_some));
    }

    #[test]
    fn the_least_part_is_a_pixel() {
        let dot = Part {
            x: 1.0,
            y: 1.0,
            width: 0.0,
            height: 0.0,
        };
        let made = cut_of(
            &jpeg(&marked(16, 8)),
            Cut {
                turns: 0,
                part: Some(dot),
            },
        );
        assert_eq!((made.width, made.height), (1, 1));
    }
}

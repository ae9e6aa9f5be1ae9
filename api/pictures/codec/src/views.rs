//! The sizes of a picture, all made of one decoding.

use bytes::Bytes;
use image::metadata::Orientation;
use moxcms::ColorProfile;

use crate::colour;
use crate::decode::decode;
use crate::decoded::Decoded;
use crate::kind::{Format, Unreadable};
use crate::pixels::Pixels;
use crate::size::Size;
use crate::survey::Survey;

/// Of views that fill a screen. Views up to [`Size::Card`] stand in lists, on screens that squeeze two of their pixels
/// into a point: a coarser grain does not show there, and a phone has its first row of lots a tenth sooner.
const QUALITY: u8 = 82;
const QUALITY_IN_LISTS: u8 = 74;

/// The sizes that are made already, by [`Size`].
pub type Views = [Option<Bytes>; Size::ALL.len()];

/// The memory that making views takes, in bytes, besides the decoded picture: the largest one with what encodes it, and
/// the rows that resizing works on.
pub fn views_cost(survey: &Survey) -> u64 {
    let (width, height) = Pixels::scaled(survey.width, survey.height, Size::Full.side());
    let (width, height) = (u64::from(width), u64::from(height));
    // A picture that lies on its side is scaled before it is turned.
    let rows = width.max(height) * u64::from(survey.width.max(survey.height));
    width * height * 11 / 2 + 3 * rows
}

/// Decodes a picture once and makes all sizes of it. Hands out each as soon as it is there: first those that a late
/// answer falls back to, then `first`.
pub fn make_views(
    bytes: &[u8],
    survey: &Survey,
    format: Format,
    first: Size,
    done: impl FnMut(Size, Bytes),
) -> anyhow::Result<()> {
    let Decoded {
        pixels,
        orientation,
        profile,
    } = decode(bytes, survey.kind)?;
    views_of(pixels, orientation, profile.as_ref(), format, first, done)
}

/// Like [`make_views`], of pixels.
pub fn views_of(
    pixels: Pixels,
    orientation: Orientation,
    profile: Option<&ColorProfile>,
    format: Format,
    first: Size,
    mut done: impl FnMut(Size, Bytes),
) -> anyhow::Result<()> {
    let mut full = pixels.shrunk(Size::Full.side())?.unwrap_or(pixels);
    colour::to_srgb(&mut full, profile);
    let full = full.turned(orientation)?;
    let preview = full.shrunk(Size::Preview.side())?;
    let card = preview
        .as_ref()
        .unwrap_or(&full)
        .shrunk(Size::Card.side())?;
    let small = card
        .as_ref()
        .or(preview.as_ref())
        .unwrap_or(&full)
        .shrunk(Size::Small.side())?;
    let sized = |size| match size {
        Size::Full => &full,
        Size::Preview => preview.as_ref().unwrap_or(&full),
        Size::Card => card.as_ref().or(preview.as_ref()).unwrap_or(&full),
        Size::Small | Size::Icon => small
            .as_ref()
            .or(card.as_ref())
            .or(preview.as_ref())
            .unwrap_or(&full),
    };
    let icon = sized(Size::Small).shrunk(Size::Icon.side())?;
    let rest = [first, Size::Card, Size::Preview, Size::Full];
    let mut made = Views::default();
    for size in [Size::Icon, Size::Small].into_iter().chain(rest) {
        if made[size as usize].is_some() {
            continue;
        }
        let pixels = match size {
            Size::Icon => icon.as_ref().unwrap_or(sized(size)),
            size => sized(size),
        };
        let bytes = Bytes::from(encode(pixels, size, format)?);
        made[size as usize] = Some(bytes.clone());
        done(size, bytes);
    }
    Ok(())
}

/// Decodes a picture and makes one size of it.
pub fn make_view(
    bytes: &[u8],
    survey: &Survey,
    size: Size,
    format: Format,
) -> anyhow::Result<Result<Bytes, Unreadable>> {
    let Decoded {
        pixels,
        orientation,
        profile,
    } = match decode(bytes, survey.kind) {
        Ok(decoded) => decoded,
        Err(unreadable) => return Ok(Err(unreadable)),
    };
    let mut view = pixels.shrunk(size.side())?.unwrap_or(pixels);
    colour::to_srgb(&mut view, profile.as_ref());
    Ok(Ok(encode(&view.turned(orientation)?, size, format)?.into()))
}

fn encode(pixels: &Pixels, size: Size, format: Format) -> anyhow::Result<Vec<u8>> {
    let quality = if size <= Size::Card {
        QUALITY_IN_LISTS
    } else {
        QUALITY
    };
    match format {
        Format::WebP => pixels.to_webp(f32::from(quality)),
        Format::Jpeg => pixels.to_jpeg(quality, Orientation::NoTransforms),
    }
}

#[cfg(test)]
mod tests {
    use image::metadata::Orientation;
    use moxcms::ColorProfile;

    use super::*;
    use crate::exif::exif_of;
    use crate::survey::survey_bytes;
    use crate::testing::{UPRIGHT, corners, jpeg, jpeg_with, marked, shown};

    fn made(bytes: &[u8], format: Format, first: Size) -> Vec<(Size, Bytes)> {
        let survey = survey_bytes(bytes).unwrap();
        let mut made = Vec::new();
        make_views(bytes, &survey, format, first, |size, view| {
            made.push((size, view));
        })
        .unwrap();
        made
    }

    #[test]
    fn small_views_come_first_and_then_the_one_asked_for() {
        let picture = jpeg(&marked(1_600, 1_200));
        for (format, kind) in [
            (Format::WebP, image::ImageFormat::WebP),
            (Format::Jpeg, image::ImageFormat::Jpeg),
        ] {
            let made = made(&picture, format, Size::Full);
            let order: Vec<Size> = made.iter().map(|(size, _)| *size).collect();
            assert_eq!(
                order,
                [
                    Size::Icon,
                    Size::Small,
                    Size::Full,
                    Size::Card,
                    Size::Preview
                ]
            );
            for (size, view) in made {
                assert_eq!(image::guess_format(&view).unwrap(), kind);
                let shown = shown(&view);
                let side = size.side();
                assert_eq!(shown.dimensions(), (side, side * 3 / 4));
                assert_eq!(corners(&shown), UPRIGHT);
            }
        }
    }

    #[test]
    fn small_pictures_are_not_enlarged() {
        for (_, view) in made(&jpeg(&marked(200, 100)), Format::WebP, Size::Icon)
            .into_iter()
            .skip(1)
        {
            assert_eq!(shown(&view).dimensions(), (200, 100));
        }
    }

    #[test]
    fn views_are_upright_and_in_srgb() {
        let lying = image::imageops::rotate270(&marked(640, 320));
        let wide = ColorProfile::new_display_p3().encode().unwrap();
        let tagged = jpeg_with(&lying, Some(exif_of(Orientation::Rotate90)), Some(wide));
        let survey = survey_bytes(&tagged).unwrap();
        let mut views = made(&tagged, Format::WebP, Size::Preview);
        let one = make_view(&tagged, &survey, Size::Small, Format::WebP).unwrap();
        views.push((Size::Small, one.unwrap()));
        for (_, view) in views {
            let shown = shown(&view);
            assert_eq!(shown.width(), 2 * shown.height());
            assert_eq!(corners(&shown), UPRIGHT);
            // 220 in a wide profile is more in sRGB.
            assert!(
                shown.get_pixel(9, 9)[0] > 227,
                "{:?}",
                shown.get_pixel(9, 9)
            );
        }
    }
}

//! Colour profiles.

use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use crate::pixels::Pixels;

/// Parses a profile that [`to_srgb`] can convert from.
pub fn profile(icc: &[u8]) -> Option<ColorProfile> {
    let profile = ColorProfile::new_from_slice(icc).ok()?;
    matches!(
        profile.color_space,
        DataColorSpace::Rgb | DataColorSpace::Gray
    )
    .then_some(profile)
}

/// Converts colours to sRGB in place. Colours of a profile that cannot be converted stay: browsers ignore such a profile
/// too.
pub fn to_srgb(pixels: &mut Pixels, profile: Option<&ColorProfile>) {
    let Some(profile) = profile else { return };
    let is_grey = profile.color_space == DataColorSpace::Gray;
    let layout = if is_grey { Layout::Gray } else { Layout::Rgb };
    let srgb = ColorProfile::new_srgb();
    let options = TransformOptions::default();
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, Layout::Rgb, options) else {
        return;
    };
    let mut source = Vec::new();
    for row in pixels.rgb.chunks_exact_mut(pixels.width as usize * 3) {
        source.clear();
        if is_grey {
            source.extend(row.iter().step_by(3));
        } else {
            source.extend_from_slice(row);
        }
        if transform.transform(&source, row).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(rgb: [u8; 3]) -> Pixels {
        Pixels {
            width: 1,
            height: 1,
            rgb: rgb.to_vec(),
        }
    }

    #[test]
    fn colours_of_a_wide_profile_become_more_vivid_in_srgb() {
        let wide = ColorProfile::new_display_p3();
        let mut pixels = one([200, 100, 60]);
        to_srgb(&mut pixels, Some(&wide));
        let [red, green, blue] = pixels.rgb[..] else {
            panic!()
        };
        assert!(red > 205 && green < 100 && blue < 55, "{:?}", pixels.rgb);

        // Greys stay: a grey profile only moves them along.
        let mut pixels = one([100; 3]);
        to_srgb(&mut pixels, Some(&ColorProfile::new_gray_with_gamma(1.0)));
        assert_eq!(pixels.rgb[0], pixels.rgb[2]);
        assert!(pixels.rgb[0] > 150, "{:?}", pixels.rgb);

        let mut pixels = one([1, 2, 3]);
        to_srgb(&mut pixels, None);
        assert_eq!(pixels, one([1, 2, 3]));
    }

    #[test]
    fn other_profiles_are_not_used() {
        assert!(profile(b"not a profile").is_none());
        let wide = ColorProfile::new_display_p3().encode().unwrap();
        assert!(profile(&wide).is_some());
        assert!(profile(&wide[..100]).is_none());
    }
}

//! Rewrites a JPEG without decoding it: keeps the picture data bit for bit and drops everything else, such as place and
//! camera, thumbnails, comments, and the pictures and films that some telephones append.

use image::metadata::Orientation;
use moxcms::{ColorProfile, DataColorSpace};

use crate::colour;
use crate::exif::exif_of;
use crate::kind::Unreadable;

/// The largest colour profile that stays in a file, in bytes. That of a telephone has one thousandth of a megabyte.
const LARGEST_PROFILE: usize = 64 << 10;
/// The longest part of a profile in one segment, in bytes.
const LONGEST_PART: usize = 65_519;

pub const EXIF: &[u8] = b"Exif\0\0";
const ICC: &[u8] = b"ICC_PROFILE\0";

/// Markers, the second byte of each.
pub mod marker {
    pub const DHT: u8 = 0xC4;
    pub const JPG: u8 = 0xC8;
    pub const DAC: u8 = 0xCC;
    pub const SOI: u8 = 0xD8;
    pub const EOI: u8 = 0xD9;
    pub const SOS: u8 = 0xDA;
    pub const DQT: u8 = 0xDB;
    pub const DRI: u8 = 0xDD;
    pub const APP0: u8 = 0xE0;
    pub const APP1: u8 = 0xE1;
    pub const APP2: u8 = 0xE2;
    pub const APP14: u8 = 0xEE;

    /// Whether the marker stands alone, without a segment.
    pub fn is_alone(code: u8) -> bool {
        matches!(code, 0x01 | 0xD0..=SOI)
    }

    pub fn is_frame(code: u8) -> bool {
        matches!(code, 0xC0..=0xCF) && !matches!(code, DHT | JPG | DAC)
    }
}

/// A frame's header: the size of the picture, and how it is encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub is_progressive: bool,
    pub width: u16,
    pub height: u16,
    /// Horizontal and vertical sampling factors of each component.
    pub sampling: Vec<(u8, u8)>,
}

impl Frame {
    /// Parses a segment. Only baseline and progressive frames with Huffman coding can be decoded.
    pub fn parse(code: u8, segment: &[u8]) -> Result<Self, Unreadable> {
        let is_progressive = match code {
            0xC0 | 0xC1 => false,
            0xC2 => true,
            _ => return Err(Unreadable::Broken),
        };
        let [_, high, low, wide, narrow, count, components @ ..] = segment else {
            return Err(Unreadable::Broken);
        };
        let sampling: Vec<(u8, u8)> = components
            .chunks_exact(3)
            .map(|component| (component[1] >> 4, component[1] & 15))
            .collect();
        let frame = Self {
            is_progressive,
            width: u16::from_be_bytes([*wide, *narrow]),
            height: u16::from_be_bytes([*high, *low]),
            sampling,
        };
        let is_sound = frame.width > 0
            && frame.height > 0
            && frame.sampling.len() == usize::from(*count)
            && (1..=4).contains(count)
            && frame
                .sampling
                .iter()
                .all(|(across, down)| (1..=4).contains(across) && (1..=4).contains(down));
        is_sound.then_some(frame).ok_or(Unreadable::Broken)
    }
}

/// A JPEG without metadata.
pub struct Rebuilt {
    pub bytes: Vec<u8>,
    /// Whether its colours are those that browsers show: not CMYK.
    pub is_for_screens: bool,
    /// A profile that is too large to stay in the file.
    pub large_profile: Option<ColorProfile>,
}

/// Rewrites a JPEG up to its first end mark, which it adds if it is missing. Only decoding shows whether the picture
/// is complete.
pub fn rebuild(bytes: &[u8]) -> Result<Rebuilt, Unreadable> {
    rebuild_turned(bytes, |orientation| orientation)
}

/// Like [`rebuild`], with another orientation.
pub fn rebuild_turned(
    bytes: &[u8],
    turn: impl FnOnce(Orientation) -> Orientation,
) -> Result<Rebuilt, Unreadable> {
    let mut found = Found::default();
    // The segments that decode the picture, in their order.
    let mut body = Vec::with_capacity(bytes.len());
    let mut scans = 0;
    let mut at = 2;
    while let Some(code) = next_marker(bytes, &mut at) {
        if code == marker::EOI {
            break;
        }
        if marker::is_alone(code) {
            continue;
        }
        let Some(segment) = segment(bytes, at) else {
            break;
        };
        let mut end = at + 2 + segment.len();
        match code {
            marker::DHT | marker::DQT | marker::DRI => {}
            marker::SOS => {
                scans += 1;
                end += scan_length(&bytes[end..]);
            }
            _ if marker::is_frame(code) => {
                let frame = Frame::parse(code, segment)?;
                if found.frame.replace(frame).is_some() {
                    return Err(Unreadable::Broken);
                }
            }
            _ => {
                found.note(code, segment);
                at = end;
                continue;
            }
        }
        body.extend_from_slice(&[0xFF, code]);
        body.extend_from_slice(&bytes[at..end]);
        at = end;
    }
    let components = match &found.frame {
        Some(frame) if scans > 0 => frame.sampling.len(),
        _ => return Err(Unreadable::Broken),
    };
    found.orientation = Some(turn(found.orientation.unwrap_or(Orientation::NoTransforms)));
    let mut rebuilt = vec![0xFF, marker::SOI];
    let large_profile = found.write(&mut rebuilt, components);
    rebuilt.append(&mut body);
    rebuilt.extend_from_slice(&[0xFF, marker::EOI]);
    Ok(Rebuilt {
        bytes: rebuilt,
        is_for_screens: components == 1 || components == 3,
        large_profile,
    })
}

/// What the segments of applications say that matters for showing the picture.
#[derive(Default)]
struct Found {
    frame: Option<Frame>,
    has_jfif: bool,
    /// How Adobe's programs transformed the colours.
    adobe: Option<u8>,
    orientation: Option<Orientation>,
    /// Parts of the profile: number, count, bytes.
    profile: Vec<(u8, u8, Vec<u8>)>,
}

impl Found {
    fn note(&mut self, code: u8, segment: &[u8]) {
        match code {
            marker::APP0 if segment.starts_with(b"JFIF\0") => self.has_jfif = true,
            marker::APP1 if self.orientation.is_none() => {
                self.orientation = orientation_in(segment);
            }
            marker::APP2 => {
                if let Some([number, count, part @ ..]) = segment.strip_prefix(ICC) {
                    self.profile.push((*number, *count, part.to_vec()));
                }
            }
            marker::APP14 if segment.starts_with(b"Adobe") => {
                self.adobe = segment.get(11).copied();
            }
            _ => {}
        }
    }

    /// Writes the headers. Returns the profile if it is too large for them.
    fn write(self, to: &mut Vec<u8>, components: usize) -> Option<ColorProfile> {
        // Its presence decides how decoders read the colours, so a file without it stays without it.
        if self.has_jfif {
            push_segment(to, marker::APP0, &[b"JFIF\0\x01\x02\0\0\x01\0\x01\0\0"]);
        }
        match self.orientation {
            None | Some(Orientation::NoTransforms) => {}
            Some(orientation) => {
                push_segment(to, marker::APP1, &[EXIF, &exif_of(orientation)]);
            }
        }
        if let Some(transform) = self.adobe {
            let adobe = [b"Adobe\0\x64\0\0\0\0", &[transform][..]];
            push_segment(to, marker::APP14, &adobe);
        }
        let icc = assembled(self.profile)?;
        let profile = colour::profile(&icc)?;
        let fits = match profile.color_space {
            DataColorSpace::Gray => components == 1,
            _ => components == 3,
        };
        if !fits {
            return None;
        }
        if icc.len() > LARGEST_PROFILE {
            return Some(profile);
        }
        let parts = icc.chunks(LONGEST_PART);
        let count = parts.len() as u8;
        for (number, part) in (1..).zip(parts) {
            push_segment(to, marker::APP2, &[ICC, &[number, count], part]);
        }
        None
    }
}

/// How to turn a picture upright, if this segment says so.
pub fn orientation_in(app1: &[u8]) -> Option<Orientation> {
    Orientation::from_exif_chunk(app1.strip_prefix(EXIF)?)
}

fn push_segment(to: &mut Vec<u8>, code: u8, parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    to.extend_from_slice(&[0xFF, code]);
    to.extend_from_slice(&((length + 2) as u16).to_be_bytes());
    for part in parts {
        to.extend_from_slice(part);
    }
}

/// The profile, if each of its parts is there once.
fn assembled(mut parts: Vec<(u8, u8, Vec<u8>)>) -> Option<Vec<u8>> {
    parts.sort_by_key(|(number, ..)| *number);
    let count = parts.len();
    let is_complete = count > 0
        && (1..).zip(&parts).all(|(place, (number, of, _))| {
            usize::from(*number) == place && usize::from(*of) == count
        });
    is_complete.then(|| parts.into_iter().flat_map(|(.., part)| part).collect())
}

/// Moves `at` behind the next marker and returns it.
fn next_marker(bytes: &[u8], at: &mut usize) -> Option<u8> {
    loop {
        *at += bytes.get(*at..)?.iter().position(|byte| *byte == 0xFF)?;
        *at += bytes[*at..].iter().position(|byte| *byte != 0xFF)?;
        let code = bytes[*at];
        *at += 1;
        if code != 0 {
            return Some(code);
        }
    }
}

/// The content of the segment whose length field is at `at`.
fn segment(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let length = bytes.get(at..at + 2)?;
    let length = usize::from(u16::from_be_bytes([length[0], length[1]]));
    bytes.get(at + 2..at + length)
}

/// The length of a scan's data. It ends at a marker other than that of a restart.
fn scan_length(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(found) = bytes[at..].iter().position(|byte| *byte == 0xFF) {
        at += found;
        match bytes.get(at + 1) {
            Some(0 | 0xD0..=0xD7) => at += 2,
            Some(_) => return at,
            None => break,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use image::metadata::Orientation;

    use super::*;
    use crate::testing::{PROGRESSIVE, jpeg, jpeg_with, marked, orientations, segment, shown};

    fn contains(bytes: &[u8], part: &[u8]) -> bool {
        bytes.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn everything_but_the_picture_goes() {
        let plain = jpeg(&marked(64, 48));
        let mut full = plain[..2].to_vec();
        // A place, a camera and a thumbnail, as telephones write them, and which way is up.
        let mut exif = exif_of(Orientation::Rotate90);
        exif.extend_from_slice(b"GPS 55.7558 37.6173 Camera SN123456");
        exif.extend_from_slice(&plain);
        full.extend(segment(marker::APP1, &[EXIF, &exif].concat()));
        full.extend(segment(
            marker::APP1,
            b"http://ns.adobe.com/xap/1.0/\0<x:author/>",
        ));
        full.extend(segment(0xED, b"Photoshop 3.0\0IPTC author"));
        full.extend(segment(0xFE, b"a comment"));
        full.extend_from_slice(&plain[2..]);
        // The film that some telephones append.
        full.extend_from_slice(b"\0\0\0\x18ftypmp42 a moving picture");
        full.extend_from_slice(&plain);

        let rebuilt = rebuild(&full).unwrap();
        for private in [&b"GPS"[..], b"SN123", b"xap", b"IPTC", b"comment", b"ftyp"] {
            assert!(contains(&full, private) && !contains(&rebuilt.bytes, private));
        }
        assert_eq!(rebuilt.bytes.len(), plain.len() + 36);
        // The pixels are the same to the bit.
        let turned = image::imageops::rotate90(&shown(&plain));
        assert_eq!(shown(&rebuilt.bytes), turned);
        // Rebuilding again changes nothing.
        assert_eq!(rebuild(&rebuilt.bytes).unwrap().bytes, rebuilt.bytes);
        assert!(rebuilt.is_for_screens && rebuilt.large_profile.is_none());
    }

    #[test]
    fn comments_between_scans_go_too() {
        let second_scan = (2..PROGRESSIVE.len())
            .filter(|at| PROGRESSIVE[*at - 2..*at] == [0xFF, marker::DHT])
            .nth(1)
            .unwrap()
            - 2;
        let mut full = PROGRESSIVE[..second_scan].to_vec();
        full.extend(segment(0xFE, b"between"));
        full.extend_from_slice(&PROGRESSIVE[second_scan..]);
        let rebuilt = rebuild(&full).unwrap().bytes;
        assert!(!contains(&rebuilt, b"between"));
        assert_eq!(shown(&rebuilt), shown(PROGRESSIVE));
    }

    #[test]
    fn files_say_which_way_is_up_and_nothing_else() {
        for orientation in orientations() {
            let tagged = jpeg_with(&marked(20, 10), Some(exif_of(orientation)), None);
            let rebuilt = rebuild(&tagged).unwrap().bytes;
            assert_eq!(shown(&rebuilt), shown(&tagged), "{orientation:?}");
            let is_tagged = contains(&rebuilt, EXIF);
            assert_eq!(is_tagged, orientation != Orientation::NoTransforms);
        }
    }

    #[test]
    fn colour_profiles_stay_unless_they_are_large_or_broken() {
        let wide = ColorProfile::new_display_p3().encode().unwrap();
        let with = |icc: &[u8]| {
            let file = jpeg_with(&marked(16, 16), None, Some(icc.to_vec()));
            rebuild(&file).unwrap()
        };
        let small = with(&wide);
        assert!(contains(&small.bytes, &wide) && small.large_profile.is_none());
        let mut padded = wide.clone();
        padded.resize(LARGEST_PROFILE, 0);
        // In two segments.
        let rebuilt = with(&padded);
        assert!(rebuilt.large_profile.is_none());
        assert!(rebuilt.bytes.len() > LARGEST_PROFILE);
        padded.push(0);
        let large = with(&padded);
        assert!(large.large_profile.is_some() && !contains(&large.bytes, ICC));
        let broken = with(b"not a profile");
        assert!(broken.large_profile.is_none() && !contains(&broken.bytes, ICC));
        // A profile of which a part is missing.
        let mut torn = jpeg(&marked(16, 16))[..2].to_vec();
        torn.extend(segment(marker::APP2, &[ICC, &[1, 2], &wide].concat()));
        torn.extend_from_slice(&jpeg(&marked(16, 16))[2..]);
        assert!(!contains(&rebuild(&torn).unwrap().bytes, ICC));
    }

    #[test]
    fn what_has_no_picture_is_broken() {
        let file = jpeg(&marked(16, 16));
        let scan = file
            .windows(2)
            .position(|marker| marker == [0xFF, marker::SOS])
            .unwrap();
        for broken in [&file[..2], &file[..20], &file[..scan]] {
            assert!(rebuild(broken).is_err());
        }
        // Two frames: decoders disagree on which one counts.
        let frame = file.windows(2).position(|marker| marker == [0xFF, 0xC0]);
        let frame = &file[frame.unwrap()..][..19];
        let twice = [&file[..scan], frame, &file[scan..]].concat();
        assert!(rebuild(&twice).is_err());
        // A missing end is added.
        let unended = &file[..file.len() - 2];
        assert_eq!(rebuild(unended).unwrap().bytes, file);
    }
}

//! The memory that pictures take is what was counted before they were decoded.

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{Rgb, RgbImage};
use picture_codec::{MAX_PIXELS, prepare, survey_bytes, views_cost};

/// What the allocator keeps, threads and the encoder's output.
const SLACK: u64 = 40_000_000;

/// The largest memory of this process so far, in bytes.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
    kilobytes.parse::<u64>().unwrap() * 1024
}

fn photo() -> Vec<u8> {
    let image = RgbImage::from_fn(8_160, 6_120, |x, y| {
        Rgb([(x / 32) as u8, (y / 24) as u8, (x ^ y) as u8])
    });
    let mut jpeg = Vec::new();
    image
        .write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, 80))
        .unwrap();
    jpeg
}

// One test: the others of a process would take memory too.
#[test]
fn a_large_picture_takes_the_memory_that_was_counted() {
    let bomb = include_bytes!("../src/fixtures/bomb.png");
    for upload in [bomb.to_vec(), photo()] {
        // Forget the memory that making the picture took.
        std::fs::write("/proc/self/clear_refs", "5").unwrap();
        let before = most_memory();
        let survey = survey_bytes(&upload).unwrap().within(MAX_PIXELS).unwrap();
        let counted = survey.memory() + views_cost(&survey);
        let prepared = prepare(Bytes::from(upload), &survey).unwrap().unwrap();
        assert!(prepared.views.iter().all(Option::is_some));
        let taken = most_memory() - before;
        assert!(taken < counted + SLACK, "{taken} of {counted}");
        assert!(counted < 360_000_000);
    }
}

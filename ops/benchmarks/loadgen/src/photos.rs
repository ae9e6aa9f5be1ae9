//! Pictures like photographs: no two files are the same, and all their bytes are picture.

use anyhow::{Result, ensure};
use clap::Parser;
use image::{ImageEncoder as _, Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Parser)]
pub struct Args {
    #[arg(long)]
    count: usize,
    /// Size of each picture, within 3 %
    #[arg(long, default_value_t = 1_000_000)]
    picture_bytes: usize,
    /// The folder to write `1.jpg`, `2.jpg` … to
    #[arg(long)]
    out: PathBuf,
}

pub fn run(args: &Args) -> Result<Value> {
    let photos = Photos::paint(args.count, args.picture_bytes)?;
    std::fs::create_dir_all(&args.out)?;
    for number in 1..=args.count {
        let file = args.out.join(format!("{number}.jpg"));
        std::fs::write(file, photos.photo(number))?;
    }
    Ok(json!({"count": args.count}))
}

/// Number of different scenes. Eight bytes of comment make each file unique.
const SCENES: usize = 8;
const WIDTH: u32 = 2000;
const HEIGHT: u32 = 1500;
/// As cameras write them.
const QUALITY: u8 = 92;

pub struct Photos(Vec<Vec<u8>>);

impl Photos {
    /// Paints the scenes of at most `count` pictures of `size` bytes.
    pub fn paint(count: usize, size: usize) -> Result<Self> {
        let scenes = 0..SCENES.min(count) as u32;
        scenes
            .map(|scene| scene_of(scene, size))
            .collect::<Result<_>>()
            .map(Self)
    }

    pub fn photo(&self, number: usize) -> Vec<u8> {
        let jpeg = &self.0[number % self.0.len()];
        let mut photo = jpeg[..2].to_vec();
        photo.extend_from_slice(b"\xff\xfe\x00\x0a");
        photo.extend_from_slice(format!("{number:08}").as_bytes());
        photo.extend_from_slice(&jpeg[2..]);
        photo
    }
}

/// A picture with enough grain that its JPEG has nearly `size` bytes.
fn scene_of(scene: u32, size: usize) -> Result<Vec<u8>> {
    let (mut least, mut most) = (0.0_f32, 64.0_f32);
    let mut best = painted(scene, least)?;
    ensure!(
        best.len() <= size,
        "a {WIDTH}×{HEIGHT} picture does not fit into {size} bytes; raise --picture-bytes"
    );
    while best.len() * 100 < size * 97 {
        ensure!(
            most - least > 0.001,
            "no grain makes a picture of {size} bytes"
        );
        let grain = f32::midpoint(least, most);
        let jpeg = painted(scene, grain)?;
        if jpeg.len() <= size {
            (best, least) = (jpeg, grain);
        } else {
            most = grain;
        }
    }
    Ok(best)
}

/// Soft shapes, a canvas's weave, and the grain of a sensor, stronger in the shadows.
fn painted(scene: u32, grain: f32) -> Result<Vec<u8>> {
    // A private pseudo-random generator, so that every run paints the same picture.
    let mut state = u64::from(scene) * 0x9E37_79B9_7F4A_7C15 + 1;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        // Four bytes added up are nearly normally distributed.
        let sum: u32 = state.to_le_bytes()[..4]
            .iter()
            .map(|byte| u32::from(*byte))
            .sum();
        (sum as f32 - 510.0) / 148.0
    };
    let image = RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let (x, y) = ((x + scene * 97) as f32, (y + scene * 31) as f32);
        let shapes = (x / 160.0).sin() * 60.0 + (y / 90.0).cos() * 50.0;
        let weave = ((x * 0.9).sin() + (y * 0.8).sin()) * 4.0;
        let light = 120.0 + shapes + weave;
        let all = noise() * grain * (1.4 - light / 255.0);
        let mut channel = |base: f32| (light + base + all + noise() * grain / 4.0) as u8;
        Rgb([channel(0.0), channel(y / 20.0 - 10.0), channel(20.0)])
    });
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, QUALITY).write_image(
        &image,
        WIDTH,
        HEIGHT,
        image::ExtendedColorType::Rgb8,
    )?;
    Ok(jpeg)
}

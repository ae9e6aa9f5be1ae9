//! Writes an archive to import: a table of lots in a house's format, and real pictures.

use anyhow::{Context as _, Result, ensure};
use clap::Parser;
use image::{ImageEncoder as _, Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use serde_json::{Value, json};
use std::{fmt::Write as _, fs::File, io::BufWriter, io::Write as _, path::PathBuf};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

#[derive(Parser)]
pub struct Args {
    #[arg(long, default_value_t = 10_000)]
    lots: usize,
    /// Number of lots with a picture each, starting with the first lot
    #[arg(long, default_value_t = 2_000)]
    pictures: usize,
    /// Exact size of each picture
    #[arg(long, default_value_t = 1_000_000)]
    picture_bytes: usize,
    #[arg(long)]
    out: PathBuf,
}

/// Number of different pictures. A comment makes every file unique.
const SCENES: u32 = 8;
const WIDTH: u32 = 2000;
const HEIGHT: u32 = 1500;
/// The longest text of a JPEG comment: the 16-bit length includes its own two bytes.
const LONGEST_COMMENT: usize = 65_533;

pub fn run(args: &Args) -> Result<Value> {
    let scenes: Vec<Vec<u8>> = (0..SCENES.min(args.pictures as u32))
        .map(|scene| scene_of(scene, args.picture_bytes))
        .collect::<Result<_>>()?;
    let file = File::create(&args.out)
        .with_context(|| format!("{} cannot be written", args.out.display()))?;
    let mut zip = ZipWriter::new(BufWriter::new(file));
    zip.start_file(
        "лоты.csv",
        SimpleFileOptions::default().compression_method(CompressionMethod::Stored),
    )?;
    zip.write_all(table(args.lots)?.as_bytes())?;
    // JPEG does not compress further, so archivers store it.
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for number in 1..=args.pictures {
        zip.start_file(format!("фото/{number}.jpg"), stored)?;
        let scene = &scenes[number % scenes.len()];
        zip.write_all(&marked(scene, number, args.picture_bytes))?;
    }
    zip.finish()?.flush()?;
    let bytes = std::fs::metadata(&args.out)?.len();
    Ok(json!({"bytes": bytes, "scene_bytes": scenes.iter().map(Vec::len).max()}))
}

fn table(lots: usize) -> Result<String> {
    let mut table = String::from(
        "№;Название;Описание;Стартовая цена, руб.;Резерв;Эстимейт;Категория;Материалы;Страна;Примечания\r\n",
    );
    for number in 1..=lots {
        let price = 1_000 + number * 10 % 90_000;
        write!(
            table,
            "{number};;Художников {0}.{1}. (1871–1938) «Пейзаж с рекой, вариант {number}». 19{2:02} г. Холст, масло. \
             Размер {3}×{4} см. Подпись справа внизу. Сохранность хорошая, на обороте выставочные этикетки и номер \
             по каталогу собрания, рама более поздняя.;{price};{5};{6}–{7};Живопись;Холст, масло;Россия;{8}\r\n",
            ['А', 'Б', 'В', 'Г', 'Д'][number % 5],
            ['И', 'К', 'Л', 'М'][number % 4],
            number % 40,
            30 + number % 70,
            25 + number % 50,
            if number % 7 == 0 {
                (price * 2).to_string()
            } else {
                String::new()
            },
            price * 2,
            price * 3,
            if number % 10 == 0 {
                "Реставрация левого края"
            } else {
                ""
            },
        )?;
    }
    Ok(table)
}

/// A smooth picture with enough grain that its JPEG comes close to `most` bytes without exceeding it.
fn scene_of(scene: u32, most: usize) -> Result<Vec<u8>> {
    let (mut least_grain, mut most_grain) = (0_u32, 120_u32);
    let mut best = Vec::new();
    while least_grain <= most_grain {
        let grain = least_grain.midpoint(most_grain);
        let jpeg = painted(scene, grain)?;
        // Leave room for the comment that makes the file unique.
        if jpeg.len() + 64 <= most {
            best = jpeg;
            least_grain = grain + 1;
        } else if grain == 0 {
            break;
        } else {
            most_grain = grain - 1;
        }
    }
    ensure!(
        !best.is_empty(),
        "a {WIDTH}×{HEIGHT} picture does not fit into {most} bytes; raise --picture-bytes"
    );
    Ok(best)
}

fn painted(scene: u32, grain: u32) -> Result<Vec<u8>> {
    // A private pseudo-random generator, so that every run paints the same picture.
    let mut state = u64::from(scene) * 0x9E37_79B9_7F4A_7C15 + 1;
    let mut noise = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % (2 * u64::from(grain) + 1)) as i32 - grain as i32
    };
    let image = RgbImage::from_fn(WIDTH, HEIGHT, |x, y| {
        let wave = ((x + scene * 97) as f32 / 160.0).sin() * 60.0
            + ((y + scene * 31) as f32 / 90.0).cos() * 50.0;
        let n = noise();
        let channel = |base: i32| (base + wave as i32 + n).clamp(0, 255) as u8;
        Rgb([channel(120), channel(110 + (y / 20) as i32), channel(140)])
    });
    let mut jpeg = Vec::new();
    JpegEncoder::new_with_quality(&mut jpeg, 85).write_image(
        &image,
        WIDTH,
        HEIGHT,
        image::ExtendedColorType::Rgb8,
    )?;
    Ok(jpeg)
}

/// The picture with comments added that make it unique and exactly `size` bytes long.
fn marked(jpeg: &[u8], number: usize, size: usize) -> Vec<u8> {
    let mut marked = Vec::with_capacity(size);
    marked.extend_from_slice(&jpeg[..2]);
    let mut missing = size - jpeg.len();
    let mut text = format!("{number:08}").into_bytes();
    while missing > 4 {
        let length = (missing - 4).min(LONGEST_COMMENT);
        // The rest must be long enough for another comment.
        let length = if (1..=4).contains(&(missing - 4 - length)) {
            length - 8
        } else {
            length
        };
        text.resize(length, b' ');
        marked.extend_from_slice(b"\xff\xfe");
        marked.extend_from_slice(&((length + 2) as u16).to_be_bytes());
        marked.extend_from_slice(&text);
        missing -= length + 4;
        text.clear();
    }
    marked.extend_from_slice(&jpeg[2..]);
    marked
}

//! Writes an archive to import: a table of lots in a house's format, and their pictures.

use crate::photos::Photos;
use anyhow::{Context as _, Result};
use clap::Parser;
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
    /// Size of each picture, within 3 %
    #[arg(long, default_value_t = 1_000_000)]
    picture_bytes: usize,
    #[arg(long)]
    out: PathBuf,
}

pub fn run(args: &Args) -> Result<Value> {
    let photos = Photos::paint(args.pictures, args.picture_bytes)?;
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
        zip.write_all(&photos.photo(number))?;
    }
    zip.finish()?.flush()?;
    let bytes = std::fs::metadata(&args.out)?.len();
    Ok(json!({"bytes": bytes}))
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

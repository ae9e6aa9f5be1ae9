//! Pages, filled from top to bottom.

use anyhow::Context as _;
use krilla::Document;
use krilla::SerializeSettings;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{LinkAnnotation, Target};
use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::metadata::{DateTime, Metadata};
use krilla::num::NormalizedF32;
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule};
use krilla::text::TextDirection;
use time::OffsetDateTime;

use super::text::{Weight, lines, printable, width};
use crate::moscow;

/// A4, in points.
const PAGE: (f32, f32) = (595.28, 841.89);
const MARGIN: f32 = 56.7;
/// Where the text ends. The page number is below.
const BOTTOM: f32 = PAGE.1 - 70.0;
const WIDTH: f32 = PAGE.0 - 2.0 * MARGIN;
const LINE: f32 = 1.4;

/// Red, green, blue.
type Color = (u8, u8, u8);
const INK: Color = (0x1f, 0x1b, 0x18);
const FAINT: Color = (0x6b, 0x62, 0x5b);
const ACCENT: Color = (0x7a, 0x2e, 0x2a);

enum Mark {
    Text {
        /// The left end of the baseline.
        at: (f32, f32),
        text: String,
        weight: Weight,
        size: f32,
        color: Color,
    },
    Picture {
        /// Left, top, width, height.
        at: (f32, f32, f32, f32),
        image: Image,
    },
    Rule {
        y: f32,
    },
    Link {
        at: (f32, f32, f32, f32),
        address: String,
    },
}

/// Lays out a document and writes it as PDF.
pub struct Flow {
    title: String,
    pages: Vec<Vec<Mark>>,
    /// The top of the free space on the last page.
    y: f32,
}

/// The box that bounds a picture, in points.
#[derive(Debug, Clone, Copy)]
pub struct PictureBox {
    pub width: f32,
    pub height: f32,
}

impl PictureBox {
    /// The main picture of a page. Leaves room for its text.
    pub const MAIN: Self = Self {
        width: WIDTH,
        height: 220.0,
    };
    /// Five of these fill a row.
    pub const SMALL: Self = Self {
        width: (WIDTH - 48.0) / 5.0,
        height: 90.0,
    };
}

impl Flow {
    /// `title` goes into the document's properties.
    pub fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            pages: vec![Vec::new()],
            y: MARGIN,
        }
    }

    pub fn title(&mut self, text: &str) {
        self.block(text, Weight::SemiBold, 20.0, INK, 6.0);
    }

    pub fn heading(&mut self, text: &str) {
        self.space(8.0);
        // Keeps the heading on the same page as the text after it.
        self.need(60.0);
        self.block(text, Weight::SemiBold, 13.0, INK, 4.0);
    }

    /// Adds each line as a paragraph.
    pub fn text(&mut self, text: &str) {
        for paragraph in text.split('\n') {
            self.block(paragraph, Weight::Regular, 10.5, INK, 5.0);
        }
    }

    pub fn small(&mut self, text: &str) {
        self.block(text, Weight::Regular, 9.0, FAINT, 3.0);
    }

    /// Adds a name and its value side by side.
    pub fn fact(&mut self, name: &str, value: &str) {
        const NAMES: f32 = 130.0;
        const SIZE: f32 = 10.5;
        let name = lines(&printable(name), Weight::Regular, SIZE, NAMES - 10.0);
        let value = lines(&printable(value), Weight::SemiBold, SIZE, WIDTH - NAMES);
        if value.is_empty() {
            return;
        }
        for row in 0..name.len().max(value.len()) {
            self.need(SIZE * LINE);
            let y = self.y + SIZE;
            if let Some(name) = name.get(row) {
                self.put(MARGIN, y, name, Weight::Regular, SIZE, FAINT);
            }
            if let Some(value) = value.get(row) {
                self.put(MARGIN + NAMES, y, value, Weight::SemiBold, SIZE, INK);
            }
            self.y += SIZE * LINE;
        }
        self.y += 2.0;
    }

    /// Adds a clickable address.
    pub fn link(&mut self, address: &str) {
        const SIZE: f32 = 10.5;
        for line in lines(&printable(address), Weight::Regular, SIZE, WIDTH) {
            self.need(SIZE * LINE);
            self.put(MARGIN, self.y + SIZE, &line, Weight::Regular, SIZE, ACCENT);
            let at = (
                MARGIN,
                self.y,
                width(&line, Weight::Regular, SIZE),
                SIZE * LINE,
            );
            self.mark(Mark::Link {
                at,
                address: address.to_owned(),
            });
            self.y += SIZE * LINE;
        }
        self.y += 4.0;
    }

    pub fn rule(&mut self) {
        self.space(6.0);
        self.need(12.0);
        self.mark(Mark::Rule { y: self.y });
        self.y += 12.0;
    }

    pub fn space(&mut self, height: f32) {
        self.y += height;
    }

    /// Adds JPEGs side by side, each scaled down to fit `place`. Skips data that is not a JPEG.
    pub fn pictures(&mut self, jpegs: Vec<Vec<u8>>, place: PictureBox) {
        let in_row = (((WIDTH + 12.0) / (place.width + 12.0)).floor() as usize).max(1);
        let images: Vec<Image> = jpegs
            .into_iter()
            .filter_map(|jpeg| Image::from_jpeg(jpeg.into(), true).ok())
            .collect();
        for row in images.chunks(in_row) {
            let sizes: Vec<(f32, f32)> = row.iter().map(|image| fitted(image, place)).collect();
            let height = sizes.iter().map(|size| size.1).fold(0.0, f32::max);
            self.need(height);
            for (column, (image, (width, height))) in row.iter().zip(&sizes).enumerate() {
                let left = MARGIN + column as f32 * (place.width + 12.0);
                self.mark(Mark::Picture {
                    at: (left, self.y, *width, *height),
                    image: image.clone(),
                });
            }
            self.y += height + 12.0;
        }
    }

    fn block(&mut self, text: &str, weight: Weight, size: f32, color: Color, after: f32) {
        for line in lines(&printable(text), weight, size, WIDTH) {
            self.need(size * LINE);
            self.put(MARGIN, self.y + size, &line, weight, size, color);
            self.y += size * LINE;
        }
        self.y += after;
    }

    /// Starts a new page if `height` does not fit on this one.
    fn need(&mut self, height: f32) {
        if self.y + height > BOTTOM && self.y > MARGIN {
            self.pages.push(Vec::new());
            self.y = MARGIN;
        }
    }

    fn put(&mut self, x: f32, y: f32, text: &str, weight: Weight, size: f32, color: Color) {
        self.mark(Mark::Text {
            at: (x, y),
            text: text.to_owned(),
            weight,
            size,
            color,
        });
    }

    fn mark(&mut self, mark: Mark) {
        self.pages
            .last_mut()
            .expect("a document has at least one page")
            .push(mark);
    }

    /// Writes the PDF. `maker` and `at` go into its metadata.
    pub fn finish(self, maker: &str, at: OffsetDateTime) -> anyhow::Result<Vec<u8>> {
        let mut document = Document::new_with(SerializeSettings::default());
        let shown = at.to_offset(moscow::OFFSET);
        let made = DateTime::new(u16::try_from(shown.year())?)
            .month(shown.month().into())
            .day(shown.day())
            .hour(shown.hour())
            .minute(shown.minute())
            .second(shown.second())
            .utc_offset_hour(3);
        document.set_metadata(
            Metadata::new()
                .title(self.title)
                .language("ru".to_owned())
                .creator(maker.to_owned())
                .creation_date(made),
        );
        let fonts = [Weight::Regular, Weight::SemiBold].map(Weight::font);
        let of = self.pages.len();
        for (number, marks) in (1..).zip(self.pages) {
            let size = PageSettings::from_wh(PAGE.0, PAGE.1).context("invalid page size")?;
            let mut page = document.start_page_with(size);
            let mut surface = page.surface();
            let mut links = Vec::new();
            let footer = (of > 1).then(|| Mark::Text {
                at: (MARGIN, PAGE.1 - 40.0),
                text: format!("Страница {number} из {of}"),
                weight: Weight::Regular,
                size: 9.0,
                color: FAINT,
            });
            for mark in marks.into_iter().chain(footer) {
                match mark {
                    Mark::Text {
                        at,
                        text,
                        weight,
                        size,
                        color,
                    } => {
                        surface.set_fill(Some(filled(color)));
                        surface.draw_text(
                            Point::from_xy(at.0, at.1),
                            fonts[weight as usize].clone(),
                            size,
                            &text,
                            false,
                            TextDirection::LeftToRight,
                        );
                    }
                    Mark::Picture {
                        at: (left, top, width, height),
                        image,
                    } => {
                        let size = Size::from_wh(width, height).context("invalid picture size")?;
                        surface.push_transform(&Transform::from_translate(left, top));
                        surface.draw_image(image, size);
                        surface.pop();
                    }
                    Mark::Rule { y } => {
                        let mut path = PathBuilder::new();
                        let line = Rect::from_xywh(MARGIN, y, WIDTH, 0.7);
                        path.push_rect(line.context("invalid rectangle of a rule")?);
                        surface.set_fill(Some(filled(FAINT)));
                        surface.draw_path(&path.finish().context("invalid path of a rule")?);
                    }
                    Mark::Link { at, address } => links.push((at, address)),
                }
            }
            surface.finish();
            for ((left, top, width, height), address) in links {
                let area =
                    Rect::from_xywh(left, top, width, height).context("invalid area of a link")?;
                let target = Target::Action(Action::Link(LinkAction::new(address)));
                page.add_annotation(LinkAnnotation::new(area, target).into());
            }
            page.finish();
        }
        document
            .finish()
            .map_err(|error| anyhow::anyhow!("cannot write the PDF: {error:?}"))
    }
}

fn filled((red, green, blue): Color) -> Fill {
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }
}

/// Width and height in points: fits `place`, keeps the proportions, and is never larger than one point per pixel.
fn fitted(image: &Image, place: PictureBox) -> (f32, f32) {
    let (width, height) = image.size();
    let (width, height) = (width.max(1) as f32, height.max(1) as f32);
    let scale = (place.width / width).min(place.height / height).min(1.0);
    (width * scale, height * scale)
}

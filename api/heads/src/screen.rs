//! The first screen of a page as plain HTML: the site's name, the heading, and the picture, title and price of a lot or
//! the first cards of a list. Browsers show it while the client's scripts load; the client then puts its own in its
//! place. Everybody gets the same, so it says only what visitors may see.
//!
//! The classes are those of `client/src/app/theme/first.css`, which puts each part where the client will.

use contract::dto::{CatalogShort, Lot, LotShort, Picture};
use documents::lot as on_paper;
use texts::money;

use texts::markup::escape;

/// The longer sides of the views that the API makes. They follow `client/src/lib/images.ts`.
const SIDES: [i32; 4] = [160, 320, 640, 1280];

/// Cards of a list's first screen.
const CARDS: usize = 8;

/// The room that a picture has: width and height on phones, then on wider screens. They follow
/// `client/src/trade/components/LotPicture/frames.ts`.
struct Frame {
    phone: [&'static str; 2],
    wide: [&'static str; 2],
}

const STAGE: Frame = Frame {
    phone: ["100vw - 32px", "276px"],
    wide: ["min(55vw, 680px)", "520px"],
};
const HERO: Frame = Frame {
    phone: ["100vw - 32px", "320px"],
    wide: ["min(55vw, 730px)", "464px"],
};
const CARD: Frame = Frame {
    phone: ["38vw", "48vw"],
    wide: ["min(25vw, 200px)", "min(31vw, 250px)"],
};

/// The whole screen: the site's name above the page's own part.
pub fn of(brand: &str, main: &str) -> String {
    format!(
        "<div class=\"first\"><header><a href=\"/\">{}</a></header><main>{main}</main></div>",
        escape(brand)
    )
}

/// A page of which only the heading is known here.
pub fn heading(title: &str) -> String {
    format!("<h1>{}</h1>", escape(title))
}

pub fn list(title: &str, lots: &[LotShort]) -> String {
    let cards: String = lots.iter().take(CARDS).enumerate().map(card).collect();
    format!(
        "<h1>{}</h1><ul class=\"first-cards\">{cards}</ul>",
        escape(title)
    )
}

fn card((place, lot): (usize, &LotShort)) -> String {
    let shown = lot
        .img
        .as_ref()
        .map(|shown| picture(shown, &CARD, place < 4))
        .unwrap_or_default();
    format!(
        "<li><span>{shown}</span><b>{}</b><i>{}</i></li>",
        escape(&authors(lot)),
        escape(&lot.title_ru)
    )
}

pub fn lot(lot: &Lot) -> String {
    let short = &lot.short;
    let shown = lot.gallery.images.first().or(short.img.as_ref());
    let shown = shown
        .map(|shown| picture(shown, &STAGE, true))
        .unwrap_or_default();
    let (author, title) = match authors(short) {
        names if names.is_empty() => (short.title_ru.clone(), String::new()),
        names => (names, short.title_ru.clone()),
    };
    let price = on_paper::prices(lot)
        .into_iter()
        .next()
        .map(|(label, value)| {
            format!(
                "<p class=\"first-price\">{}<b>{}</b></p>",
                escape(label),
                escape(&value)
            )
        });
    format!(
        "<div class=\"first-lot\"><div>{shown}</div><section><h1>{}</h1><p>{}</p>{}</section></div>",
        escape(&author),
        escape(&title),
        price.unwrap_or_default()
    )
}

/// The sale on the home page, with the lot on the block.
pub fn home(sale: &CatalogShort, current: Option<&Lot>) -> String {
    let shown = current
        .and_then(|lot| lot.short.img.as_ref())
        .map(|shown| picture(shown, &HERO, true))
        .unwrap_or_default();
    let price = current.map(|lot| {
        let price = &lot.short.price;
        let value = price.value.unwrap_or(price.start);
        format!(
            "<p class=\"first-price\"><b>{}</b></p>",
            escape(&money::amount(value, price.currency))
        )
    });
    format!(
        "<div class=\"first-hero\"><section><h1>{}</h1><p>{}</p>{}</section><div>{shown}</div></div>",
        escape(&sale.title),
        escape(&sale.house_name_ru),
        price.unwrap_or_default()
    )
}

fn authors(lot: &LotShort) -> String {
    let names: Vec<&str> = lot
        .author
        .iter()
        .map(|author| author.name.as_str())
        .collect();
    names.join(", ")
}

/// The picture in the views of which the client would ask for one, so that it is loaded once. It is decoration here: the
/// title beside it says what it shows.
fn picture(picture: &Picture, frame: &Frame, is_first: bool) -> String {
    let (width, height) = (picture.width, picture.height);
    let longer = width.max(height);
    if longer <= 0 || height <= 0 {
        return String::new();
    }
    let largest = SIDES
        .iter()
        .position(|side| *side >= longer)
        .map_or(SIDES.len(), |last| last + 1);
    let views: Vec<String> = SIDES
        .iter()
        .take(largest)
        .map(|side| {
            let across =
                (f64::from(width) * f64::from(longer.min(*side)) / f64::from(longer)).round();
            let address = picture.full.replace("size=full", &format!("size={side}"));
            format!("{address} {across}w")
        })
        .collect();
    let ratio = f64::from(width) / f64::from(height);
    let shown = |[across, down]: [&str; 2]| format!("min({across}, {down} * {ratio:.3})");
    let order = if is_first {
        " fetchpriority=\"high\""
    } else {
        " loading=\"lazy\""
    };
    format!(
        "<img src=\"{}\" srcset=\"{}\" sizes=\"(max-width: 720px) {}, {}\" width=\"{width}\" height=\"{height}\" alt=\"\"{order}>",
        escape(&picture.preview),
        escape(&views.join(", ")),
        shown(frame.phone),
        shown(frame.wide)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_offers_the_views_that_the_client_asks_for() {
        let id = uuid::Uuid::nil();
        let html = picture(&Picture::new("lots", id, 900, 600), &STAGE, true);
        let views = format!(
            "srcset=\"/api/lots/image/{id}/?size=160 160w, /api/lots/image/{id}/?size=320 320w, \
             /api/lots/image/{id}/?size=640 640w, /api/lots/image/{id}/?size=1280 900w\""
        );
        assert!(html.contains(&views), "{html}");
        assert!(
            html.contains("sizes=\"(max-width: 720px) min(100vw - 32px, 276px * 1.500), min(min(55vw, 680px), 520px * 1.500)\""),
            "{html}"
        );
        assert_eq!(picture(&Picture::new("lots", id, 0, 0), &STAGE, true), "");
    }

    #[test]
    fn names_are_escaped() {
        for html in [
            of("<script>", ""),
            heading("<script>"),
            list("<script>", &[]),
        ] {
            assert!(!html.contains("<script"), "{html}");
        }
    }
}

//! The first screen of a page as plain HTML: the site's name, the heading, and the picture, title and price of a lot or
//! the first cards of a list. Browsers show it while the client's scripts load; then the client replaces it.
//! Everybody gets the same, so it contains only what visitors may see.
//!
//! The classes are those of `client/src/app/theme/first.css`, which puts each part where the client will render it.

pub mod auction;
pub mod sales;

use contract::dto::{
    CalculationType, CatalogShort, CatalogState, CatalogType, Currency, House, Lot, LotShort,
    LotState, NewsShort, Picture,
};
use texts::markup::escape;
use texts::{money, rich_text, words};
use uuid::Uuid;

/// The longer sides of the views that the API makes. They follow `client/src/lib/images.ts`.
const SIDES: [i32; 5] = [160, 320, 480, 640, 1280];

/// A picture that is loaded before all else.
const FIRST: &str = " fetchpriority=\"high\"";

/// The side of the square that the latest news' picture fits into, in CSS pixels.
const LEAD_SIDE: i32 = 640;

/// Cards of a list's first screen.
const CARDS: usize = 8;
/// Those of them that are a phone's first row. The pictures of the others share the line with nothing of the first screen.
const FIRST_ROW: usize = 2;

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

/// A title in HTML, whose lines break where the client's do.
fn shown_title(text: &str) -> String {
    escape(&words::typeset(text))
}

/// A page whose first screen is only its heading.
pub fn heading(title: &str) -> String {
    format!("<h1>{}</h1>", escape(title))
}

pub fn list(title: &str, lots: &[LotShort]) -> String {
    format!("<h1>{}</h1>{}", escape(title), cards(lots))
}

/// The latest news, larger than those below it, which the client adds.
pub fn news(title: &str, news: &[NewsShort]) -> String {
    let lead = news.first().map(|lead| {
        let shown = lead.image.preview_id.map(lead_picture);
        let summary = lead.summary.as_deref().unwrap_or_default();
        format!(
            "<div class=\"first-news\"><div>{}</div><section><h2>{}</h2><p>{}</p></section></div>",
            shown.unwrap_or_default(),
            shown_title(&lead.title),
            escape(summary)
        )
    });
    format!("<h1>{}</h1>{}", escape(title), lead.unwrap_or_default())
}

/// As `SquarePicture` of the client asks for it.
fn lead_picture(id: Uuid) -> String {
    let address = |side: i32| format!("/api/news/image/{id}/?size={side}");
    let views: Vec<String> = SIDES
        .iter()
        .map(|&side| {
            let density = (f64::from(side) / f64::from(LEAD_SIDE) * 100.0).round() / 100.0;
            format!("{} {density}x", address(side))
        })
        .collect();
    format!(
        "<img src=\"{}\" srcset=\"{}\" alt=\"\"{FIRST}>",
        address(LEAD_SIDE),
        views.join(", ")
    )
}

/// A house: its name and what it says of itself.
pub fn house(house: &House) -> String {
    let counted = |count: i64, one, few, many| {
        let noun = words::plural(usize::try_from(count).unwrap_or_default(), one, few, many);
        format!("{}\u{a0}{noun}", money::thousands(count))
    };
    let description = house.description_ru.as_deref().map(rich);
    format!(
        "<div class=\"first-house\">{}<div class=\"first-sign\"></div><div><h1>{}</h1><small>{} · {}</small>{}</div></div>",
        crumbs(&["Главная", "Аукционные дома", &house.short.name_ru]),
        shown_title(&house.short.name_ru),
        counted(house.catalogs_count, "аукцион", "аукциона", "аукционов"),
        counted(house.lots_count, "лот", "лота", "лотов"),
        description.unwrap_or_default()
    )
}

fn crumbs(names: &[&str]) -> String {
    let names: String = names
        .iter()
        .map(|name| format!("<li>{}</li>", escape(name)))
        .collect();
    format!("<ol class=\"first-crumbs\">{names}</ol>")
}

/// Formatted text by staff, through the same list of what is allowed as when it was saved. Plain text keeps its lines.
fn rich(html: &str) -> String {
    let opens_tag = |pair: &[u8]| pair[0] == b'<' && pair[1].is_ascii_alphabetic();
    let lines = if html.as_bytes().windows(2).any(opens_tag) {
        ""
    } else {
        " first-lines"
    };
    format!(
        "<div class=\"first-rich{lines}\">{}</div>",
        rich_text::clean(html)
    )
}

fn cards(lots: &[LotShort]) -> String {
    let cards: String = lots.iter().take(CARDS).enumerate().map(card).collect();
    format!("<ul class=\"first-cards\">{cards}</ul>")
}

fn card((place, lot): (usize, &LotShort)) -> String {
    let shown = picture(lot.img.as_ref(), &CARD, place < FIRST_ROW);
    let number = number(lot);
    let author = match authors(lot) {
        names if names.is_empty() => "Автор не указан".to_owned(),
        names => names,
    };
    let (label, price) = shown_price(lot);
    format!(
        "<li><span>{shown}</span><small>{number}</small><div><b>{}</b><i>{}</i><em>{}</em></div><u>{label}<b>{}</b></u></li>",
        escape(&author),
        shown_title(&lot.title_ru),
        escape(lot.period.as_deref().unwrap_or("Период не указан")),
        escape(&price)
    )
}

/// The price that a card shows, as `shownPrice` of the client chooses it.
fn shown_price(lot: &LotShort) -> (&'static str, String) {
    let price = &lot.price;
    let amount = |value| money::amount(value, price.currency);
    if let Some(CatalogType::Gallery | CatalogType::PostAuction) = lot.catalog_type {
        let asked = if price.start > 0 {
            amount(price.start)
        } else {
            "по запросу".to_owned()
        };
        return ("Цена", asked);
    }
    if let Some(value) = price.value {
        let label = match lot.state {
            LotState::Sold | LotState::Paid => "Цена продажи",
            _ if lot.is_bidding_over => "Последняя ставка",
            _ => "Текущая ставка",
        };
        return (label, amount(value));
    }
    match (price.estimated_from, price.estimated_to) {
        (None, None) => ("Стартовая цена", amount(price.start)),
        (Some(from), Some(to)) if from != to => (
            "Эстимейт",
            format!("{} – {}", money::thousands(from), amount(to)),
        ),
        (Some(one), _) | (None, Some(one)) => ("Эстимейт", amount(one)),
    }
}

pub fn lot(lot: &Lot) -> String {
    let short = &lot.short;
    let shown = lot.gallery.images.first().or(short.img.as_ref());
    let shown = picture(shown, &STAGE, true);
    let (author, what) = match authors(short) {
        names if names.is_empty() => (short.title_ru.clone(), String::new()),
        names => (names, short.title_ru.clone()),
    };
    // As `PriceBlock` of the client: a lot without bets has its start price, with the estimate beside it.
    let trades = short.catalog_type.is_none_or(CatalogType::trades);
    let (label, price) = match short.price.value {
        None if trades => (
            "Стартовая цена",
            money::amount(short.price.start, short.price.currency),
        ),
        _ => shown_price(short),
    };
    format!(
        "<div class=\"first-lot\"><div>{shown}</div><section><h1>{}</h1><p>{}</p><p class=\"first-price\">{label}<b>{}</b></p>{}</section></div>",
        shown_title(&author),
        shown_title(&what),
        escape(&price),
        act(lot)
    )
}

/// What a visitor can do with the lot, as `dealOf` of the client has it. A press before the client's scripts run is repeated by
/// them (`client/src/app/earlyPress.ts`).
fn act(lot: &Lot) -> String {
    let short = &lot.short;
    let Some(sale) = lot.catalog.as_ref().filter(|_| !short.is_bidding_over) else {
        return String::new();
    };
    let button = |label| {
        format!(
            "<p class=\"first-act\"><button type=\"button\" data-act=\"lot\">{label}</button></p>"
        )
    };
    if !sale.catalog_type.trades() {
        return button("ЗАПРОСИТЬ НАЛИЧИЕ И СТОИМОСТЬ");
    }
    let is_classic = sale.catalog_type == CatalogType::Classic;
    let is_open = short.state == LotState::InProcess;
    match sale.state {
        state if state.is_running() && is_open && sale.paused_at.is_none() => {
            button("СДЕЛАТЬ СТАВКУ")
        }
        state if state.is_running() && !is_open && is_classic => format!(
            "<p class=\"first-act\"><a href=\"/auction/{}\">ПЕРЕЙТИ В АУКЦИОН</a></p>",
            sale.id
        ),
        CatalogState::Scheduled
            if is_classic || sale.calculation_type != CalculationType::ByCatalogType =>
        {
            button("СДЕЛАТЬ СТАВКУ")
        }
        _ => String::new(),
    }
}

/// The sale on the home page, with the lot on the block.
pub fn home(sale: &CatalogShort, current: Option<&Lot>) -> String {
    let shown = picture(current.and_then(|lot| lot.short.img.as_ref()), &HERO, true);
    let price = current.map(|lot| {
        let shown = &lot.short.price;
        price(shown.value.unwrap_or(shown.start), shown.currency)
    });
    format!(
        "<div class=\"first-hero\"><section><h1>{}</h1><p>{}</p>{}</section><div>{shown}</div></div>",
        shown_title(&sale.title),
        escape(&sale.house_name_ru),
        price.unwrap_or_default()
    )
}

fn price(value: i64, currency: Currency) -> String {
    format!(
        "<p class=\"first-price\"><b>{}</b></p>",
        escape(&money::amount(value, currency))
    )
}

/// The dialog of a visitor's first visit, as `client/src/app/shell/ConsentModal.tsx` shows it. The client's scripts do what its
/// buttons say (`client/src/app/earlyPress.ts`), so it is for browsers that run them.
pub fn consent() -> &'static str {
    "<div class=\"first-consent\"><div><h2>Добро пожаловать</h2>\
     <p>Мы используем файлы cookie, чтобы сайт помнил вас и работал быстрее. Продолжая, вы соглашаетесь с \
     <a href=\"/docs/datapolicy.pdf\">политикой обработки данных</a> и \
     <a href=\"/docs/agreement.pdf\">пользовательским соглашением</a>.</p>\
     <p>Сервис предназначен только для лиц старше 18 лет.</p>\
     <p><button type=\"button\" data-act=\"accept\">Мне есть 18, принимаю</button>\
     <button type=\"button\" data-act=\"decline\">Отказаться</button></p></div></div>\
     <noscript><style>.first-consent{display:none}</style></noscript>"
}

fn authors(lot: &LotShort) -> String {
    let names: Vec<&str> = lot
        .author
        .iter()
        .map(|author| author.name.as_str())
        .collect();
    names.join(", ")
}

/// «Лот 12»; empty without a number.
fn number(lot: &LotShort) -> String {
    lot.catalog_lot_id
        .map(|number| format!("Лот {number}"))
        .unwrap_or_default()
}

/// The picture, in the views from which the client chooses, so that it is loaded only once. It has no alternative text:
/// the title beside it describes it.
fn picture(picture: Option<&Picture>, frame: &Frame, is_first: bool) -> String {
    let Some(picture) = picture else {
        return String::new();
    };
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
    let order = if is_first { FIRST } else { " loading=\"lazy\"" };
    let phone = shown(frame.phone);
    format!(
        "<img src=\"{}\" srcset=\"{}\" sizes=\"(max-width: 30em) and (min-resolution: 1.5dppx) calc(0.8 * {phone}), (max-width: 45em) {phone}, {}\" width=\"{width}\" height=\"{height}\" alt=\"\"{order}>",
        escape(&picture.preview),
        escape(&views.join(", ")),
        shown(frame.wide)
    )
}

/// The preload of the screen's largest picture: the scripts named in the page's head would go before it.
pub fn preload(screen: &str) -> Option<String> {
    // Texts of staff have no such attribute, so this is the first that `picture` wrote.
    let (before, _) = screen.split_once(FIRST)?;
    let (_, picture) = before.rsplit_once("<img ")?;
    let of = |name| picture.split_once(name)?.1.split_once('"');
    let (views, _) = of("srcset=\"")?;
    let sizes = of(" sizes=\"").map(|(sizes, _)| format!(" imagesizes=\"{sizes}\""));
    Some(format!(
        "<link rel=\"preload\" as=\"image\" imagesrcset=\"{views}\"{}{FIRST}>\n    ",
        sizes.unwrap_or_default()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_offers_the_views_that_the_client_asks_for() {
        let id = uuid::Uuid::nil();
        let html = picture(Some(&Picture::new("lots", id, 900, 600)), &STAGE, true);
        let views = format!(
            "srcset=\"/api/lots/image/{id}/?size=160 160w, /api/lots/image/{id}/?size=320 320w, \
             /api/lots/image/{id}/?size=480 480w, /api/lots/image/{id}/?size=640 640w, \
             /api/lots/image/{id}/?size=1280 900w\""
        );
        assert!(html.contains(&views), "{html}");
        assert!(
            html.contains("calc(0.8 * min(100vw - 32px, 276px * 1.500)), (max-width: 45em) min(100vw - 32px, 276px * 1.500), min(min(55vw, 680px), 520px * 1.500)\""),
            "{html}"
        );
        assert_eq!(
            picture(Some(&Picture::new("lots", id, 0, 0)), &STAGE, true),
            ""
        );
    }

    #[test]
    fn the_first_picture_is_named_before_the_scripts() {
        let shown = picture(
            Some(&Picture::new("lots", uuid::Uuid::nil(), 900, 600)),
            &STAGE,
            true,
        );
        let link = preload(&format!(
            "{}{shown}{shown}",
            rich("<p><img src=\"/a\"></p>")
        ))
        .unwrap();
        let (_, attributes) = shown.split_once("srcset=").unwrap();
        let (views, _) = attributes.split_once(" sizes=").unwrap();
        assert!(
            link.contains(&format!(
                "imagesrcset={views} imagesizes=\"(max-width: 30em)"
            )),
            "{link}"
        );
        assert_eq!(preload("<h1>Лоты</h1>"), None);
    }

    #[test]
    fn the_latest_news_shows_the_picture_that_the_client_asks_for() {
        let html = lead_picture(Uuid::nil());
        let id = Uuid::nil();
        let views = format!(
            "srcset=\"/api/news/image/{id}/?size=160 0.25x, /api/news/image/{id}/?size=320 0.5x, \
             /api/news/image/{id}/?size=480 0.75x, /api/news/image/{id}/?size=640 1x, \
             /api/news/image/{id}/?size=1280 2x\""
        );
        assert!(html.contains(&views), "{html}");
        let link = preload(&html).unwrap();
        assert!(
            link.contains(&format!("image{views} fetchpriority")),
            "{link}"
        );
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

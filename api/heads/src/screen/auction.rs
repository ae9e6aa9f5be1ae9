//! The first screen of an auction: its lots with what stands above them, or the live room.

use contract::dto::{Catalog, CatalogState, CatalogType, LotShort};
use texts::markup::escape;
use texts::{money, words};

use super::{Frame, authors, cards, crumbs, number, picture, price, rich, shown_title};

const ROOM: Frame = Frame {
    phone: ["100vw - 32px", "38vh"],
    wide: ["100vw - 464px", "60vh"],
};

/// The sale and its first lots. What the client shows between the two depends on the visitor, so its place is left empty.
pub fn sale(catalog: &Catalog, lots: &[LotShort]) -> String {
    let short = &catalog.short;
    let is_classic = short.catalog_type == CatalogType::Classic;
    let is_traded = is_classic || short.catalog_type == CatalogType::Parallel;
    let between = match short.state {
        CatalogState::Scheduled if short.start_date.is_some() => {
            let prepare = if is_classic {
                "<div class=\"first-prepare\"></div>"
            } else {
                ""
            };
            format!("<div class=\"first-soon\"></div>{prepare}")
        }
        CatalogState::Completed if is_traded => {
            "<div class=\"first-results\"><i></i><i></i></div>".to_owned()
        }
        _ => String::new(),
    };
    let banner = match short.state {
        CatalogState::Completed | CatalogState::Canceled => "",
        _ => "<div class=\"first-banner\"></div>",
    };
    let description = catalog.description_ru.as_deref().map(rich);
    // Beside its heading a running sale shows whether the connection holds.
    let running = match short.state {
        CatalogState::InProcess | CatalogState::WaitForEnd => " first-running",
        // A phone has the results to print and to share below it.
        CatalogState::Completed if is_traded => " first-done",
        _ => "",
    };
    format!(
        "<div class=\"first-sale{running}\">{}<h1>{}</h1><div class=\"first-about\"><p>{}</p>{}{}</div>{between}{banner}{}</div>",
        crumbs(&["Главная", "Онлайн аукционы", &short.title]),
        shown_title(&short.title),
        escape(&facts(catalog)),
        time(catalog),
        description.unwrap_or_default(),
        cards(lots)
    )
}

/// The house, the kind of sale, the number of lots and the commission.
fn facts(catalog: &Catalog) -> String {
    let short = &catalog.short;
    let count = usize::try_from(short.lots_count).unwrap_or_default();
    let noun = words::plural(count, "лот", "лота", "лотов");
    let mut facts = vec![
        short.house_name_ru.clone(),
        kind(short.catalog_type).to_owned(),
        format!("{}\u{a0}{noun}", money::thousands(short.lots_count)),
    ];
    if short.commission > 0.0 {
        facts.push(commission(short.commission));
    }
    facts.join(" · ")
}

pub(super) fn kind(of: CatalogType) -> &'static str {
    match of {
        CatalogType::Classic => "Классический аукцион",
        CatalogType::Parallel => "Параллельные торги",
        CatalogType::Gallery => "Галерея",
        CatalogType::PostAuction => "ПостАукцион",
    }
}

pub(super) fn commission(percent: f64) -> String {
    let percent = percent.to_string().replace('.', ",");
    format!("комиссия {percent}\u{a0}%")
}

fn time(catalog: &Catalog) -> &'static str {
    let short = &catalog.short;
    match short.state {
        CatalogState::Canceled => "<p>Аукцион отменён</p>",
        CatalogState::Completed => "<p>Аукцион завершён</p>",
        CatalogState::InProcess | CatalogState::WaitForEnd => {
            if short.catalog_type == CatalogType::Parallel && short.end_date.is_some() {
                "<p class=\"first-live first-end\">Идут торги</p>"
            } else {
                "<p class=\"first-live\">Идут торги</p>"
            }
        }
        _ => "",
    }
}

/// The live room with the lot on the block.
pub fn room(catalog: &Catalog, lot: &LotShort) -> String {
    let shown = picture(lot.img.as_ref(), &ROOM, true);
    let number = number(lot);
    let author = match authors(lot) {
        names if names.is_empty() => String::new(),
        names => format!("<h2>{}</h2>", escape(&names)),
    };
    format!(
        "<main class=\"first-room\"><header><h1>{}</h1></header><div>{shown}</div>\
         <section><small>{number}</small>{author}<p>{}</p>{}</section></main>",
        shown_title(&catalog.short.title),
        shown_title(&lot.title_ru),
        price(
            lot.price.value.unwrap_or(lot.price.start),
            lot.price.currency
        )
    )
}

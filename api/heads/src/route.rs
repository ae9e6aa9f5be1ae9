//! Maps addresses to pages.

/// A page of the client.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Page {
    Home,
    /// A page whose content does not depend on stored data.
    Fixed(&'static Fixed),
    /// By code, id or slug of the name.
    Category(String),
    Lot(i64),
    Auction(i64),
    /// A sale on a screen in the hall; not indexed.
    Hall(i64),
    House(i64),
    HouseGallery(i64),
    News(i64),
    Artist(i64),
    /// For signed-in users only; not indexed.
    Private,
    /// The cabinet of a house, for its managers, owners and admins; not indexed.
    HouseCabinet(i64),
    /// The cabinet's pages that newsmakers may open too: the house's news, and the cabinet's start, which redirects by role.
    HouseNewsroom(i64),
    /// For admins only; not indexed.
    Admin,
    /// A guide for the staff of any house; not indexed.
    Guide,
    /// A guide for admins only; not indexed.
    AdminGuide,
    Unknown,
}

impl Page {
    /// Whether it shows a paginated list: only there does a number in the address select another page.
    pub fn is_list(&self) -> bool {
        match self {
            Self::Category(_) | Self::Auction(_) | Self::House(_) | Self::HouseGallery(_) => true,
            Self::Fixed(fixed) => LISTS.iter().any(|list| {
                fixed.path == *list || fixed.parent.is_some_and(|parent| parent == *list)
            }),
            Self::Home
            | Self::Lot(_)
            | Self::Hall(_)
            | Self::News(_)
            | Self::Artist(_)
            | Self::Private
            | Self::HouseCabinet(_)
            | Self::HouseNewsroom(_)
            | Self::Admin
            | Self::Guide
            | Self::AdminGuide
            | Self::Unknown => false,
        }
    }
}

/// Fixed pages that are lists, including their subpages.
const LISTS: [&str; 7] = [
    "/auctions",
    "/auctionHouses-all",
    "/galleries",
    "/buy",
    "/lots",
    "/artists",
    "/news",
];

/// A page with its own texts. The titles match the client's.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Fixed {
    pub path: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    /// The parent page, below the home page.
    pub parent: Option<&'static str>,
}

pub const FIXED: &[Fixed] = &[
    fixed(
        "/auctions",
        "Онлайн аукционы",
        "Классические аукционы и параллельные торги: расписание, каталоги и результаты аукционных домов.",
    ),
    below(
        "/auctions",
        "/auctions/future",
        "Будущие аукционы",
        "Аукционы, которые скоро начнутся: даты, каталоги и аукционные дома.",
    ),
    below(
        "/auctions",
        "/auctions/classic",
        "Классические аукционы",
        "Аукционы с аукционистом в прямом эфире: лоты продаются по очереди.",
    ),
    below(
        "/auctions",
        "/auctions/parallel",
        "Параллельные торги",
        "Торги, в которых все лоты продаются одновременно и у каждого своё время окончания.",
    ),
    below(
        "/auctions",
        "/auctions/results",
        "Результаты аукционов",
        "Завершённые аукционы: проданные лоты и цены продажи.",
    ),
    fixed(
        "/auctionHouses-all",
        "Аукционные дома",
        "Аукционные дома площадки: каталоги, галереи, условия оплаты и доставки.",
    ),
    fixed(
        "/galleries",
        "Галереи",
        "Галереи площадки: произведения искусства и антиквариат в продаже.",
    ),
    below(
        "/galleries",
        "/galleries/artistic",
        "Художественные галереи",
        "Художественные галереи: живопись, графика и скульптура в продаже.",
    ),
    below(
        "/galleries",
        "/galleries/antique",
        "Антикварные галереи",
        "Антикварные галереи: старинные предметы в продаже.",
    ),
    below(
        "/galleries",
        "/galleries/jewelry",
        "Ювелирные галереи",
        "Ювелирные галереи: украшения и часы в продаже.",
    ),
    below(
        "/galleries",
        "/galleries/modern",
        "Современные галереи",
        "Галереи современного искусства: работы в продаже.",
    ),
    fixed(
        "/buy",
        "Купить сейчас",
        "Лоты, которые можно купить без торгов: галереи и постаукционная продажа.",
    ),
    fixed(
        "/lots",
        "Лоты",
        "Поиск по лотам аукционов и галерей: живопись, графика, иконы, скульптура, фарфор, украшения.",
    ),
    fixed(
        "/artists",
        "Художники",
        "Художники, чьи работы продаются на площадке: биографии, работы в торгах и цены проданных.",
    ),
    fixed(
        "/news",
        "Новости",
        "Новости площадки и аукционных домов: анонсы, события и итоги торгов.",
    ),
    fixed(
        "/partners",
        "Партнёры",
        "Аукционные дома и галереи, которые проводят торги на площадке.",
    ),
    fixed(
        "/about",
        "О площадке",
        "Как устроена площадка: аукционы искусства и антиквариата для покупателей и аукционных домов.",
    ),
    fixed(
        "/faq",
        "Вопросы и ответы",
        "Как начать торговаться, какую ставку можно сделать, что такое заочная ставка и комиссия.",
    ),
    fixed(
        "/glossary",
        "Глоссарий",
        "Слова аукционного зала: лот, шаг, резерв, эстимейт, заочная ставка и другие.",
    ),
    fixed(
        "/mobile-app",
        "Мобильное приложение",
        "Сайт ставится на телефон как приложение, без магазина.",
    ),
];

const fn fixed(path: &'static str, title: &'static str, description: &'static str) -> Fixed {
    Fixed {
        path,
        title,
        description,
        parent: None,
    }
}

const fn below(
    parent: &'static str,
    path: &'static str,
    title: &'static str,
    description: &'static str,
) -> Fixed {
    Fixed {
        path,
        title,
        description,
        parent: Some(parent),
    }
}

/// Finds a page with its own texts by path.
pub fn of_path(path: &str) -> Option<&'static Fixed> {
    FIXED.iter().find(|page| page.path == path)
}

/// Parses a decoded path. Slugs are for people: the id identifies the page, whatever text follows it.
pub fn page(path: &str) -> Page {
    let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let of = |id: &str, page: fn(i64) -> Page| id.parse().map_or(Page::Unknown, page);
    match segments.as_slice() {
        [] => Page::Home,
        ["lot", id, ..] => of(id, Page::Lot),
        ["auction", id, "hall"] => of(id, Page::Hall),
        ["auction", id, ..] => of(id, Page::Auction),
        ["auction-house", id, "gallery", ..] => of(id, Page::HouseGallery),
        ["auction-house", id, ..] => of(id, Page::House),
        ["news", id, ..] => of(id, Page::News),
        ["artist", id] | ["artist", id, _] => of(id, Page::Artist),
        // All questions share one page.
        ["faq", _] | ["faq", _, _] => of_path("/faq").map_or(Page::Unknown, Page::Fixed),
        ["category", key] | ["category", key, _] => Page::Category((*key).to_owned()),
        ["account"] | ["account", "profile"] | ["evening"] => Page::Private,
        ["house-account", id] | ["house-account", id, "news", ..] => of(id, Page::HouseNewsroom),
        ["house-account", id, ..] => of(id, Page::HouseCabinet),
        ["admin", ..] => Page::Admin,
        ["help", "house" | "auctioneer"] => Page::Guide,
        ["help", "admin"] => Page::AdminGuide,
        segments => {
            let path = format!("/{}", segments.join("/"));
            of_path(&path).map_or(Page::Unknown, Page::Fixed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_pages() {
        for (path, is_list) in [
            ("/", false),
            ("/lots", true),
            ("/auctions/results", true),
            ("/category/10.1", true),
            ("/auction/3", true),
            ("/auction/3/hall", false),
            ("/lot/12", false),
            ("/news", true),
            ("/news/5", false),
            ("/artists", true),
            ("/artist/5", false),
            ("/about", false),
            ("/faq/3", false),
            ("/account", false),
            ("/wp-login", false),
        ] {
            assert_eq!(page(path).is_list(), is_list, "{path}");
        }
    }

    #[test]
    fn addresses_map_to_their_pages() {
        for (path, expected) in [
            ("/", Page::Home),
            ("/lot/12", Page::Lot(12)),
            ("/lot/12/vaza", Page::Lot(12)),
            ("/lot/12/ваза/", Page::Lot(12)),
            ("/lot/x", Page::Unknown),
            ("/lot/12/a/b", Page::Lot(12)),
            ("/lot", Page::Unknown),
            ("/auction/3/vesna", Page::Auction(3)),
            ("/auction/3/vesna/lots/7", Page::Auction(3)),
            ("/auction/3/hall", Page::Hall(3)),
            ("/auction/x/hall", Page::Unknown),
            ("/auction-house/1", Page::House(1)),
            ("/auction-house/1/dom", Page::House(1)),
            ("/auction-house/1/gallery/dom", Page::HouseGallery(1)),
            ("/news/5/itogi", Page::News(5)),
            ("/news/x", Page::Unknown),
            ("/artist/5/saburov", Page::Artist(5)),
            ("/artist/5", Page::Artist(5)),
            ("/artist/x", Page::Unknown),
            ("/faq/3/rezerv", Page::Fixed(of_path("/faq").unwrap())),
            ("/category/10.1/peyzazh", Page::Category("10.1".into())),
            ("/category/zhivopis", Page::Category("zhivopis".into())),
            ("/account/profile", Page::Private),
            ("/evening", Page::Private),
            ("/house-account/1/profile/", Page::HouseCabinet(1)),
            ("/house-account/1", Page::HouseNewsroom(1)),
            ("/house-account/1/news/7", Page::HouseNewsroom(1)),
            ("/house-account/x", Page::Unknown),
            ("/house-account", Page::Unknown),
            ("/admin/journal", Page::Admin),
            ("/help/house", Page::Guide),
            ("/help/auctioneer/", Page::Guide),
            ("/help/admin", Page::AdminGuide),
            ("/help/other", Page::Unknown),
            ("/help", Page::Unknown),
            ("/auctions/soon", Page::Unknown),
            ("/wp-login", Page::Unknown),
        ] {
            assert_eq!(page(path), expected, "{path}");
        }
        for fixed in FIXED {
            assert_eq!(page(fixed.path), Page::Fixed(fixed));
            assert_eq!(page(&format!("{}/", fixed.path)), Page::Fixed(fixed));
        }
    }
}

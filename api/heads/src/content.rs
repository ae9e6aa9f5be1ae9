//! Content of the pages' heads, read with a visitor's rights.

use clock::Clock;
use serde_json::{Value, json};
use sqlx::PgPool;

use crate::head::{Head, Image, Site};
use crate::route::{self, Page};
use ::content::contacts::Source;
use catalogue::listing::{artists, catalogs, lots};
use contract::dto::{CatalogShort, CatalogState, CatalogType, Lot, Timestamp};
use contract::error::{ApiError, ApiResult};
use documents::lot as on_paper;
use texts::plain_text;
use texts::slug;

/// What the heads of pages are made of.
pub struct Heads {
    pub pool: PgPool,
    pub clock: Clock,
    pub brand: String,
    /// Without a slash at its end.
    pub url: String,
    pub contacts: Source,
}

/// The head of a page; none if there is no such page for a visitor.
pub async fn head(heads: &Heads, page: &Page) -> ApiResult<Option<Head>> {
    let site = Site {
        brand: &heads.brand,
        url: &heads.url,
    };
    let found = match page {
        Page::Home => Ok(home(site)),
        Page::Fixed(fixed) => {
            let contacts = heads.contacts.shown().await?;
            Ok(of_fixed(site, fixed, contacts.phone.as_deref()))
        }
        Page::Category(key) => category(heads, site, key).await,
        Page::Lot(id) => lot(heads, site, *id).await,
        Page::Auction(id) => auction(heads, site, *id).await,
        Page::Hall(id) => hall(heads, *id).await,
        Page::House(id) => house(heads, site, *id, false).await,
        Page::HouseGallery(id) => house(heads, site, *id, true).await,
        Page::News(id) => news(heads, site, *id).await,
        Page::Artist(id) => artist(heads, site, *id).await,
        Page::Private
        | Page::HouseCabinet(_)
        | Page::HouseNewsroom(_)
        | Page::Admin
        | Page::Guide
        | Page::AdminGuide => Ok(Head::hidden()),
        Page::Unknown => return Ok(None),
    };
    match found {
        Ok(head) => Ok(Some(head)),
        Err(error) if error.status().as_u16() == 404 => Ok(None),
        Err(error) => Err(error),
    }
}

pub fn lot_path(id: i64, title: &str) -> String {
    format!("/lot/{id}/{}", slug::of(title, "-"))
}

/// A sale called «Hall» leaves `…/hall` to the screen in the hall.
pub fn auction_path(id: i64, title: &str) -> String {
    match slug::of(title, "-") {
        name if name == "hall" => format!("/auction/{id}/hall-sale"),
        name => format!("/auction/{id}/{name}"),
    }
}

pub fn house_path(id: i64, name: &str) -> String {
    format!("/auction-house/{id}/{}", slug::of(name, "-"))
}

pub fn gallery_path(id: i64, name: &str) -> String {
    format!("/auction-house/{id}/gallery/{}", slug::of(name, "-"))
}

/// News store their own slugs.
pub fn news_path(id: i64, slug: &str) -> String {
    format!("/news/{id}/{slug}")
}

pub fn artist_path(id: i64, name: &str) -> String {
    format!("/artist/{id}/{}", slug::of(name, "-"))
}

pub fn category_path(code: &str, name: &str) -> String {
    format!("/category/{code}/{}", slug::of(name, "-"))
}

/// Builds breadcrumbs from names and paths, the home page first.
fn breadcrumbs(site: Site<'_>, way: &[(&str, &str)]) -> Value {
    let items: Vec<Value> = std::iter::once(&("Главная", "/"))
        .chain(way)
        .zip(1..)
        .map(|((name, path), position)| {
            json!({"@type": "ListItem", "position": position, "name": name, "item": site.address(path)})
        })
        .collect();
    json!({"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items})
}

fn home(site: Site<'_>) -> Head {
    let description = format!(
        "{}: онлайн-аукционы искусства и антиквариата. Живопись, графика, иконы, скульптура, фарфор и украшения от \
         аукционных домов и галерей.",
        site.brand
    );
    let mut head = Head::new(None, &description, "/".to_owned());
    head.data = vec![
        json!({
            "@context": "https://schema.org", "@type": "WebSite", "name": site.brand, "url": site.address("/"),
            "inLanguage": "ru",
            "potentialAction": {
                "@type": "SearchAction",
                "target": {
                    "@type": "EntryPoint",
                    "urlTemplate": format!("{}?search={{search_term_string}}", site.address("/lots")),
                },
                "query-input": "required name=search_term_string",
            },
        }),
        json!({"@context": "https://schema.org", "@type": "Organization", "name": site.brand, "url": site.address("/")}),
    ];
    head
}

/// Adds the support phone on auction pages.
fn of_fixed(site: Site<'_>, fixed: &route::Fixed, phone: Option<&str>) -> Head {
    let phone = phone.filter(|_| fixed.path.split('/').nth(1) == Some("auctions"));
    let description = match phone {
        Some(phone) => format!("{} Телефон поддержки: {phone}.", fixed.description),
        None => fixed.description.to_owned(),
    };
    let mut head = Head::new(
        Some(fixed.title.to_owned()),
        &description,
        fixed.path.to_owned(),
    );
    let parent = fixed.parent.and_then(route::of_path);
    let way: Vec<(&str, &str)> = parent
        .into_iter()
        .chain([fixed])
        .map(|page| (page.title, page.path))
        .collect();
    head.data = vec![breadcrumbs(site, &way)];
    head.data.extend(phone.map(|phone| support(site, phone)));
    head
}

/// <https://schema.org/ContactPoint>
fn support(site: Site<'_>, phone: &str) -> Value {
    let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
    let mut point = json!({
        "@type": "ContactPoint", "contactType": "customer support", "telephone": phone, "availableLanguage": "ru",
    });
    // 8 800 numbers are free for the caller.
    if digits.starts_with("8800") || digits.starts_with("7800") {
        point["contactOption"] = json!("https://schema.org/TollFree");
    }
    json!({
        "@context": "https://schema.org", "@type": "Organization", "name": site.brand, "url": site.address("/"),
        "contactPoint": point,
    })
}

async fn category(heads: &Heads, site: Site<'_>, key: &str) -> ApiResult<Head> {
    let categories =
        sqlx::query!("select id, code, name, parent_id from category order by position, id")
            .fetch_all(&heads.pool)
            .await?;
    let category = categories
        .iter()
        .find(|category| category.code == key)
        .or_else(|| {
            categories
                .iter()
                .find(|category| category.id.to_string() == key)
        })
        .or_else(|| {
            categories
                .iter()
                .find(|category| slug::of(&category.name, "-") == key)
        })
        .ok_or_else(ApiError::not_found)?;
    let path = category_path(&category.code, &category.name);
    let description = format!(
        "{}: лоты онлайн-аукционов и галерей, цены и результаты торгов на площадке «{}».",
        category.name, site.brand
    );
    let mut head = Head::new(Some(category.name.clone()), &description, path.clone());
    let parent = categories
        .iter()
        .find(|parent| Some(parent.id) == category.parent_id)
        .map(|parent| {
            (
                parent.name.as_str(),
                category_path(&parent.code, &parent.name),
            )
        });
    let mut way = vec![("Лоты", "/lots")];
    if let Some((name, path)) = &parent {
        way.push((name, path));
    }
    way.push((&category.name, &path));
    head.data = vec![breadcrumbs(site, &way)];
    Ok(head)
}

async fn lot(heads: &Heads, site: Site<'_>, id: i64) -> ApiResult<Head> {
    let lot = lots::details(&heads.pool, id, None).await?;
    let short = &lot.short;
    let name = on_paper::name(&lot);
    let title = match short.catalog_lot_id {
        Some(number) => format!("{name} — лот {number}"),
        None => name.clone(),
    };
    let path = lot_path(id, &short.title_ru);
    let mut head = Head::new(Some(title), &description_of(&lot), path.clone());
    head.kind = "product";
    head.image = lot.gallery.images.first().map(|image| Image {
        path: image.full.clone(),
        width: image.width,
        height: image.height,
        alt: name.clone(),
    });
    let mut way = Vec::new();
    let auction = lot.catalog.as_ref().map(|catalog| {
        (
            catalog.title.as_str(),
            auction_path(catalog.id, &catalog.title),
        )
    });
    match &auction {
        Some((title, path)) => {
            way.extend([("Онлайн аукционы", "/auctions"), (*title, path.as_str())])
        }
        None => way.push(("Лоты", "/lots")),
    }
    way.push((&name, &path));
    head.data = vec![product(site, &lot, &name, &path), breadcrumbs(site, &way)];
    Ok(head)
}

fn description_of(lot: &Lot) -> String {
    let short = &lot.short;
    let mut parts = vec![on_paper::name(lot)];
    let facts = [&short.period, &short.materials, &short.size];
    parts.extend(facts.into_iter().flatten().cloned());
    if let Some((name, value)) = on_paper::prices(lot).into_iter().next() {
        parts.push(format!("{name}: {value}"));
    }
    // A lot's description is plain text without markup.
    let description = plain_text::lines(lot.description_ru.as_deref().unwrap_or_default());
    if !description.is_empty() {
        parts.push(description);
    }
    parts.push(short.house_name_ru.clone());
    parts.join(". ")
}

/// <https://schema.org/Product>
fn product(site: Site<'_>, lot: &Lot, name: &str, path: &str) -> Value {
    let short = &lot.short;
    let images: Vec<String> = lot
        .gallery
        .images
        .iter()
        .map(|image| site.address(&image.full))
        .collect();
    let mut product = json!({
        "@context": "https://schema.org", "@type": "Product", "name": name, "url": site.address(path), "image": images,
        "description": plain_text::excerpt(&description_of(lot), 1000),
    });
    let facts = [
        ("productionDate", &short.period),
        ("material", &short.materials),
        ("size", &short.size),
    ];
    for (field, value) in facts {
        if let Some(value) = value {
            product[field] = json!(value);
        }
    }
    let price = short
        .price
        .value
        .or((short.price.start > 0).then_some(short.price.start));
    if let Some(price) = price {
        let is_sold = short.state.is_sold();
        let availability = match (is_sold, short.is_bidding_over) {
            (true, _) => "https://schema.org/SoldOut",
            (false, true) => "https://schema.org/OutOfStock",
            (false, false) => "https://schema.org/InStock",
        };
        product["offers"] = json!({
            "@type": "Offer", "url": site.address(path), "price": price,
            "priceCurrency": on_paper::currency_code(short.price.currency), "availability": availability,
            "seller": {
                "@type": "Organization", "name": short.house_name_ru,
                "url": site.address(&house_path(short.house_id, &short.house_name_ru)),
            },
        });
    }
    product
}

async fn auction(heads: &Heads, site: Site<'_>, id: i64) -> ApiResult<Head> {
    let catalog = catalogs::details(&heads.pool, id, None, heads.clock.now()).await?;
    let short = &catalog.short;
    let path = auction_path(id, &short.title);
    let when = short
        .start_date
        .map(|start| format!(" {}.", texts::moscow::instant(start.0)))
        .unwrap_or_default();
    let what = match short.catalog_type {
        CatalogType::Classic => "Классический аукцион",
        CatalogType::Parallel => "Параллельные торги",
        CatalogType::Gallery => "Галерея",
        CatalogType::PostAuction => "Постаукционная продажа",
    };
    let own = plain_text::of_html(catalog.description_ru.as_deref().unwrap_or_default());
    let description = format!(
        "{what} «{}». {}.{when} Лотов: {}. {own}",
        short.title, short.house_name_ru, short.lots_count
    );
    let mut head = Head::new(Some(short.title.clone()), &description, path.clone());
    head.image = match short.logo.preview_id {
        None => None,
        Some(logo) => image_of(heads, "catalog", logo, &short.title).await?,
    };
    head.data = vec![breadcrumbs(
        site,
        &[("Онлайн аукционы", "/auctions"), (&short.title, &path)],
    )];
    if matches!(
        short.catalog_type,
        CatalogType::Classic | CatalogType::Parallel
    ) && short.start_date.is_some()
    {
        let image = head.image.as_ref().map(|image| site.address(&image.path));
        head.data
            .insert(0, sale(site, short, &path, &description, image));
    }
    Ok(head)
}

/// The same lots as the auction's page, for a projector: search engines are shown that page alone.
async fn hall(heads: &Heads, id: i64) -> ApiResult<Head> {
    catalogs::require(&heads.pool, id, None).await?;
    Ok(Head::hidden())
}

/// <https://schema.org/SaleEvent>
fn sale(
    site: Site<'_>,
    catalog: &CatalogShort,
    path: &str,
    description: &str,
    image: Option<String>,
) -> Value {
    let status = match catalog.state {
        CatalogState::Canceled => "https://schema.org/EventCancelled",
        _ => "https://schema.org/EventScheduled",
    };
    let mut event = json!({
        "@context": "https://schema.org", "@type": "SaleEvent", "name": catalog.title, "url": site.address(path),
        "description": plain_text::excerpt(description, 1000), "startDate": catalog.start_date, "eventStatus": status,
        "eventAttendanceMode": "https://schema.org/OnlineEventAttendanceMode",
        "location": {"@type": "VirtualLocation", "url": site.address(path)},
        "organizer": {
            "@type": "Organization", "name": catalog.house_name_ru,
            "url": site.address(&house_path(catalog.house_id, &catalog.house_name_ru)),
        },
    });
    if let Some(end) = catalog.end_date {
        event["endDate"] = json!(end);
    }
    if let Some(image) = image {
        event["image"] = json!(image);
    }
    event
}

async fn house(heads: &Heads, site: Site<'_>, id: i64, is_gallery: bool) -> ApiResult<Head> {
    let house = sqlx::query!(
        "select name_ru, photo, is_gallery, description_ru, address, email, phone, site from house
         where id = $1 and deleted is null",
        id
    )
    .fetch_optional(&heads.pool)
    .await?
    .filter(|house| house.is_gallery || !is_gallery)
    .ok_or_else(ApiError::not_found)?;
    let own = plain_text::of_html(house.description_ru.as_deref().unwrap_or_default());
    let own_path = house_path(id, &house.name_ru);
    let (title, path, lead) = if is_gallery {
        (
            format!("{}: галерея", house.name_ru),
            gallery_path(id, &house.name_ru),
            "произведения искусства и антиквариат в продаже",
        )
    } else {
        (
            house.name_ru.clone(),
            own_path.clone(),
            "аукционы, каталоги и лоты",
        )
    };
    let description = format!(
        "{}: {lead} на площадке «{}». {own}",
        house.name_ru, site.brand
    );
    let mut head = Head::new(Some(title.clone()), &description, path.clone());
    head.image = match house.photo {
        None => None,
        Some(photo) => image_of(heads, "house", photo, &house.name_ru).await?,
    };
    let mut organization = json!({
        "@context": "https://schema.org", "@type": "Organization", "name": house.name_ru, "url": site.address(&own_path),
        "description": plain_text::excerpt(&description, 1000),
    });
    let facts = [
        ("address", house.address),
        ("email", house.email),
        ("telephone", house.phone),
        ("sameAs", house.site.filter(|site| site.starts_with("http"))),
    ];
    for (field, value) in facts {
        if let Some(value) = value {
            organization[field] = json!(value);
        }
    }
    if let Some(image) = &head.image {
        organization["image"] = json!(site.address(&image.path));
    }
    let mut way = vec![
        ("Аукционные дома", "/auctionHouses-all"),
        (house.name_ru.as_str(), own_path.as_str()),
    ];
    if is_gallery {
        way.push(("Галерея", &path));
    }
    head.data = vec![organization, breadcrumbs(site, &way)];
    Ok(head)
}

async fn news(heads: &Heads, site: Site<'_>, id: i64) -> ApiResult<Head> {
    let news = sqlx::query!(
        r#"select n.title, n.slug, n.summary, n.content, n.author, n.image, n.published as "published!",
               h.name_ru as "house?"
           from news n left join house h on h.id = n.house_id
           where n.id = $1 and n.published <= $2 and h.deleted is null"#,
        id,
        heads.clock.now()
    )
    .fetch_optional(&heads.pool)
    .await?
    .ok_or_else(ApiError::not_found)?;
    let path = news_path(id, &news.slug);
    let lead = news.summary.filter(|summary| !summary.trim().is_empty());
    let lead = plain_text::of_html(lead.as_deref().unwrap_or(&news.content));
    let mut head = Head::new(Some(news.title.clone()), &lead, path.clone());
    head.kind = "article";
    head.image = match news.image {
        None => None,
        Some(image) => image_of(heads, "news", image, &news.title).await?,
    };
    let publisher = news.house.as_deref().unwrap_or(site.brand);
    let mut article = json!({
        "@context": "https://schema.org", "@type": "NewsArticle", "headline": plain_text::excerpt(&news.title, 110),
        "url": site.address(&path), "mainEntityOfPage": site.address(&path),
        "description": plain_text::excerpt(&lead, 1000), "datePublished": Timestamp(news.published),
        "publisher": {"@type": "Organization", "name": publisher},
    });
    article["author"] = match &news.author {
        Some(name) => json!({"@type": "Person", "name": name}),
        None => article["publisher"].clone(),
    };
    if let Some(image) = &head.image {
        article["image"] = json!([site.address(&image.path)]);
    }
    let way = [("Новости", "/news"), (news.title.as_str(), path.as_str())];
    head.data = vec![article, breadcrumbs(site, &way)];
    Ok(head)
}

/// <https://schema.org/Person>
async fn artist(heads: &Heads, site: Site<'_>, id: i64) -> ApiResult<Head> {
    let mut conn = heads.pool.acquire().await?;
    artists::require_public(&mut conn, id).await?;
    let artist = artists::find(&mut conn, id).await?;
    drop(conn);
    let name = &artist.short.name;
    let years = artist.short.life_years.as_deref();
    let path = artist_path(id, name);
    let own = plain_text::of_html(artist.biography.as_deref().unwrap_or_default());
    let years = years.map(|years| format!(" ({years})")).unwrap_or_default();
    let description = format!("{name}{years}: работы в торгах и цены проданных. {own}");
    let mut head = Head::new(Some(name.clone()), &description, path.clone());
    let mut person = json!({
        "@context": "https://schema.org", "@type": "Person", "name": name, "url": site.address(&path),
        "description": plain_text::excerpt(&description, 1000),
    });
    if let Some(logo) = artist.short.logo.preview_id {
        head.image = image_of(heads, "artists", logo, name).await?;
    }
    if let Some(image) = &head.image {
        person["image"] = json!(site.address(&image.path));
    }
    let way = [("Художники", "/artists"), (name.as_str(), path.as_str())];
    head.data = vec![person, breadcrumbs(site, &way)];
    Ok(head)
}

/// A stored picture in the size that link previews use.
async fn image_of(
    heads: &Heads,
    kind: &str,
    id: uuid::Uuid,
    alt: &str,
) -> ApiResult<Option<Image>> {
    let size = sqlx::query!("select width, height from picture where id = $1", id)
        .fetch_optional(&heads.pool)
        .await?;
    Ok(size.map(|size| Image {
        path: format!("/api/{kind}/image/{id}/?size=full"),
        width: size.width,
        height: size.height,
        alt: alt.to_owned(),
    }))
}

//! The first HTML of pages, and the files that say where pages are.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::AsyncWriteExt as _;

use crate::world::*;

const INDEX: &str = "<!doctype html>\n<html lang=\"ru\">\n  <head>\n    <meta charset=\"utf-8\" />\n    \
    <meta name=\"description\" content=\"Общее описание\" />\n    <title>Общий заголовок</title>\n  </head>\n  \
    <body>\n    <div id=\"root\"></div>\n    <script type=\"module\" src=\"/assets/app.js\"></script>\n  </body>\n</html>\n";

/// A site with a client.
async fn site() -> (World, TempDir) {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("index.html"), INDEX).unwrap();
    fs::create_dir(dir.path().join("assets")).unwrap();
    fs::write(dir.path().join("assets/app.js"), "1").unwrap();
    let world = World::with(&[
        ("CLIENT_DIR", dir.path().to_str().unwrap()),
        ("PUBLIC_URL", "https://auction.example"),
        ("BRAND_NAME", "Торги & Ко"),
    ])
    .await;
    (world, dir)
}

/// Every value between two texts.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    text.split(begin)
        .skip(1)
        .map(|rest| rest.split(end).next().unwrap())
        .collect()
}

/// What a page says, each thing once.
struct Said {
    title: String,
    description: Option<String>,
    canonical: Option<String>,
    is_hidden: bool,
    data: Vec<Value>,
    html: String,
}

#[track_caller]
fn said(reply: &Reply, status: u16) -> Said {
    assert_eq!(reply.status, status, "{}", reply.text);
    assert!(
        reply.headers["content-type"]
            .to_str()
            .unwrap()
            .starts_with("text/html")
    );
    assert_eq!(reply.headers["cache-control"], "no-cache");
    let policy = reply.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("script-src 'self';"), "{policy}");
    let html = reply.text.clone();
    let once = |begin: &str, end: &str| {
        let found = between(&html, begin, end);
        assert!(found.len() < 2, "{begin} twice in {html}");
        found.first().map(|found| (*found).to_owned())
    };
    assert_eq!(
        html.matches("<script type=\"module\" src=\"/assets/app.js\">")
            .count(),
        1
    );
    let data = between(&html, "<script type=\"application/ld+json\">", "</script>");
    assert_eq!(html.matches("<script").count(), data.len() + 1, "{html}");
    assert!(!html.contains("Общ"), "{html}");
    Said {
        title: once("<title>", "</title>").unwrap(),
        description: once("<meta name=\"description\" content=\"", "\""),
        canonical: once("<link rel=\"canonical\" href=\"", "\""),
        is_hidden: once("<meta name=\"robots\" content=\"", "\"").as_deref() == Some("noindex"),
        data: data
            .iter()
            .map(|data| serde_json::from_str(data).unwrap())
            .collect(),
        html,
    }
}

#[actix_web::test]
async fn every_public_page_says_what_it_is() {
    let (world, _dir) = site().await;
    world
        .sql("update house set is_gallery = true where id = 1")
        .await;
    for (path, title, canonical, kinds) in [
        ("/", "Торги &amp; Ко", "/", &["WebSite", "Organization"][..]),
        (
            "/auctions",
            "Онлайн аукционы — Торги &amp; Ко",
            "/auctions",
            &["BreadcrumbList"],
        ),
        (
            "/auctions/results/",
            "Результаты аукционов — Торги &amp; Ко",
            "/auctions/results",
            &["BreadcrumbList"],
        ),
        (
            "/auctionHouses-all",
            "Аукционные дома — Торги &amp; Ко",
            "/auctionHouses-all",
            &["BreadcrumbList"],
        ),
        (
            "/galleries/modern",
            "Современные галереи — Торги &amp; Ко",
            "/galleries/modern",
            &["BreadcrumbList"],
        ),
        (
            "/faq",
            "Вопросы и ответы — Торги &amp; Ко",
            "/faq",
            &["BreadcrumbList"],
        ),
        (
            "/category/10.1",
            "Пейзаж — Торги &amp; Ко",
            "/category/10.1/peyzazh",
            &["BreadcrumbList"],
        ),
        (
            "/category/10.1/any",
            "Пейзаж — Торги &amp; Ко",
            "/category/10.1/peyzazh",
            &["BreadcrumbList"],
        ),
        (
            "/category/1880",
            "Иконы — Торги &amp; Ко",
            "/category/14/ikony",
            &["BreadcrumbList"],
        ),
        (
            "/category/zhivopis",
            "Живопись — Торги &amp; Ко",
            "/category/10/zhivopis",
            &["BreadcrumbList"],
        ),
        (
            "/lot/1001",
            "Айвазовский Иван Константинович. Морской пейзаж с парусником — лот 1 — Торги &amp; Ко",
            "/lot/1001/morskoy-peyzazh-s-parusnikom",
            &["Product", "BreadcrumbList"],
        ),
        (
            "/auction/10/x",
            "Весенние торги — Торги &amp; Ко",
            "/auction/10/vesennie-torgi",
            &["SaleEvent", "BreadcrumbList"],
        ),
        (
            "/auction/13",
            "Галерея первого дома — Торги &amp; Ко",
            "/auction/13/galereya-pervogo-doma",
            &["BreadcrumbList"],
        ),
        (
            "/auction-house/1/x",
            "Первый дом — Торги &amp; Ко",
            "/auction-house/1/pervyy-dom",
            &["Organization", "BreadcrumbList"],
        ),
        (
            "/auction-house/1/gallery/x",
            "Первый дом: галерея — Торги &amp; Ко",
            "/auction-house/1/gallery/pervyy-dom",
            &["Organization", "BreadcrumbList"],
        ),
    ] {
        let page = said(&world.get(VISITOR, path).await, 200);
        assert_eq!(page.title, title, "{path}");
        let canonical = format!("https://auction.example{canonical}");
        assert_eq!(
            page.canonical.as_deref(),
            Some(canonical.as_str()),
            "{path}"
        );
        assert!(!page.is_hidden, "{path}");
        assert!(
            page.description
                .is_some_and(|text| text.chars().count() > 20),
            "{path}"
        );
        let said: Vec<&str> = page
            .data
            .iter()
            .map(|data| data["@type"].as_str().unwrap())
            .collect();
        assert_eq!(said, kinds, "{path}");
        assert!(page.html.contains(&format!(
            "<meta property=\"og:url\" content=\"{canonical}\" />"
        )));
        assert!(page.html.contains(&format!(
            "<meta property=\"og:title\" content=\"{title}\" />"
        )));
    }
    // Pages of a list.
    let page = said(&world.get(VISITOR, "/lots?search=ваза&page=3").await, 200);
    assert_eq!(page.title, "Лоты | Страница 3 — Торги &amp; Ко");
    assert_eq!(
        page.canonical.as_deref(),
        Some("https://auction.example/lots?page=3")
    );
    // What is no list has no pages.
    for path in ["/lot/1001", "/about", "/"] {
        let page = said(&world.get(VISITOR, &format!("{path}?page=3")).await, 200);
        assert!(!page.title.contains("Страница"), "{}", page.title);
        assert!(!page.canonical.unwrap().contains("page="), "{path}");
    }
    // More of an address than its page has is the page all the same.
    let page = said(&world.get(VISITOR, "/lot/1001/a/b").await, 200);
    assert_eq!(
        page.canonical.as_deref(),
        Some("https://auction.example/lot/1001/morskoy-peyzazh-s-parusnikom")
    );
    world.end().await;
}

#[actix_web::test]
async fn the_phone_of_support_is_in_what_the_pages_of_auctions_say() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("index.html"), INDEX).unwrap();
    let world = World::with(&[
        ("CLIENT_DIR", dir.path().to_str().unwrap()),
        ("PUBLIC_URL", "https://auction.example"),
        ("CONTACT_PHONE", "8 800 100-00-00"),
    ])
    .await;
    let html = world.get(VISITOR, "/auctions").await.text;
    assert!(
        html.contains("Телефон поддержки: 8 800 100-00-00."),
        "{html}"
    );
    let data = between(&html, "<script type=\"application/ld+json\">", "</script>");
    let data: Vec<Value> = data
        .iter()
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    let point = &data[1]["contactPoint"];
    assert_eq!(point["telephone"], "8 800 100-00-00", "{data:?}");
    assert_eq!(point["contactOption"], "https://schema.org/TollFree");
    let html = world.get(VISITOR, "/about").await.text;
    assert!(!html.contains("8 800"), "{html}");
    world.end().await;
}

#[actix_web::test]
async fn who_reads_a_sitemap_slowly_keeps_nobody_else_from_it() {
    let (world, _dir) = site().await;
    world
        .sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
             select 100000 + n, 1, 10, 100 + n, repeat('щ', 30) || n, 100 from generate_series(1, 40000) as n",
        )
        .await;
    search_indexer::listing::rebuild(&world.pool).await.unwrap();
    // More than the sockets between take, asked for and not read; more of them than there are turns and connections.
    let mut slow = Vec::new();
    for _ in 0..world.pool.options().get_max_connections() + 2 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket
            .connect(world.address().parse().unwrap())
            .await
            .unwrap();
        stream
            .write_all(b"GET /sitemap/lots-2.xml HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .await
            .unwrap();
        slow.push(stream);
    }
    let reading = world.get(VISITOR, "/sitemap/lots-2.xml");
    let whole = tokio::time::timeout(std::time::Duration::from_secs(60), reading)
        .await
        .expect("it waits for none of them");
    assert_eq!(whole.text.matches("<url>").count(), 40_000);
    assert!(whole.text.ends_with("</urlset>\n"));
    drop(slow);
    world.end().await;
}

#[actix_web::test]
async fn a_lot_is_told_with_its_picture_price_and_way() {
    let (world, _dir) = site().await;
    let page = said(&world.get(VISITOR, "/lot/1001").await, 200);
    let image =
        "https://auction.example/api/lots/image/00000000-0000-4000-8000-000000000001/?size=full";
    assert!(page.html.contains(&format!(
        "<meta property=\"og:image\" content=\"{image}\" />"
    )));
    assert!(
        page.html
            .contains("<meta property=\"og:image:width\" content=\"2000\" />")
    );
    assert!(
        page.html
            .contains("<meta property=\"og:type\" content=\"product\" />")
    );
    let product = &page.data[0];
    assert_eq!(
        product["name"],
        "Айвазовский Иван Константинович. Морской пейзаж с парусником"
    );
    assert_eq!(product["image"], json!([image]));
    assert_eq!(product["material"], "холст, масло");
    assert_eq!(
        product["offers"],
        json!({
            "@type": "Offer", "url": "https://auction.example/lot/1001/morskoy-peyzazh-s-parusnikom", "price": 1000,
            "priceCurrency": "RUB", "availability": "https://schema.org/InStock",
            "seller": {"@type": "Organization", "name": "Первый дом", "url": "https://auction.example/auction-house/1/pervyy-dom"},
        })
    );
    let way: Vec<(&str, &str)> = page.data[1]["itemListElement"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| {
            (
                step["name"].as_str().unwrap(),
                step["item"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        way,
        [
            ("Главная", "https://auction.example/"),
            ("Онлайн аукционы", "https://auction.example/auctions"),
            (
                "Весенние торги",
                "https://auction.example/auction/10/vesennie-torgi"
            ),
            (
                "Айвазовский Иван Константинович. Морской пейзаж с парусником",
                "https://auction.example/lot/1001/morskoy-peyzazh-s-parusnikom"
            ),
        ]
    );
    // The price follows the bets; a reserve is nobody's business.
    assert_eq!(world.bet(ACCEPTED, 10, 1002, 3000).await.code(), 0);
    let page = said(&world.get(VISITOR, "/lot/1002").await, 200);
    assert_eq!(page.data[0]["offers"]["price"], 3000);
    assert!(!page.html.contains("5000") && !page.html.contains("5\u{a0}000"));
    // On request: no offer.
    let page = said(&world.get(VISITOR, "/lot/1301").await, 200);
    assert!(page.data[0].get("offers").is_none());
    world.end().await;
}

#[actix_web::test]
async fn what_visitors_may_not_see_says_nothing() {
    let (world, _dir) = site().await;
    for (path, secret) in [
        ("/lot/1004", "Скрытый"),
        ("/lot/1401", "черновика"),
        ("/lot/1701", "Закрытый"),
        ("/auction/14", "Черновик"),
        ("/auction/17", "Закрытые"),
        // No gallery.
        ("/auction-house/1/gallery/x", "Первый"),
        ("/lot/999", "999"),
        ("/lot/x", "x —"),
        ("/auction/999", "999"),
        ("/auction-house/999", "999"),
        ("/category/77", "77"),
        ("/auctions/soon", "soon"),
        ("/nowhere", "nowhere"),
    ] {
        // Pages are asked for without a token; with one they say no more.
        for who in [VISITOR, ADMIN] {
            let page = said(&world.get(who, path).await, 404);
            assert!(page.is_hidden && page.canonical.is_none(), "{path}");
            assert_eq!(
                (page.title.as_str(), page.description),
                ("Торги &amp; Ко", None),
                "{path}"
            );
            assert!(
                page.data.is_empty() && !page.html.contains(secret),
                "{path}"
            );
        }
    }
    for path in [
        "/account",
        "/account/profile",
        "/admin/journal",
        "/house-account/1/news/",
    ] {
        let page = said(&world.get(VISITOR, path).await, 200);
        assert!(page.is_hidden && page.canonical.is_none(), "{path}");
    }
    // Files are files, and what is no file is none.
    assert_eq!(world.get(VISITOR, "/assets/app.js").await.text, "1");
    assert_eq!(world.get(VISITOR, "/assets/none.js").await.problem().0, 404);
    assert_eq!(world.get(VISITOR, "/favicon.ico").await.problem().0, 404);
    world.end().await;
}

#[actix_web::test]
async fn news_are_told_once_they_are_published() {
    let (world, _dir) = site().await;
    world
        .sql(
            "insert into news (house_id, news_type, slug, title, summary, content, author, image, publisher_id, created, published)
             values
                (1, 1, 'itogi', 'Итоги «весны»', null, '<p>Продано <b>всё</b> &amp; сразу, и ещё немного.</p>', 'Анна Редактор',
                    '00000000-0000-4000-8000-000000000001', 5, now(), now() - interval '1 hour'),
                (null, 3, 'chernovik', 'Черновик новости', 'х', 'х', null, null, 1, now(), null),
                (null, 3, 'zavtra', 'Завтрашняя новость', 'х', 'х', null, null, 1, now(), now() + interval '1 day'),
                (null, 0, 'anons', 'Анонс', 'Скоро откроется новый сезон торгов.', 'х', null, null, 1, now(), now())",
        )
        .await;
    let ids: Vec<i64> = sqlx::query_scalar("select id from news order by id")
        .fetch_all(&world.pool)
        .await
        .unwrap();
    let page = said(
        &world.get(VISITOR, &format!("/news/{}/any", ids[0])).await,
        200,
    );
    assert_eq!(page.title, "Итоги «весны» — Торги &amp; Ко");
    assert_eq!(
        page.description.as_deref(),
        Some("Продано всё &amp; сразу, и ещё немного.")
    );
    let address = format!("https://auction.example/news/{}/itogi", ids[0]);
    assert_eq!(page.canonical.as_deref(), Some(address.as_str()));
    assert!(
        page.html
            .contains("<meta property=\"og:type\" content=\"article\" />")
    );
    let article = &page.data[0];
    assert_eq!(article["@type"], "NewsArticle");
    assert_eq!(
        article["author"],
        json!({"@type": "Person", "name": "Анна Редактор"})
    );
    assert_eq!(article["publisher"]["name"], "Первый дом");
    assert!(article["datePublished"].as_str().unwrap().ends_with('Z'));
    assert_eq!(
        article["image"],
        json!([
            "https://auction.example/api/news/image/00000000-0000-4000-8000-000000000001/?size=full"
        ])
    );
    let page = said(&world.get(VISITOR, &format!("/news/{}", ids[3])).await, 200);
    assert_eq!(page.data[0]["author"]["name"], "Торги & Ко");
    // A draft, and what is to come.
    for id in [ids[1], ids[2], 999] {
        let page = said(&world.get(ADMIN, &format!("/news/{id}/x")).await, 404);
        assert!(page.is_hidden && !page.html.contains("овост"));
    }
    let sitemap = world.get(VISITOR, "/sitemap/pages.xml").await.text;
    for (path, is_there) in [
        ("itogi", true),
        ("anons", true),
        ("chernovik", false),
        ("zavtra", false),
    ] {
        assert_eq!(
            sitemap.contains(&format!("/{path}</loc>")),
            is_there,
            "{path}"
        );
    }
    world.end().await;
}

#[actix_web::test]
async fn titles_are_no_markup() {
    let (world, _dir) = site().await;
    world
        .sql(
            r#"update lot set title_ru = '</script><script>alert("1")</script>', description_ru = '<p>Опись &lt;b&gt;</p><!-- x -->'
               where id = 1001;
               update catalog set title = '"><img src=x onerror=alert(1)>' where id = 10;
               update house set name_ru = '</title>' where id = 1"#,
        )
        .await;
    for path in ["/lot/1001", "/auction/10", "/auction-house/1"] {
        let page = said(&world.get(VISITOR, path).await, 200);
        assert!(
            !page.html.contains("<img") && !page.html.contains("<!--"),
            "{path}: {}",
            page.html
        );
    }
    let page = said(&world.get(VISITOR, "/lot/1001").await, 200);
    assert_eq!(
        page.data[0]["name"],
        "Айвазовский Иван Константинович. </script><script>alert(\"1\")</script>"
    );
    assert!(
        page.canonical
            .unwrap()
            .ends_with("/lot/1001/script-script-alert-1-script")
    );
    world.end().await;
}

#[actix_web::test]
async fn search_engines_are_told_of_what_is_public() {
    let (world, _dir) = site().await;
    world
        .sql(
            "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
             select 100000 + n, 1, 10, 100 + n, 'Лист ' || n, 100 from generate_series(1, 1234) as n;
             update house set is_gallery = true where id = 1",
        )
        .await;
    search_indexer::listing::rebuild(&world.pool).await.unwrap();
    let get = async |path: &str| {
        let reply = world.get(VISITOR, path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        assert_eq!(
            reply.headers["content-type"],
            "application/xml; charset=utf-8"
        );
        reply.text
    };
    let robots = world.get(VISITOR, "/robots.txt").await;
    assert_eq!(robots.headers["content-type"], "text/plain; charset=utf-8");
    assert!(
        robots
            .text
            .contains("\nSitemap: https://auction.example/sitemap.xml\n")
    );
    assert!(robots.text.contains("\nDisallow: /admin\n"));

    let index = get("/sitemap.xml").await;
    let parts = between(&index, "<loc>https://auction.example", "</loc>");
    assert_eq!(
        parts,
        [
            "/sitemap/pages.xml",
            "/sitemap/auctions-0.xml",
            "/sitemap/lots-0.xml",
            "/sitemap/lots-2.xml"
        ]
    );
    let mut addresses = Vec::new();
    for part in parts {
        let xml = get(part).await;
        assert!(xml.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns="));
        assert!(xml.ends_with("</urlset>\n"));
        let entries = between(&xml, "<url>", "</url>");
        assert!(entries.len() <= 50_000);
        for entry in entries {
            let address = between(entry, "<loc>https://auction.example", "</loc>")[0];
            if part != "/sitemap/pages.xml" {
                let changed = between(entry, "<lastmod>", "</lastmod>")[0];
                assert!(changed.ends_with('Z') && changed.len() == 20, "{changed}");
            }
            addresses.push(address.to_owned());
        }
    }
    for there in [
        "/",
        "/auctions",
        "/category/10.1/peyzazh",
        "/auction-house/1/pervyy-dom",
        "/auction-house/1/gallery/pervyy-dom",
        "/auction/10/vesennie-torgi",
        "/lot/1001/morskoy-peyzazh-s-parusnikom",
        "/lot/100001/list-1",
        "/lot/101234/list-1234",
    ] {
        assert!(addresses.iter().any(|address| address == there), "{there}");
    }
    for hidden in [
        "/lot/1004/",
        "/lot/1401/",
        "/lot/1701/",
        "/auction/14/",
        "/auction/17/",
        "/account",
        "/admin",
    ] {
        assert!(
            !addresses.iter().any(|address| address.starts_with(hidden)),
            "{hidden}"
        );
    }
    let count = addresses.len();
    addresses.sort();
    addresses.dedup();
    assert_eq!(addresses.len(), count, "an address twice");
    // Every address is the one of its page.
    for address in addresses
        .iter()
        .filter(|address| !address.starts_with("/lot/10"))
    {
        let page = said(&world.get(VISITOR, address).await, 200);
        assert_eq!(
            page.canonical,
            Some(format!("https://auction.example{address}"))
        );
    }
    for path in [
        "/sitemap/lots-x.xml",
        "/sitemap/lots--1.xml",
        "/sitemap/lots-9223372036854775807.xml",
        "/sitemap/x.xml",
    ] {
        assert_eq!(world.get(VISITOR, path).await.status, 404, "{path}");
    }
    let empty = get("/sitemap/lots-1.xml").await;
    assert_eq!(empty.matches("<url>").count(), 0);
    world.end().await;
}

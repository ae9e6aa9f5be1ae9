//! The head of each page, as search engines see it.

use std::fs;

use reqwest::Method;
use serde_json::{Value, json};
use time::Duration;

use super::{INDEX, between, said, site};
use crate::support::*;

/// The head and the first screen, without the data for the client.
fn before_answers(html: &str) -> &str {
    html.split_once("id=\"first-answers\"").unwrap().0
}

#[actix_web::test]
async fn every_public_page_has_its_head() {
    let (app, _dir) = site().await;
    app.sql("update house set is_gallery = true where id = 1")
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
        (
            "/artists",
            "Художники — Торги &amp; Ко",
            "/artists",
            &["BreadcrumbList"],
        ),
        (
            "/artist/1",
            "Айвазовский Иван Константинович — Торги &amp; Ко",
            "/artist/1/ayvazovskiy-ivan-konstantinovich",
            &["Person", "BreadcrumbList"],
        ),
    ] {
        let page = said(&app.get(VISITOR, path).await, 200);
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
    said(&app.get(VISITOR, "/lots?search=%00").await, 200);
    let page = said(&app.get(VISITOR, "/lots?search=ваза&page=3").await, 200);
    assert_eq!(page.title, "ваза — Лоты | Страница 3 — Торги &amp; Ко");
    assert_eq!(
        page.canonical.as_deref(),
        Some("https://auction.example/lots?page=3")
    );
    // Only lists have pages.
    for path in ["/lot/1001", "/about", "/"] {
        let page = said(&app.get(VISITOR, &format!("{path}?page=3")).await, 200);
        assert!(!page.title.contains("Страница"), "{}", page.title);
        assert!(!page.canonical.unwrap().contains("page="), "{path}");
    }
    // Extra query parameters still give the page.
    let page = said(&app.get(VISITOR, "/lot/1001/a/b").await, 200);
    assert_eq!(
        page.canonical.as_deref(),
        Some("https://auction.example/lot/1001/morskoy-peyzazh-s-parusnikom")
    );
    app.end().await;
}

#[actix_web::test]
async fn auction_pages_name_the_support_phone() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("index.html"), INDEX).unwrap();
    let app = App::with(&[
        ("CLIENT_DIR", dir.path().to_str().unwrap()),
        ("PUBLIC_URL", "https://auction.example"),
        ("CONTACT_PHONE", "8 800 100-00-00"),
    ])
    .await;
    let html = app.get(VISITOR, "/auctions").await.text();
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
    let html = app.get(VISITOR, "/about").await.text();
    assert!(!before_answers(&html).contains("8 800"), "{html}");
    // What an admin writes takes the place of the settings.
    let contacts = json!({"phone": "8 800 200-00-00"});
    app.put(ADMIN, "/api/config/contacts", contacts).await.ok();
    app.clock.advance(Duration::seconds(1));
    let html = app.get(VISITOR, "/auctions").await.text();
    assert!(
        html.contains("Телефон поддержки: 8 800 200-00-00."),
        "{html}"
    );
    app.end().await;
}

#[actix_web::test]
async fn a_lot_page_has_picture_price_and_breadcrumbs() {
    let (app, _dir) = site().await;
    let page = said(&app.get(VISITOR, "/lot/1001").await, 200);
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
    // The price follows the bets, and the reserve is never shown.
    app.bet(ACCEPTED, 10, 1002, 3000).await.expect_code(0);
    let page = said(&app.get(VISITOR, "/lot/1002").await, 200);
    assert_eq!(page.data[0]["offers"]["price"], 3000);
    let html = before_answers(&page.html);
    assert!(!html.contains("5000") && !html.contains("5\u{a0}000"));
    // A lot with its price on request has no offer.
    let page = said(&app.get(VISITOR, "/lot/1301").await, 200);
    assert!(page.data[0].get("offers").is_none());
    app.end().await;
}

#[actix_web::test]
async fn pages_hidden_from_visitors_say_nothing() {
    let (app, _dir) = site().await;
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
        // Pages say the same with a token as without.
        for who in [VISITOR, ADMIN] {
            let page = said(&app.get(who, path).await, 404);
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
    for path in ["/account", "/account/profile"] {
        let page = said(&app.get(VISITOR, path).await, 200);
        assert!(page.is_hidden && page.canonical.is_none(), "{path}");
    }
    // Everyone who may see the sale may open its hall screen; search engines must not list it.
    let page = said(&app.get(VISITOR, "/auction/10/hall").await, 200);
    assert!(page.is_hidden && page.canonical.is_none());
    for path in ["/auction/17/hall", "/auction/999/hall"] {
        assert!(said(&app.get(VISITOR, path).await, 404).is_hidden, "{path}");
    }
    // Files are served, and unknown files are not found.
    assert_eq!(app.get(VISITOR, "/assets/app.js").await.text(), "1");
    assert_eq!(app.get(VISITOR, "/assets/none.js").await.problem().0, 404);
    assert_eq!(app.get(VISITOR, "/favicon.ico").await.problem().0, 404);
    app.end().await;
}

#[actix_web::test]
async fn staff_pages_exist_only_for_those_who_may_enter() {
    let (app, _dir) = site().await;
    for (path, allowed) in [
        ("/house-account/1/orders", &[ADMIN, OWNER, MANAGER][..]),
        ("/house-account/1", &[ADMIN, OWNER, MANAGER, NEWSMAKER]),
        ("/house-account/1/news", &[ADMIN, OWNER, MANAGER, NEWSMAKER]),
        ("/house-account/2", &[ADMIN, STRANGER]),
        ("/house-account/99", &[ADMIN]),
        ("/admin", &[ADMIN]),
        ("/admin/journal", &[ADMIN]),
        (
            "/help/house",
            &[ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER, STRANGER],
        ),
        (
            "/help/auctioneer",
            &[ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER, STRANGER],
        ),
        ("/help/admin", &[ADMIN]),
    ] {
        for who in [
            VISITOR, ADMIN, OWNER, MANAGER, AUCTIONEER, NEWSMAKER, TRUSTED, STRANGER,
        ] {
            let request = app.request(Method::GET, VISITOR, path);
            let request = match who {
                Some(account) => {
                    request.header("Cookie", format!("__Host-token={}", token(account)))
                }
                None => request,
            };
            let status = if allowed.contains(&who) { 200 } else { 404 };
            let page = said(&app.send(request).await, status);
            assert!(page.is_hidden && page.canonical.is_none(), "{path}");
        }
        let request = app.request(Method::GET, VISITOR, path);
        said(
            &app.send(request.header("Cookie", "__Host-token=none"))
                .await,
            404,
        );
    }
    app.end().await;
}

#[actix_web::test]
async fn news_have_a_head_once_published() {
    let (app, _dir) = site().await;
    app
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
        .fetch_all(&app.pool)
        .await
        .unwrap();
    let page = said(
        &app.get(VISITOR, &format!("/news/{}/any", ids[0])).await,
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
    let page = said(&app.get(VISITOR, &format!("/news/{}", ids[3])).await, 200);
    assert_eq!(page.data[0]["author"]["name"], "Торги & Ко");
    // A draft, and an article to be published later.
    for id in [ids[1], ids[2], 999] {
        let page = said(&app.get(ADMIN, &format!("/news/{id}/x")).await, 404);
        assert!(page.is_hidden && !page.html.contains("овост"));
    }
    let sitemap = app.get(VISITOR, "/sitemap/pages.xml").await.text();
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
    app.end().await;
}

#[actix_web::test]
async fn titles_are_escaped() {
    let (app, _dir) = site().await;
    app
        .sql(
            r#"update lot set title_ru = '</script><script>alert("1")</script>', description_ru = '<p>Опись &lt;b&gt;</p><!-- x -->'
               where id = 1001;
               update catalog set title = '"><img src=x onerror=alert(1)>' where id = 10;
               update house set name_ru = '</title>' where id = 1"#,
        )
        .await;
    for path in ["/lot/1001", "/auction/10", "/auction-house/1"] {
        let page = said(&app.get(VISITOR, path).await, 200);
        assert!(
            !page.html.contains("<img src=x") && !page.html.contains("<!--"),
            "{path}: {}",
            page.html
        );
    }
    let page = said(&app.get(VISITOR, "/lot/1001").await, 200);
    assert_eq!(
        page.data[0]["name"],
        "Айвазовский Иван Константинович. </script><script>alert(\"1\")</script>"
    );
    assert!(
        page.canonical
            .unwrap()
            .ends_with("/lot/1001/script-script-alert-1-script")
    );
    app.end().await;
}

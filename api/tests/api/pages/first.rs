//! What a page's first HTML shows before any script runs, and the answers that it brings.

use std::fs;

use reqwest::Method;
use serde_json::{Value, json};
use time::Duration;

use super::{between, said, site};
use crate::support::*;

const ANSWERS: &str = "<script type=\"application/json\" id=\"first-answers\" data-now=\"";

fn answers(html: &str) -> Value {
    let [data] = between(html, ANSWERS, "</script>")[..] else {
        panic!("no answers in {html}");
    };
    let (now, data) = data.split_once("\">").unwrap();
    now.parse::<i64>().unwrap();
    serde_json::from_str(data).unwrap()
}

/// What is in the root element.
fn screen(html: &str) -> &str {
    let (_, rest) = html.split_once("<div id=\"root\">").unwrap();
    rest.split_once(ANSWERS).unwrap().0
}

#[actix_web::test]
async fn a_lot_page_shows_picture_title_and_price_at_once() {
    let (app, dir) = site().await;
    fs::create_dir(dir.path().join(".vite")).unwrap();
    let files = json!({"lot": {
        "scripts": ["assets/lot.js"], "styles": ["assets/lot.css"], "fonts": ["assets/text.woff2"],
    }});
    fs::write(dir.path().join(".vite/first-visit.json"), files.to_string()).unwrap();
    let html = said(&app.get(VISITOR, "/lot/1001").await, 200).html;
    let shown = screen(&html);
    for part in [
        ">Торги &amp; Ко</a>",
        "<h1>Айвазовский Иван Константинович</h1>",
        "<p>Морской пейзаж с\u{a0}парусником</p>",
        "<b>1\u{a0}000\u{a0}₽</b>",
        "srcset=\"/api/lots/image/00000000-0000-4000-8000-000000000001/?size=160 ",
        "fetchpriority=\"high\"",
        "<button type=\"button\" data-act=\"lot\">СДЕЛАТЬ СТАВКУ</button>",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    for link in [
        "<link rel=\"preload\" as=\"style\" crossorigin href=\"/assets/lot.css\">",
        "<link rel=\"modulepreload\" crossorigin href=\"/assets/lot.js\">",
        "<link rel=\"preload\" as=\"font\" type=\"font/woff2\" crossorigin href=\"/assets/text.woff2\">",
    ] {
        assert_eq!(html.matches(link).count(), 1, "{link} in {html}");
    }
    let [waiting] = between(&html, "<template id=\"app\">", "</template>")[..] else {
        panic!("no files of the app in {html}");
    };
    assert!(
        waiting.contains("/assets/lot.css") && waiting.contains("/assets/lot.js"),
        "{waiting}"
    );
    assert!(!waiting.contains("woff2"), "{waiting}");
    let (head, _) = html.split_once("<script").unwrap();
    assert!(
        head.contains("<link rel=\"preload\" as=\"image\" imagesrcset=\"/api/lots/image/00000000-0000-4000-8000-000000000001/?size=160 "),
        "{html}"
    );
    let answers = answers(&html);
    let lot: Value = app.get(VISITOR, "/api/lots/1001").await.expect(200).json();
    assert_eq!(answers["lot"], lot);
    let config: Value = app.get(VISITOR, "/api/config").await.expect(200).json();
    assert_eq!(answers["config"], config);
    let categories: Value = app
        .get(VISITOR, "/api/classificator")
        .await
        .expect(200)
        .json();
    assert_eq!(answers["categories"], categories);
    app.end().await;
}

#[actix_web::test]
async fn lists_and_the_home_page_bring_their_first_answers() {
    let (app, _dir) = site().await;
    app.sql(
        "insert into news (news_type, slug, title, content, publisher_id, created, published)
         values (3, 'sezon', 'Открыт сезон', 'х', 1, now(), now() - interval '1 hour')",
    )
    .await;
    let list = said(&app.get(VISITOR, "/lots").await, 200).html;
    assert!(screen(&list).contains("<h1>Лоты</h1><ul class=\"first-cards\"><li>"));
    let found: Value = app
        .post(
            VISITOR,
            "/api/lots/search?pageNumber=1&pageSize=20",
            json!({"sorting": 1, "isBiddingOver": false}),
        )
        .await
        .expect(200)
        .json();
    assert_eq!(answers(&list)["lots"], found);
    let on_sale = json!({"isBiddingOver": false});
    let counts: Value = app
        .post(VISITOR, "/api/lots/search/counts", on_sale)
        .await
        .expect(200)
        .json();
    assert_eq!(answers(&list)["lotCounts"], counts);
    for (page, name, call) in [
        ("/auctions", "sales", "/api/catalog?scope=all&pageSize=20"),
        (
            "/auctions/future",
            "sales",
            "/api/catalog?scope=future&pageSize=20",
        ),
        (
            "/auctions/classic",
            "sales",
            "/api/catalog?scope=all&catalogType=0&pageSize=20",
        ),
        (
            "/auctions/parallel",
            "sales",
            "/api/catalog?scope=all&catalogType=1&pageSize=20",
        ),
        (
            "/auctions/results",
            "sales",
            "/api/catalog?scope=results&pageSize=20",
        ),
        ("/news", "news", "/api/news?pageSize=13"),
    ] {
        let html = said(&app.get(VISITOR, page).await, 200).html;
        let found: Value = app.get(VISITOR, call).await.expect(200).json();
        assert_eq!(answers(&html)[name], found, "{page}");
        if name == "sales" {
            let titles = between(screen(&html), "<li><time>", "</h2>").len();
            let rows = found["items"].as_array().unwrap().len().min(6);
            assert_eq!(titles, rows, "{page}");
        }
    }
    let news: Value = app
        .get(VISITOR, "/api/news?pageSize=1")
        .await
        .expect(200)
        .json();
    let page = said(&app.get(VISITOR, "/news").await, 200).html;
    let lead = format!("<h2>{}</h2>", news["items"][0]["title"].as_str().unwrap());
    assert!(
        screen(&page).contains("<h1>Новости</h1><div class=\"first-news\">"),
        "{page}"
    );
    assert!(screen(&page).contains(&lead), "{page}");
    // Other lists are the client's to ask for.
    let filtered = said(&app.get(VISITOR, "/auctions?state=current").await, 200).html;
    assert_eq!(answers(&filtered)["sales"], Value::Null);
    let searched = said(&app.get(VISITOR, "/lots?search=ваза").await, 200).html;
    assert_eq!(answers(&searched)["lots"], Value::Null);

    let home = answers(&said(&app.get(VISITOR, "/").await, 200).html);
    let banners: Value = app
        .get(VISITOR, "/api/banner/visible")
        .await
        .expect(200)
        .json();
    assert_eq!(home["banners"], banners);
    for (name, scope) in [("currentSales", "current"), ("futureSales", "future")] {
        let path = format!("/api/catalog?scope={scope}&pageNumber=1&pageSize=10");
        let sales: Value = app.get(VISITOR, &path).await.expect(200).json();
        assert_eq!(home[name], sales);
    }
    app.end().await;
}

#[actix_web::test]
async fn an_auction_shows_its_first_lots_and_brings_what_its_list_asks_for() {
    let (app, _dir) = site().await;
    // It begins soon, so the room would be shown.
    let path = "/auction/10?viewType=catalog";
    let html = said(&app.get(VISITOR, path).await, 200).html;
    let shown = screen(&html);
    for part in [
        "<small>Лот 1</small><div><b>Айвазовский Иван Константинович</b><i>Морской пейзаж с\u{a0}парусником</i>",
        "<u>Эстимейт<b>1\u{a0}500 – 2\u{a0}500\u{a0}₽</b></u>",
        "<div class=\"first-banner\"></div>",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let auction = answers(&html);
    let mut catalog: Value = app.get(VISITOR, "/api/catalog/10").await.expect(200).json();
    catalog["serverTime"] = auction["catalog"]["serverTime"].clone();
    assert_eq!(auction["catalog"], catalog);
    let house: Value = app.get(VISITOR, "/api/house/1").await.expect(200).json();
    assert_eq!(auction["house"], house);
    let list = json!({"catalogId": 10, "showHiddenLots": true, "sorting": 7});
    let found: Value = app
        .post(
            VISITOR,
            "/api/lots/search?pageNumber=1&pageSize=20",
            list.clone(),
        )
        .await
        .expect(200)
        .json();
    assert_eq!(auction["saleList"], found);
    let counts: Value = app
        .post(VISITOR, "/api/lots/search/counts", list)
        .await
        .expect(200)
        .json();
    assert_eq!(auction["saleCounts"], counts);
    // A list with filters is the client's to ask for.
    let filtered = said(&app.get(VISITOR, &format!("{path}&status=sold")).await, 200).html;
    assert_eq!(answers(&filtered)["saleList"], Value::Null);
    assert!(screen(&filtered).contains("<main><h1>"), "{filtered}");
    app.end().await;
}

#[actix_web::test]
async fn a_finished_sale_is_dated_by_its_end() {
    let (app, _dir) = site().await;
    app.sql(
        "update catalog set start_date = '2026-01-03T09:00:00Z', end_date = '2026-01-07T09:00:00Z' where id = 15;
         update catalog_trade set start_date = '2026-01-03T09:00:00Z', end_date = '2026-01-07T09:00:00Z'
         where catalog_id = 15",
    )
    .await;
    let html = said(&app.get(VISITOR, "/auctions/results").await, 200).html;
    assert!(screen(&html).contains("<time><b>7</b>"), "{html}");
    app.end().await;
}

#[actix_web::test]
async fn a_live_room_shows_the_lot_on_the_block_and_brings_all_lots() {
    let (app, _dir) = site().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let html = said(&app.get(VISITOR, "/auction/10").await, 200).html;
    assert!(
        screen(&html).starts_with("<main class=\"first-room\">"),
        "{html}"
    );
    assert!(screen(&html).contains("<p>Морской пейзаж с\u{a0}парусником</p>"));
    // Its visitors want to bid, so the app does not wait for the picture.
    assert!(
        html.contains("<template id=\"app\" data-without-picture>"),
        "{html}"
    );
    let lots: Value = app
        .get(VISITOR, "/api/catalog/10/lots?pageSize=100&sorting=7")
        .await
        .expect(200)
        .json();
    assert_eq!(answers(&html)["saleLots"], lots["items"]);
    // Its list is still there.
    let list = said(&app.get(VISITOR, "/auction/10?viewType=catalog").await, 200).html;
    assert!(screen(&list).contains("<div class=\"first-sale first-running\">"));
    assert!(list.contains("<template id=\"app\">"), "{list}");
    assert_eq!(answers(&list)["saleLots"], Value::Null);
    app.end().await;
}

#[actix_web::test]
async fn a_house_says_who_it_is_and_nothing_of_it_runs() {
    let (app, _dir) = site().await;
    app.sql(
        "update house set description_ru = '<p>С 1998 года</p><script>alert(1)</script>' where id = 1",
    )
    .await;
    let html = said(&app.get(VISITOR, "/auction-house/1").await, 200).html;
    let shown = screen(&html);
    assert!(shown.contains("<p>С 1998 года</p>"), "{shown}");
    assert!(!shown.contains("<script"), "{shown}");
    let house: Value = app.get(VISITOR, "/api/house/1").await.expect(200).json();
    assert_eq!(answers(&html)["house"], house);
    app.end().await;
}

#[actix_web::test]
async fn the_first_visits_dialog_is_shown_until_it_is_answered() {
    let (app, _dir) = site().await;
    let asked = async |cookie: &str| {
        let headers = [("Cookie", cookie)];
        let answer = app
            .call(Method::GET, VISITOR, "/lots", &headers, None)
            .await;
        said(&answer, 200).html.contains("Мне есть 18")
    };
    assert!(asked("").await);
    assert!(asked("__Host-consent=0").await);
    assert!(!asked("__Host-consent=1").await);
    app.end().await;
}

#[actix_web::test]
async fn the_first_screen_is_everybodys_and_escaped() {
    let (app, _dir) = site().await;
    app.sql(
        r#"update lot set title_ru = E'</script><script>alert("1")</script>\u2028' where id = 1001;
           update house set name_ru = '</title><i onclick=x>' where id = 1"#,
    )
    .await;
    let page = said(&app.get(VISITOR, "/lot/1001").await, 200).html;
    assert!(
        !page.contains("<script>alert") && !page.contains("<i onclick"),
        "{page}"
    );
    let (_, data) = page.split_once(ANSWERS).unwrap();
    assert!(!data.contains('\u{2028}'), "{page}");
    assert_eq!(
        answers(&page)["lot"]["titleRu"],
        "</script><script>alert(\"1\")</script>\u{2028}"
    );
    // Admins see reserves; the page is the visitor's all the same.
    let own = said(&app.get(OWNER, "/lot/1001").await, 200).html;
    let of = |html: &str| (screen(html).to_owned(), answers(html));
    let reserved = said(&app.get(ADMIN, "/lot/1002").await, 200).html;
    assert_eq!(answers(&reserved)["lot"]["price"]["reserve"], Value::Null);
    assert_eq!(
        app.get(ADMIN, "/api/lots/1002").await.ok()["price"]["reserve"],
        5000
    );
    assert_eq!(of(&own), of(&page));
    let hidden = app.call(Method::GET, OWNER, "/lot/999999", &[], None).await;
    assert!(!said(&hidden, 404).html.contains(ANSWERS));
    app.end().await;
}

#[actix_web::test]
async fn what_is_hidden_is_on_no_first_screen() {
    let (app, _dir) = site().await;
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let html = async |path: &str| said(&app.get(OWNER, path).await, 200).html;
    let title = "Морской пейзаж с парусником";
    let sale: Value = app.get(VISITOR, "/api/catalog/10").await.expect(200).json();
    let sale = sale["title"].as_str().unwrap().to_owned();
    let home = html("/").await;
    assert!(screen(&home).contains(&sale) && answers(&home)["lot"]["id"] == 1001);
    assert!(html("/lots").await.contains(title));
    app.control(MANAGER, "/api/catalog/10/hide").await.ok();
    app.index().await;
    let earlier = html("/auctions").await;
    assert!(!answers(&earlier).to_string().contains(&sale));
    // Pages that were read within the second are not read again.
    assert!(html("/lots").await.contains(title));
    app.clock.advance(time::Duration::seconds(1));
    for path in ["/", "/lots"] {
        let html = html(path).await;
        assert!(
            !html.contains(title) && !html.contains(&sale),
            "{path}: {html}"
        );
    }
    app.end().await;
}

#[actix_web::test]
async fn everybody_gets_the_same_page_for_a_second() {
    let (app, _dir) = site().await;
    let is_renamed = async || {
        let page = app.get(VISITOR, "/lot/1001").await;
        said(&page, 200).html.contains("Переименован")
    };
    assert!(!is_renamed().await);
    app.sql("update lot set title_ru = 'Переименован' where id = 1001")
        .await;
    assert!(!is_renamed().await);
    app.clock.advance(Duration::seconds(1));
    assert!(is_renamed().await);
    // The time of the answer, not of the page.
    app.clock.advance(Duration::milliseconds(500));
    let page = app.get(VISITOR, "/lot/1001").await;
    let now = page.headers["server_time_ts"].to_str().unwrap();
    let timing = page.headers["server-timing"].to_str().unwrap();
    assert_eq!(timing, format!("now;desc=\"{now}\""));
    assert!(!page.text().contains(&format!("data-now=\"{now}\"")));
    // Browsers would put the policy of a 304, which is not a page's, on the page that they have.
    let any = [("If-None-Match", "*")];
    let again = app
        .call(Method::GET, VISITOR, "/lot/1001", &any, None)
        .await;
    assert!(!again.expect(200).headers.contains_key("etag"), "{again}");
    // Who has answered the dialog of a first visit gets a page without it.
    let cookie = [("Cookie", "__Host-consent=1")];
    let answered = app
        .call(Method::GET, VISITOR, "/lot/1001", &cookie, None)
        .await;
    assert_ne!(answered.text(), app.get(VISITOR, "/lot/1001").await.text());
    app.end().await;
}

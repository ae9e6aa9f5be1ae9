//! News: drafts and published articles, their writers, and sanitised HTML.

use serde_json::{Value, json};
use time::Duration;

use crate::support::uploads::png_of;
use crate::support::*;

fn article(house: Option<i64>, kind: i64, title: &str, published: Option<&str>) -> Value {
    json!({
        "houseId": house, "newsType": kind, "title": title, "content": "<p>Текст</p>", "published": published,
    })
}

const LONG_AGO: Option<&str> = Some("2026-01-01T10:00:00.000Z");

async fn titles(app: &App, who: Who, path: &str) -> Vec<String> {
    let page = app.get(who, path).await.ok();
    let items = page["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["title"].as_str().unwrap().to_owned())
        .collect()
}

#[actix_web::test]
async fn news_are_created_listed_by_kind_and_deleted() {
    let app = App::new().await;
    let body = json!({
        "houseId": 1, "newsType": 1, "title": "  Итоги весенних торгов ", "summary": "Коротко",
        "content": "<p onclick=\"x()\">Продано <b>всё</b></p><script>alert(1)</script><a href=\"javascript:x\">тут</a>",
        "source": "https://example.org/news", "info": "Подробности", "keywords": "торги, итоги", "author": "Д. Ветрова",
        "published": "2026-02-01T10:00:00.000Z",
    });
    let made = app.post(NEWSMAKER, "/api/news/", body).await.ok();
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        made,
        json!({
            "id": id, "newsType": 1, "houseId": 1, "houseNameRu": "Первый дом", "title": "Итоги весенних торгов",
            "slug": "itogi-vesennih-torgov", "summary": "Коротко", "author": "Д. Ветрова",
            "image": {"previewId": null}, "created": made["created"], "published": "2026-02-01T10:00:00.000Z",
            "content": "<p>Продано <b>всё</b></p><a rel=\"noopener noreferrer nofollow\">тут</a>",
            "source": "https://example.org/news", "info": "Подробности", "keywords": "торги, итоги", "publisherId": 5,
        })
    );
    for (kind, title) in [(0, "Объявление"), (2, "Показ"), (3, "Новость")] {
        app.post(ADMIN, "/api/news", article(None, kind, title, LONG_AGO))
            .await
            .ok();
    }
    let other = article(
        Some(2),
        1,
        "Итоги второго дома",
        Some("2026-03-01T00:00:00Z"),
    );
    app.post(STRANGER, "/api/news", other).await.ok();

    // The latest first; every other kind is an announcement.
    let results = ["Итоги второго дома", "Итоги весенних торгов"];
    assert_eq!(titles(&app, VISITOR, "/api/news/1/1").await, results);
    assert_eq!(
        titles(&app, VISITOR, "/api/news/1/2?pageSize=1").await,
        results[1..]
    );
    // A page past the end is the last one.
    assert_eq!(
        titles(&app, VISITOR, "/api/news/1/99?pageSize=1").await,
        results[1..]
    );
    assert_eq!(
        titles(&app, VISITOR, "/api/news/1/1?houseId=2").await,
        results[..1]
    );
    assert_eq!(titles(&app, VISITOR, "/api/news/0/1").await, ["Объявление"]);
    assert_eq!(
        titles(&app, VISITOR, "/api/news/77/1").await,
        ["Объявление"]
    );
    assert_eq!(
        titles(&app, VISITOR, "/api/news/platform").await,
        ["Новость", "Показ", "Объявление"]
    );
    assert_eq!(
        titles(&app, VISITOR, "/api/news/house/1").await,
        results[1..]
    );
    let mut all = results.to_vec();
    all.extend(["Новость", "Показ", "Объявление"]);
    assert_eq!(titles(&app, VISITOR, "/api/news").await, all);
    assert_eq!(
        titles(&app, VISITOR, "/api/news?pageNumber=2&pageSize=2").await,
        all[2..4]
    );
    app.get(VISITOR, "/api/news/house/99").await.expect(404);
    app.get(VISITOR, "/api/news/results/1").await.expect(404);
    assert_eq!(
        app.get(VISITOR, &format!("/api/news/article/{id}"))
            .await
            .ok(),
        made
    );

    // A change replaces the article and keeps its creation time.
    let mut changed = article(Some(1), 3, "Итоги", LONG_AGO);
    changed["id"] = json!(id);
    changed["slug"] = json!("itogi-2026");
    let changed = app.post(MANAGER, "/api/news", changed).await.ok();
    assert_eq!(
        (
            &changed["slug"],
            &changed["summary"],
            &changed["created"],
            &changed["publisherId"]
        ),
        (
            &json!("itogi-2026"),
            &Value::Null,
            &made["created"],
            &json!(5)
        )
    );
    app.delete(OWNER, &format!("/api/news/{id}"))
        .await
        .expect(204);
    app.get(VISITOR, &format!("/api/news/article/{id}"))
        .await
        .expect(404);
    app.delete(OWNER, &format!("/api/news/{id}"))
        .await
        .expect(404);

    // The journal has every change, with its author and the previous values.
    type Record = (i16, Option<i64>, Option<Value>, Option<Value>);
    let rows: Vec<Record> = sqlx::query_as(
        "select event, account_id, before, after from journal_record where subject_id = $1 and event in (501, 502, 503)
         order by id",
    )
    .bind(id)
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let what: Vec<_> = rows.iter().map(|row| (row.0, row.1)).collect();
    assert_eq!(what, [(501, Some(5)), (502, Some(3)), (503, Some(2))]);
    assert_eq!(
        rows[1].2.as_ref().unwrap()["title"],
        "Итоги весенних торгов"
    );
    assert_eq!(rows[1].3.as_ref().unwrap()["title"], "Итоги");
    assert_eq!(rows[2].3, None);
    app.end().await;
}

#[actix_web::test]
async fn only_its_writers_see_a_draft() {
    let app = App::new().await;
    let draft = app
        .post(
            NEWSMAKER,
            "/api/news",
            article(Some(1), 3, "Черновик", None),
        )
        .await
        .ok();
    let soon = app.state.clock.now() + Duration::hours(1);
    let soon = serde_json::to_value(contract::dto::Timestamp(soon)).unwrap();
    let coming = app
        .post(
            NEWSMAKER,
            "/api/news",
            article(Some(1), 3, "Завтра", soon.as_str()),
        )
        .await
        .ok();
    let platform = app
        .post(
            ADMIN,
            "/api/news",
            article(None, 3, "Черновик портала", None),
        )
        .await
        .ok();
    let address = |news: &Value| format!("/api/news/article/{}", news["id"]);
    for who in [NEWSMAKER, MANAGER, OWNER, ADMIN] {
        assert_eq!(app.get(who, &address(&draft)).await.ok(), draft);
        assert_eq!(
            titles(&app, who, "/api/news/house/1?showDrafts=true").await,
            ["Черновик", "Завтра"]
        );
        assert_eq!(titles(&app, who, "/api/news/house/1").await, [""; 0]);
    }
    for who in [VISITOR, NEWCOMER, AUCTIONEER, STRANGER] {
        for hidden in [&draft, &coming, &platform] {
            app.get(who, &address(hidden)).await.expect(404);
        }
        assert_eq!(
            titles(&app, who, "/api/news/house/1?showDrafts=true").await,
            [""; 0]
        );
        assert_eq!(
            titles(&app, who, "/api/news/platform?showDrafts=true").await,
            [""; 0]
        );
        assert_eq!(titles(&app, who, "/api/news/3/1").await, [""; 0]);
    }
    assert_eq!(
        titles(&app, ADMIN, "/api/news/platform?showDrafts=true").await,
        ["Черновик портала"]
    );
    // For others a draft does not exist.
    let mut edit = article(Some(1), 3, "Чужой", LONG_AGO);
    edit["id"] = draft["id"].clone();
    app.post(STRANGER, "/api/news", edit.clone())
        .await
        .expect(404);
    app.delete(STRANGER, &format!("/api/news/{}", draft["id"]))
        .await
        .expect(404);

    app.state.clock.advance(Duration::hours(2));
    assert_eq!(titles(&app, VISITOR, "/api/news/3/1").await, ["Завтра"]);
    assert_eq!(
        app.get(VISITOR, &address(&coming)).await.ok()["title"],
        "Завтра"
    );
    edit["id"] = coming["id"].clone();
    app.post(STRANGER, "/api/news", edit).await.expect(403);
    // Withdrawn, it is a draft again.
    let mut back = article(Some(1), 3, "Завтра", None);
    back["id"] = coming["id"].clone();
    app.post(NEWSMAKER, "/api/news", back).await.ok();
    app.get(VISITOR, &address(&coming)).await.expect(404);
    // It disappears with its house.
    app.sql("update news set published = now() - interval '1 day'; update house set deleted = now() where id = 1").await;
    app.get(ADMIN, &address(&coming)).await.expect(404);
    assert_eq!(
        titles(&app, VISITOR, "/api/news/3/1").await,
        ["Черновик портала"]
    );
    app.end().await;
}

#[actix_web::test]
async fn news_refuse_strangers_and_unsafe_content() {
    let app = App::new().await;
    let news = |house, kind| article(house, kind, "Новость", None);
    for (who, house, status) in [
        (VISITOR, Some(1), 401),
        (NEWCOMER, Some(1), 403),
        (AUCTIONEER, Some(1), 403),
        (STRANGER, Some(1), 403),
        (NEWSMAKER, Some(2), 403),
        (NEWSMAKER, None, 403),
        (OWNER, None, 403),
        (ADMIN, Some(99), 404),
        (ADMIN, Some(2), 200),
        (STRANGER, Some(2), 200),
        (ADMIN, None, 200),
    ] {
        app.post(who, "/api/news", news(house, 0))
            .await
            .expect(status);
    }
    let made = app
        .post(NEWSMAKER, "/api/news", news(Some(1), 0))
        .await
        .ok();
    let with = |field: &str, value: Value| {
        let mut body = news(Some(1), 0);
        body["id"] = made["id"].clone();
        body[field] = value;
        body
    };
    let empty = "Обязательное поле".to_owned();
    for (field, value, message) in [
        ("title", json!("  "), empty.clone()),
        (
            "title",
            json!("а".repeat(301)),
            "Не более 300 символов".to_owned(),
        ),
        ("content", json!(" "), empty.clone()),
        ("content", json!("<script>x()</script>"), empty),
        (
            "content",
            json!("а".repeat(100_001)),
            "Не более 100000 символов".to_owned(),
        ),
        (
            "summary",
            json!("а".repeat(1001)),
            "Не более 1000 символов".to_owned(),
        ),
        (
            "source",
            json!("а".repeat(501)),
            "Не более 500 символов".to_owned(),
        ),
        (
            "info",
            json!("а".repeat(2001)),
            "Не более 2000 символов".to_owned(),
        ),
        (
            "keywords",
            json!("а".repeat(501)),
            "Не более 500 символов".to_owned(),
        ),
        (
            "author",
            json!("а".repeat(201)),
            "Не более 200 символов".to_owned(),
        ),
        (
            "slug",
            json!("Не адрес"),
            "Только строчные латинские буквы, цифры и дефисы между ними".to_owned(),
        ),
        (
            "houseId",
            json!(2),
            "Новость нельзя передать другому дому".to_owned(),
        ),
        ("newsType", json!(4), String::new()),
        ("published", json!("вчера"), String::new()),
    ] {
        let reply = app.post(NEWSMAKER, "/api/news", with(field, value)).await;
        if message.is_empty() {
            reply.refused_field("body");
        } else {
            assert_eq!(reply.refused_field(field), message, "{field}");
        }
    }
    // All faults are reported at once.
    let mut both = with("title", json!(""));
    both["content"] = json!("");
    let errors = app.post(NEWSMAKER, "/api/news", both).await.json()["errors"].clone();
    assert_eq!(errors.as_object().unwrap().len(), 2, "{errors}");
    app.post(NEWSMAKER, "/api/news", with("id", json!(999)))
        .await
        .expect(404);
    let now = app
        .get(NEWSMAKER, &format!("/api/news/article/{}", made["id"]))
        .await
        .ok();
    assert_eq!(now, made);
    app.end().await;
}

#[actix_web::test]
async fn an_article_has_one_picture() {
    let app = App::new().await;
    let draft = app
        .post(NEWSMAKER, "/api/news", article(Some(1), 3, "Показ", None))
        .await
        .ok();
    let images = format!("/api/news/{}/images", draft["id"]);
    let set = app
        .upload(NEWSMAKER, &images, &[png_of(300, 200)])
        .await
        .ok();
    let picture = set["previewId"].as_str().unwrap().to_owned();
    let address = format!("/api/news/image/{picture}/?size=icon");
    app.get(VISITOR, &address).await.expect(404);
    app.get(AUCTIONEER, &address).await.expect(404);
    assert_eq!(
        app.get(MANAGER, &address).await.headers["cache-control"],
        "private, no-store"
    );
    assert_eq!(
        app.upload(NEWSMAKER, &images, &[png_of(8, 8), png_of(8, 8)])
            .await
            .refused_field("file"),
        "Не более одного изображения"
    );
    app.upload(STRANGER, &images, &[png_of(8, 8)])
        .await
        .expect(404);
    app.upload(NEWSMAKER, "/api/news/999/images", &[png_of(8, 8)])
        .await
        .expect(404);

    let mut published = article(Some(1), 3, "Показ", LONG_AGO);
    published["id"] = draft["id"].clone();
    let published = app.post(NEWSMAKER, "/api/news", published).await.ok();
    assert_eq!(published["image"]["previewId"], picture.as_str());
    app.get(VISITOR, &address).await.expect(200);
    app.upload(STRANGER, &images, &[png_of(8, 8)])
        .await
        .expect(403);

    let second = app.upload(ADMIN, &images, &[png_of(8, 8)]).await.ok();
    assert_ne!(second["previewId"], picture.as_str());
    app.get(VISITOR, &address).await.expect(404);
    app.delete(STRANGER, &images).await.expect(403);
    app.delete(NEWSMAKER, &images).await.expect(204);
    let now = app
        .get(VISITOR, &format!("/api/news/article/{}", draft["id"]))
        .await
        .ok();
    assert_eq!(now["image"]["previewId"], Value::Null);
    app.end().await;
}

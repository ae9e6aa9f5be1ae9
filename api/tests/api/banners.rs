//! Banners.

use serde_json::{Value, json};
use time::Duration;

use crate::support::uploads::png_of;
use crate::support::*;

fn titles(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| item["title"].as_str().unwrap())
        .collect()
}

#[actix_web::test]
async fn a_banner_is_shown_with_its_picture_within_its_time() {
    let app = App::new().await;
    let at = |hours: i64| {
        let at = app.state.clock.now() + Duration::hours(hours);
        serde_json::to_value(contract::dto::Timestamp(at)).unwrap()
    };
    let body = json!({
        "title": " Осенние торги ", "link": "/auction/16/osennie", "position": 2, "from": at(-1), "to": at(5), "visible": true,
    });
    for (who, status) in [(VISITOR, 401), (OWNER, 403)] {
        app.post(who, "/api/banner", body.clone())
            .await
            .expect(status);
        app.get(who, "/api/banner").await.expect(status);
    }
    let made = app.post(ADMIN, "/api/banner/", body.clone()).await.ok();
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        made,
        json!({
            "id": id, "title": "Осенние торги", "link": "/auction/16/osennie", "position": 2, "from": body["from"],
            "to": body["to"], "visible": true, "image": null, "created": made["created"],
        })
    );
    let visible = || async { app.get(VISITOR, "/api/banner/visible").await.ok() };
    // A banner without a picture is not shown.
    assert_eq!(visible().await, json!([]));
    let images = format!("/api/banner/{id}/images");
    app.upload(OWNER, &images, &[png_of(8, 8)])
        .await
        .expect(403);
    app.upload(ADMIN, "/api/banner/999/images", &[png_of(8, 8)])
        .await
        .expect(404);
    let hung = app.upload(ADMIN, &images, &[png_of(640, 200)]).await.ok();
    let picture = hung["image"]["preview"].as_str().unwrap().to_owned();
    assert_eq!(visible().await, json!([hung]));
    app.get(VISITOR, &picture).await.expect(200);

    // A second one before it, one that is not due yet, and a hidden one.
    for (title, position, from, is_visible) in [
        ("Первый", 1, Value::Null, true),
        ("Завтрашний", 0, at(24), true),
        ("Снятый", 0, Value::Null, false),
    ] {
        let other =
            json!({"title": title, "position": position, "from": from, "visible": is_visible});
        let other = app.post(ADMIN, "/api/banner", other).await.ok();
        app.upload(
            ADMIN,
            &format!("/api/banner/{}/images", other["id"]),
            &[png_of(8, 8)],
        )
        .await
        .ok();
    }
    assert_eq!(titles(&visible().await), ["Первый", "Осенние торги"]);
    let all = app.get(ADMIN, "/api/banner").await.ok();
    assert_eq!(
        titles(&all),
        ["Завтрашний", "Снятый", "Первый", "Осенние торги"]
    );
    let hidden = all[1]["image"]["icon"].as_str().unwrap();
    app.get(OWNER, hidden).await.expect(404);
    app.get(ADMIN, hidden).await.expect(200);

    // After its time only admins see it.
    app.state.clock.advance(Duration::hours(6));
    assert_eq!(titles(&visible().await), ["Первый"]);
    app.get(VISITOR, &picture).await.expect(404);
    let change = json!({"title": "Снова", "position": 0, "visible": true});
    app.put(OWNER, &format!("/api/banner/{id}"), change.clone())
        .await
        .expect(403);
    app.put(ADMIN, "/api/banner/999", change.clone())
        .await
        .expect(404);
    let changed = app
        .put(ADMIN, &format!("/api/banner/{id}"), change)
        .await
        .ok();
    assert_eq!(
        (&changed["link"], &changed["to"], &changed["image"]),
        (&Value::Null, &Value::Null, &hung["image"])
    );
    assert_eq!(titles(&visible().await), ["Снова", "Первый"]);

    for (field, value, message) in [
        ("title", json!(" "), "Обязательное поле"),
        ("title", json!("а".repeat(301)), "Не более 300 символов"),
        (
            "link",
            json!("javascript:alert(1)"),
            "Укажите путь на сайте, начиная с /, или адрес http:// или https://",
        ),
        (
            "link",
            json!("//example.org"),
            "Укажите путь на сайте, начиная с /, или адрес http:// или https://",
        ),
        (
            "link",
            json!(format!("/{}", "a".repeat(1000))),
            "Не более 1000 символов",
        ),
        ("to", at(-48), "Окончание показа должно быть позже начала"),
    ] {
        let mut wrong = json!({"title": "Баннер", "from": at(-1), "visible": true});
        wrong[field] = value;
        assert_eq!(
            app.put(ADMIN, &format!("/api/banner/{id}"), wrong.clone())
                .await
                .refused_field(field),
            message
        );
        assert_eq!(
            app.post(ADMIN, "/api/banner", wrong)
                .await
                .refused_field(field),
            message
        );
    }
    assert_eq!(titles(&visible().await), ["Снова", "Первый"]);
    app.delete(OWNER, &format!("/api/banner/{id}"))
        .await
        .expect(403);
    app.delete(ADMIN, &format!("/api/banner/{id}"))
        .await
        .expect(204);
    app.delete(ADMIN, &format!("/api/banner/{id}"))
        .await
        .expect(404);
    assert_eq!(titles(&visible().await), ["Первый"]);
    app.end().await;
}

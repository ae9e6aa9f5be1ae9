//! Partners, and the operator's contacts.

use serde_json::{Value, json};

use crate::support::uploads::png_of;
use crate::support::*;

fn names(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| item["name"].as_str().unwrap())
        .collect()
}

async fn events(app: &App, from: i16) -> Vec<i16> {
    sqlx::query_scalar(
        "select event from journal_record where event between $1 and $1 + 9 order by id",
    )
    .bind(from)
    .fetch_all(&app.pool)
    .await
    .unwrap()
}

#[actix_web::test]
async fn partners_are_shown_in_order_unless_they_are_hidden() {
    let app = App::new().await;
    let shown = || async { app.get(VISITOR, "/api/partners").await.ok() };
    assert_eq!(shown().await, json!([]));
    let body = json!({
        "name": " Музей часов ", "description": "Эксперты.\nКаждый четверг", "link": "https://museum.example", "position": 2,
        "visible": true,
    });
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.post(who, "/api/partners", body.clone())
            .await
            .expect(status);
        app.get(who, "/api/partners/all").await.expect(status);
    }
    let made = app.post(ADMIN, "/api/partners", body).await.ok();
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        made,
        json!({
            "id": id, "name": "Музей часов", "description": "Эксперты.\nКаждый четверг", "link": "https://museum.example",
            "position": 2, "visible": true, "image": null, "created": made["created"],
        })
    );
    for (name, position, is_visible) in [("Банк", 1, true), ("Тайный", 0, false)] {
        let other = json!({"name": name, "position": position, "visible": is_visible});
        app.post(ADMIN, "/api/partners", other).await.ok();
    }
    assert_eq!(names(&shown().await), ["Банк", "Музей часов"]);
    let all = app.get(ADMIN, "/api/partners/all").await.ok();
    assert_eq!(names(&all), ["Тайный", "Банк", "Музей часов"]);

    let images = format!("/api/partners/{id}/images");
    app.upload(OWNER, &images, &[png_of(8, 8)])
        .await
        .expect(403);
    app.upload(ADMIN, "/api/partners/999/images", &[png_of(8, 8)])
        .await
        .expect(404);
    let hung = app.upload(ADMIN, &images, &[png_of(320, 200)]).await.ok();
    let picture = hung["image"]["preview"].as_str().unwrap().to_owned();
    assert_eq!(shown().await[1], hung);
    app.get(VISITOR, &picture).await.expect(200);

    // Hidden, the picture is hidden too.
    let address = format!("/api/partners/{id}");
    let change = json!({"name": "Музей", "position": 0, "visible": false});
    app.put(OWNER, &address, change.clone()).await.expect(403);
    app.put(ADMIN, "/api/partners/999", change.clone())
        .await
        .expect(404);
    let changed = app.put(ADMIN, &address, change.clone()).await.ok();
    assert_eq!(
        (&changed["link"], &changed["description"], &changed["image"]),
        (&Value::Null, &Value::Null, &hung["image"])
    );
    assert_eq!(names(&shown().await), ["Банк"]);
    app.get(OWNER, &picture).await.expect(404);
    app.get(ADMIN, &picture).await.expect(200);
    app.delete(OWNER, &images).await.expect(403);
    assert_eq!(app.delete(ADMIN, &images).await.ok()["image"], Value::Null);
    app.get(ADMIN, &picture).await.expect(404);

    for (field, value, message) in [
        ("name", json!(" "), "Обязательное поле"),
        ("name", json!("а".repeat(301)), "Не более 300 символов"),
        (
            "description",
            json!("а".repeat(1001)),
            "Не более 1000 символов",
        ),
        (
            "link",
            json!("javascript:alert(1)"),
            "Укажите путь на сайте, начиная с /, или адрес http:// или https://",
        ),
    ] {
        let mut wrong = change.clone();
        wrong[field] = value;
        assert_eq!(
            app.put(ADMIN, &address, wrong.clone())
                .await
                .refused_field(field),
            message
        );
        assert_eq!(
            app.post(ADMIN, "/api/partners", wrong)
                .await
                .refused_field(field),
            message
        );
    }
    app.delete(OWNER, &address).await.expect(403);
    app.delete(ADMIN, &address).await.expect(204);
    app.delete(ADMIN, &address).await.expect(404);
    let all = app.get(ADMIN, "/api/partners/all").await.ok();
    assert_eq!(names(&all), ["Тайный", "Банк"]);
    // The picture set, the fields changed, the picture taken off.
    assert_eq!(events(&app, 580).await, [581, 581, 581, 582, 582, 582, 583]);
    app.end().await;
}

#[actix_web::test]
async fn admins_replace_the_contacts_of_the_settings() {
    let app = App::with(&[
        ("CONTACT_PHONE", "8 800 100-00-00"),
        ("CONTACT_EMAIL", "office@auction.example"),
        ("SOCIAL_LINKS", "vk=https://vk.example/x"),
    ])
    .await;
    let shown = || async { app.get(VISITOR, "/api/config").await.ok() };
    assert_eq!(
        shown().await["contacts"],
        json!({"phone": "8 800 100-00-00", "email": "office@auction.example", "address": null})
    );
    let path = "/api/config/contacts";
    let written = json!({
        "phone": " 8 (800) 200-00-00 ", "email": "zal@auction.example", "address": "Москва, Остоженка, 1",
        "socialLinks": [
            {"name": "Telegram", "url": "https://t.example/zal"}, {"name": "ВКонтакте", "url": "https://vk.example/zal"},
        ],
    });
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.put(who, path, written.clone()).await.expect(status);
    }
    let answer = app.put(ADMIN, path, written.clone()).await.ok();
    assert_eq!(answer["phone"], "8 (800) 200-00-00");
    let config = shown().await;
    assert_eq!(
        (&config["contacts"], &config["socialLinks"]),
        (
            &json!({"phone": "8 (800) 200-00-00", "email": "zal@auction.example", "address": "Москва, Остоженка, 1"}),
            &written["socialLinks"]
        )
    );
    let record: (Value, Value) =
        sqlx::query_as("select before, after from journal_record where event = 584")
            .fetch_one(&app.pool)
            .await
            .unwrap();
    assert_eq!(record.0["phone"], "8 800 100-00-00");
    assert_eq!(record.1["phone"], "8 (800) 200-00-00");

    for (field, change, message) in [
        (
            "phone",
            json!({"phone": "позвоните"}),
            "Введите корректный номер телефона",
        ),
        (
            "email",
            json!({"email": "zal@"}),
            "Введите корректный email",
        ),
        (
            "socialLinks.0.url",
            json!({"socialLinks": [{"name": "Сайт", "url": "javascript:alert(1)"}]}),
            "Укажите адрес, который начинается с http:// или https://",
        ),
        (
            "socialLinks.0.name",
            json!({"socialLinks": [{"name": "", "url": "https://a.example"}]}),
            "Обязательное поле",
        ),
        (
            "socialLinks",
            json!({"socialLinks": vec![json!({"name": "a", "url": "https://a.example"}); 13]}),
            "Не более 12 ссылок",
        ),
    ] {
        assert_eq!(
            app.put(ADMIN, path, change).await.refused_field(field),
            message
        );
    }
    assert_eq!(shown().await, config);
    // Nothing at all is a choice as well: the settings do not come back.
    app.put(ADMIN, path, json!({})).await.ok();
    let config = shown().await;
    assert_eq!(
        (&config["contacts"]["phone"], &config["socialLinks"]),
        (&Value::Null, &json!([]))
    );
    app.end().await;
}

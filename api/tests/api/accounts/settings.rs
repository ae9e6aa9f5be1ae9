//! What staff keep of their lists.

use serde_json::{Value, json};

use crate::support::*;

const HOUSE: &str = "/api/settings?houseId=1";

async fn keep(app: &App, who: Who, path: &str, list: &str, name: &str, value: Option<&str>) {
    let body = json!({"list": list, "name": name, "value": value});
    app.put(who, path, body).await.expect(204);
}

#[actix_web::test]
async fn views_are_a_persons_own_and_answers_are_the_houses() {
    let app = App::new().await;
    let kept = async |who, path: &str| app.get(who, path).await.ok();
    keep(&app, MANAGER, HOUSE, "orders", "Ждут", Some("status=0")).await;
    keep(&app, MANAGER, HOUSE, "orders", "Ждут", Some("status=1")).await;
    keep(
        &app,
        MANAGER,
        HOUSE,
        "answers",
        "Продан",
        Some("Лот\nпродан."),
    )
    .await;
    let view = json!({"list": "orders", "name": "Ждут", "value": "status=1"});
    let answer = json!({"list": "answers", "name": "Продан", "value": "Лот\nпродан."});
    assert_eq!(kept(MANAGER, HOUSE).await, json!([view, answer]));
    // Another manager has the answers only, and who writes news has none of either.
    assert_eq!(kept(OWNER, HOUSE).await, json!([answer]));
    assert_eq!(kept(NEWSMAKER, HOUSE).await, json!([]));
    // Views of the admin area and of a house are apart.
    keep(&app, ADMIN, "/api/settings", "users", "Новые", Some("")).await;
    assert_eq!(kept(ADMIN, HOUSE).await, json!([answer]));
    assert_eq!(
        kept(ADMIN, "/api/settings").await,
        json!([{"list": "users", "name": "Новые", "value": ""}])
    );
    keep(&app, OWNER, HOUSE, "answers", "Продан", None).await;
    keep(&app, OWNER, HOUSE, "answers", "Продан", None).await;
    assert_eq!(kept(MANAGER, HOUSE).await, json!([view]));
    // What is said in the house's name is journalled, once for each change.
    let changes: Vec<(i64, Value, Value)> = sqlx::query_as(
        "select account_id, coalesce(before, 'null'), coalesce(after, 'null') from journal_record
         where event = 605 and subject_id = 1 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let said = json!({"Продан": "Лот\nпродан."});
    assert_eq!(
        changes,
        [(3, Value::Null, said.clone()), (2, said, Value::Null)]
    );
    app.end().await;
}

#[actix_web::test]
async fn nobody_keeps_what_is_not_theirs() {
    let app = App::new().await;
    // Blanks around a name are no way to the shared answers.
    let answer = json!({"list": " answers", "name": "Продан", "value": "Нет"});
    app.put(NEWSMAKER, HOUSE, answer).await.expect(404);
    let unknown = "/api/settings?houseId=999999";
    app.get(ADMIN, unknown).await.expect(404);
    let view = json!({"list": "orders", "name": "Мои", "value": ""});
    app.put(ADMIN, unknown, view).await.expect(404);
    app.end().await;
}

#[actix_web::test]
async fn a_setting_has_its_limits() {
    let app = App::new().await;
    let put = async |body: Value| app.put(MANAGER, HOUSE, body).await;
    for (body, field) in [
        (
            json!({"list": "Заявки", "name": "Мои", "value": ""}),
            "list",
        ),
        (json!({"list": "orders", "name": " ", "value": ""}), "name"),
        (
            json!({"list": "orders", "name": "а".repeat(61), "value": ""}),
            "name",
        ),
        (
            json!({"list": "orders", "name": "Мои", "value": "а".repeat(4001)}),
            "value",
        ),
    ] {
        put(body).await.refused_field(field);
    }
    app.sql(
        "insert into staff_setting (house_id, account_id, list, name, value)
         select 1, 3, 'orders', number::text, '' from generate_series(1, 200) number",
    )
    .await;
    let full = put(json!({"list": "orders", "name": "Мои", "value": ""})).await;
    assert_eq!(
        full.expect(409).json()["detail"],
        "Сохранено уже 200: удалите лишнее"
    );
    // One that is kept already can still be changed.
    put(json!({"list": "orders", "name": "7", "value": "page=2"}))
        .await
        .expect(204);
    app.end().await;
}

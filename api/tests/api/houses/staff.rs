//! A house's staff as others see it.

use serde_json::{Value, json};

use crate::support::*;

#[actix_web::test]
async fn everyone_sees_the_names_of_staff_and_staff_their_contacts() {
    let app = App::new().await;
    app.sql("insert into house_staff (house_id, account_id, role) values (1, 3, 1)")
        .await;
    let staff = app.get(VISITOR, "/api/house/1/staff").await.ok();
    let names: Vec<_> = staff
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["displayName"].as_str().unwrap(),
                one["phone"].clone(),
                one["eMail"].clone(),
            )
        })
        .collect();
    assert_eq!(
        names,
        [
            ("Владелец", Value::Null, Value::Null),
            ("Менеджер", Value::Null, Value::Null),
            ("Редактор", Value::Null, Value::Null)
        ]
    );
    assert_eq!(
        (
            &staff[1]["isManager"],
            &staff[1]["isOwner"],
            &staff[1]["isNewsmaker"]
        ),
        (&json!(true), &json!(true), &json!(false))
    );
    for who in [STRANGER, TRUSTED] {
        assert_eq!(
            app.get(who, "/api/house/1/staff").await.ok()[0]["phone"],
            Value::Null
        );
    }
    for who in [NEWSMAKER, ADMIN] {
        let staff = app.get(who, "/api/house/1/staff").await.ok();
        assert_eq!(
            (&staff[0]["phone"], &staff[0]["eMail"]),
            (&json!("+79000000002"), &json!("owner@test.example"))
        );
    }
    app.get(VISITOR, "/api/house/99/staff").await.expect(404);
    app.end().await;
}

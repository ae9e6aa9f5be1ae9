//! A house's staff as others see it.

use serde_json::{Value, json};

use crate::support::*;

async fn staff(app: &App, who: Who) -> Vec<Value> {
    let staff = app.get(who, "/api/house/1/staff").await.ok();
    staff.as_array().unwrap().clone()
}

#[actix_web::test]
async fn staff_see_each_other_and_visitors_whom_they_may() {
    let app = App::new().await;
    app.sql("insert into house_staff (house_id, account_id, role) values (1, 3, 1)")
        .await;
    for who in [VISITOR, STRANGER, TRUSTED] {
        assert_eq!(staff(&app, who).await, [] as [Value; 0], "{who:?}");
    }
    for who in [NEWSMAKER, ADMIN] {
        let staff = staff(&app, who).await;
        let names: Vec<_> = staff.iter().map(|one| &one["displayName"]).collect();
        assert_eq!(names, ["Владелец", "Менеджер", "Редактор"]);
        assert_eq!(
            (&staff[0]["phone"], &staff[0]["eMail"]),
            (&json!("+79000000002"), &json!("owner@test.example"))
        );
        let roles = ["isManager", "isOwner", "isNewsmaker"].map(|role| staff[1][role] == true);
        assert_eq!(roles, [true, true, false]);
    }
    app.get(VISITOR, "/api/house/99/staff").await.expect(404);
    app.end().await;
}

#[actix_web::test]
async fn visitors_see_of_a_person_what_that_person_agreed_to() {
    let app = App::new().await;
    let invited = json!({"email": "new@test.example", "houseId": 1});
    app.post(OWNER, "/api/accounts/manager", invited)
        .await
        .expect(204);
    let open = app.get(NEWCOMER, "/api/accounts/invitations").await.ok();
    let path = format!("/api/accounts/invitations/{}/accept", open[0]["id"]);
    app.post(
        NEWCOMER,
        &path,
        json!({"isShown": true, "isContactShown": true}),
    )
    .await
    .expect(204);
    // The contact by which the house knows them, and no other; nothing by which to find their bets elsewhere.
    let shown = staff(&app, VISITOR).await;
    assert_eq!(shown.len(), 1);
    assert_eq!(
        ["displayName", "isManager", "eMail", "phone", "userId"]
            .map(|field| shown[0][field].clone()),
        [
            json!("Новичок"),
            json!(true),
            json!("new@test.example"),
            Value::Null,
            Value::Null
        ]
    );
    let posts = app.get(NEWCOMER, "/api/accounts/staff").await.ok();
    assert_eq!(
        (
            &posts[0]["houseId"],
            &posts[0]["isShown"],
            &posts[0]["isContactShown"]
        ),
        (&json!(1), &json!(true), &json!(true))
    );
    let show = async |body: Value| {
        app.put(NEWCOMER, "/api/accounts/staff/1", body)
            .await
            .done();
        staff(&app, VISITOR).await
    };
    assert_eq!(
        show(json!({"isShown": true})).await[0]["eMail"],
        Value::Null
    );
    // A contact is not shown without its person.
    assert!(show(json!({"isContactShown": true})).await.is_empty());
    app.put(NEWCOMER, "/api/accounts/staff/2", json!({"isShown": true}))
        .await
        .expect(404);
    app.end().await;
}

/// Of the newcomer, whose roles were given by different contacts.
#[actix_web::test]
async fn visitors_see_no_contact_that_its_owner_did_not_agree_to_show() {
    let app = App::new().await;
    let join = async |role: &str, contact: Value, shown: Value| {
        let path = format!("/api/accounts/{role}");
        app.post(OWNER, &path, contact).await.expect(204);
        let open = app.get(NEWCOMER, "/api/accounts/invitations").await.ok();
        let path = format!("/api/accounts/invitations/{}/accept", open[0]["id"]);
        app.post(NEWCOMER, &path, shown).await.expect(204);
    };
    let contacts = async || {
        let staff = staff(&app, VISITOR).await;
        ["phone", "eMail"].map(|field| staff[0][field].clone())
    };
    let by_phone = json!({"number": "+79000000010", "houseId": 1});
    join("manager", by_phone, json!({"isShown": true})).await;
    assert_eq!(contacts().await, [Value::Null, Value::Null]);
    // The consent is about the e-mail by which the second role was offered.
    let by_email = json!({"email": "new@test.example", "houseId": 1});
    let with_contact = json!({"isShown": true, "isContactShown": true});
    join("newsmaker", by_email, with_contact.clone()).await;
    assert_eq!(contacts().await, [Value::Null, json!("new@test.example")]);
    // It was about that e-mail, not about the next one.
    let private = json!({"id": 10, "email": "private@test.example"});
    app.post(ADMIN, "/api/admin/accounts/change/email", private)
        .await
        .done();
    assert_eq!(contacts().await, [Value::Null, Value::Null]);

    // Nobody knows which contact is meant of a person whom no house named.
    app.sql("update house_staff set is_shown = account_id = 5, is_contact_shown = account_id = 5")
        .await;
    assert_eq!(contacts().await, [Value::Null, Value::Null]);
    app.end().await;
}

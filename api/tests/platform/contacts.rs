//! Changing one's own number and e-mail, and whose account a contact leads to.

use serde_json::{Value, json};
use time::Duration;

use crate::app::App;

const OLD: &str = "old@demo.example";
const NEW: &str = "new@demo.example";
const PHONE: &str = "+79000000001";

async fn begin(app: &App, token: &str, kind: &str, body: Value) -> Value {
    app.post(Some(token), &format!("/api/accounts/change/{kind}"), body)
        .await
        .ok()
}

async fn accept(app: &App, token: &str, kind: &str, body: Value) -> crate::app::Reply {
    app.post(
        Some(token),
        &format!("/api/accounts/change/{kind}/accept/"),
        body,
    )
    .await
}

/// Changes a contact: the user as he is then.
async fn change(app: &App, token: &str, kind: &str, to: &str) -> Value {
    let field = if kind == "phone" { "number" } else { "email" };
    let key = begin(app, token, kind, json!({field: to})).await["sessionKey"].clone();
    let body = json!({"sessionKey": key, "code": app.code(to).await});
    accept(app, token, kind, body).await.ok()
}

/// The newest letter that is no code, when it has come.
async fn notice(app: &App, to: &str) -> Value {
    loop {
        let letters = app.outbox(to).await;
        if let Some(letter) = letters.iter().find(|letter| letter["channel"] == "notice") {
            return letter.clone();
        }
    }
}

async fn whoami(app: &App, token: &str) -> crate::app::Reply {
    app.post(Some(token), "/api/whoami", json!({})).await
}

#[actix_web::test]
async fn an_email_is_changed_when_its_holder_has_proved_it() {
    let app = App::new().await;
    let (token, user) = app.login(OLD).await;
    app.clock.advance(Duration::seconds(60));
    let (other_login, _) = app.login(OLD).await;
    let begun = begin(&app, &token, "email", json!({"email": "New@Demo.Example "})).await;
    let key = &begun["sessionKey"];
    assert_eq!(
        (&begun["id"], &begun["phone"]),
        (&Value::Null, &Value::Null)
    );
    let code = app.code(NEW).await;
    assert_eq!(code.len(), 6);
    let wrong = if code == "000000" { "000001" } else { "000000" };
    let refused = accept(
        &app,
        &token,
        "email",
        json!({"sessionKey": key, "code": wrong}),
    )
    .await;
    assert_eq!(refused.problem(), (404, "wrong_code".into()));
    // Without a code it is not proved.
    let early = accept(&app, &token, "email", json!({"sessionKey": key})).await;
    assert_eq!(early.problem(), (409, "contact_not_confirmed".into()));
    // The attempt is this account's, for this kind of contact, and logs nobody in.
    let (stranger, _) = app.login("stranger@demo.example").await;
    let right = json!({"sessionKey": key, "code": code});
    assert_eq!(
        accept(&app, &stranger, "email", right.clone()).await.status,
        404
    );
    assert_eq!(
        accept(&app, &token, "phone", right.clone()).await.status,
        404
    );
    assert_eq!(
        accept(&app, &token, "name", right.clone()).await.status,
        404
    );
    let login = json!({"sessionKey": key, "code": code, "email": NEW});
    assert_eq!(
        app.post(None, "/api/auth/email/signin", login).await.status,
        404
    );
    let changed = accept(&app, &token, "email", right.clone()).await.ok();
    assert_eq!(
        (&changed["id"], &changed["eMail"]),
        (&user["id"], &json!(NEW))
    );
    assert_eq!(changed["isEMailConfirmed"], true);
    // Once.
    assert_eq!(
        accept(&app, &token, "email", right).await.problem(),
        (404, "wrong_code".into())
    );
    // Other logins stay; the old address is told, and not of the new one.
    assert_eq!(whoami(&app, &other_login).await.ok()["eMail"], NEW);
    let letter = notice(&app, OLD).await;
    let text = letter["text"].as_str().unwrap();
    assert!(
        text.contains("изменён e-mail") && !text.contains(NEW),
        "{text}"
    );
    // The new one leads to the account, the old one to a new account.
    app.clock.advance(Duration::seconds(60));
    let (_, again) = app.login(NEW).await;
    assert_eq!(again["id"], user["id"]);
    app.clock.advance(Duration::seconds(60));
    let (_, anew) = app.login(OLD).await;
    assert_ne!(anew["id"], user["id"]);
    let masked: String = sqlx::query_scalar(
        "select after::text || before::text from journal_record where event = 107",
    )
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert!(masked.contains("•••") && !masked.contains('@'), "{masked}");
    app.end().await;
}

#[actix_web::test]
async fn a_number_is_proved_by_a_call_either_way() {
    let app = App::new().await;
    let (token, user) = app.login(OLD).await;
    let changed = change(&app, &token, "phone", PHONE).await;
    assert_eq!(
        (&changed["login"], &changed["eMail"]),
        (&json!(PHONE), &json!(OLD))
    );
    // His e-mail is told of the number too.
    assert!(
        notice(&app, OLD).await["text"]
            .as_str()
            .unwrap()
            .contains("номер телефона")
    );
    // By his own call.
    let begun = begin(
        &app,
        &token,
        "phone",
        json!({"number": "+79000000002", "kind": "callback"}),
    )
    .await;
    let id = begun["id"].as_str().unwrap();
    assert!(begun["phone"].as_str().unwrap().starts_with('+'));
    let finish = json!({"sessionKey": begun["sessionKey"]});
    let early = accept(&app, &token, "phone", finish.clone()).await;
    assert_eq!(early.problem(), (409, "contact_not_confirmed".into()));
    app.post(None, &format!("/dev/outbox/callback/{id}"), json!({}))
        .await
        .done();
    let check = format!("/api/auth/callback/check/{id}");
    assert_eq!(
        app.post(None, &check, json!({})).await.ok()["status"],
        "confirmed"
    );
    assert_eq!(
        app.post(None, "/api/signin", finish.clone()).await.status,
        404
    );
    let changed = accept(&app, &token, "phone", finish).await.ok();
    assert_eq!(
        (&changed["login"], &changed["id"]),
        (&json!("+79000000002"), &user["id"])
    );
    // An attempt lives five minutes.
    let begun = begin(&app, &token, "phone", json!({"number": "+79000000003"})).await;
    let code = app.code("+79000000003").await;
    app.clock.advance(Duration::minutes(5));
    let late = accept(
        &app,
        &token,
        "phone",
        json!({"sessionKey": begun["sessionKey"], "code": code}),
    )
    .await;
    assert_eq!(late.problem(), (404, "wrong_code".into()));
    for (kind, body, field) in [
        ("phone", json!({"number": "12"}), "number"),
        ("email", json!({"email": "nobody"}), "email"),
        ("phone", json!({"number": PHONE, "kind": "sms"}), "body"),
    ] {
        let refused = app
            .post(Some(&token), &format!("/api/accounts/change/{kind}"), body)
            .await;
        assert_eq!(refused.problem(), (422, "validation_failed".into()));
        assert!(
            refused.json()["errors"][field].is_array(),
            "{}",
            refused.text()
        );
    }
    app.end().await;
}

#[actix_web::test]
async fn whose_a_contact_is_is_told_to_nobody_before_he_proves_it() {
    let app = App::new().await;
    let (_, other) = app.login(NEW).await;
    let (token, _) = app.login(OLD).await;
    app.clock.advance(Duration::seconds(60));
    let shape = |begun: &Value| {
        begun
            .as_object()
            .unwrap()
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    let taken = begin(&app, &token, "email", json!({"email": NEW})).await;
    let free = begin(&app, &token, "email", json!({"email": "free@demo.example"})).await;
    assert_eq!(shape(&taken), shape(&free));
    let body = json!({"sessionKey": taken["sessionKey"], "code": app.code(NEW).await});
    let refused = accept(&app, &token, "email", body).await;
    assert_eq!(refused.problem(), (409, "contact_taken".into()));
    assert_eq!(
        refused.json()["detail"],
        "Этот телефон или e-mail уже используется в другой учётной записи"
    );
    assert!(!refused.text().contains(&other["id"].to_string()));
    assert_eq!(whoami(&app, &token).await.ok()["eMail"], OLD);
    // Codes are limited as those of a login are, and count with them.
    let soon = app
        .post(
            Some(&token),
            "/api/accounts/change/email",
            json!({"email": NEW}),
        )
        .await;
    assert_eq!(soon.problem(), (429, "too_many_requests".into()));
    assert_eq!(
        app.post(None, "/api/accounts/change/email", json!({"email": NEW}))
            .await
            .status,
        401
    );
    app.end().await;
}

/// A house writes down a client's number and, by mistake or worse, somebody else's e-mail.
#[actix_web::test]
async fn a_contact_nobody_proved_opens_nobody_elses_account() {
    let app = App::new().await;
    let (admin, _) = app.login("admin@demo.example").await;
    people::admin::grant(&app.pool, "admin@demo.example")
        .await
        .unwrap();
    app.knows(&admin, "isAdmin", json!(true)).await;
    let made = json!({"number": PHONE, "eMail": NEW, "displayName": "Анна Ли"});
    let made = app
        .post(Some(&admin), "/api/accounts/create", made)
        .await
        .ok();
    // Its owner comes by one of them: it is his, under the name it was made with.
    let (token, user) = app.login(NEW).await;
    assert_eq!(
        (&user["id"], &user["displayName"]),
        (&made["id"], &json!("Анна Ли"))
    );
    assert_eq!(
        (&user["isEMailConfirmed"], &user["isPhoneConfirmed"]),
        (&json!(true), &json!(false))
    );
    // Who holds the number has an account of his own, and the number is that one's.
    let key = app
        .post(None, "/api/auth/call", json!({"number": PHONE}))
        .await
        .ok()["sessionKey"]
        .clone();
    let code = app.code(PHONE).await;
    app.post(
        None,
        "/api/auth/verify",
        json!({"sessionKey": key, "code": code}),
    )
    .await
    .done();
    let holder = app
        .post(None, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    assert_ne!(holder["user"]["id"], user["id"]);
    assert_eq!(holder["user"]["login"], PHONE);
    assert_eq!(whoami(&app, &token).await.ok()["login"], Value::Null);
    // All of it is in the journal: who made it, who came by which contact, and that he had to give the other one up.
    let journal: Vec<(i16, Option<i64>, i64)> = sqlx::query_as(
        "select event, account_id, subject_id from journal_record where id > 2 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let (made, holder) = (user["id"].as_i64().unwrap(), holder["user"]["id"].as_i64());
    assert_eq!(
        journal,
        [
            (101, Some(1), made),
            (107, Some(made), made),
            (106, None, made),
            (101, holder, holder.unwrap())
        ]
    );
    // Made by an admin and confirmed, both lead to it.
    let raw = json!({"number": "+79000000005", "eMail": "raw@demo.example", "displayName": "Пётр"});
    let raw = app
        .post(Some(&admin), "/api/accounts/create/raw", raw)
        .await
        .ok();
    let (_, by_mail) = app.login("raw@demo.example").await;
    assert_eq!(
        (&by_mail["id"], &by_mail["isPhoneConfirmed"]),
        (&raw["id"], &json!(true))
    );
    let key = app
        .post(None, "/api/auth/call", json!({"number": "+79000000005"}))
        .await
        .ok()["sessionKey"]
        .clone();
    let code = app.code("+79000000005").await;
    app.post(
        None,
        "/api/auth/verify",
        json!({"sessionKey": key, "code": code}),
    )
    .await
    .done();
    let by_phone = app
        .post(None, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    assert_eq!(by_phone["user"]["id"], raw["id"]);
    app.end().await;
}

#[actix_web::test]
async fn an_account_made_for_a_contact_goes_up_in_its_holders_own() {
    let app = App::new().await;
    let (owner, _) = app.login("owner@demo.example").await;
    let (token, user) = app.login(OLD).await;
    app.sql(
        "insert into house (id, name_ru) values (1, 'Дом');
         insert into house_staff (house_id, account_id, role) values (1, 1, 1)",
    )
    .await;
    app.knows(&owner, "ownerOfHouseIds", json!([1])).await;
    // The house knows its new manager by his number; he has come by his e-mail.
    let manager = json!({"number": PHONE, "houseId": 1});
    assert_eq!(
        app.post(Some(&owner), "/api/accounts/manager", manager)
            .await
            .status,
        204
    );
    let changed = change(&app, &token, "phone", PHONE).await;
    assert_eq!(
        (&changed["id"], &changed["login"]),
        (&user["id"], &json!(PHONE))
    );
    assert_eq!(changed["managerOfHouseIds"], json!([1]));
    let left: Vec<(i64, bool)> =
        sqlx::query_as("select id, deleted is not null from account order by id")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    assert_eq!(left, [(1, false), (2, false), (3, true)]);
    let journal: Vec<(i16, Option<i64>)> = sqlx::query_as(
        "select event, account_id from journal_record where subject_id = 3 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(journal, [(101, Some(1)), (113, Some(1)), (103, Some(2))]);
    app.end().await;
}

#[actix_web::test]
async fn admins_change_contacts_at_once() {
    let app = App::new().await;
    let (admin, _) = app.login("admin@demo.example").await;
    people::admin::grant(&app.pool, "admin@demo.example")
        .await
        .unwrap();
    app.knows(&admin, "isAdmin", json!(true)).await;
    let (token, user) = app.login(OLD).await;
    let id = &user["id"];
    let email = json!({"id": id, "email": NEW});
    assert_eq!(
        app.post(
            Some(&token),
            "/api/admin/accounts/change/email",
            email.clone()
        )
        .await
        .status,
        403
    );
    app.post(Some(&admin), "/api/admin/accounts/change/email", email)
        .await
        .done();
    // Who is logged in as him has to come anew.
    assert_eq!(whoami(&app, &token).await.status, 401);
    assert!(
        notice(&app, OLD).await["text"]
            .as_str()
            .unwrap()
            .contains("изменён e-mail")
    );
    app.post(
        Some(&admin),
        "/api/admin/accounts/change/phone",
        json!({"id": id, "number": "8 900 000-00-01"}),
    )
    .await
    .done();
    let (_, again) = app.login(NEW).await;
    assert_eq!(
        (&again["id"], &again["login"], &again["isPhoneConfirmed"]),
        (id, &json!(PHONE), &json!(true))
    );
    for (path, body, status) in [
        (
            "email",
            json!({"id": id, "email": "admin@demo.example"}),
            409,
        ),
        ("email", json!({"id": 99, "email": "x@demo.example"}), 404),
        ("email", json!({"id": id, "email": "x"}), 422),
        ("phone", json!({"id": id, "number": "x"}), 422),
    ] {
        let reply = app
            .post(
                Some(&admin),
                &format!("/api/admin/accounts/change/{path}"),
                body,
            )
            .await;
        assert_eq!(reply.status, status, "{}", reply.text());
    }
    let events: Vec<i16> =
        sqlx::query_scalar("select event from journal_record where subject_id = 2 order by id")
            .fetch_all(&app.pool)
            .await
            .unwrap();
    assert_eq!(events, [101, 107, 106]);
    app.end().await;
}

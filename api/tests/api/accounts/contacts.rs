//! Changing a phone number or e-mail, and the account a contact leads to.

use serde_json::{Value, json};
use time::Duration;

use crate::support::*;

const OLD: &str = "old@demo.example";

const NEW: &str = "new@demo.example";

const PHONE: &str = "+79000000001";

async fn begin(app: &App, token: &str, kind: &str, body: Value) -> Value {
    app.post(token, &format!("/api/accounts/change/{kind}"), body)
        .await
        .ok()
}

async fn accept(app: &App, token: &str, kind: &str, body: Value) -> Reply {
    app.post(token, &format!("/api/accounts/change/{kind}/accept/"), body)
        .await
}

/// Changes a contact, and gives the user after the change.
async fn change(app: &App, token: &str, kind: &str, to: &str) -> Value {
    let field = if kind == "phone" { "number" } else { "email" };
    let key = begin(app, token, kind, json!({field: to})).await["sessionKey"].clone();
    let body = json!({"sessionKey": key, "code": app.code(to).await});
    accept(app, token, kind, body).await.ok()
}

/// Waits for a letter that is not a code, and gives the newest.
async fn notice(app: &App, to: &str) -> Value {
    loop {
        let letters = app.outbox(to).await;
        if let Some(letter) = letters.iter().find(|letter| letter["channel"] == "notice") {
            return letter.clone();
        }
    }
}

async fn whoami(app: &App, token: &str) -> Reply {
    app.post(token, "/api/whoami", json!({})).await
}

#[actix_web::test]
async fn an_email_changes_once_its_holder_has_proved_it() {
    let app = App::empty().await;
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
    refused.expect_problem(404, "wrong_code");
    // Without a code the contact is not proved.
    let early = accept(&app, &token, "email", json!({"sessionKey": key})).await;
    early.expect_problem(409, "contact_not_confirmed");
    // The attempt belongs to this account and this kind of contact, and logs nobody in.
    let (stranger, _) = app.login("stranger@demo.example").await;
    let right = json!({"sessionKey": key, "code": code});
    accept(&app, &stranger, "email", right.clone())
        .await
        .expect(404);
    accept(&app, &token, "phone", right.clone())
        .await
        .expect(404);
    accept(&app, &token, "name", right.clone())
        .await
        .expect(404);
    let login = json!({"sessionKey": key, "code": code, "email": NEW});
    app.post(VISITOR, "/api/auth/email/signin", login)
        .await
        .expect(404);
    let changed = accept(&app, &token, "email", right.clone()).await.ok();
    assert_eq!(
        (&changed["id"], &changed["eMail"]),
        (&user["id"], &json!(NEW))
    );
    assert_eq!(changed["isEMailConfirmed"], true);
    // A code works once.
    accept(&app, &token, "email", right)
        .await
        .expect_problem(404, "wrong_code");
    // Other logins stay. The old address gets a letter that does not name the new one.
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
    let (_, second) = app.login(OLD).await;
    assert_ne!(second["id"], user["id"]);
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
async fn a_number_is_proved_by_a_call_in_either_direction() {
    let app = App::empty().await;
    let (token, user) = app.login(OLD).await;
    let changed = change(&app, &token, "phone", PHONE).await;
    assert_eq!(
        (&changed["login"], &changed["eMail"]),
        (&json!(PHONE), &json!(OLD))
    );
    // The e-mail gets a letter about the number too.
    assert!(
        notice(&app, OLD).await["text"]
            .as_str()
            .unwrap()
            .contains("номер телефона")
    );
    // By a call to us.
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
    early.expect_problem(409, "contact_not_confirmed");
    app.post(VISITOR, &format!("/dev/outbox/callback/{id}"), json!({}))
        .await
        .done();
    let check = format!("/api/auth/callback/check/{id}");
    assert_eq!(
        app.post(VISITOR, &check, json!({})).await.ok()["status"],
        "confirmed"
    );
    app.post(VISITOR, "/api/signin", finish.clone())
        .await
        .expect(404);
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
    late.expect_problem(404, "wrong_code");
    for (kind, body, field) in [
        ("phone", json!({"number": "12"}), "number"),
        ("email", json!({"email": "nobody"}), "email"),
        ("phone", json!({"number": PHONE, "kind": "sms"}), "body"),
    ] {
        let refused = app
            .post(&token, &format!("/api/accounts/change/{kind}"), body)
            .await;
        refused.expect_problem(422, "validation_failed");
        assert!(
            refused.json()["errors"][field].is_array(),
            "{}",
            refused.text()
        );
    }
    app.end().await;
}

#[actix_web::test]
async fn nobody_learns_the_owner_of_a_contact_before_proving_it() {
    let app = App::empty().await;
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
    refused.expect_problem(409, "contact_taken");
    assert_eq!(
        refused.json()["detail"],
        "Этот телефон или e-mail уже используется в другой учётной записи"
    );
    assert!(!refused.text().contains(&other["id"].to_string()));
    assert_eq!(whoami(&app, &token).await.ok()["eMail"], OLD);
    // Codes share their limits with those of a login.
    let soon = app
        .post(&token, "/api/accounts/change/email", json!({"email": NEW}))
        .await;
    soon.expect_problem(429, "too_many_requests");
    app.post(VISITOR, "/api/accounts/change/email", json!({"email": NEW}))
        .await
        .expect(401);
    app.end().await;
}

/// A house writes down a client's number and, by mistake or worse, another person's e-mail.
#[actix_web::test]
async fn an_unproved_contact_opens_no_other_account() {
    let app = App::empty().await;
    let (admin, _) = app.login("admin@demo.example").await;
    people::admin::grant(&app.pool, "admin@demo.example")
        .await
        .unwrap();
    app.knows(&admin, "isAdmin", json!(true)).await;
    let made = json!({"number": PHONE, "eMail": NEW, "displayName": "Анна Ли"});
    let made = app.post(&admin, "/api/accounts/create", made).await.ok();
    // A person who proves one of the contacts gets the account, under the name it was made with.
    let (token, user) = app.login(NEW).await;
    assert_eq!(
        (&user["id"], &user["displayName"]),
        (&made["id"], &json!("Анна Ли"))
    );
    assert_eq!(
        (&user["isEMailConfirmed"], &user["isPhoneConfirmed"]),
        (&json!(true), &json!(false))
    );
    // The holder of the number has an account of their own, which keeps the number.
    let key = app
        .post(VISITOR, "/api/auth/call", json!({"number": PHONE}))
        .await
        .ok()["sessionKey"]
        .clone();
    let code = app.code(PHONE).await;
    app.post(
        VISITOR,
        "/api/auth/verify",
        json!({"sessionKey": key, "code": code}),
    )
    .await
    .done();
    let holder = app
        .post(VISITOR, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    assert_ne!(holder["user"]["id"], user["id"]);
    assert_eq!(holder["user"]["login"], PHONE);
    assert_eq!(whoami(&app, &token).await.ok()["login"], Value::Null);
    // Apart from the admin and the logins, the journal says who made the account, who logged in by which contact, and that the other contact was dropped.
    let journal: Vec<(i16, Option<i64>, i64)> = sqlx::query_as(
        "select event, account_id, subject_id from journal_record where id > 2 and event not in (112, 118) order by id",
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
    // Contacts that an admin confirmed both lead to the account.
    let raw = json!({"number": "+79000000005", "eMail": "raw@demo.example", "displayName": "Пётр"});
    let raw = app.post(&admin, "/api/accounts/create/raw", raw).await.ok();
    let (_, by_mail) = app.login("raw@demo.example").await;
    assert_eq!(
        (&by_mail["id"], &by_mail["isPhoneConfirmed"]),
        (&raw["id"], &json!(true))
    );
    let key = app
        .post(VISITOR, "/api/auth/call", json!({"number": "+79000000005"}))
        .await
        .ok()["sessionKey"]
        .clone();
    let code = app.code("+79000000005").await;
    app.post(
        VISITOR,
        "/api/auth/verify",
        json!({"sessionKey": key, "code": code}),
    )
    .await
    .done();
    let by_phone = app
        .post(VISITOR, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    assert_eq!(by_phone["user"]["id"], raw["id"]);
    app.end().await;
}

#[actix_web::test]
async fn an_account_made_for_a_contact_merges_into_its_holders_account() {
    let app = App::empty().await;
    let (owner, _) = app.login("owner@demo.example").await;
    let (token, user) = app.login(OLD).await;
    app.sql(
        "insert into house (id, name_ru) values (1, 'Дом');
         insert into house_staff (house_id, account_id, role) values (1, 1, 1)",
    )
    .await;
    app.knows(&owner, "ownerOfHouseIds", json!([1])).await;
    // The house named its new manager by the number, and the manager logged in by e-mail.
    let manager = json!({"number": PHONE, "houseId": 1});
    app.post(&owner, "/api/accounts/manager", manager)
        .await
        .expect(204);
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
    let app = App::empty().await;
    let (admin, _) = app.login("admin@demo.example").await;
    people::admin::grant(&app.pool, "admin@demo.example")
        .await
        .unwrap();
    app.knows(&admin, "isAdmin", json!(true)).await;
    let (token, user) = app.login(OLD).await;
    let id = &user["id"];
    let email = json!({"id": id, "email": NEW});
    app.post(&token, "/api/admin/accounts/change/email", email.clone())
        .await
        .expect(403);
    app.post(&admin, "/api/admin/accounts/change/email", email)
        .await
        .done();
    // Existing logins end.
    whoami(&app, &token).await.expect(401);
    assert!(
        notice(&app, OLD).await["text"]
            .as_str()
            .unwrap()
            .contains("изменён e-mail")
    );
    app.post(
        &admin,
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
            .post(&admin, &format!("/api/admin/accounts/change/{path}"), body)
            .await;
        assert_eq!(reply.status, status, "{}", reply.text());
    }
    assert_eq!(app.journalled(2).await, [101, 107, 106]);
    app.end().await;
}

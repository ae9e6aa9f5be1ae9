//! Changing a phone number or e-mail, and the account a contact leads to.

use people::contact_change;
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

/// Proves a new contact, and with it the present one that guards the change: the body that accepts it.
async fn proofs(app: &App, token: &str, kind: &str, to: &str, guard: Option<&str>) -> Value {
    let field = if kind == "phone" { "number" } else { "email" };
    let key = begin(app, token, kind, json!({field: to})).await["sessionKey"].clone();
    let mut body = json!({"sessionKey": key, "code": app.code(to).await});
    if let Some(guard) = guard {
        // A code can be had once a minute, and the login took one.
        app.clock.advance(Duration::minutes(1));
        let old = begin(app, token, &format!("{kind}/old"), json!({})).await;
        body["oldSessionKey"] = old["sessionKey"].clone();
        body["oldCode"] = app.code(guard).await.into();
    }
    body
}

/// Changes a contact with the proof of the present one, and gives the user after the change.
async fn change(app: &App, token: &str, kind: &str, to: &str, guard: &str) -> Value {
    let body = proofs(app, token, kind, to, Some(guard)).await;
    accept(app, token, kind, body).await.ok()
}

async fn waiting(app: &App, token: &str) -> Value {
    app.get(token, "/api/accounts/changes").await.ok()
}

/// The path of the link in the newest letter that has one.
async fn stop_link(app: &App, to: &str) -> String {
    loop {
        for letter in app.outbox(to).await {
            let text = letter["text"].as_str().unwrap();
            if let Some(path) = text.find("/contact-change/") {
                return text[path..].split_whitespace().next().unwrap().to_owned();
            }
        }
    }
}

/// Waits for a letter with these words that is not a code.
async fn notice(app: &App, to: &str, words: &str) -> String {
    loop {
        let letters = app.outbox(to).await;
        let mut notices = letters
            .iter()
            .filter(|letter| letter["channel"] == "notice")
            .filter_map(|letter| letter["text"].as_str());
        if let Some(text) = notices.find(|text| text.contains(words)) {
            return text.to_owned();
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
    app.forget_browser(OLD);
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
    // Neither does a wrong code of the present contact change anything, nor the code of another attempt.
    app.clock.advance(Duration::minutes(1));
    let old = begin(&app, &token, "email/old", json!({})).await;
    let with_old = |code: &str| {
        let mut body = right.clone();
        body["oldSessionKey"] = old["sessionKey"].clone();
        body["oldCode"] = code.into();
        body
    };
    let old_code = app.code(OLD).await;
    let other = if old_code == "000000" {
        "000001"
    } else {
        "000000"
    };
    let refused = accept(&app, &token, "email", with_old(other)).await;
    assert_eq!(refused.refused_field("oldCode"), "Неверный пароль");
    let right = with_old(&old_code);
    let mut twice = right.clone();
    twice["oldSessionKey"] = right["sessionKey"].clone();
    accept(&app, &token, "email", twice).await.expect(422);
    assert_eq!(waiting(&app, &token).await, json!([]));
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
    let text = notice(&app, OLD, "изменён e-mail").await;
    assert!(!text.contains(NEW), "{text}");
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
    let changed = change(&app, &token, "phone", PHONE, OLD).await;
    assert_eq!(
        (&changed["login"], &changed["eMail"]),
        (&json!(PHONE), &json!(OLD))
    );
    // The e-mail gets a letter about the number too.
    notice(&app, OLD, "номер телефона").await;
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
    // The number it replaces proves itself by a call to us, too.
    let old = begin(&app, &token, "phone/old", json!({"kind": "callback"})).await;
    let mut finish = finish;
    finish["oldSessionKey"] = old["sessionKey"].clone();
    let early = accept(&app, &token, "phone", finish.clone()).await;
    early.expect_problem(409, "contact_not_confirmed");
    let id = old["id"].as_str().unwrap();
    app.post(VISITOR, &format!("/dev/outbox/callback/{id}"), json!({}))
        .await
        .done();
    let check = format!("/api/auth/callback/check/{id}");
    app.post(VISITOR, &check, json!({})).await.expect(200);
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
    let old = begin(&app, &token, "email/old", json!({})).await;
    let body = json!({"sessionKey": taken["sessionKey"], "code": app.code(NEW).await,
        "oldSessionKey": old["sessionKey"], "oldCode": app.code(OLD).await});
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
    // The house made an account for the number, which got a role, and the person logged in by e-mail.
    let made = json!({"number": PHONE, "displayName": "Анна Ли"});
    app.post(&owner, "/api/accounts/create", made)
        .await
        .expect(200);
    app.sql("insert into house_staff (house_id, account_id, role) values (1, 3, 0)")
        .await;
    let changed = change(&app, &token, "phone", PHONE, OLD).await;
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
    assert_eq!(journal, [(101, Some(1)), (103, Some(2))]);
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
    notice(&app, OLD, "изменён e-mail").await;
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

#[actix_web::test]
async fn a_stolen_login_takes_no_account_over() {
    let app = App::empty().await;
    let (owner, user) = app.login(OLD).await;
    change(&app, &owner, "phone", PHONE, OLD).await;
    // The thief holds the owner's open login and proves contacts of their own.
    let thief = owner.clone();
    let stolen = proofs(&app, &thief, "phone", "+79000000666", None).await;
    let reply = accept(&app, &thief, "phone", stolen).await;
    assert_eq!(reply.status, 202, "{}", reply.text());
    let mail = proofs(&app, &thief, "email", "thief@demo.example", None).await;
    accept(&app, &thief, "email", mail).await.expect(202);
    // The account is as it was, and its owner sees what waits for what.
    let now = whoami(&app, &owner).await.ok();
    assert_eq!((&now["login"], &now["eMail"]), (&json!(PHONE), &json!(OLD)));
    let listed = waiting(&app, &owner).await;
    let shown = |at: usize| ["kind", "old", "contact"].map(|field| listed[at][field].clone());
    assert_eq!(
        shown(0),
        [json!("phone"), json!(PHONE), json!("+79000000666")]
    );
    assert_eq!(
        shown(1),
        [json!("email"), json!(OLD), json!("thief@demo.example")]
    );
    // A proof of another contact than the one replaced is none.
    let mut cross = proofs(&app, &thief, "phone", "+79000000667", None).await;
    let theirs = begin(&app, &thief, "email", json!({"email": "t2@demo.example"})).await;
    cross["oldSessionKey"] = theirs["sessionKey"].clone();
    cross["oldCode"] = app.code("t2@demo.example").await.into();
    accept(&app, &thief, "phone", cross).await.expect(422);
    // The link in the letter stops it and ends every login. A look at it does nothing, and it works once.
    let link = stop_link(&app, OLD).await;
    let asked = app.get(VISITOR, &link).await;
    assert_eq!(asked.status, 200);
    assert!(asked.text().contains("Остановить смену контакта?"));
    assert_eq!(waiting(&app, &owner).await.as_array().unwrap().len(), 2);
    let stopped = app.post(VISITOR, &link, json!({})).await;
    assert!(stopped.text().contains("Контакт остаётся прежним"));
    whoami(&app, &thief).await.expect(401);
    app.get(VISITOR, &link).await.expect(404);
    app.post(VISITOR, &link, json!({})).await.expect(404);
    app.get(VISITOR, "/contact-change/00").await.expect(404);
    let left: i64 = sqlx::query_scalar("select count(*) from contact_change")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(left, 0, "the other change was the thief's too");
    app.clock.advance(Duration::hours(100));
    contact_change::apply_due(&app.state.bidders, app.clock.now())
        .await
        .unwrap();
    let (_, again) = app.login(OLD).await;
    assert_eq!(
        (&again["id"], &again["login"]),
        (&user["id"], &json!(PHONE))
    );
    app.end().await;
}

#[actix_web::test]
async fn a_stolen_login_adds_no_contact_to_an_account_that_cannot_be_warned() {
    let app = App::empty().await;
    let called = app.post(VISITOR, "/api/auth/call", json!({"number": PHONE}));
    let key = called.await.ok()["sessionKey"].clone();
    let code = app.code(PHONE).await;
    let verify = json!({"sessionKey": key, "code": code});
    app.post(VISITOR, "/api/auth/verify", verify).await.done();
    let entered = app.post(VISITOR, "/api/signin", json!({"sessionKey": key}));
    let token = entered.await.ok()["token"].as_str().unwrap().to_owned();
    for (kind, to) in [("email", NEW), ("phone", "+79000000666")] {
        let body = proofs(&app, &token, kind, to, None).await;
        let refused = accept(&app, &token, kind, body).await;
        refused.expect_problem(409, "old_contact_required");
    }
    assert_eq!(waiting(&app, &token).await, json!([]));
    // Its owner proves the number, and the same attempt goes through.
    let changed = change(&app, &token, "email", "other@demo.example", PHONE).await;
    assert_eq!(changed["eMail"], "other@demo.example");
    app.end().await;
}

#[actix_web::test]
async fn a_change_that_nobody_stops_happens_after_72_hours_once() {
    let app = App::empty().await;
    let (token, user) = app.login(OLD).await;
    let body = proofs(&app, &token, "email", NEW, None).await;
    let waits = accept(&app, &token, "email", body).await;
    assert_eq!(waits.status, 202, "{}", waits.text());
    let due = app.later(72 * 3600);
    let waits = waits.json();
    assert_eq!(
        (&waits["contact"], &waits["old"]),
        (&json!(NEW), &json!(OLD))
    );
    assert!(waits["due"].as_str() <= due.as_str(), "{waits}");
    // Nothing is in memory: whichever process looks first applies it, and the others find nothing.
    let apply = async || {
        contact_change::apply_due(&app.state.bidders, app.clock.now())
            .await
            .unwrap();
    };
    app.clock
        .advance(Duration::hours(72) - Duration::minutes(5));
    apply().await;
    assert_eq!(whoami(&app, &token).await.ok()["eMail"], OLD);
    app.clock.advance(Duration::minutes(6));
    futures_util::join!(apply(), apply(), apply());
    let now = whoami(&app, &token).await.ok();
    assert_eq!((&now["eMail"], &now["id"]), (&json!(NEW), &user["id"]));
    apply().await;
    assert_eq!(waiting(&app, &token).await, json!([]));
    let journal = app.journalled(user["id"].as_i64().unwrap()).await;
    assert_eq!(journal, [101, 129, 107]);
    let letters = app.outbox(OLD).await;
    let changed = letters
        .iter()
        .filter(|letter| letter["text"].as_str().unwrap().contains("изменён e-mail"));
    assert!(changed.count() <= 1);
    app.end().await;
}

#[actix_web::test]
async fn a_change_is_dropped_if_another_proves_the_contact_meanwhile() {
    let app = App::empty().await;
    let (token, user) = app.login(OLD).await;
    let body = proofs(&app, &token, "email", NEW, None).await;
    accept(&app, &token, "email", body).await.expect(202);
    app.clock.advance(Duration::minutes(1));
    let (other, _) = app.login(NEW).await;
    app.clock.advance(Duration::hours(73));
    contact_change::apply_due(&app.state.bidders, app.clock.now())
        .await
        .unwrap();
    assert_eq!(whoami(&app, &token).await.ok()["eMail"], OLD);
    assert_eq!(whoami(&app, &other).await.ok()["eMail"], NEW);
    assert_eq!(waiting(&app, &token).await, json!([]));
    let journal = app.journalled(user["id"].as_i64().unwrap()).await;
    assert_eq!(journal, [101, 129, 130]);
    app.end().await;
}

#[actix_web::test]
async fn a_change_that_waits_is_its_owners_to_withdraw() {
    let app = App::empty().await;
    let (token, user) = app.login(OLD).await;
    let (stranger, _) = app.login("stranger@demo.example").await;
    let request = async |to: &str| {
        let body = proofs(&app, &token, "email", to, None).await;
        accept(&app, &token, "email", body).await.expect(202);
    };
    request("first@demo.example").await;
    // A later one takes its place.
    request(NEW).await;
    assert_eq!(waiting(&app, &token).await[0]["contact"], NEW);
    assert_eq!(waiting(&app, &token).await.as_array().unwrap().len(), 1);
    assert_eq!(waiting(&app, &stranger).await, json!([]));
    app.delete(&stranger, "/api/accounts/changes/email")
        .await
        .expect(404);
    app.delete(&token, "/api/accounts/changes/phone")
        .await
        .expect(404);
    app.delete(&token, "/api/accounts/changes/email")
        .await
        .done();
    app.delete(&token, "/api/accounts/changes/email")
        .await
        .expect(404);
    // It goes with every login that its owner ends, with a change by proof, and with the account.
    let count = async || -> i64 {
        sqlx::query_scalar("select count(*) from contact_change")
            .fetch_one(&app.pool)
            .await
            .unwrap()
    };
    request("second@demo.example").await;
    change(&app, &token, "email", "changed@demo.example", OLD).await;
    assert_eq!(count().await, 0);
    request("third@demo.example").await;
    app.delete(&token, "/api/accounts/sessions").await.done();
    assert_eq!(count().await, 0);
    app.clock.advance(Duration::minutes(1));
    let (token, _) = app.login("changed@demo.example").await;
    let body = proofs(&app, &token, "email", "fourth@demo.example", None).await;
    accept(&app, &token, "email", body).await.expect(202);
    app.delete(&token, &format!("/api/accounts/{}", user["id"]))
        .await
        .done();
    assert_eq!(count().await, 0);
    app.end().await;
}

#[actix_web::test]
async fn a_stop_waits_for_the_change_that_is_being_requested() {
    let app = App::empty().await;
    let (token, user) = app.login(OLD).await;
    let first = proofs(&app, &token, "email", NEW, None).await;
    accept(&app, &token, "email", first).await.expect(202);
    let link = stop_link(&app, OLD).await;
    let second = proofs(&app, &token, "email", "second@demo.example", None).await;
    let mut account = app.pool.begin().await.unwrap();
    sqlx::query("select id from account where id = $1 for no key update")
        .bind(user["id"].as_i64())
        .execute(&mut *account)
        .await
        .unwrap();
    let requesting = accept(&app, &token, "email", second);
    let stopping = async {
        app.until_waiting(1).await;
        app.post(VISITOR, &link, json!({})).await
    };
    let let_go = async {
        app.until_waiting(2).await;
        account.rollback().await.unwrap();
    };
    let (requested, stopped, ()) = futures_util::join!(requesting, stopping, let_go);
    // The second change took the place of the first, whose link stops nothing.
    assert_eq!((requested.status, stopped.status), (202, 404));
    app.end().await;
}

/// An admin made a number without an account a developer. Its holder has another account, by e-mail, and places orders.
#[actix_web::test]
async fn a_developers_role_that_comes_with_a_contact_ends_every_order() {
    let app = App::new().await;
    app.order(TRUSTED, 10, 1001, 2000).await.expect_code(0);
    app.sql(
        "update account set phone = null where id = 6;
         insert into account (id, display_name, phone, unproved_phone, roles) overriding system value
             values (50, 'Участник 50', '+79000000050', true, 8192)",
    )
    .await;
    let contact = people::contact::Contact::Phone("+79000000050".to_owned());
    let by = people::journal::By::server(app.clock.now());
    let tx = app.pool.begin().await.unwrap();
    contact_change::apply(&app.state.bidders, tx, 6, &contact, &by)
        .await
        .unwrap();
    assert_eq!(
        app.value("select to_jsonb(count(*)) from absentee_order where account_id = 6")
            .await,
        0
    );
    app.order(TRUSTED, 10, 1001, 2000).await.expect(403);
    app.end().await;
}

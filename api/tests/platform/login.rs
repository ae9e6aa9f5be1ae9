use serde_json::{Value, json};
use time::Duration;

use crate::app::App;

const PHONE: &str = "+79000000001";

async fn call(app: &App) -> String {
    app.post(
        None,
        "/api/auth/call",
        json!({"number": "8 (900) 000-00-01"}),
    )
    .await
    .ok()["sessionKey"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn other(code: &str) -> String {
    let number: usize = code.parse().unwrap();
    format!(
        "{:0width$}",
        (number + 1) % 10_usize.pow(code.len() as u32),
        width = code.len()
    )
}

#[actix_web::test]
async fn a_call_logs_in_and_makes_the_account_once() {
    let app = App::new().await;
    let key = call(&app).await;
    let message = &app.outbox(PHONE).await[0];
    assert_eq!(message["channel"], "call");
    let code = message["code"].as_str().unwrap();
    assert_eq!(code.len(), 4);
    // Not before the code is verified.
    let early = app
        .post(None, "/api/signin", json!({"sessionKey": key}))
        .await;
    assert_eq!(early.problem(), (409, "login_not_confirmed".into()));
    app.post(
        None,
        "/api/auth/verify",
        json!({"sessionKey": key, "code": code}),
    )
    .await
    .done();
    let answer = app
        .post(None, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    assert_eq!(answer["user"]["login"], PHONE);
    assert_eq!(answer["user"]["eMail"], Value::Null);
    let token = answer["token"].as_str().unwrap();
    assert_eq!(token.len(), 64);
    assert_eq!(
        app.post(Some(token), "/api/whoami", json!({})).await.ok(),
        answer["user"]
    );
    // The key is used up.
    let again = app
        .post(None, "/api/signin", json!({"sessionKey": key}))
        .await;
    assert_eq!(again.problem(), (404, "wrong_code".into()));
    assert_eq!(again.json()["detail"], "Неверный пароль");
    // The second login finds the account.
    app.clock.advance(Duration::seconds(60));
    let key = call(&app).await;
    let code = app.code(PHONE).await;
    app.post(
        None,
        "/api/auth/verify",
        json!({"sessionKey": key, "code": code}),
    )
    .await
    .done();
    let second = app
        .post(None, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    assert_eq!(second["user"]["id"], answer["user"]["id"]);
    // Neither token nor code lies in the database.
    let stored: i64 =
        sqlx::query_scalar("select count(*) from session s where s::text like '%' || $1 || '%'")
            .bind(token)
            .fetch_one(&app.pool)
            .await
            .unwrap();
    assert_eq!(stored, 0);
    app.end().await;
}

#[actix_web::test]
async fn a_callback_logs_in_when_the_call_has_come() {
    let app = App::new().await;
    let begun = app
        .post(None, "/api/auth/callback", json!({"number": PHONE}))
        .await
        .ok();
    let id = begun["id"].as_str().unwrap();
    assert!(begun["phone"].as_str().unwrap().starts_with('+'));
    let check = format!("/api/auth/callback/check/{id}");
    assert_eq!(
        app.post(None, &check, json!({})).await.ok()["status"],
        "pending"
    );
    let early = app
        .post(
            None,
            "/api/signin",
            json!({"sessionKey": begun["sessionKey"]}),
        )
        .await;
    assert_eq!(early.status, 409);
    app.post(None, &format!("/dev/outbox/callback/{id}"), json!({}))
        .await
        .done();
    assert_eq!(
        app.post(None, &check, json!({})).await.ok()["status"],
        "confirmed"
    );
    let answer = app
        .post(
            None,
            "/api/signin",
            json!({"sessionKey": begun["sessionKey"]}),
        )
        .await
        .ok();
    assert_eq!(answer["user"]["login"], PHONE);
    // An attempt lives five minutes.
    let begun = app
        .post(
            None,
            "/api/auth/callback",
            json!({"number": "+79000000002"}),
        )
        .await
        .ok();
    let id = begun["id"].as_str().unwrap();
    app.post(None, &format!("/dev/outbox/callback/{id}"), json!({}))
        .await
        .done();
    app.clock.advance(Duration::minutes(5));
    let check = format!("/api/auth/callback/check/{id}");
    assert_eq!(
        app.post(None, &check, json!({})).await.ok()["status"],
        "expired"
    );
    let late = app
        .post(
            None,
            "/api/signin",
            json!({"sessionKey": begun["sessionKey"]}),
        )
        .await;
    assert_eq!(late.status, 404);
    assert_eq!(
        app.post(None, "/api/auth/callback/check/nothing", json!({}))
            .await
            .status,
        404
    );
    app.end().await;
}

#[actix_web::test]
async fn an_email_logs_in_with_six_digits() {
    let app = App::new().await;
    let answer = app
        .post(
            None,
            "/api/auth/email",
            json!({"email": "Someone@Demo.Example"}),
        )
        .await
        .ok();
    let key = answer["sessionKey"].as_str().unwrap();
    let code = app.code("someone@demo.example").await;
    assert_eq!(code.len(), 6);
    let body = |email: &str, code: &str| json!({"sessionKey": key, "email": email, "code": code});
    // The key of one address does not open another.
    let foreign = app
        .post(
            None,
            "/api/auth/email/signin",
            body("other@demo.example", &code),
        )
        .await;
    assert_eq!(foreign.problem(), (404, "wrong_code".into()));
    app.post(
        None,
        "/api/auth/email/verify",
        body("someone@demo.example", &code),
    )
    .await
    .done();
    let user = app
        .post(
            None,
            "/api/auth/email/signin",
            body("someone@demo.example", &code),
        )
        .await
        .ok();
    assert_eq!(user["user"]["eMail"], "someone@demo.example");
    let malformed = app
        .post(None, "/api/auth/email", json!({"email": "nobody"}))
        .await;
    assert_eq!(malformed.problem(), (422, "validation_failed".into()));
    assert_eq!(
        malformed.json()["errors"]["email"][0],
        "Введите корректный email"
    );
    app.end().await;
}

#[actix_web::test]
async fn a_code_dies_after_five_wrong_tries() {
    let app = App::new().await;
    let key = call(&app).await;
    let code = app.code(PHONE).await;
    for _ in 0..5 {
        let wrong = app
            .post(
                None,
                "/api/auth/verify",
                json!({"sessionKey": key, "code": other(&code)}),
            )
            .await;
        assert_eq!(wrong.problem(), (404, "wrong_code".into()));
    }
    let dead = app
        .post(
            None,
            "/api/auth/verify",
            json!({"sessionKey": key, "code": code}),
        )
        .await;
    assert_eq!(dead.problem(), (404, "wrong_code".into()));
    // Unknown keys are answered alike.
    let unknown = app
        .post(
            None,
            "/api/auth/verify",
            json!({"sessionKey": "x", "code": code}),
        )
        .await;
    assert_eq!(unknown.problem(), dead.problem());
    assert_eq!(unknown.json()["detail"], dead.json()["detail"]);
    // Ten wrong tries a day close the number to codes, also across attempts, but not to the callback.
    app.clock.advance(Duration::seconds(60));
    let key = call(&app).await;
    let code = app.code(PHONE).await;
    for _ in 0..5 {
        app.post(
            None,
            "/api/auth/verify",
            json!({"sessionKey": key, "code": other(&code)}),
        )
        .await;
    }
    app.clock.advance(Duration::seconds(60));
    let closed = app
        .post(None, "/api/auth/call", json!({"number": PHONE}))
        .await;
    assert_eq!(closed.problem(), (429, "too_many_wrong_codes".into()));
    assert!(closed.retry_after() > 80_000);
    app.post(None, "/api/auth/callback", json!({"number": PHONE}))
        .await
        .ok();
    app.clock.advance(Duration::days(1));
    call(&app).await;
    app.end().await;
}

#[actix_web::test]
async fn tries_that_come_at_once_are_counted_one_by_one() {
    let app = App::new().await;
    let key = call(&app).await;
    let code = app.code(PHONE).await;
    let wrong = json!({"sessionKey": key, "code": other(&code)});
    let tries = (0..12).map(|_| app.post(None, "/api/auth/verify", wrong.clone()));
    futures_util::future::join_all(tries).await;
    let counted: i16 = sqlx::query_scalar("select wrong_tries from login_attempt")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(counted, 5);
    let right = app
        .post(
            None,
            "/api/auth/verify",
            json!({"sessionKey": key, "code": code}),
        )
        .await;
    assert_eq!(right.status, 404);
    app.end().await;
}

#[actix_web::test]
async fn codes_are_limited_by_number() {
    let app = App::new().await;
    let ask = || app.post(None, "/api/auth/call", json!({"number": PHONE}));
    assert_eq!(ask().await.status, 200);
    let soon = ask().await;
    assert_eq!(soon.problem(), (429, "too_many_requests".into()));
    assert!((1..=59).contains(&soon.retry_after()));
    for _ in 0..4 {
        app.clock.advance(Duration::seconds(60));
        assert_eq!(ask().await.status, 200);
    }
    // Five in ten minutes; the oldest of them leaves the window first.
    app.clock.advance(Duration::seconds(60));
    let sixth = ask().await;
    assert_eq!(sixth.status, 429);
    assert!(
        (290..=300).contains(&sixth.retry_after()),
        "{}",
        sixth.retry_after()
    );
    // Another number has its own.
    assert_eq!(
        app.post(None, "/api/auth/call", json!({"number": "+79000000002"}))
            .await
            .status,
        200
    );
    // Twenty a day.
    for _ in 0..15 {
        app.clock.advance(Duration::minutes(10));
        assert_eq!(ask().await.status, 200);
    }
    app.clock.advance(Duration::minutes(10));
    assert!(ask().await.retry_after() > 3600);
    app.end().await;
}

#[actix_web::test]
async fn codes_are_limited_by_address() {
    let app = App::with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await;
    let ask = |number: usize, from: &'static str| {
        let request = app
            .request(reqwest::Method::POST, None, "/api/auth/call")
            .header("X-Forwarded-For", from);
        let body = json!({"number": format!("+7900000{number:04}")}).to_string();
        app.send(
            request
                .header("Content-Type", "application/json")
                .body(body),
        )
    };
    for number in 0..60 {
        assert_eq!(ask(number, "203.0.113.5").await.status, 200, "{number}");
    }
    assert_eq!(
        ask(60, "203.0.113.5").await.problem(),
        (429, "too_many_requests".into())
    );
    assert_eq!(ask(60, "203.0.113.6").await.status, 200);
    // Who has a network of IPv6 has as many addresses as he likes.
    for number in 100..160 {
        let address = if number % 2 == 0 {
            "2001:db8:0:1::5"
        } else {
            "2001:db8:0:1:aaaa::6"
        };
        assert_eq!(ask(number, address).await.status, 200, "{number}");
    }
    assert_eq!(ask(160, "2001:db8:0:1::7").await.status, 429);
    assert_eq!(ask(160, "2001:db8:0:2::7").await.status, 200);
    app.end().await;
}

#[actix_web::test]
async fn whether_an_account_exists_cannot_be_told() {
    let app = App::new().await;
    app.login("known@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    let shape = |reply: &crate::app::Reply| {
        let body = reply.json();
        (
            reply.status,
            body.as_object()
                .unwrap()
                .keys()
                .cloned()
                .collect::<Vec<_>>(),
        )
    };
    let known = app
        .post(
            None,
            "/api/auth/email",
            json!({"email": "known@demo.example"}),
        )
        .await;
    let unknown = app
        .post(
            None,
            "/api/auth/email",
            json!({"email": "unknown@demo.example"}),
        )
        .await;
    assert_eq!(shape(&known), shape(&unknown));
    let wrong = |key: &Value, email: &str| {
        app.post(
            None,
            "/api/auth/email/signin",
            json!({"sessionKey": key, "email": email, "code": "nothing"}),
        )
    };
    let (known, unknown) = (
        known.json()["sessionKey"].clone(),
        unknown.json()["sessionKey"].clone(),
    );
    let known = wrong(&known, "known@demo.example").await;
    let unknown = wrong(&unknown, "unknown@demo.example").await;
    assert_eq!(
        (known.status, known.json()),
        (unknown.status, unknown.json())
    );
    app.end().await;
}

#[actix_web::test]
async fn sessions_are_listed_and_ended() {
    let app = App::new().await;
    let (first, user) = app.login("a@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    let (second, _) = app.login("a@demo.example").await;
    app.clock.advance(Duration::seconds(60));
    let (stranger, _) = app.login("b@demo.example").await;
    let sessions = app.get(Some(&second), "/api/accounts/sessions").await.ok();
    assert_eq!(sessions.as_array().unwrap().len(), 2);
    let other = sessions
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["isCurrent"] == false)
        .unwrap();
    let path = format!("/api/accounts/sessions/{}", other["id"]);
    assert_eq!(
        app.delete(Some(&stranger), &path).await.problem(),
        (404, "not_found".into())
    );
    app.delete(Some(&second), &path).await.done();
    let ended = app.post(Some(&first), "/api/whoami", json!({})).await;
    assert_eq!(ended.problem(), (401, "not_authenticated".into()));
    assert_eq!(
        app.post(Some(&second), "/api/whoami", json!({})).await.ok(),
        user
    );
    app.post(Some(&second), "/api/signout", json!({}))
        .await
        .done();
    assert_eq!(
        app.post(Some(&second), "/api/whoami", json!({}))
            .await
            .status,
        401
    );
    // A token holds a year.
    app.clock.advance(Duration::days(364));
    assert_eq!(
        app.post(Some(&stranger), "/api/whoami", json!({}))
            .await
            .status,
        200
    );
    app.clock.advance(Duration::days(1));
    assert_eq!(
        app.post(Some(&stranger), "/api/whoami", json!({}))
            .await
            .status,
        401
    );
    app.end().await;
}

#[actix_web::test]
async fn changes_by_others_are_heard_of() {
    let app = App::new().await;
    let (token, user) = app.login("a@demo.example").await;
    assert_eq!(user["isAdmin"], false);
    // As the command line does it: another connection, no word to this process but the database's.
    let (pool, id) = (app.pool.clone(), user["id"].as_i64().unwrap());
    assert_eq!(
        people::admin::grant(&pool, "A@demo.example").await.unwrap(),
        id
    );
    until(async || {
        app.post(Some(&token), "/api/whoami", json!({}))
            .await
            .json()["isAdmin"]
            == true
    })
    .await;
    sqlx::query("update session set ended = now()")
        .execute(&pool)
        .await
        .unwrap();
    until(async || {
        app.post(Some(&token), "/api/whoami", json!({}))
            .await
            .status
            == 401
    })
    .await;
    app.end().await;
}

/// Asks again until it is so; a notification takes milliseconds, ten seconds are a failure.
async fn until(mut is_so: impl AsyncFnMut() -> bool) {
    let waited = tokio::time::timeout(std::time::Duration::from_secs(10), async {
        while !is_so().await {
            tokio::task::yield_now().await;
        }
    });
    waited.await.expect("it came to be");
}

#[actix_web::test]
async fn the_outbox_is_for_this_machine_alone() {
    let app = App::new().await;
    app.post(None, "/api/auth/email", json!({"email": "a@demo.example"}))
        .await
        .ok();
    assert_eq!(app.outbox("a@demo.example").await.len(), 1);
    for (name, value) in [
        ("X-Forwarded-For", "1.2.3.4"),
        ("Forwarded", "for=1.2.3.4"),
        ("Host", "auction.example"),
    ] {
        let request = app
            .request(reqwest::Method::GET, None, "/dev/outbox")
            .header(name, value);
        assert_eq!(
            app.send(request).await.problem(),
            (404, "not_found".into()),
            "{name}"
        );
    }
    app.end().await;
}

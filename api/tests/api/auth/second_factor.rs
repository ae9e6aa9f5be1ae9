//! The second factor: codes of an authenticator, recovery codes, and the acts that ask for them again.

use people::totp::{self, Secret};
use serde_json::{Value, json};
use time::Duration;

use crate::support::*;

const EMAIL: &str = "a@demo.example";

/// An authenticator that has scanned the site's secret.
struct Phone<'a> {
    app: &'a App,
    secret: Secret,
}

impl Phone<'_> {
    /// The code of now.
    fn code(&self) -> String {
        totp::code_at(&self.secret, self.app.clock.now().unix_timestamp() / 30)
    }

    /// A code that is wrong for some minutes.
    fn wrong(&self) -> String {
        let step = self.app.clock.now().unix_timestamp() / 30;
        let codes: Vec<String> = (-5..=20)
            .map(|from_now| totp::code_at(&self.secret, step + from_now))
            .collect();
        (0..)
            .map(|number| format!("{number:06}"))
            .find(|code| !codes.contains(code))
            .unwrap()
    }
}

/// Sets a second factor up: the authenticator, and the recovery codes.
async fn set_up<'a>(app: &'a App, token: &str) -> (Phone<'a>, Vec<String>) {
    let begun = app
        .post(token, "/api/accounts/second-factor", json!({}))
        .await
        .ok();
    let secret = data_of(begun["secret"].as_str().unwrap());
    let uri = begun["uri"].as_str().unwrap();
    assert!(uri.contains(begun["secret"].as_str().unwrap()), "{uri}");
    let phone = Phone { app, secret };
    let wrong = json!({"code": phone.wrong()});
    app.post(token, "/api/accounts/second-factor/accept", wrong)
        .await
        .expect_problem(404, "wrong_second_factor");
    let right = json!({"code": phone.code()});
    let accepted = app
        .post(token, "/api/accounts/second-factor/accept", right)
        .await
        .ok();
    let codes = accepted["recoveryCodes"].as_array().unwrap();
    let codes: Vec<String> = codes
        .iter()
        .map(|code| code.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(codes.len(), 10);
    (phone, codes)
}

fn data_of(base32: &str) -> Secret {
    let mut bits = 0_u64;
    let mut count = 0;
    let mut bytes = Vec::new();
    for letter in base32.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            _ => letter - b'2' + 26,
        };
        bits = bits << 5 | u64::from(value);
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes.try_into().unwrap()
}

/// Proves the e-mail, and signs in with this second factor.
async fn sign_in(app: &App, second_factor: &[&str]) -> Vec<Reply> {
    app.clock.advance(Duration::minutes(2));
    let asked = app
        .post(VISITOR, "/api/auth/email", json!({"email": EMAIL}))
        .await
        .ok();
    let code = app.code(EMAIL).await;
    let mut replies = Vec::new();
    for factor in second_factor {
        let body = json!({
            "sessionKey": asked["sessionKey"], "email": EMAIL, "code": code, "secondFactor": factor
        });
        replies.push(app.post(VISITOR, "/api/auth/email/signin", body).await);
    }
    replies
}

#[actix_web::test]
async fn a_login_asks_for_the_second_factor() {
    let app = App::empty().await;
    let (token, _) = app.login(EMAIL).await;
    let (phone, recovery) = set_up(&app, &token).await;
    let state = app.get(&token, "/api/accounts/second-factor").await.ok();
    let on = json!({"isOn": true, "isObligatory": false, "recoveryCodesLeft": 10});
    assert_eq!(state, on);
    // It is on: another secret cannot replace it.
    app.post(&token, "/api/accounts/second-factor", json!({}))
        .await
        .expect_problem(409, "second_factor_is_on");
    // The attempt stays open until the second factor is right.
    app.clock.advance(Duration::minutes(2));
    let asked = app
        .post(VISITOR, "/api/auth/email", json!({"email": EMAIL}))
        .await
        .ok();
    let code = app.code(EMAIL).await;
    let enter = |factor: Value| {
        let body = json!({
            "sessionKey": asked["sessionKey"], "email": EMAIL, "code": code, "secondFactor": factor
        });
        app.post(VISITOR, "/api/auth/email/signin", body)
    };
    enter(Value::Null)
        .await
        .expect_problem(409, "second_factor_required");
    enter(json!(phone.wrong()))
        .await
        .expect_problem(404, "wrong_second_factor");
    let used = phone.code();
    enter(json!(used)).await.ok();
    // A code works once, while it is still of this minute.
    let asked = async |factor: &str| {
        let asked = app
            .post(VISITOR, "/api/auth/call", json!({"number": "+79000000001"}))
            .await
            .ok();
        let key = asked["sessionKey"].clone();
        let code = app.code("+79000000001").await;
        app.post(
            VISITOR,
            "/api/auth/verify",
            json!({"sessionKey": key, "code": code}),
        )
        .await
        .done();
        let body = json!({"sessionKey": key, "secondFactor": factor});
        app.post(VISITOR, "/api/signin", body).await
    };
    sqlx::query("update account set phone = '+79000000001' where email = $1")
        .bind(EMAIL)
        .execute(&app.pool)
        .await
        .unwrap();
    asked(&used)
        .await
        .expect_problem(404, "wrong_second_factor");
    // So does a recovery code, however it is typed.
    let typed = recovery[0].replace('-', " ").to_uppercase();
    sign_in(&app, &[&typed]).await[0].expect(200);
    sign_in(&app, &[&recovery[0]]).await[0].expect_problem(404, "wrong_second_factor");
    let state = app.get(&token, "/api/accounts/second-factor").await.ok();
    assert_eq!(state["recoveryCodesLeft"], 9);
    // Neither is stored in plain text.
    let stored: i64 = sqlx::query_scalar(
        "select count(*) from recovery_code r where r::text like '%' || $1 || '%'",
    )
    .bind(&recovery[1])
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert_eq!(stored, 0);
    app.end().await;
}

#[actix_web::test]
async fn second_factors_cannot_be_guessed() {
    let app = App::empty().await;
    let (token, _) = app.login(EMAIL).await;
    let (phone, _) = set_up(&app, &token).await;
    let wrong = phone.wrong();
    let tries = sign_in(&app, &[&*wrong; 12]).await;
    let refused: Vec<u16> = tries.iter().map(|reply| reply.status).collect();
    assert_eq!(refused, [[404; 10].as_slice(), &[429; 2]].concat());
    // The right one too, for a while. It concerns only those who have proved the contact.
    let soon = app.clock.now() + Duration::minutes(2);
    let code = totp::code_at(&phone.secret, soon.unix_timestamp() / 30);
    sign_in(&app, &[&code]).await[0].expect_problem(429, "too_many_wrong_codes");
    app.clock.advance(Duration::minutes(15));
    let soon = app.clock.now() + Duration::minutes(2);
    let code = totp::code_at(&phone.secret, soon.unix_timestamp() / 30);
    sign_in(&app, &[&code]).await[0].expect(200);
    app.end().await;
}

#[actix_web::test]
async fn acts_that_reach_people_ask_for_it_again() {
    let app = App::new().await;
    let (phone, _) = set_up(&app, &token(1)).await;
    // Setting it up was a proof.
    app.get(ADMIN, "/api/accounts/export").await.expect(200);
    app.clock.advance(Duration::minutes(10));
    let manager = json!({"number": "+79000000010", "houseId": 1});
    let acts = async || {
        vec![
            app.get(ADMIN, "/api/accounts/export").await,
            app.get(ADMIN, "/api/trade/report/bets/12").await,
            app.post(ADMIN, "/api/accounts/manager", manager.clone())
                .await,
            app.post(
                ADMIN,
                "/api/accounts/dev",
                json!({"number": "+79000000010"}),
            )
            .await,
            app.post(
                ADMIN,
                "/api/accounts/10/token",
                json!({"name": "Учёт", "days": 1}),
            )
            .await,
            app.post(
                ADMIN,
                "/api/admin/accounts/change/email",
                json!({"id": 9, "email": "nine@test.example"}),
            )
            .await,
            app.post(
                ADMIN,
                "/api/accounts/change/email",
                json!({"email": "one@test.example"}),
            )
            .await,
            app.post(ADMIN, "/api/dev/journal/export", json!({})).await,
            app.post(ADMIN, "/api/house/1/export?list=staff", json!({}))
                .await,
            app.post(
                ADMIN,
                "/api/admin/accounts/merge",
                json!({"keptId": 10, "doubleId": 9}),
            )
            .await,
            app.post(ADMIN, "/api/admin/accounts/export", json!({}))
                .await,
            app.delete(ADMIN, "/api/accounts/10/sessions").await,
            app.delete(ADMIN, "/api/accounts/11").await,
        ]
    };
    for reply in acts().await {
        reply.expect_problem(403, "step_up_required");
    }
    app.delete(ADMIN, "/api/accounts/second-factor")
        .await
        .expect_problem(403, "step_up_required");
    let prove = |code: String| {
        app.post(
            ADMIN,
            "/api/accounts/second-factor/prove",
            json!({"code": code}),
        )
    };
    prove(phone.wrong())
        .await
        .expect_problem(404, "wrong_second_factor");
    let code = phone.code();
    prove(code.clone()).await.done();
    prove(code).await.expect(404);
    for reply in acts().await {
        assert!(reply.status < 300, "{reply}");
    }
    // On the demonstration site, an admin may do without.
    app.delete(ADMIN, "/api/accounts/second-factor")
        .await
        .done();
    let journalled = app.all_journalled(1).await;
    for event in [119, 125, 126, 127, 128] {
        assert!(journalled.contains(&event), "{journalled:?}");
    }
    app.end().await;
}

#[actix_web::test]
async fn admins_and_owners_need_one_where_it_is_serious() {
    let app = App::with(&[("DEMO", "off")]).await;
    for who in [ADMIN, OWNER] {
        let user = app.post(who, "/api/whoami", json!({})).await.ok();
        assert_eq!(user["mustSetSecondFactor"], true);
        app.get(who, "/api/accounts/export")
            .await
            .expect_problem(403, "second_factor_not_set");
        // They see what visitors see.
        app.get(who, "/api/catalog/14").await.expect(404);
    }
    app.get(MANAGER, "/api/catalog/14").await.expect(200);
    set_up(&app, &token(1)).await;
    app.get(ADMIN, "/api/accounts").await.expect(200);
    app.get(ADMIN, "/api/catalog/14").await.expect(200);
    app.delete(ADMIN, "/api/accounts/second-factor")
        .await
        .expect_problem(409, "second_factor_is_obligatory");
    // Lost phone and lost codes: the server's shell helps.
    let id = people::admin::reset_second_factor(&app.pool, "admin@test.example").await;
    assert_eq!(id.unwrap(), 1);
    app.post(ADMIN, "/api/whoami", json!({})).await.expect(401);
    app.end().await;
}

#[actix_web::test]
async fn recovery_codes_are_replaced() {
    let app = App::empty().await;
    let (token, _) = app.login(EMAIL).await;
    app.post(&token, "/api/accounts/second-factor/codes", json!({}))
        .await
        .expect(404);
    let (_, old) = set_up(&app, &token).await;
    let new = app
        .post(&token, "/api/accounts/second-factor/codes", json!({}))
        .await
        .ok();
    sign_in(&app, &[&old[0]]).await[0].expect_problem(404, "wrong_second_factor");
    let new = new["recoveryCodes"][0].as_str().unwrap();
    sign_in(&app, &[new]).await[0].expect(200);
    app.end().await;
}

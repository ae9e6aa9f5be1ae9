//! Attacks on logins: strangers who try to keep people out, or to guess their codes.

use std::net::{IpAddr, Ipv4Addr};

use metrics_exporter_prometheus::PrometheusBuilder;
use people::login::Logins;
use people::login_limits;
use people::origin::Origin;
use reqwest::Method;
use serde_json::{Value, json};
use time::Duration;

use super::{PHONE, other};
use crate::support::*;

const VICTIM: &str = "victim@demo.example";
const HOME: &str = "198.51.100.7";
const AWAY: &str = "203.0.113.9";

/// A browser: its address and its cookie of device marks.
struct Browser<'a> {
    app: &'a App,
    address: String,
    marks: Option<String>,
}

impl<'a> Browser<'a> {
    fn at(app: &'a App, address: &str) -> Self {
        Self {
            app,
            address: address.to_owned(),
            marks: None,
        }
    }

    async fn post(&self, path: &str, body: Value) -> Reply {
        let marks = format!("device={}", self.marks.as_deref().unwrap_or_default());
        let headers = [("X-Forwarded-For", &*self.address), ("Cookie", &*marks)];
        let body = Some(body.to_string());
        self.app
            .call(Method::POST, VISITOR, path, &headers, body)
            .await
    }

    async fn ask(&self, email: &str) -> Reply {
        self.post("/api/auth/email", json!({"email": email})).await
    }

    /// Signs in with the code of the newest letter, and keeps the mark.
    async fn enter(&mut self, asked: &Reply, email: &str) -> Value {
        let code = self.app.code(email).await;
        let key = asked.ok()["sessionKey"].clone();
        let body = json!({"sessionKey": key, "email": email, "code": code});
        let reply = self.post("/api/auth/email/signin", body).await;
        self.keep(&reply);
        reply.ok()["user"].clone()
    }

    fn keep(&mut self, reply: &Reply) {
        let cookie = reply.headers["set-cookie"].to_str().unwrap();
        let (pair, attributes) = cookie.split_once("; ").unwrap();
        for attribute in ["HttpOnly", "SameSite=Strict", "Path=/;"] {
            assert!(attributes.contains(attribute), "{cookie}");
        }
        self.marks = Some(pair.strip_prefix("device=").unwrap().to_owned());
    }

    async fn log_in(&mut self, email: &str) -> Value {
        let asked = self.ask(email).await;
        self.enter(&asked, email).await
    }

    async fn call(&self, number: &str) -> Reply {
        self.post("/api/auth/call", json!({"number": number})).await
    }

    async fn guess(&self, asked: &Reply, code: &str) -> Reply {
        let key = asked.ok()["sessionKey"].clone();
        self.post("/api/auth/verify", json!({"sessionKey": key, "code": code}))
            .await
    }

    async fn call_back(&self, number: &str) -> Reply {
        let awaited = self.await_call(number, None).await;
        self.ring(&awaited).await;
        assert_eq!(self.call_state(&awaited).await, "confirmed");
        self.sign_in(&awaited).await
    }

    /// Begins a login by a call from the user, in place of one that was given up.
    async fn await_call(&self, number: &str, given_up: Option<&Value>) -> Value {
        let replaces = given_up.map(|begun| begun["sessionKey"].clone());
        let body = json!({"number": number, "replaces": replaces});
        self.post("/api/auth/callback", body).await.ok()
    }

    /// The provider takes the user's call for this login.
    async fn ring(&self, begun: &Value) {
        let path = format!("/dev/outbox/callback/{}", begun["id"].as_str().unwrap());
        self.app.post(VISITOR, &path, json!({})).await.done();
    }

    async fn call_state(&self, begun: &Value) -> Value {
        let path = format!("/api/auth/callback/check/{}", begun["id"].as_str().unwrap());
        self.post(&path, json!({})).await.ok()["status"].clone()
    }

    async fn sign_in(&self, begun: &Value) -> Reply {
        self.post("/api/signin", json!({"sessionKey": begun["sessionKey"]}))
            .await
    }
}

/// As if the provider had one number to call for everyone.
async fn share_one_number(app: &App) {
    app.sql("update login_attempt set rings = '+7 (800) 000-00-00' where channel = 1")
        .await;
}

async fn site() -> App {
    App::empty_with(&[("TRUSTED_PROXIES", "127.0.0.1")]).await
}

#[actix_web::test]
async fn ten_thousand_attempts_from_200_addresses_lock_no_one_out() {
    let app = site().await;
    let mut known = Browser::at(&app, HOME);
    let user = known.log_in(VICTIM).await;
    sqlx::query("update account set phone = $1")
        .bind(PHONE)
        .execute(&app.pool)
        .await
        .unwrap();
    let mut now = app.clock.now();
    let (mut sent, mut guesses) = (0, 0);
    for _ in 0..25 {
        now += Duration::minutes(1);
        for host in 0..200 {
            let logins = Logins {
                now,
                ..app.state.logins()
            };
            let origin = Origin {
                address: IpAddr::V4(Ipv4Addr::new(203, 0, 113, host)),
                user_agent: None,
                marks: None,
                request_id: String::new(),
            };
            if let Ok(key) = logins.email(VICTIM, &origin).await {
                sent += 1;
                for _ in 0..6 {
                    logins
                        .verify_email(&key, VICTIM, "nothing", &origin)
                        .await
                        .unwrap_err();
                    guesses += 1;
                }
            }
            if let Ok(key) = logins.call(PHONE, &origin).await {
                sent += 1;
                for _ in 0..6 {
                    logins
                        .verify_call(&key, "nothing", &origin)
                        .await
                        .unwrap_err();
                    guesses += 1;
                }
            }
        }
    }
    // Five codes in ten minutes for each of two contacts; the first of them was the victim's own.
    assert_eq!((sent, guesses), (29, 174));
    app.clock.advance(Duration::minutes(25));
    // At once from the known device, by every way.
    let asked = known.ask(VICTIM).await;
    assert_eq!(known.enter(&asked, VICTIM).await["id"], user["id"]);
    let called = known.call(PHONE).await;
    let code = app.code(PHONE).await;
    known.guess(&called, &code).await.done();
    // Codes of a new device wait for the attackers' to grow old, but its owner may call.
    let new = Browser::at(&app, "192.0.2.1");
    new.ask(VICTIM)
        .await
        .expect_problem(429, "too_many_requests");
    let user_of_new = new.call_back(PHONE).await.ok()["user"].clone();
    assert_eq!(user_of_new["id"], user["id"]);
    app.end().await;
}

#[actix_web::test]
async fn a_known_device_has_limits_of_its_own() {
    let app = site().await;
    let mut device = Browser::at(&app, HOME);
    device.log_in(VICTIM).await;
    // Its own wrong codes count against it alone.
    for _ in 0..4 {
        app.clock.advance(Duration::minutes(1));
        let key = device.ask(VICTIM).await.ok()["sessionKey"].clone();
        for _ in 0..5 {
            let body = json!({"sessionKey": key, "email": VICTIM, "code": "nothing"});
            device
                .post("/api/auth/email/verify", body)
                .await
                .expect_problem(404, "wrong_code");
        }
    }
    app.clock.advance(Duration::minutes(1));
    let refused = device.ask(VICTIM).await;
    refused.expect_problem(429, "too_many_wrong_codes");
    assert!(
        (3200..=3600).contains(&refused.retry_after()),
        "{}",
        refused.retry_after()
    );
    Browser::at(&app, HOME).log_in(VICTIM).await;
    app.clock.advance(Duration::hours(1));
    // One code a minute, however many there were.
    for _ in 0..30 {
        device.ask(VICTIM).await.expect(200);
        device
            .ask(VICTIM)
            .await
            .expect_problem(429, "too_many_requests");
        app.clock.advance(Duration::minutes(1));
    }
    // A mark that the site has not signed is none: these requests share the limits of strangers.
    let forged = Browser {
        marks: device
            .marks
            .as_deref()
            .map(|marks| marks.replacen("1.", "2.", 1)),
        ..Browser::at(&app, "192.0.2.9")
    };
    for _ in 0..5 {
        forged.ask(VICTIM).await.expect(200);
        app.clock.advance(Duration::minutes(1));
    }
    forged.ask(VICTIM).await.expect(429);
    app.end().await;
}

/// Strangers spend all the codes of an account that has an e-mail only.
#[actix_web::test]
async fn the_letters_that_strangers_spend_let_their_reader_in() {
    let app = site().await;
    Browser::at(&app, HOME).log_in(VICTIM).await;
    let new = Browser::at(&app, "192.0.2.1");
    let pass = async || {
        let letters = app.outbox(VICTIM).await;
        let text = letters[0]["text"].as_str().unwrap();
        let path = text.find("/api/auth/pass/")?;
        Some(text[path..].split_whitespace().next()?.to_owned())
    };
    let mut passes = Vec::new();
    let mut host = 0;
    while passes.len() < 4 {
        host += 1;
        let stranger = Browser::at(&app, &format!("203.0.113.{host}"));
        match stranger.ask(VICTIM).await.status {
            200 => passes.extend(pass().await),
            _ => app.clock.advance(Duration::minutes(10)),
        }
        app.clock.advance(Duration::seconds(60));
    }
    let refused = new.ask(VICTIM).await;
    refused.expect_problem(429, "too_many_requests");
    assert!(refused.retry_after() > 3600, "{}", refused.retry_after());
    // The reader of the letters opens the newest link on the new device: a look does nothing, the press does.
    let open = async |browser: &mut Browser, pass: &str| {
        let asked = app.get(VISITOR, pass).await;
        assert!(asked.status == 200 && !asked.headers.contains_key("set-cookie"));
        let opened = browser.post(pass, json!({})).await;
        if opened.status == 200 {
            browser.keep(&opened);
        }
        opened.status
    };
    let mut owner = Browser::at(&app, "192.0.2.1");
    assert_eq!(open(&mut owner, passes.last().unwrap()).await, 200);
    let entered = owner.log_in(VICTIM).await;
    assert_eq!(entered["eMail"], VICTIM);
    // It is a new device all the same, and one like any other from now on.
    let warnings = "select count(*) = 1 from letter where key like 'new_device.%'";
    app.until(warnings).await;
    app.clock.advance(Duration::minutes(1));
    owner.log_in(VICTIM).await;
    app.until(warnings).await;
    // One code a minute, as for any device.
    let mut second = Browser::at(&app, "192.0.2.2");
    assert_eq!(open(&mut second, passes.last().unwrap()).await, 200);
    second.ask(VICTIM).await.expect(200);
    second.ask(VICTIM).await.expect(429);
    // A pass opens nothing by itself, does not work as a mark, expires after a day and cannot be forged.
    let pass = passes.last().unwrap().trim_start_matches("/api/auth/pass/");
    let forged = Browser {
        marks: Some(pass.to_owned()),
        ..Browser::at(&app, "192.0.2.3")
    };
    forged.ask(VICTIM).await.expect(429);
    for pass in ["1.pass-1.99999999999.00", &pass.replacen("1.", "2.", 1)] {
        let path = format!("/api/auth/pass/{pass}");
        assert_eq!(open(&mut second, &path).await, 404, "{path}");
    }
    app.clock.advance(Duration::days(1));
    assert_eq!(open(&mut second, passes.last().unwrap()).await, 404);
    app.end().await;
}

/// A stranger's changes of their own contact send codes to the victim too.
#[actix_web::test]
async fn codes_spent_on_changes_of_contact_let_their_reader_in() {
    let app = site().await;
    Browser::at(&app, HOME).log_in(VICTIM).await;
    app.clock.advance(Duration::hours(1));
    let (stranger, _) = app.login("stranger@demo.example").await;
    for _ in 0..5 {
        let body = json!({"email": VICTIM});
        app.post(&stranger, "/api/accounts/change/email", body)
            .await
            .expect(200);
        app.clock.advance(Duration::minutes(1));
    }
    let mut new = Browser::at(&app, "192.0.2.1");
    new.ask(VICTIM)
        .await
        .expect_problem(429, "too_many_requests");
    let letters = app.outbox(VICTIM).await;
    let text = letters[0]["text"].as_str().unwrap();
    let path = &text[text.find("/api/auth/pass/").expect("a pass")..];
    let opened = new
        .post(path.split_whitespace().next().unwrap(), json!({}))
        .await;
    opened.expect(200);
    new.keep(&opened);
    assert_eq!(new.log_in(VICTIM).await["eMail"], VICTIM);
    app.end().await;
}

#[actix_web::test]
async fn one_browser_keeps_marks_of_several_accounts() {
    let app = site().await;
    let mut shared = Browser::at(&app, HOME);
    for number in 0..12 {
        shared.log_in(&format!("{number}@demo.example")).await;
    }
    let marks = shared.marks.clone().unwrap();
    assert_eq!(marks.split('~').count(), 10);
    // A second login renews the mark of the same device.
    app.clock.advance(Duration::minutes(1));
    shared.log_in("5@demo.example").await;
    let marks = shared.marks.clone().unwrap();
    assert_eq!(marks.split('~').count(), 10);
    let devices: i64 = sqlx::query_scalar(
        "select count(distinct device) from login_attempt where target = '5@demo.example' and device is not null",
    )
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert_eq!(devices, 1);
    app.end().await;
}

#[actix_web::test]
async fn the_shared_address_of_a_saleroom_works() {
    let app = site().await;
    let mut regular = Browser::at(&app, HOME);
    regular.log_in("regular@demo.example").await;
    let hall = |number: usize| (Browser::at(&app, HOME), format!("+7900000{number:04}"));
    for number in 0..40 {
        let (visitor, phone) = hall(number);
        let called = visitor.call(&phone).await;
        let code = app.code(&phone).await;
        // Some mistype the code.
        if number < 15 {
            visitor.guess(&called, &other(&code)).await.expect(404);
        }
        visitor.guess(&called, &code).await.done();
        app.clock.advance(Duration::seconds(15));
    }
    // One of them guesses another account's code.
    let (prankster, phone) = hall(100);
    let called = prankster.call(&phone).await;
    let code = app.code(&phone).await;
    for _ in 0..5 {
        prankster.guess(&called, &other(&code)).await.expect(404);
    }
    // Strangers of the address now log in by calling, and those who have logged in before as always.
    let (visitor, phone) = hall(50);
    visitor
        .call(&phone)
        .await
        .expect_problem(429, "too_many_wrong_codes");
    visitor.call_back(&phone).await.expect(200);
    regular.log_in("regular@demo.example").await;
    // The network has used up its codes. People on it can still call.
    app.clock.advance(Duration::hours(1));
    for number in 200..260 {
        hall(0).0.call(&hall(number).1).await.expect(200);
    }
    let (visitor, phone) = hall(51);
    visitor
        .call(&phone)
        .await
        .expect_problem(429, "too_many_requests");
    visitor.call_back(&phone).await.expect(200);
    regular.log_in("regular@demo.example").await;
    // Other addresses are not concerned.
    Browser::at(&app, "192.0.2.1")
        .call("+79000000200")
        .await
        .expect(200);
    app.end().await;
}

#[actix_web::test]
async fn an_address_has_20_wrong_codes_an_hour_and_100_a_day() {
    let app = site().await;
    let stranger = Browser::at(&app, "203.0.113.9");
    let mut wrong = 0;
    let mut victims = (0..).map(|number| format!("v{number}@demo.example"));
    for _ in 0..26 {
        loop {
            let email = victims.next().unwrap();
            let asked = stranger.ask(&email).await;
            if asked.status == 429 {
                break;
            }
            let key = asked.ok()["sessionKey"].clone();
            for _ in 0..4 {
                let body = json!({"sessionKey": key, "email": email, "code": "nothing"});
                let path = "/api/auth/email/verify";
                stranger.post(path, body).await.expect(404);
                wrong += 1;
            }
        }
        app.clock.advance(Duration::hours(1));
    }
    // Those of the first hour are a day old in the last but one.
    assert_eq!(wrong, 100 + 40);
    app.end().await;
}

#[actix_web::test]
async fn many_wrong_codes_over_the_site_raise_an_alarm_and_slow_four_digit_codes() {
    let app = site().await;
    let calling = async |host: usize, number: usize| {
        let browser = Browser::at(&app, &format!("203.0.113.{host}"));
        let phone = format!("+7900000{number:04}");
        let called = browser.call(&phone).await;
        (browser, called, phone)
    };
    for host in 0..10 {
        let (browser, called, phone) = calling(host, host).await;
        let code = app.code(&phone).await;
        for _ in 0..3 {
            browser
                .guess(&called, &other(&code))
                .await
                .expect_problem(404, "wrong_code");
        }
    }
    let alarms = async || {
        let mut events = app.journalled(0).await;
        events.retain(|event| *event == 117);
        events.len()
    };
    assert_eq!(alarms().await, 1);
    // An address that had its share waits, even with the right code.
    let (browser, called, phone) = calling(3, 50).await;
    called.expect_problem(429, "too_many_wrong_codes");
    browser.ask("a@demo.example").await.expect(200);
    browser.call_back(&phone).await.expect(200);
    // Others log in, and may mistype.
    let (browser, called, phone) = calling(77, 60).await;
    let code = app.code(&phone).await;
    browser.guess(&called, &other(&code)).await.expect(404);
    browser.guess(&called, &code).await.done();
    // It is journalled once, and over after an hour, in the metrics too.
    assert_eq!(alarms().await, 1);
    let shows = async |alarm: u8| {
        let recorder = PrometheusBuilder::new().build_recorder();
        let _here = metrics::set_default_local_recorder(&recorder);
        login_limits::measure(&app.pool, app.clock.now())
            .await
            .unwrap();
        let shown = recorder.handle().render();
        let line = format!("login_wrong_codes_alarm {alarm}\n");
        assert!(shown.contains(&line), "{shown}");
    };
    shows(1).await;
    app.clock.advance(Duration::hours(1));
    shows(0).await;
    let (_, called, _) = calling(3, 50).await;
    called.expect(200);
    app.end().await;
}

/// Two browsers that wait for a call from the same number to the same number.
async fn rivals<'a>(app: &'a App, later: Duration) -> [(Browser<'a>, Value); 2] {
    let (owner, stranger) = (Browser::at(app, HOME), Browser::at(app, AWAY));
    let mine = owner.await_call(PHONE, None).await;
    app.clock.advance(later);
    let theirs = stranger.await_call(PHONE, None).await;
    share_one_number(app).await;
    [(owner, mine), (stranger, theirs)]
}

/// The codes sent to the number by SMS, newest first.
async fn texted(app: &App) -> Vec<String> {
    let path = format!("/dev/outbox?to={}", PHONE.replace('+', "%2B"));
    let messages = app.get(VISITOR, &path).await.ok();
    let messages = messages.as_array().unwrap().iter();
    let sms = messages.filter(|message| message["channel"] == "sms");
    sms.map(|message| message["code"].as_str().unwrap().to_owned())
        .collect()
}

/// Tries the code of an SMS.
async fn enter(browser: &Browser<'_>, begun: &Value, code: &str) -> Reply {
    let body = json!({"sessionKey": begun["sessionKey"], "code": code});
    browser.post("/api/auth/verify", body).await
}

#[actix_web::test]
async fn of_several_logins_that_wait_for_one_call_a_code_opens_the_owners() {
    let app = site().await;
    let [(owner, mine), (stranger, theirs)] = rivals(&app, Duration::ZERO).await;
    owner.ring(&mine).await;
    stranger.ring(&theirs).await;
    let begun = [(&stranger, &theirs), (&owner, &mine), (&stranger, &theirs)];
    for (browser, begun) in begun {
        assert_eq!(browser.call_state(begun).await, "ambiguous");
        let reply = browser.sign_in(begun).await;
        reply.expect_problem(409, "login_not_confirmed");
    }
    // One message for all of them, and for those who begin again.
    let again = stranger.await_call(PHONE, None).await;
    share_one_number(&app).await;
    stranger.ring(&again).await;
    assert_eq!(stranger.call_state(&again).await, "ambiguous");
    let [code] = texted(&app).await.try_into().unwrap();
    assert_eq!(code.len(), 8);

    // Strangers guess in vain: five times each, and their wrong codes are not the owner's.
    for _ in 0..5 {
        let guessed = enter(&stranger, &theirs, &other(&code)).await;
        guessed.expect_problem(404, "wrong_code");
    }
    let late = enter(&stranger, &theirs, &code).await;
    late.expect_problem(404, "wrong_code");
    enter(&owner, &mine, &other(&code)).await.expect(404);
    enter(&owner, &mine, &code).await.done();
    assert_eq!(owner.call_state(&mine).await, "confirmed");

    // It works once: the other attempts are over.
    for begun in [&theirs, &again] {
        let late = enter(&stranger, begun, &code).await;
        late.expect_problem(404, "wrong_code");
        assert_eq!(stranger.call_state(begun).await, "expired");
        stranger.sign_in(begun).await.expect(404);
    }
    owner.sign_in(&mine).await.ok();
    assert_eq!(texted(&app).await, [&*code]);

    // Ten minutes later nobody waits for the earlier calls.
    app.clock.advance(Duration::minutes(10));
    let mine = owner.await_call(PHONE, None).await;
    share_one_number(&app).await;
    owner.ring(&mine).await;
    assert_eq!(owner.call_state(&mine).await, "confirmed");
    owner.sign_in(&mine).await.ok();
    app.end().await;
}

#[actix_web::test]
async fn a_number_receives_at_most_20_codes_by_sms_a_day() {
    let app = site().await;
    let mut codes = Vec::new();
    for _ in 0..21 {
        let [(owner, mine), _] = rivals(&app, Duration::ZERO).await;
        owner.ring(&mine).await;
        let path = format!("/api/auth/callback/check/{}", mine["id"].as_str().unwrap());
        codes.push(owner.post(&path, json!({})).await.status);
        app.clock.advance(Duration::minutes(10));
    }
    assert_eq!(codes[..20], [200; 20]);
    assert_eq!(codes[20], 429);
    app.end().await;
}

#[actix_web::test]
async fn guesses_at_a_code_by_sms_count_like_others() {
    let app = site().await;
    let [(owner, mine), (stranger, theirs)] = rivals(&app, Duration::ZERO).await;
    let mut keys = vec![theirs];
    for _ in 0..4 {
        keys.push(stranger.await_call(PHONE, None).await);
    }
    share_one_number(&app).await;
    owner.ring(&mine).await;
    for begun in &keys {
        stranger.ring(begun).await;
        assert_eq!(stranger.call_state(begun).await, "ambiguous");
    }
    for guess in 0..25 {
        let reply = enter(&stranger, &keys[guess / 5], "nothing").await;
        reply.expect(if guess < 20 { 404 } else { 429 });
    }
    // Another network, and logins by calls from this one, go on.
    assert_eq!(owner.call_state(&mine).await, "ambiguous");
    let [code] = texted(&app).await.try_into().unwrap();
    enter(&owner, &mine, &code).await.done();
    owner.sign_in(&mine).await.ok();
    stranger.call_back("+79000000201").await.ok();
    app.end().await;
}

#[actix_web::test]
async fn a_stranger_who_asks_late_is_not_let_in_by_the_owners_call() {
    // The owner's page was closed before it learned of the call, and their attempt is over.
    let app = site().await;
    let [(owner, mine), (stranger, theirs)] = rivals(&app, Duration::minutes(4)).await;
    owner.ring(&mine).await;
    stranger.ring(&theirs).await;
    app.clock.advance(Duration::minutes(2));
    assert_eq!(stranger.call_state(&theirs).await, "ambiguous");
    app.end().await;

    // The owner dials after their attempt ended, and the stranger has just begun again.
    let app = site().await;
    let [_, (stranger, theirs)] = rivals(&app, Duration::ZERO).await;
    app.clock.advance(Duration::seconds(302));
    let theirs = stranger.await_call(PHONE, Some(&theirs)).await;
    share_one_number(&app).await;
    stranger.ring(&theirs).await;
    assert_eq!(stranger.call_state(&theirs).await, "ambiguous");
    app.end().await;

    // The owner is in already.
    let app = site().await;
    let [(owner, mine), (stranger, theirs)] = rivals(&app, Duration::ZERO).await;
    app.sql("update login_attempt set rings = '1' where id = (select min(id) from login_attempt)")
        .await;
    owner.ring(&mine).await;
    assert_eq!(owner.call_state(&mine).await, "confirmed");
    owner.sign_in(&mine).await.ok();
    share_one_number(&app).await;
    stranger.ring(&theirs).await;
    assert_eq!(stranger.call_state(&theirs).await, "ambiguous");
    app.end().await;

    // The owner began again, and dialled the number of before.
    let app = site().await;
    let [(owner, mine), (stranger, theirs)] = rivals(&app, Duration::ZERO).await;
    owner.await_call(PHONE, Some(&mine)).await;
    stranger.ring(&theirs).await;
    assert_eq!(stranger.call_state(&theirs).await, "ambiguous");
    app.end().await;
}

#[actix_web::test]
async fn a_login_does_not_compete_with_itself() {
    let app = site().await;
    let owner = Browser::at(&app, HOME);
    let given_up = owner.await_call(PHONE, None).await;
    let again = owner.await_call(PHONE, Some(&given_up)).await;
    share_one_number(&app).await;
    owner.ring(&given_up).await;
    owner.ring(&again).await;
    assert_eq!(owner.call_state(&again).await, "confirmed");
    owner.sign_in(&again).await.ok();

    // A call that was taken before the next login began is not counted for it.
    app.clock.advance(Duration::minutes(10));
    for place in [HOME, AWAY] {
        let browser = Browser::at(&app, place);
        let begun = browser.await_call(PHONE, None).await;
        share_one_number(&app).await;
        browser.ring(&begun).await;
        assert_eq!(browser.call_state(&begun).await, "confirmed");
        app.clock.advance(Duration::seconds(30));
    }
    app.end().await;
}

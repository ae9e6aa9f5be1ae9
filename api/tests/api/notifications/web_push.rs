//! Notices to browsers (Web Push), received by a push service of the test and decrypted as a browser does.

use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::{Arc, LazyLock, Mutex};

use actix_web::http::StatusCode;
use actix_web::{App as Web, HttpRequest, HttpResponse, HttpServer, web};
use async_trait::async_trait;
use data_encoding::BASE64URL_NOPAD;
use outgoing::Network;
use push::{Sender, VapidKey};
use serde_json::{Value, json};
use time::Duration;
use web_push_native::Auth;
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Verifier as _;
use web_push_native::p256::ecdsa::{Signature, VerifyingKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint as _;

use super::{notifier, outbid, tell};
use crate::support::*;

const CALL: &str = "/api/notifications/push";
const CONTACT: &str = "mailto:info@auction.example";

/// A request to the push service.
#[derive(Debug, Clone)]
struct Sent {
    path: String,
    ttl: i64,
    urgency: String,
    topic: String,
    authorization: String,
    body: Vec<u8>,
}

/// A status, and for how many seconds to wait.
type Answer = (u16, Option<u32>);

/// A push service, which takes every message unless the test gave other answers.
#[derive(Clone, Default)]
struct Service {
    sent: Arc<Mutex<Vec<Sent>>>,
    next: Arc<Mutex<VecDeque<Answer>>>,
}

impl Service {
    async fn serve() -> (Self, SocketAddr) {
        async fn take(
            request: HttpRequest,
            body: web::Bytes,
            service: web::Data<Service>,
        ) -> HttpResponse {
            let header = |name: &str| {
                let value = request.headers().get(name);
                value.map_or_else(String::new, |value| value.to_str().unwrap().to_owned())
            };
            assert_eq!(header("content-encoding"), "aes128gcm");
            service.sent.lock().unwrap().push(Sent {
                path: request.path().to_owned(),
                ttl: header("ttl").parse().unwrap(),
                urgency: header("urgency"),
                topic: header("topic"),
                authorization: header("authorization"),
                body: body.to_vec(),
            });
            let (status, pause) = service
                .next
                .lock()
                .unwrap()
                .pop_front()
                .unwrap_or((201, None));
            let mut answer = HttpResponse::build(StatusCode::from_u16(status).unwrap());
            if let Some(pause) = pause {
                answer.insert_header(("retry-after", pause.to_string()));
            }
            answer.finish()
        }
        let service = Self::default();
        let data = web::Data::new(service.clone());
        let server = HttpServer::new(move || {
            Web::new()
                .app_data(data.clone())
                .default_service(web::to(take))
        })
        .workers(1)
        .disable_signals()
        .bind("127.0.0.1:0")
        .unwrap();
        let address = server.addrs()[0];
        actix_web::rt::spawn(server.run());
        (service, address)
    }

    fn answers(&self, answers: &[Answer]) {
        self.next.lock().unwrap().extend(answers);
    }

    /// What was sent since the last call.
    fn taken(&self) -> Vec<Sent> {
        std::mem::take(&mut *self.sent.lock().unwrap())
    }
}

/// A net in which push.example is the push service, silent.example one that never answers, and private.example leads into
/// the server's own network.
struct Lab {
    service: SocketAddr,
    silent: SocketAddr,
}

#[async_trait]
impl Network for Lab {
    async fn resolve(&self, name: &str) -> io::Result<Vec<SocketAddr>> {
        match name {
            "push.example" => Ok(vec![self.service]),
            "silent.example" => Ok(vec![self.silent]),
            "private.example" => Ok(vec![SocketAddr::from(([10, 0, 0, 1], 80))]),
            _ => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn permits(&self, address: IpAddr) -> bool {
        address == IpAddr::V4(Ipv4Addr::LOCALHOST)
    }
}

/// A browser that has subscribed.
struct Browser {
    name: &'static str,
    secret: SecretKey,
    auth: [u8; 16],
}

impl Browser {
    fn new(name: &'static str) -> Self {
        let number = u8::try_from(name.len()).unwrap();
        Self {
            name,
            secret: SecretKey::from_slice(&[number; 32]).unwrap(),
            auth: [number; 16],
        }
    }

    fn subscription(&self) -> Value {
        let point = self.secret.public_key().to_encoded_point(false);
        json!({
            "endpoint": format!("https://push.example/{}", self.name),
            "p256dh": BASE64URL_NOPAD.encode(point.as_bytes()),
            "auth": BASE64URL_NOPAD.encode(&self.auth),
        })
    }

    async fn switch_on(&self, app: &App, who: Who) {
        app.put(who, CALL, self.subscription()).await.expect(204);
        // The test's service has no certificate.
        app.sql("update push_subscription set endpoint = replace(endpoint, 'https:', 'http:')")
            .await;
    }

    fn read(&self, sent: &Sent) -> Value {
        assert_eq!(sent.path, format!("/{}", self.name));
        let body = sent.body.clone();
        let read = web_push_native::decrypt(body, &self.secret, &Auth::from(self.auth)).unwrap();
        serde_json::from_slice(&read).unwrap()
    }
}

/// A site that sends notices to browsers, a push service, and the sender between them.
async fn site() -> (App, Service, Sender) {
    let key = VapidKey::generate().private();
    let app = App::with(&[("VAPID_PRIVATE_KEY", &key), ("VAPID_CONTACT", CONTACT)]).await;
    // Tests move the clock further than logins of the fixture last.
    app.sql("update session set expires = expires + interval '1 year'")
        .await;
    let (service, address) = Service::serve().await;
    // Connections wait in the listener's queue: nobody accepts them.
    static SILENT: LazyLock<TcpListener> =
        LazyLock::new(|| TcpListener::bind("127.0.0.1:0").unwrap());
    let lab = Lab {
        service: address,
        silent: SILENT.local_addr().unwrap(),
    };
    let state = &app.state;
    let identity = state.config.push.clone().unwrap();
    let sender = Sender::new(
        app.pool.clone(),
        state.clock.clone(),
        identity,
        Arc::new(lab),
    );
    (app, service, sender)
}

async fn is_on(app: &App, who: Who) -> Value {
    app.get(who, CALL).await.ok()["isOn"].clone()
}

/// The claims of a request's signature, which the site's key has signed.
fn claims(app: &App, sent: &Sent) -> Value {
    let token = sent.authorization.strip_prefix("vapid t=").unwrap();
    let (token, key) = token.split_once(", k=").unwrap();
    assert_eq!(key, app.state.config.push.as_ref().unwrap().key.public());
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    VerifyingKey::from_sec1_bytes(&decode(key))
        .unwrap()
        .verify(
            signed.as_bytes(),
            &Signature::from_slice(&decode(signature)).unwrap(),
        )
        .unwrap();
    serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap()
}

#[actix_web::test]
async fn a_higher_bet_reaches_the_browser_with_the_way_to_the_bid_button() {
    let (app, service, sender) = site().await;
    let phone = Browser::new("phone");
    phone.switch_on(&app, ACCEPTED).await;
    outbid(&app).await;
    tell(&app).await;
    assert_eq!(sender.send_due().await.unwrap(), 1);
    assert_eq!(sender.send_due().await.unwrap(), 0, "it is sent once");
    let sent = service.taken();
    let [sent] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    assert_eq!(
        phone.read(sent),
        json!({
            "title": "Ваша ставка перебита",
            "body": "Лот 1 «Натюрморт с самоваром»: текущая ставка 2\u{a0}200\u{a0}₽",
            "path": "/lot/1201/lot#bid",
            "tag": "lot-1201",
        })
    );
    // The lot ends in an hour.
    assert!((3500..=3600).contains(&sent.ttl), "{}", sent.ttl);
    assert_eq!((&*sent.urgency, &*sent.topic), ("high", "bid-1201"));
    let claims = claims(&app, sent);
    assert_eq!(
        (&claims["aud"], &claims["sub"]),
        (&json!("http://push.example"), &json!(CONTACT))
    );
    let valid = claims["exp"].as_i64().unwrap() - app.state.clock.now().unix_timestamp();
    assert!((1..=24 * 3600).contains(&valid), "{valid}");
    app.end().await;
}

#[actix_web::test]
async fn only_urgent_notices_go_to_browsers_and_only_while_they_are_news() {
    let (app, service, sender) = site().await;
    let phone = Browser::new("phone");
    phone.switch_on(&app, NEWCOMER).await;
    app.sql(
        "insert into catalog_subscription (account_id, catalog_id) values (10, 12);
         update catalog_trade set start_date = now() + interval '10 minutes' where catalog_id = 12",
    )
    .await;
    super::leave(
        &app,
        outbox::Notice::RegistrationRejected {
            account_id: 10,
            house_id: 1,
        },
    )
    .await;
    tell(&app).await;
    notifier(&app).look_ahead().await.unwrap();
    sender.send_due().await.unwrap();
    let sent = service.taken();
    let [sent] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    let notice = phone.read(sent);
    assert_eq!(notice["title"], "Скоро начнётся аукцион");
    assert_eq!(notice["path"], "/auction/12/auction");
    assert_eq!((&*sent.topic, sent.ttl <= 900), ("sale-12", true));

    // An expired message is not sent.
    app.sql("update push_message set done = null, key = 'again'")
        .await;
    app.state.clock.advance(Duration::minutes(16));
    assert_eq!(sender.send_due().await.unwrap(), 0);
    // Later, nothing of it is left.
    app.state.clock.advance(Duration::days(2));
    sweep(&app).await;
    assert_eq!(
        app.value("select to_jsonb(count(*)) from push_message")
            .await,
        0
    );
    app.end().await;
}

#[actix_web::test]
async fn lots_that_begin_together_are_one_notice() {
    let (app, service, sender) = site().await;
    let phone = Browser::new("phone");
    phone.switch_on(&app, NEWCOMER).await;
    app.sql(
        "insert into lot_subscription (account_id, lot_id) values (10, 1201), (10, 1202);
         update catalog_trade set start_date = now() + interval '10 minutes' where catalog_id = 12",
    )
    .await;
    notifier(&app).look_ahead().await.unwrap();
    sender.send_due().await.unwrap();
    let sent = service.taken();
    let [sent] = sent.as_slice() else {
        panic!("{sent:?}");
    };
    let notice = phone.read(sent);
    assert_eq!(notice["title"], "Торги по лотам, на которые вы подписаны");
    let body = notice["body"].as_str().unwrap();
    assert!(
        body.starts_with("Лот 1 «Натюрморт с самоваром»: начало в ")
            && body.ends_with(". И ещё 1 лот"),
        "{body}"
    );
    assert_eq!(notice["path"], "/auction/12/auction");
    app.end().await;
}

#[actix_web::test]
async fn lots_of_ones_own_are_announced_three_lots_ahead_once() {
    let (app, service, sender) = site().await;
    app.sql(
        "insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
             select 1010 + n, 1, 10, 10 + n, 'Лот ' || n, 100 from generate_series(1, 3) n;
         insert into lot_trade (lot_id, catalog_id, min_bet) select 1010 + n, 10, 100 from generate_series(1, 3) n;
         insert into favourite (account_id, lot_id) values (10, 1003), (10, 1011), (10, 1012);
         insert into lot_subscription (account_id, lot_id) values (8, 1002)",
    )
    .await;
    let (phone, desktop) = (Browser::new("phone"), Browser::new("desktop"));
    phone.switch_on(&app, NEWCOMER).await;
    desktop.switch_on(&app, ACCEPTED).await;
    let look = async || {
        notifier(&app).look_ahead().await.unwrap();
        sender.send_due().await.unwrap();
        let mut sent = service.taken();
        sent.sort_by(|a, b| a.topic.cmp(&b.topic));
        sent
    };
    assert_eq!(look().await.len(), 0, "the sale does not run yet");
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    // 1001 is current; 1002, 1003 and 1011 follow; 1004 is hidden.
    let sent = look().await;
    let topics: Vec<&str> = sent.iter().map(|sent| &*sent.topic).collect();
    assert_eq!(topics, ["near-1002", "near-1003", "near-1011"]);
    // It is the notice of the site that says it later, without another message to the browser.
    assert_eq!(
        desktop.read(&sent[0]),
        json!({
            "title": "Скоро: через 1 лот",
            "body": "Лот 2 «Икона Божией Матери», аукцион «Весенние торги»",
            "path": "/auction/10/auction",
            "tag": "lot-1002",
        })
    );
    assert_eq!(phone.read(&sent[2])["title"], "Скоро: через 3 лота");
    assert!((1..=300).contains(&sent[2].ttl), "{}", sent[2].ttl);
    assert_eq!(look().await.len(), 0);
    app.next(10).await.ok();
    let sent = look().await;
    assert_eq!(sent.len(), 1);
    assert_eq!(phone.read(&sent[0])["tag"], "lot-1012");
    app.end().await;
}

#[actix_web::test]
async fn a_service_that_is_busy_is_asked_again_while_the_notice_is_news() {
    let (app, service, sender) = site().await;
    Browser::new("phone").switch_on(&app, ACCEPTED).await;
    service.answers(&[(503, None), (429, Some(60)), (201, None)]);
    outbid(&app).await;
    tell(&app).await;
    let attempts = async |after: Duration| {
        app.state.clock.advance(after);
        sender.send_due().await.unwrap();
        service.taken().len()
    };
    assert_eq!(attempts(Duration::ZERO).await, 1);
    assert_eq!(attempts(Duration::seconds(4)).await, 0);
    assert_eq!(attempts(Duration::seconds(1)).await, 1);
    let failing =
        "select to_jsonb(count(*)) from push_subscription where failing_since is not null";
    assert_eq!(app.value(failing).await, 1);
    assert_eq!(attempts(Duration::seconds(59)).await, 0);
    assert_eq!(attempts(Duration::seconds(1)).await, 1);
    assert_eq!(app.value(failing).await, 0);
    assert_eq!(attempts(Duration::minutes(5)).await, 0);

    // Later events do not shorten a pause that the service asked for.
    service.answers(&[(429, Some(600))]);
    enqueue(&app, 1).await;
    assert_eq!(attempts(Duration::ZERO).await, 1);
    enqueue(&app, 2).await;
    assert_eq!(attempts(Duration::seconds(599)).await, 0);
    assert_eq!(attempts(Duration::seconds(1)).await, 2);
    // One that lasts beyond the notice's time ends it.
    service.answers(&[(429, Some(7200))]);
    enqueue(&app, 3).await;
    assert_eq!(attempts(Duration::ZERO).await, 1);
    assert_eq!(attempts(Duration::hours(3)).await, 0);
    app.end().await;
}

#[actix_web::test]
async fn a_browser_is_forgotten_after_many_failures_over_a_week() {
    let (app, service, sender) = site().await;
    Browser::new("phone").switch_on(&app, ACCEPTED).await;
    let fail = async |number| {
        service.answers(&[(503, None)]);
        enqueue(&app, number).await;
        assert_eq!(sender.send_due().await.unwrap(), 1);
        app.sql("update push_message set done = now()").await;
        app.state.clock.advance(Duration::hours(1));
    };
    fail(1).await;
    app.state.clock.advance(Duration::days(8));
    // A quiet week says nothing about the browser.
    fail(2).await;
    for number in 3..12 {
        assert_eq!(is_on(&app, ACCEPTED).await, true, "{number}");
        fail(number).await;
    }
    assert_eq!(is_on(&app, ACCEPTED).await, false);
    app.end().await;
}

#[actix_web::test]
async fn a_leader_does_not_read_that_they_were_outbid() {
    let (app, service, sender) = site().await;
    Browser::new("phone").switch_on(&app, ACCEPTED).await;
    outbid(&app).await;
    tell(&app).await;
    app.bet(ACCEPTED, 12, 1201, 2500).await.expect_code(0);
    tell(&app).await;
    assert_eq!(sender.send_due().await.unwrap(), 0);
    assert_eq!(service.taken().len(), 0);
    app.end().await;
}

/// One push service is silent, the other answers.
#[actix_web::test]
async fn a_silent_service_holds_up_no_other() {
    let (app, service, sender) = site().await;
    Browser::new("phone").switch_on(&app, ACCEPTED).await;
    app.sql(
        "insert into session (account_id, token_hash, created, last_seen, expires)
             select 9, sha256(n::text::bytea), now(), now(), now() + interval '1 year' from generate_series(1, 200) n;
         insert into push_subscription (session_id, endpoint, p256dh, auth, vapid_key, created)
             select s.id, 'http://silent.example/' || s.id, p.p256dh, p.auth, p.vapid_key, now()
             from session s cross join push_subscription p where s.account_id = 9 and s.expires > now() + interval '300 days'",
    )
    .await;
    let (slow, own) = (message(&app, 9, 1), message(&app, 8, 2));
    let mut conn = app.pool.acquire().await.unwrap();
    push::queue(&mut conn, &[slow], app.state.clock.now())
        .await
        .unwrap();
    let running = actix_web::rt::spawn(sender.run());
    let half = "select count(*) >= 32 from push_subscription where not_before > now()";
    app.until(half).await;
    push::queue(&mut conn, &[own], app.state.clock.now())
        .await
        .unwrap();
    until(async || !service.taken().is_empty()).await;
    let failed = "select to_jsonb(count(*)) from push_subscription where failures > 0";
    assert_eq!(app.value(failed).await, 0, "it did not wait for the others");
    running.abort();
    drop(conn);
    app.end().await;
}

#[actix_web::test]
async fn a_later_notice_takes_the_place_of_one_that_is_not_sent_yet() {
    let (app, service, sender) = site().await;
    let phone = Browser::new("phone");
    phone.switch_on(&app, ACCEPTED).await;
    outbid(&app).await;
    tell(&app).await;
    app.bet(ACCEPTED, 12, 1201, 2500).await.expect_code(0);
    app.bet(TRUSTED, 12, 1201, 2800).await.expect_code(0);
    tell(&app).await;
    sender.send_due().await.unwrap();
    let sent = service.taken();
    assert_eq!(sent.len(), 1);
    let notice = phone.read(&sent[0]);
    let body = notice["body"].as_str().unwrap();
    assert!(body.ends_with("2\u{a0}800\u{a0}₽"), "{body}");
    app.end().await;
}

#[actix_web::test]
async fn a_browser_that_is_gone_or_within_the_own_network_is_forgotten_or_never_asked() {
    let (app, service, sender) = site().await;
    let phone = Browser::new("phone");
    for status in [404, 410] {
        phone.switch_on(&app, ACCEPTED).await;
        app.sql("delete from push_message").await;
        enqueue(&app, status).await;
        service.answers(&[(u16::try_from(status).unwrap(), None)]);
        sender.send_due().await.unwrap();
        assert_eq!(service.taken().len(), 1);
        assert_eq!(is_on(&app, ACCEPTED).await, false, "{status}");
    }
    // A refusal is about the message.
    phone.switch_on(&app, ACCEPTED).await;
    enqueue(&app, 400).await;
    service.answers(&[(400, None)]);
    sender.send_due().await.unwrap();
    assert_eq!(service.taken().len(), 1);
    app.state.clock.advance(Duration::minutes(5));
    assert_eq!(sender.send_due().await.unwrap(), 0);
    assert_eq!(is_on(&app, ACCEPTED).await, true);

    app.sql("update push_subscription set endpoint = 'http://10.0.0.1/phone'")
        .await;
    enqueue(&app, 1).await;
    sender.send_due().await.unwrap();
    assert_eq!(is_on(&app, ACCEPTED).await, false);
    phone.switch_on(&app, ACCEPTED).await;
    app.sql("update push_subscription set endpoint = 'http://private.example/phone'")
        .await;
    enqueue(&app, 2).await;
    sender.send_due().await.unwrap();
    assert_eq!(service.taken().len(), 0);
    app.end().await;
}

/// Enqueues a message about an event of this number.
async fn enqueue(app: &App, number: i64) {
    let mut conn = app.pool.acquire().await.unwrap();
    push::queue(&mut conn, &[message(app, 8, number)], app.state.clock.now())
        .await
        .unwrap();
}

fn message(app: &App, account_id: i64, number: i64) -> push::NewMessage {
    push::NewMessage {
        account_id,
        key: format!("event.{number}"),
        topic: format!("event-{number}"),
        notice: push::BrowserNotice {
            title: "Ваша ставка перебита".to_owned(),
            body: "Лот 1".to_owned(),
            path: "/lot/1201/lot".to_owned(),
            tag: "lot-1201".to_owned(),
        },
        until: app.state.clock.now() + Duration::minutes(15),
    }
}

async fn sweep(app: &App) {
    let (pictures, now) = (&app.state.pictures, app.state.clock.now());
    people::retention::sweep(&app.pool, pictures, now)
        .await
        .unwrap();
}

#[actix_web::test]
async fn a_subscription_ends_with_its_login_or_when_it_is_switched_off() {
    let (app, service, sender) = site().await;
    let phone = Browser::new("phone");
    assert_eq!(is_on(&app, ACCEPTED).await, false);
    phone.switch_on(&app, ACCEPTED).await;
    assert_eq!(is_on(&app, ACCEPTED).await, true);
    assert_eq!(is_on(&app, TRUSTED).await, false);
    let exported = app.get(ACCEPTED, "/api/accounts/export").await.ok();
    assert_eq!(exported["pushSubscriptions"].as_array().unwrap().len(), 1);

    enqueue(&app, 1).await;
    app.delete(ACCEPTED, CALL).await.expect(204);
    app.delete(ACCEPTED, CALL).await.expect(204);
    assert_eq!(is_on(&app, ACCEPTED).await, false);
    assert_eq!(sender.send_due().await.unwrap(), 0);
    assert_eq!(app.journalled(8).await, [572, 573]);

    // The browser now belongs to another person's login: the former one gets nothing in it.
    phone.switch_on(&app, ACCEPTED).await;
    app.sql("update push_subscription set endpoint = replace(endpoint, 'http:', 'https:')")
        .await;
    phone.switch_on(&app, TRUSTED).await;
    assert_eq!(is_on(&app, ACCEPTED).await, false);
    app.post(TRUSTED, "/api/signout", json!({})).await.done();
    app.sql("update session set ended = null").await;
    assert_eq!(is_on(&app, TRUSTED).await, false);

    // A login that nobody uses takes it along.
    phone.switch_on(&app, ACCEPTED).await;
    app.state.clock.advance(Duration::days(31));
    sweep(&app).await;
    assert_eq!(
        app.value("select to_jsonb(count(*)) from push_subscription")
            .await,
        0
    );
    assert_eq!(service.taken().len(), 0);
    app.end().await;
}

#[actix_web::test]
async fn a_subscription_made_with_another_key_waits_for_that_key() {
    let (app, service, sender) = site().await;
    Browser::new("phone").switch_on(&app, ACCEPTED).await;
    enqueue(&app, 1).await;
    app.sql("update push_subscription set vapid_key = reverse(vapid_key)")
        .await;
    assert_eq!(is_on(&app, ACCEPTED).await, false);
    assert_eq!(sender.send_due().await.unwrap(), 0);
    app.sql("update push_subscription set vapid_key = reverse(vapid_key)")
        .await;
    assert_eq!(sender.send_due().await.unwrap(), 1);
    assert_eq!(service.taken().len(), 1);
    app.end().await;
}

/// Two logins in one browser, at once: one of them keeps it, and neither fails.
#[actix_web::test]
async fn one_browser_is_switched_on_for_one_login() {
    let (app, _, _) = site().await;
    let phone = Browser::new("phone").subscription();
    for _ in 0..10 {
        let (one, other) = futures_util::future::join(
            app.put(ACCEPTED, CALL, phone.clone()),
            app.put(TRUSTED, CALL, phone.clone()),
        )
        .await;
        one.expect(204);
        other.expect(204);
        assert_eq!(
            app.value("select to_jsonb(count(*)) from push_subscription")
                .await,
            1
        );
    }
    app.end().await;
}

#[actix_web::test]
async fn what_is_no_subscription_is_refused() {
    let (app, _, _) = site().await;
    let state = app.get(ACCEPTED, CALL).await.ok();
    assert_eq!(
        state["publicKey"],
        app.state.config.push.as_ref().unwrap().key.public()
    );
    let valid = Browser::new("phone").subscription();
    app.put(VISITOR, CALL, valid.clone()).await.expect(401);
    for (field, value, text) in [
        ("endpoint", json!(" "), "Обязательное поле"),
        (
            "endpoint",
            json!("http://push.example/a"),
            "Адрес службы уведомлений должен начинаться с https:// и вести на открытый сервер",
        ),
        (
            "endpoint",
            json!(format!("https://push.example/{}", "a".repeat(2000))),
            "Не более 2000 символов",
        ),
        ("p256dh", json!("AAAA"), "Это не открытый ключ подписки"),
        ("auth", json!("AAAA"), "Это не секрет подписки"),
    ] {
        let mut body = valid.clone();
        body[field] = value;
        let refused = app.put(ACCEPTED, CALL, body).await;
        assert_eq!(refused.refused_field(field), text);
    }
    // Twenty browsers of one person at most.
    app.sql(
        "with other as (insert into session (account_id, token_hash, expires)
             select 8, sha256(n::text::bytea), now() + interval '1 day' from generate_series(1, 20) n returning id)
         insert into push_subscription (session_id, endpoint, p256dh, auth, vapid_key, created)
             select id, 'https://push.example/other/' || id, decode(repeat('04', 65), 'hex'),
                 decode(repeat('04', 16), 'hex'), 'key', now() from other",
    )
    .await;
    app.put(ACCEPTED, CALL, valid.clone())
        .await
        .expect_problem(409, "not_possible_in_this_state");
    app.put(TRUSTED, CALL, valid).await.expect(204);
    app.end().await;
}

#[actix_web::test]
async fn a_site_without_a_key_offers_nothing() {
    let app = App::new().await;
    assert_eq!(
        app.get(ACCEPTED, CALL).await.ok(),
        json!({"publicKey": null, "isOn": false})
    );
    app.put(ACCEPTED, CALL, Browser::new("phone").subscription())
        .await
        .expect_problem(404, "not_found");
    app.end().await;
}

#[actix_web::test]
async fn a_program_with_an_access_token_cannot_subscribe() {
    let (app, _, _) = site().await;
    let issue = json!({"name": "Программа", "days": 30});
    let issued = app.post(ADMIN, "/api/accounts/8/token", issue).await.ok();
    let token = issued["token"].as_str().unwrap();
    app.get(token, CALL).await.expect(403);
    app.put(token, CALL, Browser::new("phone").subscription())
        .await
        .expect(403);
    app.delete(token, CALL).await.expect(403);
    app.end().await;
}

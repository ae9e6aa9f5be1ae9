//! The live providers, against fakes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actix_web::{App as Web, HttpRequest, HttpResponse, HttpServer, web};
use contract::dto::CallbackState;
use mail::delivery::{Deliver as _, Live, Undelivered};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::smtp::{Mischief, Sink, Stage};
use crate::support::*;

/// Records requests, and answers by path.
#[derive(Clone, Default)]
struct Provider {
    asked: Arc<Mutex<Vec<String>>>,
    answers: Arc<Mutex<Vec<(&'static str, Value)>>>,
}

impl Provider {
    fn answers(&self, path: &'static str, answer: Value) {
        self.answers.lock().unwrap().insert(0, (path, answer));
    }

    async fn serve(&self) -> String {
        async fn answer(req: HttpRequest, provider: web::Data<Provider>) -> HttpResponse {
            provider.asked.lock().unwrap().push(req.uri().to_string());
            let answers = provider.answers.lock().unwrap();
            let answer = answers
                .iter()
                .find(|(path, _)| *path == req.path())
                .map(|(_, answer)| answer.clone());
            answer.map_or_else(
                || HttpResponse::InternalServerError().finish(),
                |answer| HttpResponse::Ok().json(answer),
            )
        }
        let data = web::Data::new(self.clone());
        let server = HttpServer::new(move || {
            Web::new()
                .app_data(data.clone())
                .default_service(web::to(answer))
        })
        .workers(1)
        .disable_signals()
        .bind("127.0.0.1:0")
        .unwrap();
        let address = format!("http://{}", server.addrs()[0]);
        actix_web::rt::spawn(server.run());
        address
    }
}

fn live(smtp: &str, smsru: String) -> Live {
    let _ = rustls::crypto::ring::default_provider().install_default();
    Live::new(
        &smtp.to_owned().into(),
        "Торги <noreply@auction.example>",
        "secret-key".to_owned().into(),
        smsru,
        Duration::from_secs(1),
    )
    .unwrap()
}

#[actix_web::test]
async fn sms_ru_is_called_as_its_api_demands() {
    let provider = Provider::default();
    let live = live("smtp://127.0.0.1:1", provider.serve().await);
    let caller = "203.0.113.5".parse().unwrap();
    provider.answers(
        "/code/call",
        json!({"status": "OK", "code": "0042", "call_id": "x"}),
    );
    assert_eq!(live.call("+79000000001", caller).await.unwrap(), "0042");
    assert_eq!(
        provider.asked.lock().unwrap().last().unwrap(),
        "/code/call?api_id=secret-key&phone=79000000001&ip=203.0.113.5"
    );
    // A code sent as a number has lost its zeros.
    provider.answers("/code/call", json!({"status": "OK", "code": 42}));
    assert_eq!(live.call("+79000000001", caller).await.unwrap(), "0042");
    for refused in [
        json!({"status": "ERROR", "status_code": 202, "status_text": "79000000001"}),
        json!({"status": "OK"}),
        json!({"status": "OK", "code": "12345"}),
        json!({"status": "OK", "code": ["79000000001"]}),
        json!({"status": "79000000001", "code": "0042"}),
        json!(["79000000001"]),
        json!("79000000001"),
        json!({"status": "OK", "code": "1".repeat(100_000)}),
    ] {
        provider.answers("/code/call", refused);
        let error = format!("{:#}", live.call("+79000000001", caller).await.unwrap_err());
        assert!(
            !error.contains("secret-key") && !error.contains("7900"),
            "{error}"
        );
    }
    provider.answers(
        "/callcheck/add",
        json!({"status": "OK", "check_id": "201737-542", "call_phone": "78005008275", "call_phone_pretty": "+7 (800) 500-8275"}),
    );
    let expected = live.callback("+79000000001").await.unwrap();
    assert_eq!(
        (expected.reference.as_str(), expected.phone.as_str()),
        ("201737-542", "+7 (800) 500-8275")
    );
    for (status, state) in [
        (json!("400"), CallbackState::Pending),
        (json!(401), CallbackState::Confirmed),
        (json!("402"), CallbackState::Expired),
    ] {
        provider.answers("/callcheck/status", json!({"check_status": status}));
        assert_eq!(live.callback_state("201737-542").await.unwrap(), state);
    }
    provider.answers("/callcheck/status", json!({"check_status": "500"}));
    assert!(live.callback_state("201737-542").await.is_err());
    let sms = async |answer| {
        provider.answers("/sms/send", answer);
        live.sms("+79000000001", "42", "Код 42").await
    };
    let sent = json!({"status": "OK", "sms": {"79000000001": {"status": "OK", "sms_id": "1-1"}}, "balance": 4.5});
    sms(sent).await.unwrap();
    assert_eq!(
        provider.asked.lock().unwrap().last().unwrap(),
        "/sms/send?api_id=secret-key&to=79000000001&msg=%D0%9A%D0%BE%D0%B4+42&json=1"
    );
    for refused in [
        json!({"status": "ERROR", "status_code": 201, "status_text": "79000000001"}),
        json!({"status": "OK", "sms": {"79000000001": {"status": "ERROR", "status_code": 207}}}),
    ] {
        let error = sms(refused).await.unwrap_err();
        assert!(matches!(&error, Undelivered::Refused(_)), "{error}");
        assert!(!error.to_string().contains("7900"), "{error}");
    }
    let error = sms(json!("79000000001")).await.unwrap_err();
    assert!(matches!(&error, Undelivered::Failed(_)), "{error}");
    // An unreachable provider does not reveal the key either.
    let away = self::live("smtp://127.0.0.1:1", "http://127.0.0.1:1".to_owned());
    let error = format!("{:#}", away.call("+79000000001", caller).await.unwrap_err());
    assert!(!error.contains("secret-key"), "{error}");
}

/// A server that calls through this SMS.RU and sends through this SMTP server.
async fn site(smtp: &str, smsru: &str) -> App {
    App::empty_with(&[
        ("AUTH_DELIVERY", "live"),
        ("SMTP_URL", smtp),
        ("SMTP_FROM", "Торги <noreply@auction.example>"),
        ("SMSRU_API_ID", "secret-key"),
        ("SMSRU_BASE_URL", smsru),
        ("DELIVERY_TIMEOUT_S", "1"),
    ])
    .await
}

#[track_caller]
fn impossible(reply: &Reply, title: &str, detail: &str) {
    assert_eq!(reply.problem(), (502, title.to_owned()));
    assert_eq!(reply.json()["detail"], detail);
}

const NO_CALL: &str = "Вход по входящему звонку невозможен из-за оператора сотовой связи. Попробуйте исходящий звонок.";

const NO_CALLBACK: &str = "Вход по исходящему звонку сейчас невозможен. Попробуйте войти по e-mail или повторите попытку позже.";

const NO_LETTER: &str = "Не удалось отправить письмо с кодом. Проверьте адрес, войдите по телефону или повторите попытку позже.";

#[actix_web::test]
async fn a_failed_call_offers_the_callback_and_may_be_retried_at_once() {
    let provider = Provider::default();
    let app = site("smtp://127.0.0.1:1", &provider.serve().await).await;
    let number = json!({"number": "+79000000001"});
    let call = || app.post(VISITOR, "/api/auth/call", number.clone());
    let callback = || app.post(VISITOR, "/api/auth/callback", number.clone());
    // An HTTP 500, then refusals.
    impossible(&call().await, "incoming_call_failed", NO_CALL);
    provider.answers("/code/call", json!({"status": "ERROR", "status_code": 220}));
    impossible(&call().await, "incoming_call_failed", NO_CALL);
    impossible(&callback().await, "outgoing_call_failed", NO_CALLBACK);
    provider.answers("/code/call", json!({"status": "OK", "code": "0042"}));
    let key = call().await.ok()["sessionKey"].clone();
    // A call that went out delays the next one.
    call().await.expect(429);
    let code = json!({"sessionKey": key, "code": "0042"});
    app.post(VISITOR, "/api/auth/verify", code).await.done();
    app.post(VISITOR, "/api/signin", json!({"sessionKey": key}))
        .await
        .ok();
    // Failures count towards the number's limit.
    app.clock.advance(time::Duration::minutes(1));
    provider.answers("/code/call", json!({"status": "ERROR"}));
    impossible(&call().await, "incoming_call_failed", NO_CALL);
    impossible(&call().await, "incoming_call_failed", NO_CALL);
    call().await.expect(429);
    app.end().await;
}

#[actix_web::test]
async fn another_number_is_asked_for_if_a_login_waits_for_a_call_to_this_one() {
    let provider = Provider::default();
    let app = site("smtp://127.0.0.1:1", &provider.serve().await).await;
    let gives = |id: &str, number: &str| {
        let expected = json!({"status": "OK", "check_id": id, "call_phone": number});
        provider.answers("/callcheck/add", expected);
    };
    let asked = async || {
        let number = json!({"number": "+79000000001"});
        app.post(VISITOR, "/api/auth/callback", number).await.ok();
        provider.asked.lock().unwrap().drain(..).count()
    };
    gives("1", "78005008275");
    assert_eq!(asked().await, 1);
    gives("2", "78005008275");
    assert_eq!(asked().await, 3);
    gives("3", "78005008276");
    assert_eq!(asked().await, 1);
    // Nobody waits for the first two any more.
    app.clock.advance(time::Duration::minutes(10));
    gives("4", "78005008275");
    assert_eq!(asked().await, 1);
    app.end().await;
}

#[actix_web::test]
async fn a_login_ends_if_its_sms_is_refused_and_waits_if_it_may_have_gone_out() {
    let provider = Provider::default();
    let app = site("smtp://127.0.0.1:1", &provider.serve().await).await;
    let begin = async |id: &str| {
        let expected = json!({"status": "OK", "check_id": id, "call_phone": "78005008275"});
        provider.answers("/callcheck/add", expected);
        let number = json!({"number": "+79000000001"});
        app.post(VISITOR, "/api/auth/callback", number).await.ok()
    };
    let state = async |begun: &Value| {
        let path = format!("/api/auth/callback/check/{}", begun["id"].as_str().unwrap());
        app.post(VISITOR, &path, json!({})).await
    };
    let (first, second) = (begin("1").await, begin("2").await);
    provider.answers("/callcheck/status", json!({"check_status": 401}));
    provider.answers("/sms/send", json!({"status": "ERROR", "status_code": 201}));
    impossible(&state(&first).await, "outgoing_call_failed", NO_CALLBACK);
    assert_eq!(state(&first).await.ok()["status"], "expired");

    // This answer says nothing of the message.
    provider.answers("/sms/send", json!([]));
    let third = begin("3").await;
    for begun in [&second, &third, &second] {
        assert_eq!(state(begun).await.ok()["status"], "ambiguous");
    }
    let texts: Vec<String> = {
        let asked = provider.asked.lock().unwrap();
        let texts = asked.iter().filter_map(|path| path.split_once("&msg="));
        texts.map(|(_, text)| text[..8].to_owned()).collect()
    };
    assert_eq!(texts.len(), 2);
    let body = json!({"sessionKey": third["sessionKey"], "code": texts[1]});
    app.post(VISITOR, "/api/auth/verify", body).await.done();
    app.end().await;
}

#[actix_web::test]
async fn the_server_does_not_wait_for_an_unresponsive_provider() {
    // Accepts connections, and never answers.
    let hanging = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = hanging.local_addr().unwrap();
    let app = site(&format!("smtp://{address}"), &format!("http://{address}")).await;
    let call = app
        .post(VISITOR, "/api/auth/call", json!({"number": "+79000000001"}))
        .await;
    impossible(&call, "incoming_call_failed", NO_CALL);
    let email = json!({"email": "someone@demo.example"});
    let letter = app.post(VISITOR, "/api/auth/email", email.clone()).await;
    impossible(&letter, "email_failed", NO_LETTER);
    drop(hanging);
    // The port is closed now.
    let call = app
        .post(VISITOR, "/api/auth/call", json!({"number": "+79000000002"}))
        .await;
    impossible(&call, "incoming_call_failed", NO_CALL);
    let letter = app.post(VISITOR, "/api/auth/email", email).await;
    impossible(&letter, "email_failed", NO_LETTER);
    app.end().await;
}

#[actix_web::test]
async fn a_code_by_email_is_retried_once_when_the_mail_server_is_busy() {
    let mut sink = Sink::new().await;
    let app = site(&sink.url(), "http://127.0.0.1:1").await;
    let email = json!({"email": "someone@demo.example"});
    sink.misbehaves(&[Mischief::Answers(Stage::Recipient, "450 greylisted")]);
    let key = app
        .post(VISITOR, "/api/auth/email", email.clone())
        .await
        .ok()["sessionKey"]
        .clone();
    let letter = sink.letter().await;
    assert_eq!(letter.to, "<someone@demo.example>");
    let text = letter.part("text/plain");
    let code = text.lines().find(|line| line.len() == 6).unwrap();
    assert!(letter.part("text/html").contains(&format!(">{code}<")));
    // A code answers the reader's own request, so there is nothing to unsubscribe from.
    assert_eq!(letter.header("List-Unsubscribe"), None);
    let body = json!({"sessionKey": key, "email": "someone@demo.example", "code": code});
    app.post(VISITOR, "/api/auth/email/signin", body).await.ok();

    // After a refusal, or busy twice, the caller learns of it and may ask again at once.
    app.clock.advance(time::Duration::minutes(1));
    sink.misbehaves(&[Mischief::Answers(Stage::Recipient, "550 no such user")]);
    let reply = app.post(VISITOR, "/api/auth/email", email.clone()).await;
    impossible(&reply, "email_failed", NO_LETTER);
    let busy = Mischief::Answers(Stage::Letter, "452 full");
    sink.misbehaves(&[busy, busy]);
    let reply = app.post(VISITOR, "/api/auth/email", email.clone()).await;
    impossible(&reply, "email_failed", NO_LETTER);
    let (once, twice) = (sink.letter().await, sink.letter().await);
    assert_eq!(once.header("Message-ID"), twice.header("Message-ID"));
    app.post(VISITOR, "/api/auth/email", email).await.ok();
    sink.letter().await;
    assert!(sink.is_empty());
    app.end().await;
}

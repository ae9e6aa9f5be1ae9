//! The live adapter against providers of the test's own.

use std::sync::{Arc, Mutex};

use actix_web::{App as Web, HttpRequest, HttpResponse, HttpServer, web};
use api::delivery::{Deliver as _, Letter, Live};
use api::dto::CallbackState;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;

/// What was asked, and what is answered by path.
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
    )
    .unwrap()
}

#[actix_web::test]
async fn sms_ru_is_asked_as_its_api_wants() {
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
    // As a number the code has lost its zeros.
    provider.answers("/code/call", json!({"status": "OK", "code": 42}));
    assert_eq!(live.call("+79000000001", caller).await.unwrap(), "0042");
    for refused in [
        json!({"status": "ERROR"}),
        json!({"status": "OK"}),
        json!({"status": "OK", "code": "12345"}),
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
    // A provider that is away tells nothing of the key either.
    let away = self::live("smtp://127.0.0.1:1", "http://127.0.0.1:1".to_owned());
    let error = format!("{:#}", away.call("+79000000001", caller).await.unwrap_err());
    assert!(!error.contains("secret-key"), "{error}");
}

#[actix_web::test]
async fn letters_go_out_over_smtp() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let received = actix_web::rt::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let (reading, mut writing) = stream.into_split();
        let mut lines = BufReader::new(reading).lines();
        writing.write_all(b"220 test\r\n").await.unwrap();
        let (mut letter, mut in_data) = (Vec::new(), false);
        while let Some(line) = lines.next_line().await.unwrap() {
            let answer = match line.as_str() {
                "." if in_data => {
                    writing.write_all(b"250 taken\r\n").await.unwrap();
                    return letter;
                }
                _ if in_data => {
                    letter.push(line);
                    continue;
                }
                "DATA" => {
                    in_data = true;
                    "354 go on\r\n"
                }
                _ => {
                    letter.push(line);
                    "250 ok\r\n"
                }
            };
            writing.write_all(answer.as_bytes()).await.unwrap();
        }
        letter
    });
    let live = live(
        &format!("smtp://{address}"),
        "http://127.0.0.1:1".to_owned(),
    );
    live.email(Letter {
        to: "someone@demo.example".into(),
        subject: "123456 is the code".into(),
        text: "123456".into(),
        code: Some("123456".into()),
        message_id: "<login-7@demo.example>".into(),
    })
    .await
    .unwrap();
    let letter = received.await.unwrap().join("\n");
    for part in [
        "MAIL FROM:<noreply@auction.example>",
        "RCPT TO:<someone@demo.example>",
        "Message-ID: <login-7@demo.example>",
        "Subject: 123456 is the code",
    ] {
        assert!(letter.contains(part), "{part} in {letter}");
    }
    assert!(letter.ends_with("123456"), "{letter}");
}

//! Services of other sites, played by a server of the test.

mod bids;
mod listing;
mod pictures;

use std::collections::HashMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use actix_web::{App as Web, HttpRequest, HttpResponse, HttpServer, web};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// An answer of the other site.
#[derive(Clone)]
enum Answer {
    Json(u16, Value),
    Text(u16, String),
    Bytes(&'static str, Vec<u8>),
    Redirect(String),
    /// Held until the test lets it go.
    Later(Arc<Notify>, Value),
}

/// Path, authorization and body of a request.
type Asked = (String, Option<String>, String);

/// Another site: answers by path, and records the requests.
#[derive(Clone, Default)]
struct Other {
    answers: Arc<Mutex<HashMap<String, Answer>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
    requests: Arc<AtomicUsize>,
}

impl Other {
    fn answers(&self, path: &str, answer: Answer) {
        self.answers.lock().unwrap().insert(path.to_owned(), answer);
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    fn last(&self) -> Asked {
        self.asked.lock().unwrap().last().unwrap().clone()
    }

    async fn serve(&self) -> SocketAddr {
        async fn answer(req: HttpRequest, body: String, other: web::Data<Other>) -> HttpResponse {
            let authorization = req
                .headers()
                .get("authorization")
                .map(|value| value.to_str().unwrap().to_owned());
            let asked = (req.uri().to_string(), authorization, body);
            other.asked.lock().unwrap().push(asked);
            other.requests.fetch_add(1, Ordering::SeqCst);
            let answer = other.answers.lock().unwrap().get(req.path()).cloned();
            match answer {
                None => HttpResponse::NotFound().finish(),
                Some(Answer::Json(status, body)) => {
                    HttpResponse::build(status.try_into().unwrap()).json(body)
                }
                Some(Answer::Text(status, body)) => {
                    HttpResponse::build(status.try_into().unwrap()).body(body)
                }
                Some(Answer::Bytes(kind, body)) => HttpResponse::Ok().content_type(kind).body(body),
                Some(Answer::Redirect(to)) => HttpResponse::Found()
                    .insert_header(("location", to))
                    .finish(),
                Some(Answer::Later(go, body)) => {
                    go.notified().await;
                    HttpResponse::Ok().json(body)
                }
            }
        }
        let data = web::Data::new(self.clone());
        let server = HttpServer::new(move || {
            Web::new()
                .app_data(data.clone())
                .app_data(web::PayloadConfig::new(1 << 20))
                .default_service(web::to(answer))
        })
        .workers(1)
        .disable_signals()
        // Listens on every loopback address, so an address without requests is one that was not tried.
        .bind("0.0.0.0:0")
        .unwrap();
        let port = server.addrs()[0].port();
        actix_web::rt::spawn(server.run());
        SocketAddr::from((Ipv4Addr::LOCALHOST, port))
    }
}

/// A port that accepts connections and never answers.
async fn silent() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

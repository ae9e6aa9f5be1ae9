//! Traces of bets, as a collector gets them from the real server.

use std::collections::{BTreeMap, BTreeSet};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{App as Web, HttpResponse, HttpServer, web};
use opentelemetry_proto::tonic::collector::trace::v1::{
    ExportTraceServiceRequest, ExportTraceServiceResponse,
};
use opentelemetry_proto::tonic::common::v1::any_value::Value as Any;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::support::*;

const TIMEOUT: Duration = Duration::from_secs(30);

/// A collector that keeps what it gets.
struct Collector {
    url: String,
    batches: mpsc::UnboundedReceiver<Vec<Span>>,
    spans: Vec<Span>,
    server: ServerHandle,
}

impl Collector {
    fn start() -> Self {
        let (sender, batches) = mpsc::unbounded_channel();
        let server = HttpServer::new(move || {
            Web::new()
                .app_data(web::Data::new(sender.clone()))
                .route("/v1/traces", web::post().to(collect))
        })
        .workers(1)
        .bind("127.0.0.1:0")
        .unwrap()
        .disable_signals();
        let url = format!("http://{}", server.addrs()[0]);
        let running = server.run();
        let handle = running.handle();
        actix_web::rt::spawn(running);
        Self {
            url,
            batches,
            spans: Vec::new(),
            server: handle,
        }
    }

    /// The spans of the trace with this request id, by name, once those of a bet and the causes of all are there.
    async fn trace(&mut self, request_id: &str) -> BTreeMap<String, Span> {
        loop {
            let root = self
                .spans
                .iter()
                .find(|span| says(span, "request_id", request_id));
            let trace: BTreeMap<_, _> = self
                .spans
                .iter()
                .filter(|span| root.is_some_and(|root| root.trace_id == span.trace_id))
                .map(|span| (span.name.clone(), span.clone()))
                .collect();
            let ids: BTreeSet<_> = trace.values().map(|span| &span.span_id).collect();
            let is_whole = trace
                .values()
                .all(|span| span.parent_span_id.is_empty() || ids.contains(&span.parent_span_id));
            if is_whole && OF_A_BET.iter().all(|name| trace.contains_key(*name)) {
                return trace;
            }
            let more = tokio::time::timeout(TIMEOUT, self.batches.recv()).await;
            let more =
                more.unwrap_or_else(|_| panic!("not all of a bet is there: {:?}", trace.keys()));
            self.spans.extend(more.unwrap());
        }
    }
}

async fn collect(
    batches: web::Data<mpsc::UnboundedSender<Vec<Span>>>,
    body: web::Bytes,
) -> HttpResponse {
    let sent = ExportTraceServiceRequest::decode(body).unwrap();
    let spans = sent
        .resource_spans
        .into_iter()
        .flat_map(|of_resource| of_resource.scope_spans)
        .flat_map(|of_scope| of_scope.spans);
    // The test may be over.
    let _ = batches.send(spans.collect());
    HttpResponse::Ok()
        .content_type("application/x-protobuf")
        .body(ExportTraceServiceResponse::default().encode_to_vec())
}

fn says(span: &Span, key: &str, text: &str) -> bool {
    span.attributes.iter().any(|attribute| {
        let value = attribute
            .value
            .as_ref()
            .and_then(|value| value.value.as_ref());
        attribute.key == key && matches!(value, Some(Any::StringValue(value)) if value == text)
    })
}

/// The server's process on a test's database, killed when dropped.
struct Process {
    process: Child,
    url: String,
    http: Client,
    _data: tempfile::TempDir,
}

impl Process {
    async fn start(app: &App, collector: &Collector, more: &[(&str, &str)]) -> Self {
        let port = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap()
            .port();
        let data = tempfile::tempdir().unwrap();
        let address = format!("127.0.0.1:{port}");
        let process = Command::new(env!("CARGO_BIN_EXE_api"))
            .arg("serve")
            .env_clear()
            .envs([
                ("DATABASE_URL", app.database_url().as_str()),
                ("DATA_DIR", &data.path().display().to_string()),
                ("LISTEN", &address),
                ("METRICS_LISTEN", "off"),
                ("AUTH_DELIVERY", "outbox"),
                // Elsewhere, admins and owners can do nothing before they have a second factor.
                ("DEMO", "on"),
                ("LOG", "error"),
                ("OTEL_EXPORTER_OTLP_ENDPOINT", &collector.url),
                ("OTEL_BSP_SCHEDULE_DELAY", "100"),
            ])
            .envs(more.iter().copied())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self {
            process,
            url: format!("http://{address}"),
            http: Client::new(),
            _data: data,
        };
        let ready = format!("{}/readyz", server.url);
        until(async || {
            let answer = server.http.get(&ready).send().await;
            answer.is_ok_and(|answer| answer.status().is_success())
        })
        .await;
        server
    }

    /// Places a bet. Returns the id of its request.
    async fn bet(&self, who: Who, value: i64) -> String {
        let answer = self
            .http
            .post(format!("{}/api/trade/bet", self.url))
            .header("X-Token", token(who.unwrap()))
            .json(&json!({"catalogId": 10, "lotId": 1001, "betValue": value}))
            .send()
            .await
            .unwrap();
        let id = answer.headers()["x-request-id"]
            .to_str()
            .unwrap()
            .to_owned();
        let body: Value = answer.json().await.unwrap();
        assert_eq!(body["code"], 0, "{body}");
        id
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

const OF_A_BET: [&str; 6] = ["request", "room", "decide", "journal", "commit", "publish"];
/// Spans of a bet in its room, each with its cause.
const IN_THE_ROOM: [(&str, &str); 4] = [
    ("decide", "room"),
    ("journal", "room"),
    ("commit", "journal"),
    ("publish", "room"),
];

fn assert_is_caused(trace: &BTreeMap<String, Span>, span: &str, by: &str) {
    assert_eq!(
        trace[span].parent_span_id, trace[by].span_id,
        "{span} by {by}"
    );
}

#[actix_web::test]
async fn a_bet_is_one_trace_from_its_request_to_the_publication() {
    let app = App::new().await;
    let mut collector = Collector::start();
    let server = Process::start(&app, &collector, &[]).await;
    let request = server.bet(ACCEPTED, 1000).await;
    let trace = collector.trace(&request).await;
    assert!(trace["request"].parent_span_id.is_empty());
    assert_is_caused(&trace, "room", "request");
    for (span, by) in IN_THE_ROOM {
        assert_is_caused(&trace, span, by);
    }
    assert_eq!(trace.len(), OF_A_BET.len());
    drop(server);
    collector.server.stop(false).await;
    app.end().await;
}

#[actix_web::test]
async fn a_bet_that_arrives_at_another_node_is_one_trace_over_both() {
    let Some(redis) = RedisServer::start() else {
        return;
    };
    let app = App::new().await;
    let mut collector = Collector::start();
    let redis = redis.url();
    let node = [
        ("REDIS_URL", redis.as_str()),
        ("NODE_ADDRESS", "127.0.0.1:0"),
        ("NODE_SECRET", NODE_SECRET),
    ];
    let (here, there) = (
        Process::start(&app, &collector, &node).await,
        Process::start(&app, &collector, &node).await,
    );
    // The room is at one of them, so one of these bets is sent on.
    let requests = [
        here.bet(ACCEPTED, 1000).await,
        there.bet(ACCEPTED2, 1100).await,
    ];
    let mut sent_on = 0;
    for request in requests {
        let trace = collector.trace(&request).await;
        for (span, by) in IN_THE_ROOM {
            assert_is_caused(&trace, span, by);
        }
        if trace.contains_key("remote") {
            sent_on += 1;
            assert_is_caused(&trace, "room", "remote");
            assert_is_caused(&trace, "remote", "request");
        } else {
            assert_is_caused(&trace, "room", "request");
        }
    }
    assert_eq!(sent_on, 1);
    drop((here, there));
    collector.server.stop(false).await;
    app.end().await;
}

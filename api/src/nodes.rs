//! The internal listener: other nodes send commands to this node's rooms here. Never expose it: the secret grants every command
//! in every room.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{Server, ServiceRequest, ServiceResponse};
use actix_web::error::ErrorUnauthorized;
use actix_web::http::header::AUTHORIZATION;
use actix_web::middleware::{Next, from_fn};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use anyhow::Context as _;
use cluster::{Reply, SENDER_HEADER, TIME_LIMIT_HEADER, Tls};
use config::NodeConfig;
use room_server::ports::Node;
use room_server::ports::NotAnswered;
use room_server::{Answer, Request, RoomError, Rooms, spans};
use secrecy::ExposeSecret as _;
use traces::TRACEPARENT;
use tracing::Instrument as _;
use uuid::Uuid;

/// Must exceed the senders' idle timeout.
const KEEP_ALIVE: Duration = Duration::from_secs(60);
/// Grace period for commands in flight at shutdown, in seconds.
const SHUTDOWN_S: u64 = 5;
/// Bytes. A command with all details of a lot is far smaller.
const LARGEST_COMMAND: usize = 1 << 20;
/// Upper limit of a sender's time limit.
const LONGEST: Duration = Duration::from_secs(30);

/// Reads the files by which the nodes know each other, if there are any.
pub fn tls(node: &NodeConfig) -> anyhow::Result<Option<Tls>> {
    let files = node.tls.as_ref();
    Ok(files
        .map(|files| Tls::load(&files.certificate, &files.key, &files.authority))
        .transpose()?)
}

/// Binds the listener and returns the address to advertise to other nodes.
pub fn listen(node: &NodeConfig) -> anyhow::Result<(TcpListener, String)> {
    let (variable, bound) = match &node.listen {
        Some(listen) => ("NODE_LISTEN", listen),
        None => ("NODE_ADDRESS", &node.address),
    };
    let listener = TcpListener::bind(bound).with_context(|| {
        format!("{variable}: cannot listen on {bound}, which must be an address of this machine")
    })?;
    let address = if node.address.ends_with(":0") {
        listener.local_addr()?.to_string()
    } else {
        node.address.clone()
    };
    Ok((listener, address))
}

/// Serves the other nodes.
pub fn serve(
    listener: TcpListener,
    node: &NodeConfig,
    id: Uuid,
    tls: Option<&Tls>,
    rooms: Rooms,
) -> anyhow::Result<Server> {
    let bearer = web::Data::new(Bearer(format!("Bearer {}", node.secret.expose_secret())));
    let server = HttpServer::new(move || {
        App::new()
            .app_data(bearer.clone())
            .app_data(web::Data::new(rooms.clone()))
            .app_data(web::Data::new(Name(id)))
            .app_data(web::JsonConfig::default().limit(LARGEST_COMMAND))
            .route(&cluster::commands("{catalog_id}"), web::post().to(command))
            .route(
                &cluster::hand_over("{catalog_id}"),
                web::post().to(hand_over),
            )
            .route(SENDER_HEADER, web::get().to(who))
            .wrap(from_fn(authenticate))
    })
    .workers(2)
    .tcp_nodelay(true)
    .keep_alive(KEEP_ALIVE)
    .shutdown_timeout(SHUTDOWN_S)
    .disable_signals();
    let server = match tls {
        Some(tls) => server.listen_rustls_0_23(listener, tls.server()),
        None => server.listen_auto_h2c(listener),
    };
    Ok(server.context("cannot serve the other nodes")?.run())
}

/// The `Authorization` header expected from other nodes.
struct Bearer(String);

async fn authenticate<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, actix_web::Error> {
    let expected = request.app_data::<web::Data<Bearer>>();
    let sent = request.headers().get(AUTHORIZATION);
    match (expected, sent) {
        (Some(expected), Some(sent)) if is_same(expected.0.as_bytes(), sent.as_bytes()) => {
            next.call(request).await
        }
        _ => Err(ErrorUnauthorized("for nodes of this site only")),
    }
}

/// Compares in constant time.
fn is_same(expected: &[u8], sent: &[u8]) -> bool {
    let differences = expected
        .iter()
        .zip(sent)
        .fold(0, |all, (a, b)| all | (a ^ b));
    expected.len() == sent.len() && std::hint::black_box(differences) == 0
}

/// This node's id.
struct Name(Uuid);

/// Tells those who try to reach this node that they did.
async fn who(name: web::Data<Name>) -> String {
    name.0.to_string()
}

async fn command(
    http: HttpRequest,
    catalog_id: web::Path<i64>,
    request: web::Json<Request>,
    rooms: web::Data<Rooms>,
) -> web::Json<Reply<Answer>> {
    let span = spans::remote();
    if let Some(sender) = http.headers().get(TRACEPARENT)
        && let Ok(sender) = sender.to_str()
    {
        traces::continue_from(&span, sender);
    }
    let deciding = rooms.send_here(*catalog_id, request.into_inner());
    let deciding = deciding.instrument(span);
    web::Json(
        match tokio::time::timeout(time_limit(&http), deciding).await {
            Ok(Ok(answer)) => Reply::Answer(answer.as_ref().clone()),
            Ok(Err(NotAnswered::Refused(error))) => Reply::Refused(error),
            Ok(Err(NotAnswered::NotThere)) => Reply::NotThere,
            Err(_) => Reply::Refused(RoomError::InDoubt),
        },
    )
}

/// Hands a room over to the node that asks for it because of an edit.
async fn hand_over(
    http: HttpRequest,
    catalog_id: web::Path<i64>,
    to: web::Json<Node>,
    rooms: web::Data<Rooms>,
) -> HttpResponse {
    let giving = rooms.hand_over(*catalog_id, Some(to.into_inner()));
    match tokio::time::timeout(time_limit(&http), giving).await {
        Ok(true) => HttpResponse::NoContent().finish(),
        Ok(false) | Err(_) => HttpResponse::ServiceUnavailable().finish(),
    }
}

/// How long the sender will wait, from its header.
fn time_limit(http: &HttpRequest) -> Duration {
    let header = http.headers().get(TIME_LIMIT_HEADER);
    header
        .and_then(|header| header.to_str().ok()?.parse().ok())
        .map_or(LONGEST, Duration::from_millis)
        .min(LONGEST)
}

//! An HTTP server that hands WebSocket connections over to their sessions.
//!
//! With [`HttpServer`](actix_web::HttpServer), a WebSocket is a response with an endless body, so its connection keeps HTTP's
//! state and two 8 KB buffers. Here the application handles the handshake like any other request. If it accepts, its response
//! carries an [`Accepted`], which takes over the connection once the response is written.

use std::{
    cell::OnceCell,
    fmt::Debug,
    io,
    net::{Shutdown, SocketAddr, TcpListener, ToSocketAddrs},
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
    time::Duration,
};

use actix_codec::{Framed, FramedParts};
use actix_http::{
    ConnectionType, HttpService, Request, Response, StatusCode,
    body::{BodySize, BoxBody, MessageBody},
    h1,
};
use actix_server::ServerBuilder;
use actix_service::{IntoServiceFactory, map_config};
use actix_web::{
    Error, HttpMessage as _,
    dev::{AppConfig, Server, Service, ServiceFactory, ServiceResponse, fn_factory, fn_service},
    error::PayloadError,
};
use bytes::Bytes;
use futures_util::{SinkExt as _, Stream, future::LocalBoxFuture};
use socket2::{Domain, SockRef, Socket, Type};
use tokio::{net::TcpStream, time::timeout};

use super::peer::Peer;

/// Timeout for writing the whole response to a handshake.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// Timeout for the client to close its end after we have closed ours.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);
/// Timeout of idle connections, and for receiving the head of a request.
const IDLE_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum bytes per read.
const READ_BYTES: usize = 4096;

/// The session of an accepted handshake, as an extension of the response.
pub(super) struct Accepted(Box<dyn FnOnce(Peer, Incoming) -> LocalBoxFuture<'static, ()>>);

/// Marks a request whose connection can be taken over. actix-http's conditions for that are stricter than the check of the
/// handshake; any other connection stays with HTTP, which would parse what follows the 101 as requests.
pub(super) struct Leaving;

impl Accepted {
    pub(super) fn new<F>(run: impl FnOnce(Peer, Incoming) -> F + 'static) -> Self
    where
        F: Future<Output = ()> + 'static,
    {
        Self(Box::new(|peer, incoming| Box::pin(run(peer, incoming))))
    }
}

/// Maximum number of connections waiting to be accepted. After an outage, all clients reconnect at the same time.
const BACKLOG: i32 = 4096;

/// Listens on those of the addresses that are available, on at least one.
pub fn listen(addresses: impl ToSocketAddrs) -> io::Result<Vec<TcpListener>> {
    let mut listeners = vec![];
    let mut failure = None;
    for address in addresses.to_socket_addrs()? {
        match listen_on(address) {
            Ok(listener) => listeners.push(listener),
            Err(error) => failure = Some(error),
        }
    }
    if listeners.is_empty() {
        return Err(failure.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into()));
    }
    Ok(listeners)
}

fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // Connections of the previous process may still be closing.
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    Ok(socket.into())
}

/// Serves the application, which must include the gateway's routes. `builder` holds the number of workers and other settings.
pub fn serve<F, A, S, B>(
    listeners: Vec<TcpListener>,
    mut builder: ServerBuilder,
    application: F,
) -> io::Result<Server>
where
    F: Fn() -> A + Send + Clone + 'static,
    A: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error>
        + 'static,
    S::InitError: Debug,
    B: MessageBody + 'static,
{
    let shutdown = builder.graceful_shutdown_signal();
    let service = move || {
        // Handshakes and all other requests of a worker share one application.
        let shared = Rc::new(OnceCell::new());
        let handshakes = Rc::clone(&shared);
        let factory = Rc::new(map_config(application().into_factory(), |()| {
            AppConfig::default()
        }));
        let requests = fn_factory(move || {
            let (factory, shared) = (Rc::clone(&factory), Rc::clone(&shared));
            async move {
                let service = Rc::new(factory.new_service(()).await?);
                Ok::<_, S::InitError>(Rc::clone(shared.get_or_init(|| service)))
            }
        });
        let upgrade = fn_service(move |(request, connection): (Request, _)| {
            let service = handshakes.get().map(Rc::clone);
            request.extensions_mut().insert(Leaving);
            async move {
                let service = service.expect("connections come after the start");
                answer(service.call(request).await, connection).await;
                Ok::<_, Error>(())
            }
        });
        let shutdown = shutdown.clone();
        HttpService::build()
            .graceful_shutdown_signal(move || {
                let shutdown = shutdown.clone();
                async move { shutdown.notified().await }
            })
            // `HttpServer`'s defaults.
            .keep_alive(IDLE_TIMEOUT)
            .client_request_timeout(IDLE_TIMEOUT)
            // Without this, a client whose upload is refused gets a reset instead of the response.
            .client_disconnect_timeout(CLOSE_TIMEOUT)
            // Otherwise the end of a response sent in several writes waits for the client's acknowledgement: 40 ms on Linux.
            .tcp_nodelay(true)
            .upgrade(upgrade)
            .finish(requests)
            .tcp()
    };
    for listener in listeners {
        builder = builder.listen("site", listener, service.clone())?;
    }
    Ok(builder.run())
}

/// Writes the response to a handshake, then runs the session if it was accepted.
async fn answer<B>(
    answered: Result<ServiceResponse<B>, Error>,
    mut connection: Framed<TcpStream, h1::Codec>,
) where
    B: MessageBody + 'static,
{
    let mut response: Response<BoxBody> = match answered {
        Ok(response) => Response::from(response).map_into_boxed_body(),
        Err(error) => error.into(),
    };
    let mut accepted = None;
    let run = response.extensions_mut().remove::<Accepted>();
    if let Some(run) = run {
        match Peer::of(connection.io_ref()) {
            Ok(peer) => accepted = Some((peer, run)),
            Err(error) => {
                tracing::warn!(%error, "cannot set up a socket");
                response = Response::new(StatusCode::SERVICE_UNAVAILABLE);
            }
        }
    }
    if accepted.is_none() {
        let head = response.head_mut();
        head.set_connection_type(ConnectionType::Close);
        // The codec would announce chunks but not write them. Without chunks, the body ends with the connection.
        head.no_chunking(true);
    }
    match timeout(WRITE_TIMEOUT, write(&mut connection, response)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::debug!(%error, "cannot write the response to a handshake");
            return;
        }
        Err(_) => {
            tracing::debug!("writing the response to a handshake timed out");
            return;
        }
    }
    let incoming = Incoming::after(connection);
    let Some((peer, Accepted(run))) = accepted else {
        close(&incoming.stream).await;
        return;
    };
    let stream = Rc::clone(&incoming.stream);
    run(peer, incoming).await;
    close(&stream).await;
}

async fn write(
    connection: &mut Framed<TcpStream, h1::Codec>,
    response: Response<BoxBody>,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut taken = None;
    let head = response.map_body(|_, body| taken = Some(body));
    let body = taken.expect("every response has a body");
    let size = body.size();
    connection.send(h1::Message::Item((head, size))).await?;
    if matches!(size, BodySize::None | BodySize::Sized(0)) {
        return Ok(());
    }
    let mut body = std::pin::pin!(body);
    while let Some(chunk) = std::future::poll_fn(|context| body.as_mut().poll_next(context)).await {
        let chunk = h1::Message::Chunk(Some(chunk?));
        connection.send(chunk).await?;
    }
    Ok(connection.send(h1::Message::Chunk(None)).await?)
}

/// Closes our end, then reads until the client closes its own. Closing with unread input would reset the connection, and the
/// client could lose our last bytes.
async fn close(stream: &TcpStream) {
    let _ = SockRef::from(stream).shutdown(Shutdown::Write);
    let closed = async {
        while stream.readable().await.is_ok() {
            match stream.try_read(&mut [0; READ_BYTES]) {
                Ok(0) => break,
                Err(error) if error.kind() != io::ErrorKind::WouldBlock => break,
                _ => {}
            }
        }
    };
    let _ = timeout(CLOSE_TIMEOUT, closed).await;
}

/// The client's input after the handshake.
pub(super) struct Incoming {
    stream: Rc<TcpStream>,
    /// Input received together with the handshake.
    early: Bytes,
}

impl Incoming {
    fn after(handshake: Framed<TcpStream, h1::Codec>) -> Self {
        let FramedParts { io, read_buf, .. } = handshake.into_parts();
        Self {
            stream: Rc::new(io),
            // A copy, so that the buffer is freed.
            early: Bytes::copy_from_slice(&read_buf),
        }
    }
}

impl Stream for Incoming {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if !this.early.is_empty() {
            return Poll::Ready(Some(Ok(std::mem::take(&mut this.early))));
        }
        let mut bytes = [0; READ_BYTES];
        loop {
            if let Err(error) = ready!(this.stream.poll_read_ready(context)) {
                return Poll::Ready(Some(Err(error.into())));
            }
            match this.stream.try_read(&mut bytes) {
                Ok(0) => return Poll::Ready(None),
                Ok(count) => return Poll::Ready(Some(Ok(Bytes::copy_from_slice(&bytes[..count])))),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Some(Err(error.into()))),
            }
        }
    }
}

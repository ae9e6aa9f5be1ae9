//! What an operator or a test may set.

use std::{net::IpAddr, time::Duration};

use actix_web::HttpRequest;

/// Which pages may open a socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origins {
    /// Pages of the address the request was made to, and of these origins
    /// (`https://auction.example`), compared whole.
    Ours(Vec<String>),
    /// Every page; for protocol tests alone.
    Any,
}

/// Limits and times of the gateway; the defaults are the protocol's.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Time between an answered ping and the next one.
    pub ping_interval: Duration,
    /// How long a ping may go unanswered.
    pub ping_timeout: Duration,
    /// How long a socket may stay open without entering a namespace.
    pub connect_timeout: Duration,
    /// How long a connection may leave waiting packets untaken.
    pub stall_timeout: Duration,
    /// Bytes of an incoming message, its fragments together.
    pub max_payload: usize,
    /// Sockets open at once from one address.
    pub sockets_per_address: usize,
    /// Catalogs one socket may be in at once.
    pub joins_per_socket: usize,
    /// Chat messages one person may send within [`chat_window`](Self::chat_window).
    pub chat_burst: usize,
    /// See [`chat_burst`](Self::chat_burst).
    pub chat_window: Duration,
    /// Which `Origin` headers are accepted. A request without one is no browser's and passes.
    pub origins: Origins,
    /// Whose address a request counts under; behind a trusted proxy that is not the peer's.
    pub client_address: fn(&HttpRequest) -> Option<IpAddr>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ping_interval: Duration::from_secs(25),
            ping_timeout: Duration::from_secs(20),
            connect_timeout: Duration::from_secs(20),
            stall_timeout: Duration::from_secs(10),
            max_payload: 64 * 1024,
            sockets_per_address: 100,
            joins_per_socket: 20,
            chat_burst: 5,
            chat_window: Duration::from_secs(10),
            origins: Origins::Ours(Vec::new()),
            client_address: |request| request.peer_addr().map(|address| address.ip()),
        }
    }
}

impl Settings {
    /// Time between two looks at the sockets' deadlines: fine enough that none is missed by more
    /// than a quarter of a second, or by a tenth of the shortest time set.
    pub(super) fn tick(&self) -> Duration {
        let shortest = [
            self.ping_interval,
            self.ping_timeout,
            self.connect_timeout,
            self.stall_timeout,
        ]
        .into_iter()
        .min()
        .unwrap_or(self.ping_timeout);
        (shortest / 10).clamp(Duration::from_millis(5), Duration::from_millis(250))
    }
}

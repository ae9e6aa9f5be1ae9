//! Settings of the gateway, for operators and tests.

use std::{net::IpAddr, time::Duration};

use actix_web::HttpRequest;

/// Web origins that may open a socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origins {
    /// Pages of the requested host, and of these origins (`https://auction.example`), matched exactly.
    Ours(Vec<String>),
    /// Every origin; only for protocol tests.
    Any,
}

/// Who opens a socket, as far as the handshake shows: what the limits count it by.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Opener {
    /// None is not counted.
    pub address: Option<IpAddr>,
    /// Someone whom the application knows. Their sockets are counted apart, so that strangers at the same address cannot use up
    /// their places.
    pub known: Option<i64>,
}

/// Limits and timeouts of the gateway; the defaults are the protocol's.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Time between an answered ping and the next one.
    pub ping_interval: Duration,
    /// How long a ping may go unanswered.
    pub ping_timeout: Duration,
    /// How long a socket may stay open without entering a namespace.
    pub connect_timeout: Duration,
    /// How long a connection may refuse pending packets.
    pub stall_timeout: Duration,
    /// How long a round of updates may give way to commands, per socket that it serves. The default is about three times as
    /// long as a write takes, so that rounds take about four times as long at most.
    pub yield_per_socket: Duration,
    /// Maximum bytes of an incoming frame, and of a message with all its fragments.
    pub max_payload: usize,
    /// Maximum bytes of incomplete frames and messages that the sockets counted together hold.
    pub unread_together: usize,
    pub sockets_per_address: usize,
    /// Maximum number of open sockets of someone known that are not counted by their address.
    pub sockets_of_known: usize,
    /// Maximum number of catalogs a socket may join at a time.
    pub joins_per_socket: usize,
    /// Maximum number of chat messages per person within [`chat_window`](Self::chat_window).
    pub chat_burst: usize,
    /// See [`chat_burst`](Self::chat_burst).
    pub chat_window: Duration,
    /// Accepted `Origin` headers. A request without one does not come from a browser and passes.
    pub origins: Origins,
    /// Determines who opens a socket; behind a trusted proxy their address is not the peer's.
    pub opener: fn(&HttpRequest) -> Opener,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            ping_interval: Duration::from_secs(25),
            ping_timeout: Duration::from_secs(20),
            connect_timeout: Duration::from_secs(20),
            stall_timeout: Duration::from_secs(10),
            yield_per_socket: Duration::from_micros(24),
            max_payload: 64 * 1024,
            unread_together: 4 * 1024 * 1024,
            sockets_per_address: 100,
            sockets_of_known: 50,
            joins_per_socket: 20,
            chat_burst: 5,
            chat_window: Duration::from_secs(10),
            origins: Origins::Ours(Vec::new()),
            opener: |request| Opener {
                address: request.peer_addr().map(|address| address.ip()),
                known: None,
            },
        }
    }
}

impl Settings {
    /// Time between checks of the sockets' deadlines: no deadline is missed by more than a quarter of a second or a
    /// tenth of the shortest timeout.
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

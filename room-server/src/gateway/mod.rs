//! The Socket.IO gateway: rooms and notifications over WebSockets, as `docs/protocol.md` describes.
//!
//! # Layers
//! `server` takes the connection of an accepted handshake out of HTTP. [`engine`] is Engine.IO on [`actix_web_actors`]: one
//! actor per connection, which handles incoming messages and decides when the connection ends. All output leaves through the
//! connection's `outlet`. [`socket_io`] is Socket.IO on top: namespaces, events, attachments, in the packets of [`codec`].
//! `namespaces` is the auction: `/Chat` and `/Notify`, which call the application through [`Backend`]. The application reaches
//! sockets only through [`Hub`].
//!
//! # How an update reaches four thousand sockets
//! 1. [`Hub::publish_lot`] encodes the packet once and puts it into the *log* of the catalog's room, replacing that lot's
//!    previous state: the log holds one entry per subject, newest last. Then it notifies each worker thread with members in
//!    the room, only once until that worker checks the log. The publisher's cost does not depend on the number of sockets.
//! 2. The worker's task serves the rooms in turn, 64 members a step (`rounds`). Before a step it may yield to commands in
//!    progress ([`CommandPriority`](crate::CommandPriority)), for about three times as long as the step's writes take. Between
//!    steps it handles other requests.
//! 3. For each member it reads the log from the member's *cursor* on and writes those frames to the socket. The frames already
//!    include the WebSocket header, and their bytes are shared. The session's task is not woken.
//!
//! So the only per-member queue is a number: a room keeps the newest states, and a member its read position. If members read
//! to the end between two updates, each update is sent. If the server cannot keep up, updates published within one round of
//! its members replace each other in the log, and every member gets the newest states in its turn: at any rate of updates,
//! the delay is that of one pass over the worker's rooms, with its waits. If one connection cannot keep up, only what was read from the log last waits in its outlet;
//! its cursor stays behind, at no cost to others, until the socket is writable again. A client with too much to read is not
//! read from either, and its requests wait.
//!
//! Chat messages must not replace each other. A room keeps the last 256, and a member further behind is disconnected.
//!
//! # Timeouts
//! A worker checks its sockets' deadlines with one timer. It cuts a connection whose socket has accepted nothing for
//! [`Settings::stall_timeout`], and closes one that does not answer a ping. The kernel drops a peer that acknowledges nothing for as
//! long as a ping may go unanswered (`TCP_USER_TIMEOUT`), and buffers little unsent data (`TCP_NOTSENT_LOWAT`).
//!
//! # Joining
//! A socket first subscribes to the room, then requests the snapshot, then reads the log from its subscription on, or from
//! before the first state newer than the snapshot. It may receive a state twice, which the version reveals, and never ends
//! with a state older than the last published one.
//!
//! # Metrics
//! `gateway_sessions`, `gateway_broadcast_lag_seconds` (publication to write, sampled), `gateway_updates_sent_total`,
//! `gateway_updates_replaced_total`, `gateway_stalled_total`, `gateway_notices_dropped_total`.

use std::sync::Arc;

use actix_web::web::ServiceConfig;

mod attention;
mod backend;
mod bus;
pub mod codec;
pub mod engine;
mod events;
mod frames;
mod hub;
mod inbox;
mod namespaces;
mod outlet;
mod peer;
mod relay;
mod room;
mod rounds;
mod server;
mod settings;
mod shard;
pub mod socket_io;
#[cfg(feature = "testing")]
pub mod testing;
mod time;

pub use attention::{Attention, LotLooks};
pub use backend::{Backend, Identity, Snapshot};
pub use hub::Hub;
#[cfg(feature = "testing")]
pub use hub::OpenRoom;
pub use relay::{Members, News, Relay};
pub use server::{listen, serve};
pub use settings::{Opener, Origins, Settings};
pub use wire::{CHAT_CHARACTERS, CatalogHead, Refused};

/// Serves the gateway at `/socket.io/`: `App::new().configure(gateway::routes(hub, backend))`, on a server started by [`serve`].
pub fn routes(hub: Hub, backend: Arc<dyn Backend>) -> impl FnOnce(&mut ServiceConfig) {
    let max_payload = hub.settings().max_payload;
    engine::endpoint("/socket.io", hub, move || {
        let auction = namespaces::Auction::new(Arc::clone(&backend));
        socket_io::SocketIo::new(auction, max_payload)
    })
}

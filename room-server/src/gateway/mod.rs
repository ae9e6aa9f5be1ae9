//! The Socket.IO gateway: rooms and notifications over WebSockets, as `protocol.md` describes.
//!
//! # Layers
//! [`engine`] is Engine.IO on [`actix_web_actors`]: one actor a connection, heartbeat, closing.
//! [`socket_io`] is Socket.IO on top: namespaces, events, attachments, by the packets of [`codec`].
//! `namespaces` is the auction: `/Chat` and `/Notify`, which ask the application through
//! [`Backend`]. The application in turn speaks to sockets through [`Hub`] alone.
//!
//! # How an update reaches four thousand sockets
//! 1. [`Hub::publish_lot`] encodes the packet once and puts it into the *log* of the catalog's room
//!    in place of that lot's former state: the log holds one entry a subject, newest last. Then it
//!    tells each worker thread that has members there, once, however much is published before that
//!    worker looks. The cost for the publisher does not depend on the number of sockets.
//! 2. The worker's task marks its members of the room as *poked*, which wakes their sessions; a
//!    session already awake is only marked. All this is on the worker's own thread, without locks,
//!    and a few sessions at a time, so that requests on the same worker need not wait for a round.
//! 3. Each session, when its turn comes, reads from its *cursor* to the end of the log, and queues
//!    those frames, shared bytes, for one write.
//!
//! So nothing is queued per session but a number: a room keeps what is newest, a member how far it
//! has read. If members are read to the end between two updates, each update is sent. If the server
//! cannot keep up, updates published within one round of its sessions replace each other in the log
//! and every session takes what is newest at its own turn: the delay stays one round, whatever the
//! rate. If one connection cannot keep up, actix-http stops polling its session when 32 KiB wait to
//! be written, and its cursor stays behind at no cost to anybody.
//!
//! Chat messages must not replace each other. A room keeps the last 256, and a member further
//! behind than that is disconnected.
//!
//! # Ends
//! A worker looks at its sockets' deadlines with one timer. A connection that was poked and has
//! taken nothing for [`Settings::stall_timeout`] is cut through a second handle to its TCP socket
//! ([`on_connect`]), because its frozen session can do nothing itself; so is one that leaves a ping
//! unanswered. The kernel gives up a peer that acknowledges nothing for as long as a ping may go
//! unanswered (`TCP_USER_TIMEOUT`), and holds little unsent (`TCP_NOTSENT_LOWAT`).
//!
//! # Joining
//! A socket subscribes to the room first, then asks for the snapshot, then reads the log from where
//! it subscribed, or from before the first state newer than the snapshot. It may see a state twice,
//! which its version tells, and never ends with an older one than was published.
//!
//! # Metrics
//! `gateway_sessions`, `gateway_broadcast_lag_seconds` (publication to write, sampled),
//! `gateway_updates_sent_total`, `gateway_updates_replaced_total`, `gateway_stalled_total`,
//! `gateway_notices_dropped_total`.

use std::sync::Arc;

use actix_web::web::ServiceConfig;

mod backend;
mod bus;
pub mod codec;
pub mod engine;
mod events;
mod hub;
mod inbox;
mod namespaces;
mod peer;
mod room;
mod settings;
mod shard;
pub mod socket_io;
#[cfg(feature = "testing")]
pub mod testing;
mod time;

pub use backend::{Backend, CatalogHead, Identity, Refused, Snapshot};
pub use hub::{Hub, OpenRoom};
pub use peer::on_connect;
pub use settings::{Origins, Settings};

/// Serves the gateway at `/socket.io/`: `App::new().configure(gateway::routes(hub, backend))`, on a
/// server with `.on_connect(gateway::on_connect)`.
pub fn routes(hub: Hub, backend: Arc<dyn Backend>) -> impl FnOnce(&mut ServiceConfig) {
    let max_payload = hub.settings().max_payload;
    engine::endpoint("/socket.io", hub, move || {
        let auction = namespaces::Auction::new(Arc::clone(&backend));
        socket_io::SocketIo::new(auction, max_payload)
    })
}

//! The TCP side of a connection, which actix-web does not expose after the upgrade to a WebSocket.

use std::{any::Any, io, net::Shutdown, sync::Arc, time::Duration};

use actix_web::dev::Extensions;
use socket2::{SockRef, Socket};
use tokio::net::TcpStream;

/// Maximum unsent bytes in the kernel per socket. Beyond that, updates wait in the room's log, where newer states
/// replace older ones; in a kernel buffer they cannot.
const UNSENT_BYTES: u32 = 16 * 1024;

/// A second handle to the connection's socket, kept for the connection's lifetime. Frames are written through it, and the
/// connection can be cut through it.
#[derive(Clone)]
pub(super) struct Peer(pub(super) Arc<Socket>);

/// Keeps a second handle to each connection's socket, at the cost of one file descriptor. Pass it to
/// [`HttpServer::on_connect`](actix_web::HttpServer::on_connect) of every server that serves the gateway.
pub fn on_connect(io: &dyn Any, connection: &mut Extensions) {
    let Some(stream) = io.downcast_ref::<TcpStream>() else {
        return;
    };
    match SockRef::from(stream).try_clone() {
        Ok(socket) => {
            connection.insert(Peer(Arc::new(socket)));
        }
        // Out of descriptors. The request is still served, but an upgrade to a WebSocket is refused.
        Err(error) => tracing::warn!(%error, "cannot keep a handle to a connection"),
    }
}

impl Peer {
    /// Configures the socket for a WebSocket: packets are sent immediately, the kernel buffers little, and a peer that
    /// acknowledges nothing for `user_timeout` is dropped, even if it closed its window.
    pub(super) fn prepare(&self, user_timeout: Duration) -> io::Result<()> {
        self.0.set_tcp_nodelay(true)?;
        #[cfg(target_os = "linux")]
        {
            self.0.set_tcp_user_timeout(Some(user_timeout))?;
            self.0.set_tcp_notsent_lowat(UNSENT_BYTES)?;
        }
        Ok(())
    }
}

/// Ends a connection immediately and frees the kernel's unsent data.
pub(super) fn cut(socket: &Socket) {
    // Both fail only if the connection is already gone.
    let _ = socket.set_linger(Some(Duration::ZERO));
    let _ = socket.shutdown(Shutdown::Both);
}

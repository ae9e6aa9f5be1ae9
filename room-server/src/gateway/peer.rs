//! The TCP side of a connection: what actix-web keeps to itself once a socket is a WebSocket.

use std::{any::Any, io, net::Shutdown, sync::Arc, time::Duration};

use actix_web::dev::Extensions;
use socket2::{SockRef, Socket};
use tokio::net::TcpStream;

/// Unsent bytes the kernel may hold for one socket. Beyond them updates wait in the room's log,
/// where a newer state replaces an older one, instead of in a buffer where it cannot.
const UNSENT_BYTES: u32 = 16 * 1024;

/// A second handle to the connection's socket, kept as long as the connection lives.
///
/// A peer that stops reading freezes its session: actix-http polls a response body only while its
/// write buffer has room. Nothing inside the session can end it then; shutting the socket down from
/// outside does.
#[derive(Clone)]
pub(super) struct Peer(pub(super) Arc<Socket>);

/// To be given to [`HttpServer::on_connect`](actix_web::HttpServer::on_connect) of every server that
/// serves the gateway. Costs each connection a second file descriptor.
pub fn on_connect(io: &dyn Any, connection: &mut Extensions) {
    let Some(stream) = io.downcast_ref::<TcpStream>() else {
        return;
    };
    match SockRef::from(stream).try_clone() {
        Ok(socket) => {
            connection.insert(Peer(Arc::new(socket)));
        }
        // Out of descriptors. The request is served; an upgrade to a WebSocket is refused.
        Err(error) => tracing::warn!(%error, "cannot keep a handle to a connection"),
    }
}

impl Peer {
    /// Sets what a WebSocket needs: packets leave at once, little waits in the kernel, and a peer
    /// that acknowledges nothing for `user_timeout` is given up, even if it closed its window.
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

/// Ends a connection at once and frees what the kernel still holds to send.
pub(super) fn cut(socket: &Socket) {
    // Both fail only if the connection is gone already.
    let _ = socket.set_linger(Some(Duration::ZERO));
    let _ = socket.shutdown(Shutdown::Both);
}

//! The socket of a connection.

use std::{io, net::Shutdown, sync::Arc, time::Duration};

use socket2::{SockRef, Socket};
use tokio::net::TcpStream;

/// Maximum unsent bytes in the kernel per socket. Beyond that, updates wait in the room's log, where newer states
/// replace older ones; in a kernel buffer they cannot.
const UNSENT_BYTES: u32 = 16 * 1024;

/// A second handle to the connection's socket, kept for the session's lifetime, at the cost of one file descriptor. Frames are
/// written through it, and the connection can be cut through it.
#[derive(Clone)]
pub(super) struct Peer(pub(super) Arc<Socket>);

impl Peer {
    /// Fails when no more files can be opened.
    pub(super) fn of(stream: &TcpStream) -> io::Result<Self> {
        Ok(Self(Arc::new(SockRef::from(stream).try_clone()?)))
    }

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

//! Connections without a network, for tests: the client's frames arrive as a stream, and the server's leave through a
//! socket pair.

use std::{
    io,
    os::unix::net::UnixStream,
    rc::Rc,
    sync::{Arc, Weak},
};

use actix_web::error::PayloadError;
use bytes::Bytes;
use futures_util::Stream;
use socket2::Socket;
use tokio::net;

use super::{
    backend::Backend, engine::Session, hub::Hub, namespaces::Auction, peer::Peer, settings::Opener,
    shard::Shard, socket_io::SocketIo,
};

/// Raised by the kernel to its minimum, so that a client that does not read blocks early.
const SENT_BYTES: usize = 1;

/// The gateway on one worker thread: the current thread, which must run an actix system.
pub struct Worker {
    shard: Rc<Shard>,
    backend: Arc<dyn Backend>,
}

/// The client's end of an open connection.
pub struct Wire {
    ours: Weak<Socket>,
    theirs: net::UnixStream,
}

impl Wire {
    /// Waits for bytes from the gateway and appends them to `bytes`. Returns false once the connection has ended.
    pub async fn read(&self, bytes: &mut Vec<u8>) -> io::Result<bool> {
        let mut chunk = [0; 4096];
        loop {
            self.theirs.readable().await?;
            match self.theirs.try_read(&mut chunk) {
                Ok(count) => {
                    bytes.extend_from_slice(&chunk[..count]);
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Whether the gateway has ended the connection, even if the client has not read everything yet.
    pub fn is_cut(&self) -> bool {
        self.ours.upgrade().is_none_or(|ours| {
            let mut nothing = [std::mem::MaybeUninit::uninit()];
            matches!(ours.peek(&mut nothing), Ok(0))
        })
    }
}

impl Worker {
    pub fn start(hub: Hub, backend: Arc<dyn Backend>) -> Self {
        Self {
            shard: Shard::start(hub),
            backend,
        }
    }

    /// Opens a connection that has completed the WebSocket handshake.
    pub fn connect<S>(&self, incoming: S) -> io::Result<Wire>
    where
        S: Stream<Item = Result<Bytes, PayloadError>> + Unpin + 'static,
    {
        let (ours, theirs) = UnixStream::pair()?;
        ours.set_nonblocking(true)?;
        theirs.set_nonblocking(true)?;
        let ours = Socket::from(ours);
        ours.set_send_buffer_size(SENT_BYTES)?;
        let peer = Peer(Arc::new(ours));
        let wire = Wire {
            ours: Arc::downgrade(&peer.0),
            theirs: net::UnixStream::from_std(theirs)?,
        };
        let admission = self
            .shard
            .hub()
            .admit(Opener::default())
            .expect("a connection without an address is admitted");
        let max_payload = self.shard.hub().settings().max_payload;
        let auction = Auction::new(Arc::clone(&self.backend));
        let session = Session::new(
            SocketIo::new(auction, max_payload),
            &peer,
            &self.shard,
            admission,
        );
        actix_web::rt::spawn(async move {
            session.run_on(incoming).await;
            drop(peer);
        });
        Ok(wire)
    }
}

//! Connections without a network, for tests: the client's frames arrive as one stream, and the server's leave as
//! another.

use std::{io, os::unix::net::UnixStream, rc::Rc, sync::Arc};

use actix_web::{Error, error::PayloadError};
use bytes::Bytes;
use futures_util::Stream;

use super::{
    backend::Backend, engine::Session, hub::Hub, namespaces::Auction, peer::Peer, settings::Opener,
    shard::Shard, socket_io::SocketIo,
};

/// The gateway on one worker thread: the current thread, which must run an actix system.
pub struct Worker {
    shard: Rc<Shard>,
    backend: Arc<dyn Backend>,
}

/// Both ends of an open connection.
pub struct Wire {
    ours: Peer,
    theirs: UnixStream,
}

impl Wire {
    /// Whether the gateway has cut the connection.
    pub fn is_cut(&self) -> bool {
        use io::Read as _;
        matches!((&self.theirs).read(&mut [0]), Ok(0))
    }
}

impl Worker {
    pub fn start(hub: Hub, backend: Arc<dyn Backend>) -> Self {
        Self {
            shard: Shard::start(hub),
            backend,
        }
    }

    /// Opens a connection that has completed the WebSocket handshake. Its session runs only while the returned stream
    /// is polled: a client that stops reading stops its session.
    pub fn connect<S>(
        &self,
        incoming: S,
    ) -> io::Result<(impl Stream<Item = Result<Bytes, Error>> + use<S>, Wire)>
    where
        S: Stream<Item = Result<Bytes, PayloadError>> + Unpin + 'static,
    {
        let (ours, theirs) = UnixStream::pair()?;
        theirs.set_nonblocking(true)?;
        let wire = Wire {
            ours: Peer(Arc::new(ours.into())),
            theirs,
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
            &wire.ours,
            &self.shard,
            admission,
        );
        Ok((session.serve(incoming), wire))
    }
}

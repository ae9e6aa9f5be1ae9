//! What a connection sends. Everything but HTTP's answer to the handshake leaves through its [`Outlet`].
//!
//! actix-http could write a session's frames too: it polls the session as the body of a response. But then each update
//! would wake the task of each connection, poll HTTP's whole state machine, and copy the frame into a buffer of the
//! connection. The outlet writes shared bytes to the socket from the worker's loop instead, and keeps only what the socket
//! does not take at once.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    io::{self, IoSlice},
    sync::{Arc, Weak},
    task::{Context, Poll, Waker},
    time::Instant,
};

use actix_http::ws::{OpCode, Parser};
use bytes::{Buf as _, Bytes, BytesMut};
use socket2::Socket;
use tokio::task::AbortHandle;

/// A client that has this many bytes to read is not listened to until it has read them.
const FULL_BYTES: usize = 32 * 1024;
/// Frames passed to the kernel in one call; more than wait for a client that keeps up.
const FRAMES_TOGETHER: usize = 16;

/// A WebSocket frame as it goes over the wire. A server's frames are not masked (RFC 6455, section 5.1), so all sockets
/// share one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Frame(Bytes);

impl Frame {
    pub(super) fn text(text: &str) -> Self {
        Self::whole(OpCode::Text, text.as_bytes())
    }

    pub(super) fn binary(bytes: &[u8]) -> Self {
        Self::whole(OpCode::Binary, bytes)
    }

    pub(super) fn pong(bytes: &[u8]) -> Self {
        Self::whole(OpCode::Pong, bytes)
    }

    fn close() -> Self {
        Self::whole(OpCode::Close, b"")
    }

    fn whole(kind: OpCode, payload: &[u8]) -> Self {
        let mut bytes = BytesMut::new();
        Parser::write_message(&mut bytes, payload, kind, true, false);
        Self(bytes.freeze())
    }

    /// The text of a short frame.
    #[cfg(test)]
    pub(super) fn payload(&self) -> &str {
        std::str::from_utf8(&self.0[2..]).expect("a short text")
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// How far a write came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// Nothing waits.
    All,
    /// The socket takes no more for now.
    Blocked,
    /// The connection is gone.
    Broken,
}

/// The sending half of a connection.
pub(super) struct Outlet {
    socket: Weak<Socket>,
    /// HTTP has answered the handshake. Nothing may be written before.
    is_open: Cell<bool>,
    /// The first may be partly written.
    queue: RefCell<VecDeque<Bytes>>,
    queued_bytes: Cell<usize>,
    /// The close frame is queued, and nothing may follow it.
    is_last: Cell<bool>,
    blocked_since: Cell<Option<Instant>>,
    /// The task that waits until the socket takes more.
    waiting: RefCell<Option<AbortHandle>>,
    /// Of the session, which reads no further while too much is queued.
    reader: Cell<Option<Waker>>,
}

impl Outlet {
    pub(super) fn new(socket: &Arc<Socket>) -> Self {
        Self {
            socket: Arc::downgrade(socket),
            is_open: Cell::new(false),
            queue: RefCell::default(),
            queued_bytes: Cell::new(0),
            is_last: Cell::new(false),
            blocked_since: Cell::new(None),
            waiting: RefCell::default(),
            reader: Cell::new(None),
        }
    }

    pub(super) fn socket(&self) -> &Weak<Socket> {
        &self.socket
    }

    /// The handshake has been answered.
    pub(super) fn open(&self) {
        self.is_open.set(true);
    }

    /// Queues a frame, unless the close frame is queued already.
    pub(super) fn queue(&self, frame: Frame) {
        if !self.is_last.get() {
            self.queued_bytes.set(self.queued_bytes.get() + frame.len());
            self.queue.borrow_mut().push_back(frame.0);
        }
    }

    /// Queues the close frame, once.
    pub(super) fn queue_last(&self) {
        if !self.is_last.get() {
            self.queue(Frame::close());
            self.is_last.set(true);
        }
    }

    /// Since when the socket has taken nothing.
    pub(super) fn blocked_since(&self) -> Option<Instant> {
        self.blocked_since.get()
    }

    /// Whether the client has too much to read already; then `context` is woken once it has read it.
    pub(super) fn poll_room(&self, context: &Context<'_>) -> Poll<()> {
        if self.queued_bytes.get() < FULL_BYTES {
            return Poll::Ready(());
        }
        self.reader.set(Some(context.waker().clone()));
        Poll::Pending
    }

    /// Writes what is queued, as far as the socket takes it.
    pub(super) fn write(&self) -> Written {
        if !self.is_open.get() || self.blocked_since.get().is_some() {
            return Written::Blocked;
        }
        let mut queue = self.queue.borrow_mut();
        if queue.is_empty() {
            return Written::All;
        }
        let Some(socket) = self.socket.upgrade() else {
            return Written::Broken;
        };
        while !queue.is_empty() {
            match send(&socket, &queue) {
                Ok(count) => {
                    self.queued_bytes.set(self.queued_bytes.get() - count);
                    advance(&mut queue, count);
                    self.resume_reader();
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.blocked_since.set(Some(super::time::now()));
                    return Written::Blocked;
                }
                Err(_) => return Written::Broken,
            }
        }
        Written::All
    }

    fn resume_reader(&self) {
        if self.queued_bytes.get() < FULL_BYTES
            && let Some(reader) = self.reader.take()
        {
            reader.wake();
        }
    }

    /// Keeps the task that waits until the socket takes more.
    pub(super) fn wait(&self, task: AbortHandle) {
        *self.waiting.borrow_mut() = Some(task);
    }

    /// The socket takes more.
    pub(super) fn unblock(&self) {
        self.blocked_since.set(None);
        self.waiting.borrow_mut().take();
    }

    /// Whether a write was refused and nobody waits until the socket takes more.
    pub(super) fn must_wait(&self) -> bool {
        self.blocked_since.get().is_some() && self.waiting.borrow().is_none()
    }

    /// Drops what is queued. The waiting task must end too, as it keeps the socket open.
    pub(super) fn close(&self) {
        self.is_last.set(true);
        self.queue.borrow_mut().clear();
        self.queued_bytes.set(0);
        if let Some(task) = self.waiting.borrow_mut().take() {
            task.abort();
        }
    }
}

fn send(socket: &Socket, queue: &VecDeque<Bytes>) -> io::Result<usize> {
    if let [only] = queue.as_slices().0
        && queue.len() == 1
    {
        return socket.send(only);
    }
    let mut slices = [IoSlice::new(&[]); FRAMES_TOGETHER];
    let mut count = 0;
    for (slice, bytes) in slices.iter_mut().zip(queue) {
        *slice = IoSlice::new(bytes);
        count += 1;
    }
    socket.send_vectored(&slices[..count])
}

/// Drops the first `count` bytes.
fn advance(queue: &mut VecDeque<Bytes>, mut count: usize) {
    while let Some(first) = queue.front_mut() {
        if count < first.len() {
            first.advance(count);
            return;
        }
        count -= first.len();
        queue.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Read as _, os::unix::net::UnixStream};

    use super::*;

    /// An open outlet to a socket with little room, and the other end.
    fn outlet() -> (Outlet, Arc<Socket>, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        ours.set_nonblocking(true).unwrap();
        theirs.set_nonblocking(true).unwrap();
        let ours = Arc::new(Socket::from(ours));
        ours.set_send_buffer_size(4096).unwrap();
        let outlet = Outlet::new(&ours);
        outlet.open();
        (outlet, ours, theirs)
    }

    fn read_all(mut from: &UnixStream) -> Vec<u8> {
        let mut bytes = Vec::new();
        let error = from.read_to_end(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        bytes
    }

    #[test]
    fn nothing_is_written_before_the_handshake_is_answered() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        ours.set_nonblocking(true).unwrap();
        theirs.set_nonblocking(true).unwrap();
        let ours = Arc::new(Socket::from(ours));
        let outlet = Outlet::new(&ours);
        outlet.queue(Frame::text("2"));
        assert_eq!(outlet.write(), Written::Blocked);
        assert_eq!(read_all(&theirs), b"");
        outlet.open();
        assert_eq!(outlet.write(), Written::All);
        assert_eq!(read_all(&theirs), b"\x81\x012");
    }

    #[test]
    fn frames_arrive_whole_and_in_order_however_little_the_socket_takes() {
        let (outlet, _ours, theirs) = outlet();
        let texts: Vec<String> = (0..200).map(|n| format!("{n}:").repeat(n + 1)).collect();
        let mut expected = Vec::new();
        for text in &texts {
            let frame = Frame::text(text);
            expected.extend_from_slice(&frame.0);
            outlet.queue(frame);
        }
        let mut blocked = 0;
        let mut received = Vec::new();
        while outlet.write() == Written::Blocked {
            blocked += 1;
            assert!(outlet.must_wait());
            received.extend(read_all(&theirs));
            outlet.unblock();
        }
        received.extend(read_all(&theirs));
        assert!(blocked > 1, "the socket took everything at once");
        assert_eq!(received, expected);
    }

    #[test]
    fn a_client_that_reads_nothing_is_not_listened_to() {
        let (outlet, _ours, theirs) = outlet();
        let waker = Waker::noop();
        let context = Context::from_waker(waker);
        assert!(outlet.poll_room(&context).is_ready());
        outlet.queue(Frame::binary(&vec![0; FULL_BYTES]));
        while outlet.write() == Written::Blocked {
            let is_full = outlet.queued_bytes.get() >= FULL_BYTES;
            assert_eq!(outlet.poll_room(&context).is_pending(), is_full);
            read_all(&theirs);
            outlet.unblock();
        }
        assert!(outlet.poll_room(&context).is_ready());
    }

    #[test]
    fn nothing_follows_the_close_frame() {
        let (outlet, ours, theirs) = outlet();
        outlet.queue_last();
        outlet.queue_last();
        outlet.queue(Frame::text("2"));
        assert_eq!(outlet.write(), Written::All);
        assert_eq!(read_all(&theirs), b"\x88\x00");
        drop(ours);
        assert_eq!(outlet.write(), Written::All);
    }

    #[test]
    fn a_broken_connection_takes_nothing() {
        let (outlet, _ours, theirs) = outlet();
        drop(theirs);
        outlet.queue(Frame::text("2"));
        assert_eq!(outlet.write(), Written::Broken);
    }
}

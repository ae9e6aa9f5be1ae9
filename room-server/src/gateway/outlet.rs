//! The sending side of a connection. Everything except the HTTP response to the handshake is written by its [`Outlet`].
//!
//! The session's task could write the frames as well. But each update would then wake every connection's task and copy the
//! frame into its buffer. The outlet writes shared bytes to the socket from the worker's loop instead, and keeps only what
//! the socket does not accept at once.

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

/// With this many bytes queued, nothing more is read from the client.
const FULL_BYTES: usize = 32 * 1024;
/// The same limit in frames: even an empty queued frame takes about 130 bytes.
const FULL_FRAMES: usize = 256;
/// Maximum number of frames per system call; a client that keeps up rarely has more waiting.
const FRAMES_TOGETHER: usize = 16;

/// An encoded WebSocket frame. Servers do not mask frames (RFC 6455, section 5.1), so all sockets can share one.
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

/// The outcome of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    /// The queue is empty.
    All,
    /// The socket accepts no more for now.
    Blocked,
    /// The connection is gone.
    Broken,
}

/// A connection's queue of frames and the handle they are written to.
pub(super) struct Outlet {
    socket: Weak<Socket>,
    /// The first entry may be partly written.
    queue: RefCell<VecDeque<Bytes>>,
    queued_bytes: Cell<usize>,
    /// The close frame is queued; nothing may follow it.
    is_last: Cell<bool>,
    blocked_since: Cell<Option<Instant>>,
    /// The task that waits for the socket to become writable.
    waiting: RefCell<Option<AbortHandle>>,
    /// Wakes the session, which stops reading while too much is queued.
    reader: Cell<Option<Waker>>,
}

impl Outlet {
    pub(super) fn new(socket: &Arc<Socket>) -> Self {
        Self {
            socket: Arc::downgrade(socket),
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

    /// When the socket stopped accepting data, if it has.
    pub(super) fn blocked_since(&self) -> Option<Instant> {
        self.blocked_since.get()
    }

    /// Ready unless too much is queued; wakes `context` when the queue has shrunk.
    pub(super) fn poll_room(&self, context: &Context<'_>) -> Poll<()> {
        if has_room(self.queued_bytes.get(), self.queue.borrow().len()) {
            return Poll::Ready(());
        }
        self.reader.set(Some(context.waker().clone()));
        Poll::Pending
    }

    /// Writes as much of the queue as the socket accepts.
    pub(super) fn write(&self) -> Written {
        if self.blocked_since.get().is_some() {
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
                    if has_room(self.queued_bytes.get(), queue.len())
                        && let Some(reader) = self.reader.take()
                    {
                        reader.wake();
                    }
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

    /// Registers the task that waits for the socket to become writable.
    pub(super) fn wait(&self, task: AbortHandle) {
        *self.waiting.borrow_mut() = Some(task);
    }

    /// The socket is writable again.
    pub(super) fn unblock(&self) {
        self.blocked_since.set(None);
        self.waiting.borrow_mut().take();
    }

    /// Whether the socket is blocked and no task is waiting for it yet.
    pub(super) fn must_wait(&self) -> bool {
        self.blocked_since.get().is_some() && self.waiting.borrow().is_none()
    }

    /// Drops the queue and ends the waiting task, which would keep the connection open.
    pub(super) fn close(&self) {
        self.is_last.set(true);
        self.queue.borrow_mut().clear();
        self.queued_bytes.set(0);
        if let Some(task) = self.waiting.borrow_mut().take() {
            task.abort();
        }
    }
}

fn has_room(bytes: usize, frames: usize) -> bool {
    bytes < FULL_BYTES && frames < FULL_FRAMES
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

    /// An outlet to a socket with a small buffer, and the other end.
    fn outlet() -> (Outlet, Arc<Socket>, UnixStream) {
        let (ours, theirs) = UnixStream::pair().unwrap();
        ours.set_nonblocking(true).unwrap();
        theirs.set_nonblocking(true).unwrap();
        let ours = Arc::new(Socket::from(ours));
        ours.set_send_buffer_size(4096).unwrap();
        (Outlet::new(&ours), ours, theirs)
    }

    fn read_all(mut from: &UnixStream) -> Vec<u8> {
        let mut bytes = Vec::new();
        let error = from.read_to_end(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        bytes
    }

    #[test]
    fn frames_arrive_whole_and_in_order_through_a_small_buffer() {
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
    fn reading_pauses_while_too_much_is_queued() {
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
    fn reading_pauses_while_too_many_frames_are_queued() {
        let (outlet, _ours, theirs) = outlet();
        let context = Context::from_waker(Waker::noop());
        for _ in 0..FULL_FRAMES {
            assert!(outlet.poll_room(&context).is_ready());
            outlet.queue(Frame::pong(b""));
        }
        assert!(outlet.poll_room(&context).is_pending());
        while outlet.write() == Written::Blocked {
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
    fn a_write_to_a_closed_connection_fails() {
        let (outlet, _ours, theirs) = outlet();
        drop(theirs);
        outlet.queue(Frame::text("2"));
        assert_eq!(outlet.write(), Written::Broken);
    }
}

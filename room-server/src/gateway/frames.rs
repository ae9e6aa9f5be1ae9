//! What a WebSocket client sends, one whole frame at a time.
//!
//! The decoder of actix-http checks a frame's length only once the frame has arrived, so a client could have the server
//! buffer as much as its header announces. [`Frames`] reads the header itself and refuses the frame at once. It also
//! reads no further while a whole frame waits, so a connection never holds more than one frame and the bytes that came
//! with its end, and it stops reading while the client has too much to read itself.

use std::{
    pin::Pin,
    rc::Rc,
    task::{Context, Poll, ready},
};

use actix_web::error::PayloadError;
use bytes::{Bytes, BytesMut};
use futures_util::Stream;

use super::{hub::Unread, shard::Handle};

/// Splits the bytes of a WebSocket into frames of at most `longest` bytes of payload. Ends with an error at a longer
/// one, and when the connections of this address together hold too much.
pub(super) struct Frames<S> {
    incoming: S,
    handle: Rc<Handle>,
    buffer: BytesMut,
    longest: usize,
    unread: Unread,
    /// The decoder has been handed a frame and must take it before it gets another.
    handed_over: bool,
}

impl<S> Frames<S> {
    pub(super) fn new(incoming: S, handle: Rc<Handle>, longest: usize, unread: Unread) -> Self {
        Self {
            incoming,
            handle,
            buffer: BytesMut::new(),
            longest,
            unread,
            handed_over: false,
        }
    }

    /// Takes the next frame if it is complete.
    fn frame(&mut self) -> Result<Option<Bytes>, PayloadError> {
        let Some((header, payload)) = announced(&self.buffer) else {
            return Ok(None);
        };
        let payload = usize::try_from(payload).unwrap_or(usize::MAX);
        if payload > self.longest {
            return Err(PayloadError::Overflow);
        }
        let length = header + payload;
        if self.buffer.len() < length {
            self.buffer.reserve(length - self.buffer.len());
            return Ok(None);
        }
        Ok(Some(self.buffer.split_to(length).freeze()))
    }
}

/// The lengths of the header and of the payload that the frame at the start of `bytes` announces; `None` while the
/// header is incomplete. RFC 6455, section 5.2; everything else about the header is the decoder's to check.
fn announced(bytes: &[u8]) -> Option<(usize, u64)> {
    let [_, second, rest @ ..] = bytes else {
        return None;
    };
    let (extended, payload) = match second & 0x7f {
        126 => (2, u64::from(u16::from_be_bytes(*rest.first_chunk()?))),
        127 => (8, u64::from_be_bytes(*rest.first_chunk()?)),
        short => (0, u64::from(short)),
    };
    let mask = if second & 0x80 == 0 { 0 } else { 4 };
    let header = 2 + extended + mask;
    (bytes.len() >= header).then_some((header, payload))
}

impl<S> Stream for Frames<S>
where
    S: Stream<Item = Result<Bytes, PayloadError>> + Unpin,
{
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        // The decoder reads until it must wait, and only then decodes. It wakes itself: it yields the frame.
        if std::mem::take(&mut this.handed_over) {
            return Poll::Pending;
        }
        // Otherwise answers could pile up for a client that does not read them.
        ready!(this.handle.outlet.poll_room(context));
        loop {
            match this.frame() {
                Ok(Some(frame)) => {
                    this.handed_over = true;
                    this.unread.hold(this.buffer.len());
                    return Poll::Ready(Some(Ok(frame)));
                }
                Ok(None) => {}
                Err(error) => return Poll::Ready(Some(Err(error))),
            }
            match Pin::new(&mut this.incoming).poll_next(context) {
                Poll::Ready(Some(Ok(chunk))) => {
                    this.buffer.extend_from_slice(&chunk);
                    if !this.unread.hold(this.buffer.len()) {
                        return Poll::Ready(Some(Err(PayloadError::Overflow)));
                    }
                }
                other => return other,
            }
        }
    }
}

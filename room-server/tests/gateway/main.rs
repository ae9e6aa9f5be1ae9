//! The gateway over real sockets, and its codec against another implementation.

#[path = "../../examples/conformance/echo.rs"]
mod echo;
mod support;

mod auction;
mod codec;
mod conformance;
mod handshake;
mod limits;
mod unread;

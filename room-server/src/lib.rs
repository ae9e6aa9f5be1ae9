//! Live auction rooms: the catalog actor, its journal, and the Socket.IO gateway.

pub mod gateway;

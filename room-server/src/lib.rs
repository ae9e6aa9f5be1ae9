//! room-server

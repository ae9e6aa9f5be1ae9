//! The gateway as the official protocol test suites of Engine.IO and Socket.IO expect a server:
//! `cargo run -p room-server --example conformance -- --port 3000`.

mod echo;

use actix_web::{App, dev::Server};
use clap::Parser;
use room_server::gateway;

/// Serves an Engine.IO echo at /engine.io/ and Socket.IO echoes at /socket.io/, on loopback.
#[derive(Parser)]
struct Arguments {
    /// Loopback port; the suites expect 3000.
    #[arg(long, default_value_t = 3000)]
    port: u16,
}

#[actix_web::main]
async fn main() -> std::io::Result<()> {
    let Arguments { port } = Arguments::parse();
    let hub = gateway::Hub::new(echo::settings());
    // The suites connect to `localhost`, which may resolve to IPv4 or IPv6.
    let listeners = gateway::listen(("localhost", port))?;
    let app = move || App::new().configure(echo::routes(hub.clone()));
    let server = gateway::serve(listeners, Server::build(), app)?;
    println!("ready: http://localhost:{port}");
    server.await
}

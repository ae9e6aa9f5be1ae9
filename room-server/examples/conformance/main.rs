//! The gateway as the official protocol test suites of Engine.IO and Socket.IO expect a server:
//! `cargo run -p room-server --example conformance -- --port 3000`.

mod echo;

use actix_web::HttpServer;
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
    let server =
        HttpServer::new(move || actix_web::App::new().configure(echo::routes(hub.clone())))
            .on_connect(gateway::on_connect)
            // The suites connect to `localhost`, which may resolve to IPv4 or IPv6; binding tries both.
            .bind(("localhost", port))?;
    println!("ready: http://localhost:{port}");
    server.run().await
}

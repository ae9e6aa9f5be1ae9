//! A way to a node's internal listener that a test can close.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use config::Config;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// What the other nodes know as the node's address. It leads to where the node listens, while it is open.
pub struct Door {
    outside: SocketAddr,
    inside: SocketAddr,
    carrying: JoinHandle<()>,
    load: Arc<Load>,
}

/// How many connections are open, and how many were at most.
#[derive(Default)]
struct Load {
    open: AtomicUsize,
    most: AtomicUsize,
}

impl Door {
    pub async fn open() -> Self {
        let door = TcpListener::bind("127.0.0.1:0").await.unwrap();
        // The node will listen there.
        let free = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (outside, inside) = (door.local_addr().unwrap(), free.local_addr().unwrap());
        let load = Arc::<Load>::default();
        let carrying = actix_web::rt::spawn(carry(door, inside, load.clone()));
        Self {
            outside,
            inside,
            carrying,
            load,
        }
    }

    /// The values of `NODE_ADDRESS` and `NODE_LISTEN`.
    pub fn addresses(&self) -> (String, String) {
        (self.outside.to_string(), self.inside.to_string())
    }

    pub fn lead_to(&self, config: &mut Config) {
        let node = config.node.as_mut().expect("one of several nodes");
        let (address, listen) = self.addresses();
        (node.address, node.listen) = (address, Some(listen));
    }

    /// Refuses new connections and breaks those that are open.
    pub fn close(&mut self) {
        self.carrying.abort();
    }

    pub async fn reopen(&mut self) {
        let door = TcpListener::bind(self.outside).await.unwrap();
        self.carrying = actix_web::rt::spawn(carry(door, self.inside, self.load.clone()));
    }

    /// How many connections were open at once.
    pub fn most_at_once(&self) -> usize {
        self.load.most.load(Ordering::Relaxed)
    }
}

/// Dropping it ends all connections.
async fn carry(door: TcpListener, inside: SocketAddr, load: Arc<Load>) {
    let mut connections = JoinSet::new();
    loop {
        let (mut outside, _) = door.accept().await.unwrap();
        let load = load.clone();
        connections.spawn(async move {
            let open = load.open.fetch_add(1, Ordering::Relaxed) + 1;
            load.most.fetch_max(open, Ordering::Relaxed);
            if let Ok(mut inside) = TcpStream::connect(inside).await {
                let _ = copy_bidirectional(&mut outside, &mut inside).await;
            }
            load.open.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

//! Requests to addresses that users gave.
//!
//! Anyone who submits an address makes this server connect to it, so it connects only to public hosts. The client
//! resolves names itself, checks the addresses, and connects to exactly those addresses: there is no second resolution
//! with another result. It follows no redirect.

mod addresses;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use async_trait::async_trait;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect;
use url::{Host, Url};

pub use addresses::is_public;

/// The network as this server sees it.
#[async_trait]
pub trait Network: Send + Sync {
    /// Resolves a name to addresses. Port 0 stands for the scheme's default port.
    async fn resolve(&self, name: &str) -> io::Result<Vec<SocketAddr>>;

    /// Whether the server may connect to this address.
    fn permits(&self, address: IpAddr) -> bool;
}

/// The internet.
pub struct Internet;

#[async_trait]
impl Network for Internet {
    async fn resolve(&self, name: &str) -> io::Result<Vec<SocketAddr>> {
        Ok(tokio::net::lookup_host((name, 0)).await?.collect())
    }

    fn permits(&self, address: IpAddr) -> bool {
        is_public(address)
    }
}

/// Resolves names to permitted addresses only.
struct Guard(Arc<dyn Network>);

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let network = self.0.clone();
        Box::pin(async move {
            let addresses = network.resolve(name.as_str()).await?;
            // A name with both public and private addresses is suspicious.
            if addresses.is_empty() || !addresses.iter().all(|a| network.permits(a.ip())) {
                return Err("not a public host".into());
            }
            Ok(Box::new(addresses.into_iter()) as Addrs)
        })
    }
}

/// The client for such requests. The caller checks the address with [`permits`] first, and sets time limits.
pub fn client(network: Arc<dyn Network>) -> reqwest::ClientBuilder {
    reqwest::Client::builder()
        .dns_resolver(Arc::new(Guard(network)))
        .redirect(redirect::Policy::none())
        // A proxy from the environment would resolve names itself.
        .no_proxy()
        .referer(false)
}

/// Whether a request may be sent to this address. Names pass: the client checks what they resolve to. Literal addresses
/// are not resolved, so the client does not see them.
pub fn permits(network: &dyn Network, address: &Url) -> bool {
    match address.host() {
        Some(Host::Ipv4(v4)) => network.permits(v4.into()),
        Some(Host::Ipv6(v6)) => network.permits(v6.into()),
        Some(Host::Domain(_)) => true,
        None => false,
    }
}

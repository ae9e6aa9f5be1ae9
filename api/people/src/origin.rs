//! The origin of requests.

use std::net::{IpAddr, Ipv6Addr};

/// Where a request came from.
#[derive(Debug, Clone)]
pub struct Origin {
    pub address: IpAddr,
    /// Truncated to 300 characters.
    pub user_agent: Option<String>,
    /// The browser's cookie of device marks, unverified.
    pub marks: Option<String>,
    pub request_id: String,
}

/// The unit that address limits count: a single IPv4 address, or a whole IPv6 /64, which belongs to one customer.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

//! Where requests come from.

use std::net::{IpAddr, Ipv6Addr};

/// Where a request came from.
#[derive(Debug, Clone)]
pub struct Origin {
    pub address: IpAddr,
    /// At most 300 characters of it.
    pub user_agent: Option<String>,
    pub request_id: String,
}

/// What a limit on addresses counts as one: of IPv6 the whole /64, all of which is one customer's.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 => v4,
    }
}

//! Tells public internet addresses from all others.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// Networks without public hosts.
const RESERVED_V4: [Ipv4Net; 15] = [
    v4([0, 0, 0, 0], 8),       // this network
    v4([10, 0, 0, 0], 8),      // private
    v4([100, 64, 0, 0], 10),   // carrier-grade NAT
    v4([127, 0, 0, 0], 8),     // loopback
    v4([169, 254, 0, 0], 16),  // link-local, including the metadata services of clouds
    v4([172, 16, 0, 0], 12),   // private
    v4([192, 0, 0, 0], 24),    // protocol assignments
    v4([192, 0, 2, 0], 24),    // documentation
    v4([192, 88, 99, 0], 24),  // 6to4 relays
    v4([192, 168, 0, 0], 16),  // private
    v4([198, 18, 0, 0], 15),   // benchmarking
    v4([198, 51, 100, 0], 24), // documentation
    v4([203, 0, 113, 0], 24),  // documentation
    v4([224, 0, 0, 0], 4),     // multicast
    v4([240, 0, 0, 0], 4),     // reserved, broadcast
];

/// Global unicast. All other IPv6 networks are loopback, unique local, link-local, multicast, discard or unassigned.
const GLOBAL_V6: Ipv6Net = v6([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);

/// Parts of global unicast without public hosts.
const RESERVED_V6: [Ipv6Net; 4] = [
    v6([0x2001, 0, 0, 0, 0, 0, 0, 0], 23), // protocol assignments: Teredo, ORCHID, benchmarking
    v6([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32), // documentation
    v6([0x2002, 0, 0, 0, 0, 0, 0, 0], 16), // 6to4: an IPv4 address behind an unknown relay
    v6([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20), // documentation
];

/// The well-known prefix of NAT64: every IPv4 host is reachable behind it.
const NAT64: Ipv6Net = v6([0x64, 0xff9b, 0, 0, 0, 0, 0, 0], 96);

/// Whether an address is public unicast. Local addresses are not, in any notation, and neither are addresses without a
/// host. Unknown addresses are not public.
pub fn is_public(address: IpAddr) -> bool {
    // Canonical: ::ffff:a.b.c.d is a.b.c.d.
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) if NAT64.contains(&address) => {
            let [.., a, b, c, d] = address.octets();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        IpAddr::V6(address) => {
            GLOBAL_V6.contains(&address)
                && !RESERVED_V6.iter().any(|network| network.contains(&address))
        }
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !RESERVED_V4.iter().any(|network| network.contains(&address))
}

const fn v4(octets: [u8; 4], prefix: u8) -> Ipv4Net {
    let [a, b, c, d] = octets;
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6(segments: [u16; 8], prefix: u8) -> Ipv6Net {
    let [a, b, c, d, e, f, g, h] = segments;
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, c, d, e, f, g, h), prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_unicast_addresses_are_public() {
        for address in [
            "8.8.8.8",
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.1",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2a00:1450:4010:c05::71",
            "2606:4700::1111",
            "2001:4860:4860::8888",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "0.1.2.3",
            "10.0.0.1",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.255.255.255",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::8.8.8.8",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b:1::808:808",
            "100::1",
            "2001::1",
            "2001:2::1",
            "2001:10::1",
            "2001:20::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:808:808::",
            "3fff::1",
            "4000::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }
}

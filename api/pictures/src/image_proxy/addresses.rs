//! Which addresses of the net are everybody's.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is a public unicast one: neither this machine nor its neighbours, nor one that leads to them by
/// another way of writing, nor one that is no host's. What is not known to be public is not.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !matches!(
        (a, b, c),
        (0, ..)                    // this network
        | (10, ..)                 // private
        | (100, 64..=127, _)       // carrier-grade NAT
        | (127, ..)                // loopback
        | (169, 254, _)            // link-local, metadata of clouds among it
        | (172, 16..=31, _)        // private
        | (192, 0, 0)              // protocol assignments
        | (192, 0, 2)              // documentation
        | (192, 88, 99)            // relays of 6to4
        | (192, 168, _)            // private
        | (198, 18..=19, _)        // benchmarks
        | (198, 51, 100)           // documentation
        | (203, 0, 113)            // documentation
        | (224..=255, ..) // multicast, reserved, broadcast
    )
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    // ::ffff:a.b.c.d is a.b.c.d.
    if let Some(v4) = address.to_ipv4_mapped() {
        return is_public_v4(v4);
    }
    match address.segments() {
        // The common prefix of NAT64: where that is all there is, every host of IPv4 is reached so.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            is_public_v4(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
        }
        // Protocol assignments: Teredo, ORCHID, benchmarks and their like.
        [0x2001, 0..=0x1ff, ..] => false,
        // Documentation.
        [0x2001, 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        // 6to4: an address of IPv4 inside, and a relay of somebody's on the way.
        [0x2002, ..] => false,
        // Global unicast; everything else (loopback, unique local, link-local, site-local, multicast, discard) lies without.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hosts_of_the_public_net_are_public() {
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

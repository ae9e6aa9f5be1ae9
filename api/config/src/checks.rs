//! The checks of single variables. Each returns the value, or a description of the expected value.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use contract::dto::{ExchangeRate, SocialLink};
use ipnet::IpNet;
use url::Url;

/// None means off. The alias keeps clap from reading the field as an optional argument.
pub type ListenOrOff = Option<SocketAddr>;

pub fn listen(value: &str) -> Result<SocketAddr, &'static str> {
    value.parse().map_err(|_| "address:port, as 127.0.0.1:8080")
}

pub fn listen_or_off(value: &str) -> Result<ListenOrOff, &'static str> {
    match value {
        "off" => Ok(None),
        _ => value
            .parse()
            .map(Some)
            .map_err(|_| "address:port, as 127.0.0.1:9464, or off"),
    }
}

pub fn number<T>(least: T, greatest: T) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + fmt::Display + Copy,
{
    move |value| {
        value
            .parse()
            .ok()
            .filter(|number| (least..=greatest).contains(number))
            .ok_or_else(|| format!("a whole number from {least} to {greatest}"))
    }
}

pub fn cap() -> impl Fn(&str) -> Result<i64, String> + Clone {
    number(10, 1_000_000_000_000)
}

pub fn rate() -> impl Fn(&str) -> Result<u32, String> + Clone {
    number(0, 1_000_000)
}

/// Checks an address and trims a trailing slash.
pub fn url(schemes: &'static [&'static str]) -> impl Fn(&str) -> Result<String, String> + Clone {
    move |value| {
        let fits = schemes.iter().any(|scheme| {
            value
                .strip_prefix(scheme)
                .and_then(|rest| rest.strip_prefix("://"))
                .is_some_and(|rest| !rest.is_empty())
        });
        if fits {
            Ok(value.trim_end_matches('/').to_owned())
        } else {
            Err(format!(
                "an address that begins with {}://",
                schemes.join(":// or ")
            ))
        }
    }
}

pub fn built_client(folder: &str) -> Result<PathBuf, &'static str> {
    let folder = Path::new(folder);
    if folder.join("index.html").is_file() {
        Ok(folder.to_owned())
    } else {
        Err("a folder with an index.html (the built client)")
    }
}

pub fn node_address(value: &str) -> Result<String, &'static str> {
    const EXPECTED: &str = "host:port, as 10.0.0.1:7000";
    let (host, port) = value.rsplit_once(':').ok_or(EXPECTED)?;
    let is_host = !host.is_empty()
        && host
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'/');
    if is_host && port.parse::<u16>().is_ok() {
        Ok(value.to_owned())
    } else {
        Err(EXPECTED)
    }
}

pub fn node_secret(value: &str) -> Result<String, &'static str> {
    if value.len() >= 16 && value.bytes().all(|byte| byte.is_ascii_graphic()) {
        Ok(value.to_owned())
    } else {
        Err("at least 16 letters, digits and signs")
    }
}

pub fn vapid_contact(value: &str) -> Result<String, &'static str> {
    let is_mail = value
        .strip_prefix("mailto:")
        .is_some_and(|address| address.contains('@'));
    if is_mail || value.starts_with("https://") && Url::parse(value).is_ok() {
        Ok(value.to_owned())
    } else {
        Err("mailto:address or https://address")
    }
}

pub fn social_link(entry: &str) -> Result<SocialLink, &'static str> {
    match entry.split_once('=') {
        Some((name, url)) if url.starts_with("https://") || url.starts_with("http://") => {
            Ok(SocialLink {
                name: name.trim().to_owned(),
                url: url.trim().to_owned(),
            })
        }
        _ => Err("name=https://address, separated by commas"),
    }
}

pub fn exchange_rate(entry: &str) -> Result<ExchangeRate, &'static str> {
    const EXPECTED: &str =
        "currencies with their rates in rubles, as USD=80.5, separated by commas";
    let (code, rate) = entry.split_once('=').ok_or(EXPECTED)?;
    let (code, rate) = (code.trim(), rate.trim());
    let rubles: f64 = rate.parse().map_err(|_| EXPECTED)?;
    let is_code = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_code && code != "RUB" && rubles.is_finite() && rubles > 0.0 {
        Ok(ExchangeRate {
            code: code.to_owned(),
            rubles,
        })
    } else {
        Err(EXPECTED)
    }
}

/// Parses a network, or an address as a network of one. Canonical addresses: IPv4 is not mapped into IPv6.
pub fn network(text: &str) -> Result<IpNet, &'static str> {
    let text = text.trim();
    let network = match text.parse::<IpAddr>() {
        Ok(address) => Some(IpNet::from(address.to_canonical())),
        Err(_) => text.parse().ok(),
    };
    network
        .filter(|network| network.addr() == network.addr().to_canonical())
        .ok_or("addresses or networks separated by commas, as 10.0.0.0/8")
}

//! Configuration: environment variables, read once into a typed struct.
//!
//! A wrong or missing value stops the start with a message that names the variable, what was found and what is
//! expected. [`VARIABLES`] documents every one of them; `api --help` prints it.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use ipnet::IpNet;
use mail::delivery::DeliveryConfig;
use pictures::store::S3Config;
use secrecy::{ExposeSecret, SecretString};

use contract::dto::{SocialLink, UntrustedCap};

use crate::logs;

/// Name, default and meaning of every variable, as `--help` shows them.
pub const VARIABLES: &[(&str, &str, &str)] = &[
    (
        "DATABASE_URL",
        "required",
        "PostgreSQL: postgres://user:password@host:5432/name",
    ),
    (
        "DATABASE_CONNECTIONS",
        "20",
        "connections kept to PostgreSQL, 2 to 500",
    ),
    ("LISTEN", "127.0.0.1:8080", "address and port of the site"),
    (
        "METRICS_LISTEN",
        "127.0.0.1:9464",
        "address and port of /metrics (Prometheus); `off` for none",
    ),
    (
        "DATA_DIR",
        ".data",
        "folder of the pictures, when they are not kept in S3",
    ),
    (
        "CLIENT_DIR",
        "unset",
        "folder of the built client; unset: the API alone is served",
    ),
    (
        "PUBLIC_URL",
        "http://LISTEN",
        "address under which people reach the site; https makes cookies secure",
    ),
    (
        "BRAND_NAME",
        "Аукционный зал",
        "name of the site, as people read it",
    ),
    ("CONTACT_PHONE", "unset", "phone in the footer"),
    ("CONTACT_EMAIL", "unset", "e-mail in the footer"),
    ("CONTACT_ADDRESS", "unset", "postal address in the footer"),
    (
        "SOCIAL_LINKS",
        "unset",
        "links in the footer: name=https://address, separated by commas",
    ),
    (
        "AUTH_DELIVERY",
        "live",
        "`live`: codes go out by SMTP and SMS.RU; `outbox`: to /dev/outbox, on loopback only",
    ),
    (
        "SMTP_URL",
        "required if live",
        "smtps://user:password@host:465 or smtp://user:password@host:587?tls=required",
    ),
    (
        "SMTP_FROM",
        "required if live",
        "sender of the letters: Name <address>",
    ),
    ("SMSRU_API_ID", "required if live", "key of SMS.RU's API"),
    (
        "SMSRU_BASE_URL",
        "https://sms.ru",
        "address of SMS.RU's API",
    ),
    (
        "DELIVERY_TIMEOUT_S",
        "10",
        "seconds that one exchange with a mail server or SMS.RU may take, 1 to 12",
    ),
    (
        "ART_INVESTMENT_URL",
        "unset",
        "address that takes bids as {lotId, bid_amount}; unset: there are none",
    ),
    (
        "ART_INVESTMENT_TOKEN",
        "unset",
        "sent with them as Authorization: Bearer",
    ),
    (
        "EXTERNAL_AUCTIONS_URL",
        "unset",
        "address of another site's listing, shown beside ours; unset: none is",
    ),
    (
        "EXTERNAL_TIMEOUT_S",
        "10",
        "seconds that these two may take to answer, 1 to 25",
    ),
    (
        "TRUSTED_PROXIES",
        "unset",
        "addresses or networks (10.0.0.0/8) whose X-Forwarded-For counts, separated by commas",
    ),
    (
        "UNTRUSTED_CAP_RUB",
        "5000",
        "greatest bet of a bidder whom the house does not trust, in rubles",
    ),
    ("UNTRUSTED_CAP_EUR", "50", "the same in euros"),
    ("UNTRUSTED_CAP_USD", "50", "the same in dollars"),
    (
        "BET_RATE_PER_SECOND",
        "20",
        "bets a user may make in a second on average, with bursts of twice as many; 0: no limit",
    ),
    (
        "SEARCH_RATE_PER_SECOND",
        "20",
        "searches of one address in a second on average; 0: no limit",
    ),
    (
        "UPLOAD_RATE_PER_MINUTE",
        "60",
        "pictures a user may upload in a minute on average; 0: no limit",
    ),
    (
        "S3_BUCKET",
        "unset",
        "keeps pictures in this bucket instead of DATA_DIR",
    ),
    (
        "S3_ENDPOINT",
        "unset",
        "address of the S3 service, if it is not Amazon's",
    ),
    ("S3_REGION", "us-east-1", "region of the bucket"),
    (
        "S3_ACCESS_KEY_ID",
        "required with S3_BUCKET",
        "key of the bucket",
    ),
    (
        "S3_SECRET_ACCESS_KEY",
        "required with S3_BUCKET",
        "secret of the bucket",
    ),
    (
        "DEMO",
        "off",
        "`on`: the site shows demonstration data and says so",
    ),
    (
        "LOG",
        logs::DEFAULT,
        "log filter, in the syntax of tracing's EnvFilter",
    ),
    (
        "LOG_FORMAT",
        "unset",
        "`text` or `json`; unset: `text` on a terminal, `json` otherwise",
    ),
];

/// A variable that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    pub variable: &'static str,
    pub found: Option<String>,
    pub expected: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.found {
            Some(found) => write!(
                f,
                "{}: found «{found}», expected {}",
                self.variable, self.expected
            ),
            None => write!(
                f,
                "{}: is not set, expected {}",
                self.variable, self.expected
            ),
        }
    }
}

impl std::error::Error for ConfigError {}

/// All that the environment decides.
#[derive(Debug, Clone)]
pub struct Config {
    pub database_url: SecretString,
    pub database_connections: u32,
    pub listen: SocketAddr,
    /// None: no metrics are served.
    pub metrics_listen: Option<SocketAddr>,
    pub data_dir: PathBuf,
    pub client_dir: Option<PathBuf>,
    pub public_url: String,
    pub brand_name: String,
    pub contact_phone: Option<String>,
    pub contact_email: Option<String>,
    pub contact_address: Option<String>,
    pub social_links: Vec<SocialLink>,
    pub delivery: DeliveryConfig,
    /// None: the site has no such bids.
    pub art_investment_url: Option<String>,
    pub art_investment_token: Option<SecretString>,
    /// None: nothing is shown beside our own auctions.
    pub external_auctions_url: Option<String>,
    pub external_timeout: Duration,
    pub trusted_proxies: Vec<IpNet>,
    pub untrusted_cap: UntrustedCap,
    /// Tokens a second; 0 is no limit.
    pub bet_rate_per_second: u32,
    pub search_rate_per_second: u32,
    pub upload_rate_per_minute: u32,
    /// None: pictures lie in `data_dir`.
    pub s3: Option<S3Config>,
    pub demo: bool,
}

/// Reads a network, or an address as the network that holds it alone. Networks contain canonical addresses: IPv4 as such,
/// not mapped into IPv6.
pub fn network(text: &str) -> Option<IpNet> {
    match text.parse::<IpAddr>() {
        Ok(address) => Some(address.to_canonical().into()),
        Err(_) => text
            .parse()
            .ok()
            .filter(|network: &IpNet| network.addr() == network.addr().to_canonical()),
    }
}

/// Reads variables and says what is wrong with them. Empty values count as unset.
struct Reader<F>(F);

impl<F: Fn(&str) -> Option<String>> Reader<F> {
    fn text(&self, name: &'static str) -> Option<String> {
        (self.0)(name)
            .map(|value| value.trim().to_owned())
            .filter(|value| !value.is_empty())
    }

    fn required(&self, name: &'static str, expected: &str) -> Result<String, ConfigError> {
        self.text(name).ok_or_else(|| ConfigError {
            variable: name,
            found: None,
            expected: expected.to_owned(),
        })
    }

    fn parsed<T: FromStr>(
        &self,
        name: &'static str,
        default: T,
        expected: &str,
    ) -> Result<T, ConfigError> {
        match self.text(name) {
            None => Ok(default),
            Some(value) => value.parse().map_err(|_| wrong(name, value, expected)),
        }
    }

    fn number<T: FromStr + PartialOrd + fmt::Display>(
        &self,
        name: &'static str,
        default: T,
        least: T,
        greatest: T,
    ) -> Result<T, ConfigError> {
        let expected = format!("a whole number from {least} to {greatest}");
        let value = self.parsed(name, default, &expected)?;
        if value < least || value > greatest {
            return Err(wrong(name, value.to_string(), &expected));
        }
        Ok(value)
    }

    fn url(&self, name: &'static str, schemes: &[&str]) -> Result<Option<String>, ConfigError> {
        let Some(value) = self.text(name) else {
            return Ok(None);
        };
        let fits = schemes.iter().any(|scheme| {
            value
                .strip_prefix(scheme)
                .and_then(|rest| rest.strip_prefix("://"))
                .is_some_and(|rest| !rest.is_empty())
        });
        if fits {
            return Ok(Some(value.trim_end_matches('/').to_owned()));
        }
        // The value may hold a password: only its beginning is shown.
        let shown = value
            .split("://")
            .next()
            .unwrap_or_default()
            .chars()
            .take(12)
            .collect::<String>();
        Err(wrong(
            name,
            format!("{shown}…"),
            &format!("an address that begins with {}://", schemes.join(":// or ")),
        ))
    }
}

fn wrong(variable: &'static str, found: String, expected: &str) -> ConfigError {
    ConfigError {
        variable,
        found: Some(found),
        expected: expected.to_owned(),
    }
}

impl Config {
    /// Reads the process's environment.
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::read(|name| std::env::var(name).ok())
    }

    /// The same for commands that deliver nothing: what only the server needs may be missing.
    pub fn without_delivery() -> Result<Self, ConfigError> {
        Self::read(|name| match name {
            "AUTH_DELIVERY" => Some("outbox".to_owned()),
            "LISTEN" | "CLIENT_DIR" => None,
            _ => std::env::var(name).ok(),
        })
    }

    /// Reads variables through `get`.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let env = Reader(get);
        let postgres = env
            .url("DATABASE_URL", &["postgres", "postgresql"])?
            .ok_or(ConfigError {
                variable: "DATABASE_URL",
                found: None,
                expected: "postgres://user:password@host:5432/name".into(),
            })?;
        let listen = env.parsed(
            "LISTEN",
            SocketAddr::from(([127, 0, 0, 1], 8080)),
            "address:port, as 127.0.0.1:8080",
        )?;
        let metrics_listen = match env.text("METRICS_LISTEN").as_deref() {
            Some("off") => None,
            _ => Some(env.parsed(
                "METRICS_LISTEN",
                SocketAddr::from(([127, 0, 0, 1], 9464)),
                "address:port, as 127.0.0.1:9464, or off",
            )?),
        };
        let client_dir = match env.text("CLIENT_DIR") {
            Some(dir) if !PathBuf::from(&dir).join("index.html").is_file() => {
                return Err(wrong(
                    "CLIENT_DIR",
                    dir,
                    "a folder with an index.html (the built client)",
                ));
            }
            dir => dir.map(PathBuf::from),
        };
        let delivery = match env.text("AUTH_DELIVERY").as_deref() {
            Some("outbox") if !listen.ip().is_loopback() => {
                return Err(wrong(
                    "AUTH_DELIVERY",
                    "outbox".into(),
                    &format!(
                        "live, because LISTEN is {listen}: the development outbox shows login codes and is for loopback alone"
                    ),
                ));
            }
            Some("outbox") => DeliveryConfig::Outbox,
            None | Some("live") => DeliveryConfig::Live {
                smtp_url: env
                    .url("SMTP_URL", &["smtp", "smtps"])?
                    .ok_or(ConfigError {
                        variable: "SMTP_URL",
                        found: None,
                        expected: "smtps://user:password@host:465".into(),
                    })?
                    .into(),
                smtp_from: env.required("SMTP_FROM", "Name <address>")?,
                smsru_api_id: env
                    .required("SMSRU_API_ID", "the key of SMS.RU's API")?
                    .into(),
                smsru_base_url: env
                    .url("SMSRU_BASE_URL", &["http", "https"])?
                    .unwrap_or_else(|| "https://sms.ru".into()),
                // Who logs in waits for two of them, and no request takes more than 30 seconds.
                timeout: Duration::from_secs(env.number("DELIVERY_TIMEOUT_S", 10, 1, 12)?),
            },
            Some(other) => return Err(wrong("AUTH_DELIVERY", other.to_owned(), "live or outbox")),
        };
        let s3 = match env.text("S3_BUCKET") {
            None => None,
            Some(bucket) => Some(S3Config {
                bucket,
                endpoint: env.url("S3_ENDPOINT", &["http", "https"])?,
                region: env.text("S3_REGION").unwrap_or_else(|| "us-east-1".into()),
                access_key_id: env.required("S3_ACCESS_KEY_ID", "the key of the bucket")?,
                secret_access_key: env
                    .required("S3_SECRET_ACCESS_KEY", "the secret of the bucket")?
                    .into(),
            }),
        };
        let cap = |name, default| env.number(name, default, 10, 1_000_000_000_000);
        Ok(Self {
            database_url: postgres.into(),
            database_connections: env.number("DATABASE_CONNECTIONS", 20, 2, 500)?,
            listen,
            metrics_listen,
            data_dir: env
                .text("DATA_DIR")
                .unwrap_or_else(|| ".data".into())
                .into(),
            client_dir,
            public_url: env
                .url("PUBLIC_URL", &["http", "https"])?
                .unwrap_or_else(|| format!("http://{listen}")),
            brand_name: env
                .text("BRAND_NAME")
                .unwrap_or_else(|| "Аукционный зал".into()),
            contact_phone: env.text("CONTACT_PHONE"),
            contact_email: env.text("CONTACT_EMAIL"),
            contact_address: env.text("CONTACT_ADDRESS"),
            social_links: social_links(&env)?,
            delivery,
            art_investment_url: env.url("ART_INVESTMENT_URL", &["http", "https"])?,
            art_investment_token: env.text("ART_INVESTMENT_TOKEN").map(Into::into),
            external_auctions_url: env.url("EXTERNAL_AUCTIONS_URL", &["http", "https"])?,
            external_timeout: Duration::from_secs(env.number("EXTERNAL_TIMEOUT_S", 10, 1, 25)?),
            trusted_proxies: env
                .text("TRUSTED_PROXIES")
                .map(|list| {
                    list.split(',')
                        .map(|one| {
                            network(one.trim()).ok_or_else(|| {
                                wrong(
                                    "TRUSTED_PROXIES",
                                    one.trim().to_owned(),
                                    "addresses or networks separated by commas, as 10.0.0.0/8",
                                )
                            })
                        })
                        .collect()
                })
                .transpose()?
                .unwrap_or_default(),
            untrusted_cap: UntrustedCap {
                rub: cap("UNTRUSTED_CAP_RUB", 5000)?,
                eur: cap("UNTRUSTED_CAP_EUR", 50)?,
                usd: cap("UNTRUSTED_CAP_USD", 50)?,
            },
            bet_rate_per_second: env.number("BET_RATE_PER_SECOND", 20, 0, 1_000_000)?,
            search_rate_per_second: env.number("SEARCH_RATE_PER_SECOND", 20, 0, 1_000_000)?,
            upload_rate_per_minute: env.number("UPLOAD_RATE_PER_MINUTE", 60, 0, 1_000_000)?,
            s3,
            demo: match env.text("DEMO").as_deref() {
                None | Some("off") => false,
                Some("on") => true,
                Some(other) => return Err(wrong("DEMO", other.to_owned(), "on or off")),
            },
        })
    }

    /// Whether codes land in `/dev/outbox`.
    pub fn dev_outbox(&self) -> bool {
        matches!(self.delivery, DeliveryConfig::Outbox)
    }

    pub fn database_url(&self) -> &str {
        self.database_url.expose_secret()
    }
}

fn social_links(
    env: &Reader<impl Fn(&str) -> Option<String>>,
) -> Result<Vec<SocialLink>, ConfigError> {
    let Some(list) = env.text("SOCIAL_LINKS") else {
        return Ok(Vec::new());
    };
    list.split(',')
        .map(|entry| match entry.trim().split_once('=') {
            Some((name, url)) if url.starts_with("https://") || url.starts_with("http://") => {
                Ok(SocialLink {
                    name: name.trim().to_owned(),
                    url: url.trim().to_owned(),
                })
            }
            _ => Err(wrong(
                "SOCIAL_LINKS",
                entry.trim().to_owned(),
                "name=https://address, separated by commas",
            )),
        })
        .collect()
}

/// The part of `--help` that explains the environment.
pub fn help() -> String {
    let mut text = String::from("Environment variables:\n");
    for (name, default, meaning) in VARIABLES {
        text.push_str(&format!("  {name:<24} {meaning} [{default}]\n"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::read(|name| {
            variables
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
                .or_else(|| match name {
                    "DATABASE_URL" => Some("postgres://localhost/x".into()),
                    "AUTH_DELIVERY" => Some("outbox".into()),
                    _ => None,
                })
        })
    }

    #[test]
    fn defaults_suit_one_machine() {
        let config = read(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(
            config.untrusted_cap,
            UntrustedCap {
                rub: 5000,
                eur: 50,
                usd: 50
            }
        );
        assert!(config.dev_outbox() && !config.demo);
    }

    #[test]
    fn a_wrong_value_is_named_with_what_was_found_and_expected() {
        let error = read(&[("LISTEN", "8080")]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "LISTEN: found «8080», expected address:port, as 127.0.0.1:8080"
        );
        assert_eq!(
            read(&[("DATABASE_CONNECTIONS", "1")]).unwrap_err().variable,
            "DATABASE_CONNECTIONS"
        );
        assert_eq!(
            read(&[("TRUSTED_PROXIES", "10.0.0.0/8, nobody")])
                .unwrap_err()
                .found
                .unwrap(),
            "nobody"
        );
        assert_eq!(
            read(&[("CLIENT_DIR", "/nowhere")]).unwrap_err().variable,
            "CLIENT_DIR"
        );
        let missing = read(&[("DATABASE_URL", " ")]).unwrap_err();
        assert!(
            missing.to_string().starts_with("DATABASE_URL: is not set"),
            "{missing}"
        );
        assert_eq!(
            read(&[("AUTH_DELIVERY", "live")]).unwrap_err().variable,
            "SMTP_URL"
        );
    }

    #[test]
    fn a_password_is_not_repeated() {
        let error = read(&[("DATABASE_URL", "mysql://root:secret@db/x")])
            .unwrap_err()
            .to_string();
        assert!(!error.contains("secret"), "{error}");
    }

    #[test]
    fn the_outbox_is_refused_beyond_loopback() {
        let error = read(&[("LISTEN", "0.0.0.0:80")]).unwrap_err();
        assert_eq!(error.variable, "AUTH_DELIVERY");
    }

    #[test]
    fn every_variable_is_documented() {
        let asked = std::cell::RefCell::new(std::collections::BTreeSet::new());
        for (delivery, bucket) in [("outbox", "b"), ("live", "")] {
            Config::read(|name| {
                asked.borrow_mut().insert(name.to_owned());
                Some(match name {
                    "AUTH_DELIVERY" => delivery.into(),
                    "S3_BUCKET" => bucket.into(),
                    "DATABASE_URL" => "postgres://localhost/x".into(),
                    "SMTP_URL" => "smtps://host".into(),
                    "SMTP_FROM" | "SMSRU_API_ID" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY" => {
                        "x".into()
                    }
                    _ => return None,
                })
            })
            .unwrap();
        }
        // Logging starts before the configuration is read.
        let documented = VARIABLES
            .iter()
            .map(|(name, ..)| (*name).to_owned())
            .filter(|name| name != "LOG" && name != "LOG_FORMAT");
        assert_eq!(
            documented.collect::<std::collections::BTreeSet<_>>(),
            asked.into_inner()
        );
    }

    #[test]
    fn networks_hold_their_addresses() {
        let holds = |text: &str, address: &str| {
            let address: IpAddr = address.parse().unwrap();
            network(text).unwrap().contains(&address)
        };
        assert!(holds("10.1.0.0/16", "10.1.200.3"));
        assert!(!holds("10.1.0.0/16", "10.2.0.1"));
        assert!(!holds("10.1.0.0/16", "::1"));
        assert!(holds("0.0.0.0/0", "8.8.8.8"));
        assert!(holds("::1", "::1") && !holds("::1", "::2"));
        assert!(holds("::ffff:10.0.0.1", "10.0.0.1"));
        assert_eq!(network("10.0.0.0/33"), None);
        assert_eq!(network("::ffff:10.0.0.0/104"), None);
    }
}

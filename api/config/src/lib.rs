//! Configuration: environment variables, read once into a typed struct.
//!
//! A wrong or missing value aborts the start with a message that names the variable, the value found and the value
//! expected. [`Variables`] declares every variable once; `api --help` prints them.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use contract::dto::{ExchangeRate, SiteContacts, UntrustedCap};
use ipnet::IpNet;
use mail::delivery::DeliveryConfig;
use pictures::store::S3Config;
use push::Identity;
use secrecy::{ExposeSecret, SecretString};
use url::{Host, Url};

use variables::{AuthDelivery, Switch, Variables, required};

pub use checks::network;
pub use error::ConfigError;
pub use roles::Roles;
pub use variables::help;

mod checks;
mod error;
pub mod logs;
mod roles;
mod variables;

/// The server's configuration.
#[derive(Debug, Clone)]
pub struct Config {
    pub database_url: SecretString,
    pub database_connections: u32,
    /// What this process does for the site.
    pub roles: Roles,
    /// None: this is the site's only process.
    pub redis_url: Option<SecretString>,
    /// Set with `redis_url`, unless this process only indexes.
    pub node: Option<NodeConfig>,
    pub listen: SocketAddr,
    /// None: metrics are not served.
    pub metrics_listen: Option<SocketAddr>,
    pub data_dir: PathBuf,
    pub client_dir: Option<PathBuf>,
    pub public_url: String,
    pub brand_name: String,
    /// Shown until admins write others.
    pub contacts: SiteContacts,
    pub delivery: DeliveryConfig,
    /// None: the site sends no notices to browsers.
    pub push: Option<Identity>,
    /// None: the site has no art-investment bids.
    pub art_investment_url: Option<String>,
    pub art_investment_token: Option<SecretString>,
    /// None: the site shows no other site's auctions.
    pub external_auctions_url: Option<String>,
    pub external_timeout: Duration,
    pub trusted_proxies: Vec<IpNet>,
    pub untrusted_cap: UntrustedCap,
    pub exchange_rates: Vec<ExchangeRate>,
    /// Bets per second; 0 means no limit.
    pub bet_rate_per_second: u32,
    pub search_rate_per_second: u32,
    pub upload_rate_per_minute: u32,
    /// None: pictures are stored in `data_dir`.
    pub s3: Option<S3Config>,
    /// None: PostgreSQL answers searches.
    pub meili: Option<MeiliConfig>,
    pub demo: bool,
}

/// How the nodes of a site reach each other.
#[derive(Debug, Clone)]
pub struct NodeConfig {
    /// Host and port at which the other nodes reach this one.
    pub address: String,
    /// Where it listens; None: at `address`.
    pub listen: Option<String>,
    pub secret: SecretString,
    /// None: the nodes speak without encryption.
    pub tls: Option<NodeTls>,
}

/// Files in PEM by which nodes know each other.
#[derive(Debug, Clone)]
pub struct NodeTls {
    /// This node's certificate, and those between it and the authority.
    pub certificate: PathBuf,
    pub key: PathBuf,
    /// The authority that signed the certificates of all nodes.
    pub authority: PathBuf,
}

/// Where Meilisearch is.
#[derive(Debug, Clone)]
pub struct MeiliConfig {
    pub url: String,
    pub key: Option<SecretString>,
}

impl Config {
    /// Reads the process environment for a server with these roles.
    pub fn serving(roles: Roles) -> Result<Self, ConfigError> {
        Self::read_for(roles, |name| std::env::var(name).ok())
    }

    /// Reads the environment for commands that neither serve nor deliver. Ignores variables that only the server needs.
    pub fn without_delivery() -> Result<Self, ConfigError> {
        Self::read(|name| match name {
            "AUTH_DELIVERY" => Some("outbox".to_owned()),
            "LISTEN" | "CLIENT_DIR" | "PUBLIC_URL" | "REDIS_URL" => None,
            _ => std::env::var(name).ok(),
        })
    }

    /// Reads variables through `get`. Blank values count as unset.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        Self::read_for(Roles::ALL, get)
    }

    /// Does the same for a server with these roles.
    pub fn read_for(
        roles: Roles,
        get: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let variables = Variables::read(get)?;
        if roles != Roles::ALL && variables.redis_url.is_none() {
            return Err(ConfigError {
                variable: "REDIS_URL".to_owned(),
                found: None,
                expected: format!(
                    "the Redis of the site, because with --role {roles} other processes do the rest of the work"
                ),
            });
        }
        let listen = variables.listen;
        let delivery = match variables.auth_delivery {
            AuthDelivery::Outbox if !listen.ip().is_loopback() => {
                return Err(ConfigError {
                    variable: "AUTH_DELIVERY".to_owned(),
                    found: Some("outbox".to_owned()),
                    expected: format!(
                        "live, because LISTEN is {listen}: the development outbox shows login codes and is for loopback alone"
                    ),
                });
            }
            AuthDelivery::Outbox => {
                if let Some(public_url) = variables
                    .public_url
                    .as_deref()
                    .filter(|url| !is_loopback(url))
                {
                    return Err(ConfigError {
                        variable: "AUTH_DELIVERY".to_owned(),
                        found: Some("outbox".to_owned()),
                        expected: format!(
                            "live, because PUBLIC_URL is {public_url}: the development outbox shows login codes and is for loopback alone"
                        ),
                    });
                }
                DeliveryConfig::Outbox
            }
            AuthDelivery::Live => DeliveryConfig::Live {
                smtp_url: required("SMTP_URL", variables.smtp_url)?.into(),
                smtp_from: required("SMTP_FROM", variables.smtp_from)?,
                smsru_api_id: required("SMSRU_API_ID", variables.smsru_api_id)?.into(),
                smsru_base_url: variables.smsru_base_url,
                timeout: Duration::from_secs(variables.delivery_timeout_s),
            },
        };
        let node = match &variables.redis_url {
            Some(_) if roles.is_node() => Some(NodeConfig {
                address: required("NODE_ADDRESS", variables.node_address)?,
                listen: variables.node_listen,
                secret: required("NODE_SECRET", variables.node_secret)?.into(),
                tls: node_tls(
                    variables.node_tls_cert,
                    variables.node_tls_key,
                    variables.node_tls_ca,
                )?,
            }),
            _ => None,
        };
        let push = match variables.vapid_private_key {
            None => None,
            Some(key) => Some(Identity {
                key,
                contact: required("VAPID_CONTACT", variables.vapid_contact)?,
            }),
        };
        let s3 = match variables.s3_bucket {
            None => None,
            Some(bucket) => Some(S3Config {
                bucket,
                endpoint: variables.s3_endpoint,
                region: variables.s3_region,
                access_key_id: required("S3_ACCESS_KEY_ID", variables.s3_access_key_id)?,
                secret_access_key: required(
                    "S3_SECRET_ACCESS_KEY",
                    variables.s3_secret_access_key,
                )?
                .into(),
            }),
        };
        Ok(Self {
            database_url: variables.database_url.into(),
            database_connections: variables.database_connections,
            roles,
            redis_url: variables.redis_url.map(Into::into),
            node,
            listen,
            metrics_listen: variables.metrics_listen,
            data_dir: variables.data_dir,
            client_dir: variables.client_dir,
            public_url: variables
                .public_url
                .unwrap_or_else(|| format!("http://{listen}")),
            brand_name: variables.brand_name,
            contacts: SiteContacts {
                phone: variables.contact_phone,
                email: variables.contact_email,
                address: variables.contact_address,
                social_links: variables.social_links,
            },
            delivery,
            push,
            art_investment_url: variables.art_investment_url,
            art_investment_token: variables.art_investment_token.map(Into::into),
            external_auctions_url: variables.external_auctions_url,
            external_timeout: Duration::from_secs(variables.external_timeout_s),
            trusted_proxies: variables.trusted_proxies,
            untrusted_cap: UntrustedCap {
                rub: variables.untrusted_cap_rub,
                eur: variables.untrusted_cap_eur,
                usd: variables.untrusted_cap_usd,
            },
            exchange_rates: variables.exchange_rates,
            bet_rate_per_second: variables.bet_rate_per_second,
            search_rate_per_second: variables.search_rate_per_second,
            upload_rate_per_minute: variables.upload_rate_per_minute,
            s3,
            meili: variables.meili_url.map(|url| MeiliConfig {
                url,
                key: variables.meili_key.map(Into::into),
            }),
            demo: variables.demo == Switch::On,
        })
    }

    /// Whether codes go to `/dev/outbox`.
    pub fn dev_outbox(&self) -> bool {
        matches!(self.delivery, DeliveryConfig::Outbox)
    }

    pub fn database_url(&self) -> &str {
        self.database_url.expose_secret()
    }

    pub fn redis_url(&self) -> Option<&str> {
        self.redis_url.as_ref().map(|url| url.expose_secret())
    }
}

/// All three files, or none.
fn node_tls(
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
    authority: Option<PathBuf>,
) -> Result<Option<NodeTls>, ConfigError> {
    if certificate.is_none() && key.is_none() && authority.is_none() {
        return Ok(None);
    }
    Ok(Some(NodeTls {
        certificate: required("NODE_TLS_CERT", certificate)?,
        key: required("NODE_TLS_KEY", key)?,
        authority: required("NODE_TLS_CA", authority)?,
    }))
}

/// Whether an address leads to this machine alone.
fn is_loopback(url: &str) -> bool {
    let host = Url::parse(url).ok();
    match host.as_ref().and_then(Url::host) {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use push::VapidKey;

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
    fn an_error_names_the_variable_and_the_values_found_and_expected() {
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
    fn errors_do_not_show_passwords() {
        for variable in ["DATABASE_URL", "REDIS_URL"] {
            let error = read(&[(variable, "mysql://root:secret@db/x")])
                .unwrap_err()
                .to_string();
            assert!(!error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn several_nodes_reach_each_other() {
        let (redis, address, secret) = (
            ("REDIS_URL", "redis://localhost"),
            ("NODE_ADDRESS", "node1:7000"),
            ("NODE_SECRET", "0123456789abcdef"),
        );
        let node = read(&[redis, address, secret]).unwrap().node.unwrap();
        assert_eq!((&*node.address, node.listen), ("node1:7000", None));
        let listen = ("NODE_LISTEN", "0.0.0.0:7100");
        let node = read(&[redis, address, listen, secret])
            .unwrap()
            .node
            .unwrap();
        assert_eq!(
            (&*node.address, node.listen.as_deref()),
            ("node1:7000", Some("0.0.0.0:7100"))
        );
        assert!(read(&[address, secret]).unwrap().node.is_none());
        assert_eq!(read(&[redis, address]).unwrap_err().variable, "NODE_SECRET");
        assert_eq!(read(&[redis, secret]).unwrap_err().variable, "NODE_ADDRESS");
        for wrong in ["node1", ":7000", "node1:http", "http://node1:7000", "a b:1"] {
            let error = read(&[redis, ("NODE_ADDRESS", wrong), secret]).unwrap_err();
            assert_eq!(error.variable, "NODE_ADDRESS", "{wrong}");
        }
        let files = [
            ("NODE_TLS_CERT", "node.pem"),
            ("NODE_TLS_KEY", "node.key"),
            ("NODE_TLS_CA", "ca.pem"),
        ];
        let all = [&[redis, address, secret][..], &files].concat();
        let tls = read(&all).unwrap().node.unwrap().tls.unwrap();
        assert_eq!(tls.authority, PathBuf::from("ca.pem"));
        for (left_out, (variable, _)) in (3..).zip(files) {
            let mut fewer = all.clone();
            fewer.remove(left_out);
            assert_eq!(read(&fewer).unwrap_err().variable, variable);
        }
        let error = read(&[redis, address, ("NODE_SECRET", "secret")]).unwrap_err();
        assert!(!error.to_string().contains("secret…"), "{error}");
        assert_eq!(error.found.as_deref(), Some("…"));
    }

    #[test]
    fn parts_of_a_site_need_its_redis() {
        let read_for = |role: &str, redis: bool| {
            Config::read_for(role.parse().unwrap(), |name| {
                let value = match name {
                    "DATABASE_URL" => "postgres://localhost/x",
                    "AUTH_DELIVERY" => "outbox",
                    "REDIS_URL" if redis => "redis://localhost",
                    _ => return None,
                };
                Some(value.to_owned())
            })
        };
        for role in ["rooms", "web", "indexer", "rooms,web"] {
            let message = read_for(role, false).unwrap_err().to_string();
            let begin = format!(
                "REDIS_URL: is not set, expected the Redis of the site, because with --role {role} "
            );
            assert!(message.starts_with(&begin), "{message}");
        }
        assert!(read_for("all", false).unwrap().node.is_none());
        assert_eq!(read_for("web", true).unwrap_err().variable, "NODE_ADDRESS");
        assert!(read_for("indexer", true).unwrap().node.is_none());
    }

    #[test]
    fn notices_to_browsers_take_a_key_and_a_contact() {
        assert!(read(&[]).unwrap().push.is_none());
        let key = VapidKey::generate();
        let private = key.private();
        let with =
            |contact: &str| read(&[("VAPID_PRIVATE_KEY", &private), ("VAPID_CONTACT", contact)]);
        let identity = with("mailto:info@example.org").unwrap().push.unwrap();
        assert_eq!(identity.key.public(), key.public());
        assert_eq!(identity.contact, "mailto:info@example.org");
        with("https://example.org/contacts").unwrap();
        for contact in [
            "",
            "info@example.org",
            "mailto:nobody",
            "http://example.org",
        ] {
            assert_eq!(
                with(contact).unwrap_err().variable,
                "VAPID_CONTACT",
                "{contact}"
            );
        }
        // Nothing of a mistyped key is shown.
        let error = read(&[("VAPID_PRIVATE_KEY", &private[1..])]).unwrap_err();
        assert_eq!(error.found.as_deref(), Some("…"));
    }

    #[test]
    fn the_outbox_is_refused_beyond_loopback() {
        let error = read(&[("LISTEN", "0.0.0.0:80")]).unwrap_err();
        assert_eq!(error.variable, "AUTH_DELIVERY");
        for public in [
            "https://auction.example",
            "http://127.0.0.1.example",
            "http://10.0.0.1:8080",
            "http://127.0.0.1@auction.example",
            "http://[2001:db8::1]",
        ] {
            let error = read(&[("PUBLIC_URL", public)]).unwrap_err();
            assert_eq!(error.variable, "AUTH_DELIVERY", "{public}");
            assert!(error.expected.contains(public), "{error}");
        }
        for loopback in [
            "http://localhost:8080",
            "https://127.0.0.2",
            "http://[::1]:80",
        ] {
            read(&[("PUBLIC_URL", loopback)]).unwrap();
        }
    }

    #[test]
    fn every_variable_is_documented() {
        let help = help();
        Config::read(|name| {
            let line = help.lines().find_map(|line| {
                let (variable, meaning) = line.trim().split_once(' ')?;
                (variable == name).then(|| meaning.trim())
            });
            let meaning = line.unwrap_or_else(|| panic!("{name} is not in the help"));
            assert!(!meaning.starts_with('['), "{name} has no description");
            match name {
                "DATABASE_URL" => Some("postgres://localhost/x".into()),
                "AUTH_DELIVERY" => Some("outbox".into()),
                _ => None,
            }
        })
        .unwrap();
        for line in [
            "  DATABASE_URL             PostgreSQL: postgres://user:password@host:5432/name [required]",
            "  LISTEN                   address and port of the site [127.0.0.1:8080]",
            "  CONTACT_PHONE            phone in the footer, until an admin writes another [unset]",
            "  LOG_FORMAT               `text` or `json`; unset: `text` on a terminal, `json` otherwise [unset]",
        ] {
            assert!(help.lines().any(|found| found == line), "{line}\n{help}");
        }
    }

    #[test]
    fn live_delivery_and_a_bucket_require_what_they_use() {
        let live = [
            ("AUTH_DELIVERY", "live"),
            ("SMTP_URL", "smtps://host"),
            ("SMTP_FROM", "Зал <hall@example.org>"),
            ("SMSRU_API_ID", "key"),
        ];
        let bucket = [
            ("S3_BUCKET", "pictures"),
            ("S3_ACCESS_KEY_ID", "key"),
            ("S3_SECRET_ACCESS_KEY", "secret"),
        ];
        for (variables, expected) in [
            (
                &live[..],
                [
                    "smtps://user:password@host:465",
                    "Name <address>",
                    "the key of SMS.RU's API",
                ]
                .as_slice(),
            ),
            (
                &bucket[..],
                &["the key of the bucket", "the secret of the bucket"],
            ),
        ] {
            read(variables).unwrap();
            for (left_out, expected) in (1..).zip(expected) {
                let mut fewer = variables.to_vec();
                let (name, _) = fewer.remove(left_out);
                assert_eq!(
                    read(&fewer).unwrap_err().to_string(),
                    format!("{name}: is not set, expected {expected}")
                );
            }
        }
    }

    #[test]
    fn switches_lists_and_filters_are_checked() {
        for (name, value, message) in [
            ("DEMO", "yes", "DEMO: found «yes», expected on or off"),
            (
                "AUTH_DELIVERY",
                "post",
                "AUTH_DELIVERY: found «post», expected live or outbox",
            ),
            (
                "METRICS_LISTEN",
                "none",
                "METRICS_LISTEN: found «none», expected address:port, as 127.0.0.1:9464, or off",
            ),
            (
                "DATABASE_CONNECTIONS",
                "501",
                "DATABASE_CONNECTIONS: found «501», expected a whole number from 2 to 500",
            ),
            (
                "SOCIAL_LINKS",
                "vk=https://vk.com/x, tg",
                "SOCIAL_LINKS: found «tg», expected name=https://address, separated by commas",
            ),
            (
                "EXCHANGE_RATES",
                "USD=80.5,EUR=0",
                "EXCHANGE_RATES: found «EUR=0», expected currencies with their rates in rubles, as USD=80.5, separated by commas",
            ),
            (
                "EXCHANGE_RATES",
                "RUB=1",
                "EXCHANGE_RATES: found «RUB=1», expected currencies with their rates in rubles, as USD=80.5, separated by commas",
            ),
            (
                "PUBLIC_URL",
                "example.org",
                "PUBLIC_URL: found «example.org», expected an address that begins with http:// or https://",
            ),
        ] {
            assert_eq!(read(&[(name, value)]).unwrap_err().to_string(), message);
        }
        let config = read(&[
            ("METRICS_LISTEN", "off"),
            ("DEMO", " on "),
            ("SOCIAL_LINKS", "vk=https://vk.com/x, tg=https://t.me/x"),
            ("TRUSTED_PROXIES", "10.0.0.0/8, ::1"),
            ("PUBLIC_URL", "http://localhost/"),
            ("CONTACT_PHONE", "--x"),
            ("EXCHANGE_RATES", "USD=80.5, CNY=11"),
        ])
        .unwrap();
        assert_eq!(config.metrics_listen, None);
        assert_eq!(config.exchange_rates[1].code, "CNY");
        assert_eq!(config.exchange_rates[0].rubles, 80.5);
        assert!(config.demo);
        assert_eq!(config.contacts.social_links[1].name, "tg");
        assert_eq!(config.trusted_proxies.len(), 2);
        assert_eq!(config.public_url, "http://localhost");
        assert_eq!(config.contacts.phone.as_deref(), Some("--x"));
    }

    #[test]
    fn networks_contain_their_addresses() {
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
        assert!(network("10.0.0.0/33").is_err());
        assert!(network("::ffff:10.0.0.0/104").is_err());
    }
}

//! Configuration: environment variables, read once into a typed struct.
//!
//! A wrong or missing value aborts the start with a message that names the variable, the value found and the value
//! expected. [`Variables`] declares every variable once; `api --help` prints them.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, ValueEnum};
use contract::dto::{ExchangeRate, SiteContacts, SocialLink, UntrustedCap};
use ipnet::IpNet;
use mail::delivery::DeliveryConfig;
use pictures::store::S3Config;
use push::{Identity, VapidKey};
use secrecy::{ExposeSecret, SecretString};
use url::{Host, Url};

pub mod logs;

/// The environment variables: each field's name in capitals, its meaning, default and check. Logging has separate ones,
/// see [`logs::VARIABLES`].
///
/// No command line sets them, see [`Variables::read`]. Errors omit the value of a variable with `hide_env_values`. The
/// expected value in an error comes from the check or, if the value is missing, from `value_name`.
#[derive(Parser)]
#[command(disable_help_flag = true, no_binary_name = true)]
struct Variables {
    /// PostgreSQL: postgres://user:password@host:5432/name
    #[arg(long, env, value_parser = url(&["postgres", "postgresql"]), hide_env_values = true)]
    #[arg(value_name = "postgres://user:password@host:5432/name")]
    database_url: String,

    /// size of the PostgreSQL connection pool, 2 to 500
    #[arg(long, env, default_value = "20", value_parser = number::<u32>(2, 500))]
    database_connections: u32,

    /// Redis that the nodes of this site share: redis://:password@host:6379 or rediss:// (TLS); unset: a single node
    #[arg(long, env, value_parser = url(&["redis", "rediss"]), hide_env_values = true)]
    redis_url: Option<String>,

    /// address and port of the site
    #[arg(long, env, default_value = "127.0.0.1:8080", value_parser = listen)]
    listen: SocketAddr,

    /// address and port of /metrics (Prometheus); `off` for none
    #[arg(long, env, default_value = "127.0.0.1:9464", value_parser = listen_or_off)]
    metrics_listen: ListenOrOff,

    /// folder for pictures, unless they are stored in S3
    #[arg(long, env, default_value = ".data")]
    data_dir: PathBuf,

    /// folder of the built client; unset: the server serves only the API
    #[arg(long, env, value_parser = built_client)]
    client_dir: Option<PathBuf>,

    /// address at which people reach the site, http://LISTEN if unset; https makes cookies secure
    #[arg(long, env, value_parser = url(&["http", "https"]))]
    public_url: Option<String>,

    /// name of the site, shown to people
    #[arg(long, env, default_value = "Аукционный зал")]
    brand_name: String,

    /// phone in the footer, until an admin writes another
    #[arg(long, env)]
    contact_phone: Option<String>,

    /// e-mail in the footer
    #[arg(long, env)]
    contact_email: Option<String>,

    /// postal address in the footer
    #[arg(long, env)]
    contact_address: Option<String>,

    /// links in the footer: name=https://address, separated by commas
    #[arg(long, env, value_delimiter = ',', value_parser = social_link)]
    social_links: Vec<SocialLink>,

    /// `live`: login codes go out by SMTP and SMS.RU; `outbox`: to /dev/outbox, on loopback only
    #[arg(long, env, default_value = "live")]
    auth_delivery: AuthDelivery,

    /// smtps://user:password@host:465 or smtp://user:password@host:587?tls=required; live delivery requires it
    #[arg(long, env, value_parser = url(&["smtp", "smtps"]), hide_env_values = true)]
    #[arg(value_name = "smtps://user:password@host:465")]
    smtp_url: Option<String>,

    /// sender of the letters: Name <address>; live delivery requires it
    #[arg(long, env, value_name = "Name <address>")]
    smtp_from: Option<String>,

    /// API key of SMS.RU; live delivery requires it
    #[arg(
        long,
        env,
        hide_env_values = true,
        value_name = "the key of SMS.RU's API"
    )]
    smsru_api_id: Option<String>,

    /// address of the SMS.RU API
    #[arg(long, env, default_value = "https://sms.ru", value_parser = url(&["http", "https"]))]
    smsru_base_url: String,

    /// time limit in seconds for one exchange with a mail server or SMS.RU, 1 to 12
    // A login waits for two exchanges, and no request may take more than 30 seconds.
    #[arg(long, env, default_value = "10", value_parser = number::<u64>(1, 12))]
    delivery_timeout_s: u64,

    /// private key that signs notices to browsers (Web Push), as `api vapid` makes it; unset: there are none
    #[arg(long, env, hide_env_values = true)]
    vapid_private_key: Option<VapidKey>,

    /// where push services reach the operator, mailto: or https:; VAPID_PRIVATE_KEY requires it
    #[arg(long, env, value_parser = vapid_contact, value_name = "mailto:info@example.org")]
    vapid_contact: Option<String>,

    /// address that accepts bids as {lotId, bid_amount}; unset: the site has no such bids
    #[arg(long, env, value_parser = url(&["http", "https"]), hide_env_values = true)]
    art_investment_url: Option<String>,

    /// sent with these bids as Authorization: Bearer
    #[arg(long, env, hide_env_values = true)]
    art_investment_token: Option<String>,

    /// address of another site's listing, shown beside our auctions; unset: no listing is shown
    #[arg(long, env, value_parser = url(&["http", "https"]), hide_env_values = true)]
    external_auctions_url: Option<String>,

    /// time limit in seconds for an answer from either of these two, 1 to 25
    #[arg(long, env, default_value = "10", value_parser = number::<u64>(1, 25))]
    external_timeout_s: u64,

    /// addresses or networks (10.0.0.0/8) whose X-Forwarded-For is trusted, separated by commas
    #[arg(long, env, value_delimiter = ',', value_parser = network)]
    trusted_proxies: Vec<IpNet>,

    /// maximum bet of a bidder whom the house does not trust, in rubles
    #[arg(long, env, default_value = "5000", value_parser = cap())]
    untrusted_cap_rub: i64,

    /// the same in euros
    #[arg(long, env, default_value = "50", value_parser = cap())]
    untrusted_cap_eur: i64,

    /// the same in dollars
    #[arg(long, env, default_value = "50", value_parser = cap())]
    untrusted_cap_usd: i64,

    /// rubles for a unit of other currencies, shown beside prices: USD=80.5, separated by commas; unset: none are shown
    #[arg(long, env, value_delimiter = ',', value_parser = exchange_rate)]
    exchange_rates: Vec<ExchangeRate>,

    /// average number of bets a user may make per second, with bursts of twice as many; 0: no limit
    #[arg(long, env, default_value = "20", value_parser = rate())]
    bet_rate_per_second: u32,

    /// average number of searches per second from one address; 0: no limit
    #[arg(long, env, default_value = "20", value_parser = rate())]
    search_rate_per_second: u32,

    /// average number of pictures a user may upload per minute; 0: no limit
    #[arg(long, env, default_value = "60", value_parser = rate())]
    upload_rate_per_minute: u32,

    /// keeps pictures in this bucket instead of DATA_DIR
    #[arg(long, env)]
    s3_bucket: Option<String>,

    /// address of the S3 service, if it is not Amazon's
    #[arg(long, env, value_parser = url(&["http", "https"]))]
    s3_endpoint: Option<String>,

    /// region of the bucket
    #[arg(long, env, default_value = "us-east-1")]
    s3_region: String,

    /// access key of the bucket, which S3_BUCKET requires
    #[arg(long, env, value_name = "the key of the bucket")]
    s3_access_key_id: Option<String>,

    /// secret key of the bucket, which S3_BUCKET requires
    #[arg(
        long,
        env,
        hide_env_values = true,
        value_name = "the secret of the bucket"
    )]
    s3_secret_access_key: Option<String>,

    /// address of a Meilisearch server, which then answers searches; unset: PostgreSQL does
    #[arg(long, env, value_parser = url(&["http", "https"]), hide_env_values = true)]
    meili_url: Option<String>,

    /// its master key, or a key that may do everything; unset: it has no keys
    #[arg(long, env, hide_env_values = true)]
    meili_key: Option<String>,

    /// `on`: the site shows demonstration data and says so
    #[arg(long, env, default_value = "off")]
    demo: Switch,
}

#[derive(Clone, Copy, ValueEnum)]
enum AuthDelivery {
    Live,
    Outbox,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

/// None means off. The alias keeps clap from reading the field as an optional argument.
type ListenOrOff = Option<SocketAddr>;

impl Variables {
    /// Reads the variables through `get`. Blank values count as unset.
    ///
    /// clap's own environment lookup would accept a blank value, and tests could not replace it. So each value is
    /// passed as an argument, `--database-url=…`.
    fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let arguments: Vec<String> = Self::command()
            .get_arguments()
            .filter_map(|argument| {
                let value = get(name(argument))?;
                let value = value.trim();
                let option = argument.get_long()?;
                (!value.is_empty()).then(|| format!("--{option}={value}"))
            })
            .collect();
        Self::command()
            .mut_args(|argument| argument.env(None))
            .try_get_matches_from(arguments)
            .and_then(|matches| Self::from_arg_matches(&matches))
            .map_err(|error| ConfigError::from_clap(&error))
    }
}

/// The environment variable of an argument of [`Variables`].
fn name(argument: &Arg) -> &str {
    argument
        .get_env()
        .and_then(|name| name.to_str())
        .expect("every argument has a variable")
}

/// An unusable or missing variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    pub variable: String,
    pub found: Option<String>,
    pub expected: String,
}

impl ConfigError {
    fn missing(argument: &Arg) -> Self {
        let expected = argument.get_value_names().unwrap_or_default();
        Self {
            variable: name(argument).to_owned(),
            found: None,
            expected: expected.join(" "),
        }
    }

    fn from_clap(error: &clap::Error) -> Self {
        let context = |kind| match error.get(kind) {
            Some(ContextValue::String(one)) => std::slice::from_ref(one),
            Some(ContextValue::Strings(several)) => several,
            _ => &[],
        };
        // The context has the form `--database-url <postgres://…>`.
        let option = context(ContextKind::InvalidArg)
            .first()
            .and_then(|shown| shown.split_whitespace().next())
            .and_then(|option| option.strip_prefix("--"));
        let command = Variables::command();
        let argument = command
            .get_arguments()
            .find(|argument| argument.get_long() == option)
            .expect("only a variable's value can be wrong");
        let Some(found) = context(ContextKind::InvalidValue).first() else {
            return Self::missing(argument);
        };
        let found = if argument.is_hide_env_values_set() {
            // A secret without a scheme shows nothing of itself.
            let scheme = found.split_once("://").map_or("", |(scheme, _)| scheme);
            format!("{}…", scheme.chars().take(12).collect::<String>())
        } else {
            found.trim().to_owned()
        };
        let expected = match std::error::Error::source(error) {
            Some(expected) => expected.to_string(),
            None => context(ContextKind::ValidValue).join(" or "),
        };
        Self {
            variable: name(argument).to_owned(),
            found: Some(found),
            expected,
        }
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            variable,
            found,
            expected,
        } = self;
        match found {
            Some(found) => write!(f, "{variable}: found «{found}», expected {expected}"),
            None => write!(f, "{variable}: is not set, expected {expected}"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// The server's configuration.
#[derive(Debug, Clone)]
pub struct Config {
    pub database_url: SecretString,
    pub database_connections: u32,
    /// None: this is the site's only node.
    pub redis_url: Option<SecretString>,
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

/// Where Meilisearch is.
#[derive(Debug, Clone)]
pub struct MeiliConfig {
    pub url: String,
    pub key: Option<SecretString>,
}

impl Config {
    /// Reads the process environment.
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::read(|name| std::env::var(name).ok())
    }

    /// Reads the environment for commands that neither serve nor deliver. Ignores variables that only the server needs.
    pub fn without_delivery() -> Result<Self, ConfigError> {
        Self::read(|name| match name {
            "AUTH_DELIVERY" => Some("outbox".to_owned()),
            "LISTEN" | "CLIENT_DIR" | "PUBLIC_URL" => None,
            _ => std::env::var(name).ok(),
        })
    }

    /// Reads variables through `get`. Blank values count as unset.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let variables = Variables::read(get)?;
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
            redis_url: variables.redis_url.map(Into::into),
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

/// Returns the value of a variable that another variable's value requires.
fn required(variable: &str, value: Option<String>) -> Result<String, ConfigError> {
    value.ok_or_else(|| {
        let command = Variables::command();
        let argument = command
            .get_arguments()
            .find(|argument| name(argument) == variable);
        ConfigError::missing(argument.expect("the variable is declared"))
    })
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

// The checks. Each returns the value, or a description of the expected value.

fn listen(value: &str) -> Result<SocketAddr, &'static str> {
    value.parse().map_err(|_| "address:port, as 127.0.0.1:8080")
}

fn listen_or_off(value: &str) -> Result<ListenOrOff, &'static str> {
    match value {
        "off" => Ok(None),
        _ => value
            .parse()
            .map(Some)
            .map_err(|_| "address:port, as 127.0.0.1:9464, or off"),
    }
}

fn number<T>(least: T, greatest: T) -> impl Fn(&str) -> Result<T, String> + Clone
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

fn cap() -> impl Fn(&str) -> Result<i64, String> + Clone {
    number(10, 1_000_000_000_000)
}

fn rate() -> impl Fn(&str) -> Result<u32, String> + Clone {
    number(0, 1_000_000)
}

/// Checks an address and trims a trailing slash.
fn url(schemes: &'static [&'static str]) -> impl Fn(&str) -> Result<String, String> + Clone {
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

fn built_client(folder: &str) -> Result<PathBuf, &'static str> {
    let folder = Path::new(folder);
    if folder.join("index.html").is_file() {
        Ok(folder.to_owned())
    } else {
        Err("a folder with an index.html (the built client)")
    }
}

fn vapid_contact(value: &str) -> Result<String, &'static str> {
    let is_mail = value
        .strip_prefix("mailto:")
        .is_some_and(|address| address.contains('@'));
    if is_mail || value.starts_with("https://") && Url::parse(value).is_ok() {
        Ok(value.to_owned())
    } else {
        Err("mailto:address or https://address")
    }
}

fn social_link(entry: &str) -> Result<SocialLink, &'static str> {
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

fn exchange_rate(entry: &str) -> Result<ExchangeRate, &'static str> {
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

/// The part of `--help` that documents the environment.
pub fn help() -> String {
    let mut text = String::from("Environment variables:\n");
    let mut explain = |name: &str, meaning: &str, default: &str| {
        text.push_str(&format!("  {name:<24} {meaning} [{default}]\n"));
    };
    for argument in Variables::command().get_arguments() {
        let meaning = argument.get_help().map(ToString::to_string);
        let default = match argument.get_default_values() {
            [] if argument.is_required_set() => "required".into(),
            [] => "unset".into(),
            [default, ..] => default.to_string_lossy(),
        };
        explain(name(argument), &meaning.unwrap_or_default(), &default);
    }
    for (name, meaning, default) in logs::VARIABLES {
        explain(name, meaning, default);
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

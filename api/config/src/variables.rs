//! The variables of the environment, declared once.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, CommandFactory, FromArgMatches, Parser, ValueEnum};
use contract::dto::{ExchangeRate, SocialLink};
use ipnet::IpNet;
use push::VapidKey;

use crate::checks::{
    ListenOrOff, built_client, cap, exchange_rate, listen, listen_or_off, network, node_address,
    node_secret, number, rate, social_link, url, vapid_contact,
};
use crate::error::ConfigError;
use crate::logs;

/// The environment variables: each field's name in capitals, its meaning, default and check. Logging has separate ones,
/// see [`logs::VARIABLES`].
///
/// No command line sets them, see [`Variables::read`]. Errors omit the value of a variable with `hide_env_values`. The
/// expected value in an error comes from the check or, if the value is missing, from `value_name`.
#[derive(Parser)]
#[command(disable_help_flag = true, no_binary_name = true)]
pub struct Variables {
    /// PostgreSQL: postgres://user:password@host:5432/name
    #[arg(long, env, value_parser = url(&["postgres", "postgresql"]), hide_env_values = true)]
    #[arg(value_name = "postgres://user:password@host:5432/name")]
    pub database_url: String,

    /// size of the PostgreSQL connection pool, 2 to 500
    #[arg(long, env, default_value = "20", value_parser = number::<u32>(2, 500))]
    pub database_connections: u32,

    /// Redis that the nodes of this site share: redis://:password@host:6379 or rediss:// (TLS); unset: a single node
    #[arg(long, env, value_parser = url(&["redis", "rediss"]), hide_env_values = true)]
    pub redis_url: Option<String>,

    /// host and port of this node's internal listener, for other nodes only; required with REDIS_URL
    #[arg(long, env, value_parser = node_address, value_name = "host:port, as 10.0.0.1:7000")]
    pub node_address: Option<String>,

    /// address and port at which that listener is opened, if it is not NODE_ADDRESS, as in a container
    #[arg(long, env, value_parser = node_address, value_name = "host:port, as 0.0.0.0:7000")]
    pub node_listen: Option<String>,

    /// secret shared by all nodes, at least 16 characters; required with REDIS_URL
    #[arg(long, env, value_parser = node_secret, hide_env_values = true)]
    #[arg(value_name = "the same secret on every node")]
    pub node_secret: Option<String>,

    /// this node's certificate in PEM; with NODE_TLS_KEY and NODE_TLS_CA the nodes speak TLS with each other
    #[arg(long, env, value_name = "the file of this node's certificate")]
    pub node_tls_cert: Option<PathBuf>,

    /// its private key in PEM
    #[arg(long, env, value_name = "the file of its private key")]
    pub node_tls_key: Option<PathBuf>,

    /// certificate of the authority that signed the certificates of all nodes, in PEM
    #[arg(long, env, value_name = "the file of the nodes' authority")]
    pub node_tls_ca: Option<PathBuf>,

    /// address and port of the site
    #[arg(long, env, default_value = "127.0.0.1:8080", value_parser = listen)]
    pub listen: SocketAddr,

    /// address and port of /metrics (Prometheus); `off` for none
    #[arg(long, env, default_value = "127.0.0.1:9464", value_parser = listen_or_off)]
    pub metrics_listen: ListenOrOff,

    /// folder for pictures, unless they are stored in S3
    #[arg(long, env, default_value = ".data")]
    pub data_dir: PathBuf,

    /// folder of the built client; unset: the server serves only the API
    #[arg(long, env, value_parser = built_client)]
    pub client_dir: Option<PathBuf>,

    /// address at which people reach the site, http://LISTEN if unset; https makes cookies secure
    #[arg(long, env, value_parser = url(&["http", "https"]))]
    pub public_url: Option<String>,

    /// name of the site, shown to people
    #[arg(long, env, default_value = "Аукционный зал")]
    pub brand_name: String,

    /// phone in the footer, until an admin writes another
    #[arg(long, env)]
    pub contact_phone: Option<String>,

    /// e-mail in the footer
    #[arg(long, env)]
    pub contact_email: Option<String>,

    /// postal address in the footer
    #[arg(long, env)]
    pub contact_address: Option<String>,

    /// links in the footer: name=https://address, separated by commas
    #[arg(long, env, value_delimiter = ',', value_parser = social_link)]
    pub social_links: Vec<SocialLink>,

    /// `live`: login codes go out by SMTP and SMS.RU; `outbox`: to /dev/outbox, on loopback only
    #[arg(long, env, default_value = "live")]
    pub auth_delivery: AuthDelivery,

    /// smtps://user:password@host:465 or smtp://user:password@host:587?tls=required; live delivery requires it
    #[arg(long, env, value_parser = url(&["smtp", "smtps"]), hide_env_values = true)]
    #[arg(value_name = "smtps://user:password@host:465")]
    pub smtp_url: Option<String>,

    /// sender of the letters: Name <address>; live delivery requires it
    #[arg(long, env, value_name = "Name <address>")]
    pub smtp_from: Option<String>,

    /// API key of SMS.RU; live delivery requires it
    #[arg(
        long,
        env,
        hide_env_values = true,
        value_name = "the key of SMS.RU's API"
    )]
    pub smsru_api_id: Option<String>,

    /// address of the SMS.RU API
    #[arg(long, env, default_value = "https://sms.ru", value_parser = url(&["http", "https"]))]
    pub smsru_base_url: String,

    /// time limit in seconds for one exchange with a mail server or SMS.RU, 1 to 12
    // A login waits for two exchanges, and no request may take more than 30 seconds.
    #[arg(long, env, default_value = "10", value_parser = number::<u64>(1, 12))]
    pub delivery_timeout_s: u64,

    /// private key that signs notices to browsers (Web Push), as `api vapid` makes it; unset: there are none
    #[arg(long, env, hide_env_values = true)]
    pub vapid_private_key: Option<VapidKey>,

    /// where push services reach the operator, mailto: or https:; VAPID_PRIVATE_KEY requires it
    #[arg(long, env, value_parser = vapid_contact, value_name = "mailto:info@example.org")]
    pub vapid_contact: Option<String>,

    /// address that accepts bids as {lotId, bid_amount}; unset: the site has no such bids
    #[arg(long, env, value_parser = url(&["http", "https"]), hide_env_values = true)]
    pub art_investment_url: Option<String>,

    /// sent with these bids as Authorization: Bearer
    #[arg(long, env, hide_env_values = true)]
    pub art_investment_token: Option<String>,

    /// address of another site's listing, shown beside our auctions; unset: no listing is shown
    #[arg(long, env, value_parser = url(&["http", "https"]), hide_env_values = true)]
    pub external_auctions_url: Option<String>,

    /// time limit in seconds for an answer from either of these two, 1 to 25
    #[arg(long, env, default_value = "10", value_parser = number::<u64>(1, 25))]
    pub external_timeout_s: u64,

    /// addresses or networks (10.0.0.0/8) whose X-Forwarded-For is trusted, separated by commas
    #[arg(long, env, value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<IpNet>,

    /// maximum bet of a bidder whom the house does not trust, in rubles
    #[arg(long, env, default_value = "5000", value_parser = cap())]
    pub untrusted_cap_rub: i64,

    /// the same in euros
    #[arg(long, env, default_value = "50", value_parser = cap())]
    pub untrusted_cap_eur: i64,

    /// the same in dollars
    #[arg(long, env, default_value = "50", value_parser = cap())]
    pub untrusted_cap_usd: i64,

    /// rubles for a unit of other currencies, shown beside prices: USD=80.5, separated by commas; unset: none are shown
    #[arg(long, env, value_delimiter = ',', value_parser = exchange_rate)]
    pub exchange_rates: Vec<ExchangeRate>,

    /// average number of bets a user may make per second, with bursts of twice as many; 0: no limit
    #[arg(long, env, default_value = "20", value_parser = rate())]
    pub bet_rate_per_second: u32,

    /// average number of searches per second from one address; 0: no limit
    #[arg(long, env, default_value = "20", value_parser = rate())]
    pub search_rate_per_second: u32,

    /// average number of pictures a user may upload per minute; 0: no limit
    #[arg(long, env, default_value = "60", value_parser = rate())]
    pub upload_rate_per_minute: u32,

    /// keeps pictures in this bucket instead of DATA_DIR
    #[arg(long, env)]
    pub s3_bucket: Option<String>,

    /// address of the S3 service, if it is not Amazon's
    #[arg(long, env, value_parser = url(&["http", "https"]))]
    pub s3_endpoint: Option<String>,

    /// region of the bucket
    #[arg(long, env, default_value = "us-east-1")]
    pub s3_region: String,

    /// access key of the bucket, which S3_BUCKET requires
    #[arg(long, env, value_name = "the key of the bucket")]
    pub s3_access_key_id: Option<String>,

    /// secret key of the bucket, which S3_BUCKET requires
    #[arg(
        long,
        env,
        hide_env_values = true,
        value_name = "the secret of the bucket"
    )]
    pub s3_secret_access_key: Option<String>,

    /// address of a Meilisearch server, which then answers searches; unset: PostgreSQL does
    #[arg(long, env, value_parser = url(&["http", "https"]), hide_env_values = true)]
    pub meili_url: Option<String>,

    /// its master key, or a key that may do everything; unset: it has no keys
    #[arg(long, env, hide_env_values = true)]
    pub meili_key: Option<String>,

    /// `on`: the site shows demonstration data and says so
    #[arg(long, env, default_value = "off")]
    pub demo: Switch,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum AuthDelivery {
    Live,
    Outbox,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

impl Variables {
    /// Reads the variables through `get`. Blank values count as unset.
    ///
    /// clap's own environment lookup would accept a blank value, and tests could not replace it. So each value is
    /// passed as an argument, `--database-url=…`.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
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
            .map_err(|error| wrong(&error))
    }
}

/// The environment variable of an argument of [`Variables`].
fn name(argument: &Arg) -> &str {
    argument
        .get_env()
        .and_then(|name| name.to_str())
        .expect("every argument has a variable")
}

fn missing(argument: &Arg) -> ConfigError {
    let expected = argument.get_value_names().unwrap_or_default();
    ConfigError {
        variable: name(argument).to_owned(),
        found: None,
        expected: expected.join(" "),
    }
}

fn wrong(error: &clap::Error) -> ConfigError {
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
        return missing(argument);
    };
    let found = if argument.is_hide_env_values_set() {
        // Shows the scheme only; of a secret without one, nothing.
        let scheme = found.split_once("://").map_or("", |(scheme, _)| scheme);
        format!("{}…", scheme.chars().take(12).collect::<String>())
    } else {
        found.trim().to_owned()
    };
    let expected = match std::error::Error::source(error) {
        Some(expected) => expected.to_string(),
        None => context(ContextKind::ValidValue).join(" or "),
    };
    ConfigError {
        variable: name(argument).to_owned(),
        found: Some(found),
        expected,
    }
}

/// Returns the value of a variable that another variable's value requires.
pub fn required<T>(variable: &str, value: Option<T>) -> Result<T, ConfigError> {
    value.ok_or_else(|| {
        let command = Variables::command();
        let argument = command
            .get_arguments()
            .find(|argument| name(argument) == variable);
        missing(argument.expect("the variable is declared"))
    })
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

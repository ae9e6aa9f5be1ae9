//! `api doctor`: checks everything that a site depends on, and says what to do about each fault.
//!
//! It changes nothing but a probe that it writes to the picture store and deletes again, so it can run beside a server.

mod database;
mod finding;
mod machine;
mod services;
mod storage;

use std::future::Future;

use clock::Clock;
use config::{Config, ConfigError};

use crate::nodes;
use finding::PATIENCE;
pub use finding::{Finding, Verdict};

/// Checks everything; `report` gets each finding as soon as it is known. Sends a test letter if `letter_to` names an address.
/// Returns whether nothing is broken.
pub async fn examine(
    config: Result<Config, ConfigError>,
    letter_to: Option<&str>,
    mut report: impl FnMut(Finding),
) -> bool {
    let mut is_sound = true;
    let mut report = |findings: Vec<Finding>| {
        for finding in findings {
            is_sound &= finding.verdict != Verdict::Broken;
            report(finding);
        }
    };
    report(vec![Finding::good("version", env!("CARGO_PKG_VERSION"))]);
    let config = match config {
        Ok(config) => config,
        Err(error) => {
            report(vec![Finding::broken("settings", error.to_string())]);
            return false;
        }
    };
    report(settings(&config));
    match database::connect(&config).await {
        Err(finding) => report(vec![finding]),
        Ok(pool) => {
            let clock = Clock::default();
            report(in_time("database", database::server(&pool, &config, &clock)).await);
            report(in_time("schema", database::schema(&pool)).await);
            report(in_time("backup", database::backup(&pool)).await);
            report(in_time("rooms", database::rooms(&pool)).await);
            report(in_time("queues", database::queues(&pool)).await);
            report(in_time("search", services::search(&config, &pool)).await);
        }
    }
    report(in_time("redis", services::redis(&config)).await);
    report(in_time("delivery", services::delivery(&config, letter_to)).await);
    report(in_time("pictures", storage::pictures(&config)).await);
    report(machine::disk(&config));
    report(machine::scheduler());
    is_sound
}

/// The findings of a check; if it fails or takes too long, one that says so.
async fn in_time(
    subject: &'static str,
    check: impl Future<Output = anyhow::Result<Vec<Finding>>>,
) -> Vec<Finding> {
    match tokio::time::timeout(PATIENCE, check).await {
        Ok(Ok(findings)) => findings,
        Ok(Err(error)) => vec![Finding::broken(subject, format!("{error:#}"))],
        Err(_) => vec![Finding::broken(
            subject,
            format!("no answer within {} seconds", PATIENCE.as_secs()),
        )],
    }
}

fn settings(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "settings";
    let mut found = Vec::new();
    let is_here = url::Url::parse(&config.public_url).is_ok_and(|url| match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    });
    if !is_here {
        if config.public_url.starts_with("http://") {
            found.push(Finding::broken(
                SUBJECT,
                "PUBLIC_URL is not https: logins travel unencrypted; put a proxy with TLS in front",
            ));
        }
        if config.demo {
            found.push(Finding::risky(
                SUBJECT,
                "DEMO is on: the site says that its sales are invented; unset it on a real one",
            ));
        }
        if config.trusted_proxies.is_empty() && config.listen.ip().is_loopback() {
            found.push(Finding::broken(
                SUBJECT,
                "TRUSTED_PROXIES is empty: every visitor seems to have the proxy's address and shares its limits; name the proxy, \
                 127.0.0.1 on the same machine",
            ));
        }
        if config.client_dir.is_none() {
            found.push(Finding::broken(
                SUBJECT,
                "CLIENT_DIR is not set: the site has no pages",
            ));
        }
    }
    if let Some(Err(error)) = config.node.as_ref().map(nodes::tls) {
        found.push(Finding::broken(SUBJECT, format!("{error:#}")));
    }
    if found.is_empty() {
        found.push(Finding::good(SUBJECT, config.public_url.clone()));
    }
    found
}

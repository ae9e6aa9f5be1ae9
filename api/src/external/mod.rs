//! Optional external services: an art-investment service that accepts bids, and another site's auctions shown beside
//! ours. Both are off unless their addresses are configured.

mod art_investment;
mod auctions;

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect;

pub use art_investment::{ArtInvestment, BidError};
pub use auctions::{Auctions, Listing};

use crate::config::Config;

/// External services; None means not configured.
pub struct External {
    pub art_investment: Option<ArtInvestment>,
    pub auctions: Option<Arc<Auctions>>,
}

impl External {
    pub fn new(config: &Config) -> Self {
        let http = client(config.external_timeout);
        Self {
            art_investment: config.art_investment_url.clone().map(|url| {
                ArtInvestment::new(http.clone(), url, config.art_investment_token.clone())
            }),
            auctions: config
                .external_auctions_url
                .clone()
                .map(|url| Arc::new(Auctions::new(http, url))),
        }
    }
}

fn client(timeout: Duration) -> reqwest::Client {
    reqwest::Client::builder()
        .timeout(timeout)
        // Requests are meant for the configured address alone.
        .redirect(redirect::Policy::none())
        .build()
        .expect("TLS is set up before the state")
}

/// Reads the body; None if it is longer than `limit` or breaks off.
async fn body(mut answer: reqwest::Response, limit: usize) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.ok()? {
        if body.len() + chunk.len() > limit {
            return None;
        }
        body.extend_from_slice(&chunk);
    }
    Some(body)
}

/// Makes an external text fit to show: one line, at most `limit` characters. None if nothing remains.
fn shown(text: &str, limit: usize) -> Option<String> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line = words.join(" ");
    (!line.is_empty() && line.chars().count() <= limit).then_some(line)
}

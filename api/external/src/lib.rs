//! External services: bids of an art-investment service, and the auctions of another site shown beside ours. Each is off
//! unless its address is configured.

mod answer;
mod art_investment;
mod auctions;

use std::sync::Arc;
use std::time::Duration;

use reqwest::redirect;
use secrecy::SecretString;

pub use art_investment::{ArtInvestment, BidError};
pub use auctions::{Auctions, Listing};

/// External services; None means not configured.
pub struct External {
    pub art_investment: Option<ArtInvestment>,
    pub auctions: Option<Arc<Auctions>>,
}

impl External {
    pub fn new(settings: Settings) -> Self {
        let http = client(settings.timeout);
        Self {
            art_investment: settings
                .art_investment_url
                .map(|url| ArtInvestment::new(http.clone(), url, settings.art_investment_token)),
            auctions: settings
                .auctions_url
                .map(|url| Arc::new(Auctions::new(http, url))),
        }
    }
}

/// Where the services are.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Of each exchange.
    pub timeout: Duration,
    pub art_investment_url: Option<String>,
    pub art_investment_token: Option<SecretString>,
    pub auctions_url: Option<String>,
}

fn client(timeout: Duration) -> reqwest::Client {
    reqwest::Client::builder()
        .timeout(timeout)
        // Requests are meant for the configured address alone.
        .redirect(redirect::Policy::none())
        .build()
        .expect("TLS is set up before any state is")
}

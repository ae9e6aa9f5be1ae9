//! Carries the SDK's requests over the workspace's HTTP client.
//!
//! The SDK's own client is another version of the same library. It has no time limits, no TLS unless it brings a second
//! set of roots, and fills a buffer of 8 MiB for each request, which costs more than a search.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use futures_util::io::{AsyncRead, AsyncReadExt as _};
use meilisearch_sdk::errors::Error;
use meilisearch_sdk::request::{HttpClient, Method, parse_response};
use reqwest::header::CONTENT_TYPE;
use secrecy::{ExposeSecret as _, SecretString};
use serde::{Serialize, de::DeserializeOwned};

/// Requests with one key and time limit.
#[derive(Clone)]
pub struct Http {
    pub client: reqwest::Client,
    pub key: Option<SecretString>,
    /// Of each exchange.
    pub limit: Duration,
}

impl fmt::Debug for Http {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Http")
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

impl Http {
    async fn send<Query: Serialize, Body, Output: DeserializeOwned>(
        &self,
        url: &str,
        method: &Method<Query, Body>,
        body: Option<(Vec<u8>, &str)>,
        expected: u16,
    ) -> Result<Output, Error> {
        let address = format!("{url}{}", yaup::to_string(method.query())?);
        let mut request = self
            .client
            .request(verb(method), address)
            .timeout(self.limit);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose_secret());
        }
        if let Some((body, content_type)) = body {
            request = request.header(CONTENT_TYPE, content_type).body(body);
        }
        let failed = |error: reqwest::Error| Error::Other(Box::new(error.without_url()));
        let response = request.send().await.map_err(failed)?;
        let status = response.status().as_u16();
        let mut answer = response.text().await.map_err(failed)?;
        if answer.is_empty() {
            answer.push_str("null");
        }
        parse_response(status, expected, &answer, String::new())
    }
}

#[async_trait]
impl HttpClient for Http {
    async fn request<Query, Body, Output>(
        &self,
        url: &str,
        method: Method<Query, Body>,
        expected_status_code: u16,
    ) -> Result<Output, Error>
    where
        Query: Serialize + Send + Sync,
        Body: Serialize + Send + Sync,
        Output: DeserializeOwned + 'static + Send,
    {
        let body = match method.body() {
            Some(body) => Some((serde_json::to_vec(body)?, "application/json")),
            None => None,
        };
        self.send(url, &method, body, expected_status_code).await
    }

    async fn stream_request<
        Query: Serialize + Send + Sync,
        Body: AsyncRead + Send + Sync + 'static,
        Output: DeserializeOwned + 'static,
    >(
        &self,
        url: &str,
        method: Method<Query, Body>,
        content_type: &str,
        expected_status_code: u16,
    ) -> Result<Output, Error> {
        let (method, body) = split(method);
        let body = match body {
            Some(body) => {
                let mut read = Vec::new();
                std::pin::pin!(body)
                    .read_to_end(&mut read)
                    .await
                    .map_err(|error| Error::Other(Box::new(error)))?;
                Some((read, content_type))
            }
            None => None,
        };
        self.send(url, &method, body, expected_status_code).await
    }

    fn is_tokio(&self) -> bool {
        true
    }
}

fn split<Query, Body>(method: Method<Query, Body>) -> (Method<Query, ()>, Option<Body>) {
    match method {
        Method::Get { query } => (Method::Get { query }, None),
        Method::Delete { query } => (Method::Delete { query }, None),
        Method::Post { query, body } => (Method::Post { query, body: () }, Some(body)),
        Method::Put { query, body } => (Method::Put { query, body: () }, Some(body)),
        Method::Patch { query, body } => (Method::Patch { query, body: () }, Some(body)),
    }
}

fn verb<Query, Body>(method: &Method<Query, Body>) -> reqwest::Method {
    match method {
        Method::Get { .. } => reqwest::Method::GET,
        Method::Delete { .. } => reqwest::Method::DELETE,
        Method::Post { .. } => reqwest::Method::POST,
        Method::Put { .. } => reqwest::Method::PUT,
        Method::Patch { .. } => reqwest::Method::PATCH,
    }
}

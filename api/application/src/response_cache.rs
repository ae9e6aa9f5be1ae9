//! Responses that are the same for every visitor, cached in memory, encoded and compressed.
//!
//! A call's response is valid until the next write. A page's first HTML may be as old as [`shared_reads::LONGEST_MS`],
//! because the client refetches what matters once it runs.

use std::sync::Arc;

use actix_web::http::header::HeaderMap;
use bytes::Bytes;
use clock::Clock;
use shared_reads::{Budget, SharedReads, Slot, Snapshots};

/// A response as it is sent.
#[derive(Debug)]
pub struct CachedResponse {
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// Cached responses by request key: address, variant and accepted encodings.
pub type ResponseCache = SharedReads<String, Arc<CachedResponse>>;

/// Creates an empty cache.
pub fn response_cache(snapshots: Arc<Snapshots>, clock: Clock) -> ResponseCache {
    /// Approximate size of the headers.
    const HEADERS: usize = 768;
    let budget = Budget {
        capacity: 48 * 1024 * 1024,
        largest: 512 * 1024,
        usual_count: 2048,
        key_size: String::len,
        size: |response: &Arc<CachedResponse>| HEADERS + response.body.len(),
    };
    ResponseCache::new(snapshots, clock, budget)
}

/// Caches the response and returns it to all waiting requests.
pub fn fill(
    slot: Slot<'_, String, Arc<CachedResponse>>,
    headers: HeaderMap,
    body: &[u8],
) -> Arc<CachedResponse> {
    // Copied because a collected body's buffer may be many times its size.
    let body = Bytes::copy_from_slice(body);
    let response = Arc::new(CachedResponse { headers, body });
    slot.fill(response.clone());
    response
}

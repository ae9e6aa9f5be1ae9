//! Extractors: the caller, the request's origin and its id.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;

use actix_web::cookie::Cookie;
use actix_web::dev::Payload;
use actix_web::http::header::{HeaderMap, USER_AGENT};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use ipnet::IpNet;
use room_server::gateway::Opener;
use serde_json::json;
use time::OffsetDateTime;
use tracing_actix_web::RequestId;

use crate::cookies;
use crate::lot_views::Viewer;
use crate::state::AppState;
use contract::codes::Code;
use contract::error::ApiError;
use people::access::Session;
use people::account::Account;
use people::devices;
use people::journal::{Action, By};
use people::origin::{Origin, network};
use people::second_factor;

/// A visitor, or a user with a valid token. An expired or revoked token makes the caller a visitor.
#[derive(Debug, Clone)]
pub struct Caller {
    pub account: Option<Arc<Account>>,
    pub session: Option<Session>,
    pub origin: Origin,
}

impl Caller {
    async fn of(req: &HttpRequest) -> Result<Self, ApiError> {
        Self::with_token(req, token(req.headers())).await
    }

    /// The caller of a request for a picture. An `<img>` sends no header, so the cookie that holds the client's token
    /// identifies them too. Other sites cannot send it (`SameSite=Strict`), and reading a picture changes nothing.
    pub async fn of_picture(req: &HttpRequest) -> Result<Self, ApiError> {
        let cookie = cookies::read(state(req), req, cookies::TOKEN);
        let token = token(req.headers()).or(cookie.as_ref().map(Cookie::value));
        Ok(Self::with_token(req, token).await?.until_second_factor())
    }

    async fn with_token(req: &HttpRequest, token: Option<&str>) -> Result<Self, ApiError> {
        let state = state(req);
        let origin = origin(req, state);
        let found = match token {
            Some(token) => state.access.authenticate(token, state.clock.now()).await?,
            None => None,
        };
        let (session, account): (_, Option<Arc<Account>>) = found.unzip();
        if let Some(account) = &account {
            req.extensions_mut().insert(KnownCaller(account.id));
        }
        Ok(Self {
            account,
            session,
            origin,
        })
    }

    fn must_set_second_factor(&self) -> bool {
        self.account
            .as_ref()
            .is_some_and(|account| account.must_set_second_factor())
    }

    /// Until the second factor is set up, they see what visitors see.
    fn until_second_factor(mut self) -> Self {
        if self.must_set_second_factor() {
            (self.account, self.session) = (None, None);
        }
        self
    }

    pub fn id(&self) -> Option<i64> {
        self.account.as_ref().map(|account| account.id)
    }

    /// The caller as the journal records them.
    pub fn by(&self, at: OffsetDateTime) -> By {
        By::of(self.id(), &self.origin, at)
    }

    /// Identities that views of lots are stored under: the account, then the browser.
    pub fn viewers(&self, request: &HttpRequest) -> Vec<Viewer> {
        let account = self.id().map(Viewer::Account);
        account.into_iter().chain(visitor(request)).collect()
    }

    pub fn is_admin(&self) -> bool {
        self.account
            .as_ref()
            .is_some_and(|account| account.is_admin())
    }

    pub fn sees_hidden_of(&self, house_id: i64) -> bool {
        self.account
            .as_ref()
            .is_some_and(|account| account.sees_hidden_of(house_id))
    }

    pub fn controls(&self, catalog_id: i64, house_id: i64) -> bool {
        self.account
            .as_ref()
            .is_some_and(|account| account.controls(catalog_id, house_id))
    }
}

/// Put into a request's extensions once its caller is known: the account.
#[derive(Clone, Copy)]
struct KnownCaller(i64);

/// Put into the extensions of a handshake whose browser has logged in before: the account.
#[derive(Clone, Copy)]
struct Recognised(i64);

/// Recognises the browser that opens a socket. A handshake carries no token, and a mark opens nothing.
pub async fn recognise(state: &AppState, request: &HttpRequest) {
    let origin = origin(request, state);
    if origin.marks.is_none() {
        return;
    }
    let latest = async {
        let mut conn = state.pool.acquire().await?;
        devices::latest(&mut conn, &origin, state.clock.now()).await
    };
    match latest.await {
        Ok(Some(account_id)) => {
            request.extensions_mut().insert(Recognised(account_id));
        }
        Ok(None) => {}
        Err(error) => tracing::warn!(%error, "a browser is not recognised"),
    }
}

/// Who opens a socket.
pub fn opener(request: &HttpRequest) -> Opener {
    let recognised = request.extensions().get::<Recognised>().copied();
    Opener {
        address: Some(network(address_of(request, state(request)))),
        known: recognised.map(|Recognised(account_id)| account_id),
    }
}

/// Counts a refusal with 403, and journals it with its caller.
pub async fn refused(state: &AppState, request: &HttpRequest) {
    let known = request.extensions().get::<KnownCaller>().copied();
    let (Some(KnownCaller(id)), Some(path)) = (known, request.match_pattern()) else {
        return Action::RightRefused.count();
    };
    if !state.limits.journals_refusal(id).await {
        return Action::RightRefused.count();
    }
    let origin = origin(request, state);
    let by = By::of(Some(id), &origin, state.clock.now());
    let what = json!({"call": format!("{} {path}", request.method())});
    let journalled = async {
        let mut conn = state.pool.acquire().await?;
        by.record_creation(&mut conn, Action::RightRefused, id, &what)
            .await
    };
    if let Err(error) = journalled.await {
        tracing::warn!(%error, "a refusal was not journalled");
    }
}

/// A signed-in user; other callers get 401 `not_authenticated`.
#[derive(Debug, Clone)]
pub struct Member {
    pub account: Arc<Account>,
    pub session: Session,
    pub origin: Origin,
}

impl Deref for Member {
    type Target = Account;

    fn deref(&self) -> &Account {
        &self.account
    }
}

impl Member {
    /// The caller as the journal records them.
    pub fn by(&self, at: OffsetDateTime) -> By {
        By::of(Some(self.id), &self.origin, at)
    }

    /// Refuses with 403 if a program calls on the user's behalf with an access token.
    pub fn require_login(&self) -> Result<(), ApiError> {
        if self.session.is_token {
            Err(ApiError::forbidden_because("Недоступно по токену доступа"))
        } else {
            Ok(())
        }
    }

    /// Refuses with 403 unless a person calls who has proved their second factor in the last 10 minutes, or has none.
    pub async fn require_step_up(&self, state: &AppState) -> Result<(), ApiError> {
        self.require_login()?;
        let mut conn = state.pool.acquire().await?;
        let now = state.clock.now();
        second_factor::require_step_up(&mut conn, self.id, self.session.id, now).await
    }
}

/// The calls of an account that must first set up a second factor: those that do so, and those about its logins.
const WITHOUT_SECOND_FACTOR: [&str; 4] = [
    "/api/accounts/second-factor",
    "/api/accounts/sessions",
    "/api/signout",
    "/api/whoami",
];

type Extraction<T> = Pin<Box<dyn Future<Output = Result<T, ApiError>>>>;

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let req = req.clone();
        Box::pin(async move { Ok(Self::of(&req).await?.until_second_factor()) })
    }
}

impl FromRequest for Member {
    type Error = ApiError;
    type Future = Extraction<Self>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        let req = req.clone();
        Box::pin(async move {
            let caller = Caller::of(&req).await?;
            let is_open = |path: &str| {
                WITHOUT_SECOND_FACTOR
                    .iter()
                    .any(|open| path.starts_with(open))
            };
            if caller.must_set_second_factor() && !is_open(req.path()) {
                return Err(Code::SecondFactorNotSet.into());
            }
            match caller {
                Caller {
                    account: Some(account),
                    session: Some(session),
                    origin,
                } => Ok(Self {
                    account,
                    session,
                    origin,
                }),
                _ => Err(ApiError::not_authenticated()),
            }
        })
    }
}

/// Origin of a request.
pub struct RequestOrigin(pub Origin);

impl FromRequest for RequestOrigin {
    type Error = ApiError;
    type Future = std::future::Ready<Result<Self, ApiError>>;

    fn from_request(req: &HttpRequest, _: &mut Payload) -> Self::Future {
        std::future::ready(Ok(Self(origin(req, state(req)))))
    }
}

fn state(req: &HttpRequest) -> &web::Data<AppState> {
    req.app_data::<web::Data<AppState>>()
        .expect("every app of this crate has its state")
}

/// Reads the `X-Token` header.
pub fn token(headers: &HeaderMap) -> Option<&str> {
    headers
        .get("X-Token")?
        .to_str()
        .ok()
        .filter(|token| !token.is_empty())
}

/// Reads `X-Visitor`, the key by which a browser identifies itself. The browser generates it: 8 to 64 letters, digits,
/// `-` or `_`. Any other value counts as absent.
pub fn browser(req: &HttpRequest) -> Option<&str> {
    let is_key = |key: &&str| {
        (8..=64).contains(&key.len())
            && key
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
    };
    let key = req.headers().get("X-Visitor")?.to_str().ok()?;
    Some(key).filter(is_key)
}

/// Identifies a viewer of lots by `X-Visitor`.
pub fn visitor(req: &HttpRequest) -> Option<Viewer> {
    let key = browser(req)?.to_owned();
    let address = address_of(req, state(req));
    Some(Viewer::Browser { key, address })
}

fn address_of(req: &HttpRequest, state: &AppState) -> IpAddr {
    let peer = req.peer_addr().map(|peer| peer.ip());
    address(peer, req.headers(), &state.config.trusted_proxies)
}

fn origin(req: &HttpRequest, state: &AppState) -> Origin {
    Origin {
        address: address_of(req, state),
        user_agent: req
            .headers()
            .get(USER_AGENT)
            .and_then(|value| value.to_str().ok())
            .map(|agent| agent.chars().take(300).collect()),
        marks: cookies::read(state, req, cookies::DEVICE).map(|cookie| cookie.value().to_owned()),
        request_id: request_id(req),
    }
}

pub fn request_id(req: &impl HttpMessage) -> String {
    req.extensions()
        .get::<RequestId>()
        .map(ToString::to_string)
        .unwrap_or_default()
}

/// Finds the caller's address: the peer's or, behind trusted proxies, the nearest address in `X-Forwarded-For` that is
/// not one of them. Claims of an untrusted peer are ignored.
pub fn address(peer: Option<IpAddr>, headers: &HeaderMap, trusted: &[IpNet]) -> IpAddr {
    let is_trusted = |address: IpAddr| trusted.iter().any(|network| network.contains(&address));
    // Only a Unix socket has no peer address, and its peer is on this machine.
    let mut address = peer
        .unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
        .to_canonical();
    let forwarded = headers
        .get_all("X-Forwarded-For")
        .filter_map(|value| value.to_str().ok())
        .collect::<Vec<_>>()
        .join(",");
    for hop in forwarded.rsplit(',') {
        if !is_trusted(address) {
            break;
        }
        let Ok(next) = hop.trim().parse::<IpAddr>() else {
            break;
        };
        address = next.to_canonical();
    }
    address
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn seen(peer: &str, forwarded: &[&'static str], trusted: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(
                HeaderName::from_static("x-forwarded-for"),
                HeaderValue::from_static(value),
            );
        }
        let trusted = trusted
            .iter()
            .map(|network| config::network(network).unwrap())
            .collect::<Vec<_>>();
        address(Some(peer.parse().unwrap()), &headers, &trusted).to_string()
    }

    #[test]
    fn forwarded_addresses_count_only_from_trusted_proxies() {
        assert_eq!(seen("9.9.9.9", &["1.1.1.1"], &[]), "9.9.9.9");
        assert_eq!(seen("10.0.0.2", &["1.1.1.1"], &["10.0.0.0/8"]), "1.1.1.1");
        assert_eq!(
            seen("10.0.0.2", &["6.6.6.6, 1.1.1.1, 10.0.0.7"], &["10.0.0.0/8"]),
            "1.1.1.1"
        );
        assert_eq!(
            seen("10.0.0.2", &["6.6.6.6", "1.1.1.1"], &["10.0.0.0/8"]),
            "1.1.1.1"
        );
        assert_eq!(seen("10.0.0.2", &["nonsense"], &["10.0.0.0/8"]), "10.0.0.2");
        assert_eq!(seen("10.0.0.2", &[], &["10.0.0.0/8"]), "10.0.0.2");
        assert_eq!(
            seen("::ffff:10.0.0.2", &["::ffff:1.1.1.1"], &["10.0.0.0/8"]),
            "1.1.1.1"
        );
    }
}

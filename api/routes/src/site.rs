//! The site itself: its configuration, its health and, in development, its outbox.

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpRequest, HttpResponse, get, post, put};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::{Config, Contacts, OutboxMessage, SiteContacts};
use contract::error::{ApiError, ApiResult};
use mail::delivery::Outbox;
use room_server::ports::Reach;

/// The longest a readiness check waits for the database or the journal.
const LATE: Duration = Duration::from_secs(2);

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(site_config)
        .service(change_contacts)
        .service(outbox_messages)
        .service(outbox_callback)
        .service(healthz)
        .service(readyz);
}

/// The routes of a process that serves no people.
pub fn configure_health(cfg: &mut actix_web::web::ServiceConfig) {
    cfg.service(healthz).service(readyz);
}

/// The configuration that a client needs before sign-in.
#[utoipa::path(tag = "site", responses((status = 200, body = Config)))]
#[get("/api/config")]
async fn site_config(state: Data<AppState>) -> ApiResult<Json<Config>> {
    Ok(Json(config(&state).await?))
}

pub async fn config(state: &AppState) -> ApiResult<Config> {
    let config = &state.config;
    let shown = state.contacts.shown().await?;
    Ok(Config {
        brand_name: config.brand_name.clone(),
        contacts: Contacts {
            phone: shown.phone,
            email: shown.email,
            address: shown.address,
        },
        social_links: shown.social_links,
        untrusted_cap: config.untrusted_cap,
        exchange_rates: config.exchange_rates.clone(),
        is_demo: config.demo,
        dev_outbox: config.dev_outbox(),
    })
}

/// Replaces the contacts and social links of the footer. For admins.
#[utoipa::path(tag = "site", security(("token" = [])), responses((status = 200, body = SiteContacts),
    (status = 403, description = "Not an admin"), (status = 422, description = "Invalid fields")))]
#[put("/api/config/contacts")]
async fn change_contacts(
    state: Data<AppState>,
    member: Member,
    request: Json<SiteContacts>,
) -> ApiResult<Json<SiteContacts>> {
    member.require_admin()?;
    let by = member.by(state.clock.now());
    Ok(Json(state.contacts.replace(&by, &request).await?))
}

/// Whether the process is alive.
#[utoipa::path(tag = "site", responses((status = 200)))]
#[get("/healthz")]
async fn healthz() -> &'static str {
    "ok\n"
}

/// Whether the process can serve: the database answers and the journal's writer is not stuck waiting for it.
#[utoipa::path(tag = "site", responses((status = 200)))]
#[get("/readyz")]
async fn readyz(state: Data<AppState>) -> ApiResult<(String, StatusCode)> {
    // The proxy sends clients to the other nodes.
    if state.rooms.are_leaving() {
        return Err(ApiError::unavailable(anyhow::anyhow!("this node stops")));
    }
    let reach = state.rooms.reach();
    if reach == Reach::Unreached {
        let why = "the other nodes cannot reach this one at NODE_ADDRESS\n".to_owned();
        return Ok((why, StatusCode::SERVICE_UNAVAILABLE));
    }
    let lag = state.rooms.journal_lag();
    if lag > LATE {
        return Err(ApiError::unavailable(anyhow::anyhow!(
            "the journal has been waiting {lag:?} for the database"
        )));
    }
    let check = sqlx::query_scalar!(r#"select 1 as "one!""#).fetch_one(&state.pool);
    match tokio::time::timeout(LATE, check).await {
        Ok(Ok(_)) => {
            // Further lines: the backend of searches, if the site has a search engine; that Redis is away, which decides
            // nothing, because it is away for every node; and that this node is not reached, while nobody can take its place.
            let searches = state.config.roles.web;
            let details = state.search.details().filter(|_| searches);
            let details = details.map(|details| details + "\n");
            let is_away = state.redis.as_ref().is_some_and(|redis| !redis.is_up());
            let redis = if is_away { "redis: away\n" } else { "" };
            let node = match reach {
                Reach::Alone => "node: not reached at NODE_ADDRESS\n",
                Reach::Reached | Reach::Unreached => "",
            };
            let details = details.unwrap_or_default();
            Ok((format!("ready\n{details}{redis}{node}"), StatusCode::OK))
        }
        Ok(Err(error)) => Err(ApiError::unavailable(error)),
        Err(elapsed) => Err(ApiError::unavailable(elapsed)),
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct OutboxQuery {
    /// A phone or e-mail; absent: all messages.
    to: Option<String>,
}

/// Messages captured in development instead of being delivered, newest first. Only for requests from this machine.
#[utoipa::path(tag = "development", params(OutboxQuery), 
    responses((status = 200, body = Vec<OutboxMessage>), (status = 404, description = "The site has no outbox")))]
#[get("/dev/outbox")]
async fn outbox_messages(
    state: Data<AppState>,
    req: HttpRequest,
    query: Query<OutboxQuery>,
) -> ApiResult<Json<Vec<OutboxMessage>>> {
    let outbox = local_outbox(&state, &req)?;
    let to = query.to.as_deref().map(|to| {
        if to.contains('@') {
            to.trim().to_lowercase()
        } else {
            plain_phone(to)
        }
    });
    Ok(Json(outbox.messages(to.as_deref())))
}

/// Simulates the user's call.
#[utoipa::path(tag = "development", params(("id" = String, Path)), responses((status = 204)))]
#[post("/dev/outbox/callback/{id}")]
async fn outbox_callback(
    state: Data<AppState>,
    req: HttpRequest,
    id: Path<String>,
) -> ApiResult<HttpResponse> {
    if local_outbox(&state, &req)?.confirm(&id) {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(ApiError::not_found())
    }
}

/// In a query string, `+` decodes to a space.
fn plain_phone(text: &str) -> String {
    people::login::phone(text).unwrap_or_else(|_| text.trim().to_owned())
}

/// The outbox, if the request came from this machine and names it as its host. The name check rejects pages of other
/// sites whose names resolve to loopback, and proxied requests are rejected too. Otherwise 404.
fn local_outbox<'a>(state: &'a AppState, req: &HttpRequest) -> ApiResult<&'a Outbox> {
    let outbox = state.delivery.outbox().ok_or_else(ApiError::not_found)?;
    let peer_is_local = req
        .peer_addr()
        .is_some_and(|peer| peer.ip().to_canonical().is_loopback());
    let forwarded = [
        "Forwarded",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "X-Real-Ip",
        "Via",
    ]
    .iter()
    .any(|name| req.headers().contains_key(*name));
    let host = req
        .headers()
        .get("Host")
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    if peer_is_local && !forwarded && is_loopback_host(host) {
        Ok(outbox)
    } else {
        Err(ApiError::not_found())
    }
}

fn is_loopback_host(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost")
        || name
            .parse::<std::net::IpAddr>()
            .is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback_host;

    #[test]
    fn only_loopback_names_are_accepted() {
        for host in [
            "localhost",
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "[::1]",
            "LOCALHOST",
        ] {
            assert!(is_loopback_host(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "127.0.0.1.example.org",
            "localhost.example.org:80",
            "10.0.0.1",
            "[::2]",
        ] {
            assert!(!is_loopback_host(host), "{host}");
        }
    }
}

//! `/api/system`: whether the site's machines and services are well, for admins.

use actix_web::web::Data;
use actix_web::{get, post};
use serde_json::json;
use utoipa_actix_web::service_config::ServiceConfig;

use application::caller::Member;
use application::json::Json;
use application::state::AppState;
use contract::dto::{SystemCheck, SystemNode, SystemReport, SystemState, SystemVersion, Timestamp};
use contract::error::{ApiError, ApiResult};
use doctor::{Examination, Finding, State, Subject};
use people::journal::Action;

pub fn configure(cfg: &mut ServiceConfig) {
    cfg.service(system).service(test_letter);
}

/// Checks everything that the site depends on, as `auction-room doctor` does. A check that hangs is given up after ten seconds.
/// For admins.
#[utoipa::path(tag = "site", security(("token" = [])), responses((status = 200, body = SystemReport),
    (status = 403, description = "Not an admin")))]
#[get("/api/system")]
async fn system(state: Data<AppState>, member: Member) -> ApiResult<Json<SystemReport>> {
    member.require_admin()?;
    let examination = Examination {
        config: &state.config,
        pool: &state.pool,
        clock: &state.clock,
        timeout: doctor::TIMEOUT,
    };
    let mut found = Vec::new();
    let ((), versions, nodes) = tokio::join!(
        examination.run(|finding| found.push(finding)),
        examination.versions(),
        examination.nodes(),
    );
    // Details name places of the operator's machines, so they go to the log alone.
    for finding in &found {
        if finding.state != State::Ok
            && let Some(detail) = &finding.detail
        {
            tracing::warn!(
                check = finding.subject.name(),
                detail,
                "an admin's examination found a fault"
            );
        }
    }
    found.sort_by_key(|finding| finding.state);
    let now = state.clock.now();
    Ok(Json(SystemReport {
        checked: Timestamp(now),
        checks: found.into_iter().map(check).collect(),
        versions: versions
            .into_iter()
            .map(|part| SystemVersion {
                name: part.name.to_owned(),
                version: part.version,
            })
            .collect(),
        nodes: nodes
            .into_iter()
            .map(|node| SystemNode {
                name: node.name,
                is_alive: node.is_alive,
                seen: Timestamp(now - time::Duration::seconds_f64(node.seen_s)),
                rooms: node.rooms,
                clock_skew_ms: node.skew_s.map(|skew| (skew * 1000.0).round() as i64),
            })
            .collect(),
    }))
}

/// Sends a test letter to the caller's own e-mail, and says whether the mail server accepted it. For admins.
#[utoipa::path(tag = "site", security(("token" = [])), responses((status = 200, body = SystemCheck),
    (status = 403, description = "Not an admin"), (status = 409, description = "The caller has no confirmed e-mail")))]
#[post("/api/system/letter")]
async fn test_letter(state: Data<AppState>, member: Member) -> ApiResult<Json<SystemCheck>> {
    member.require_admin()?;
    // No letter goes to an address whose owner has not proved it.
    let Some(email) = member
        .email
        .as_deref()
        .filter(|_| member.is_email_confirmed)
    else {
        return Err(ApiError::conflict(
            "Письмо некуда послать: укажите и подтвердите e-mail в своём профиле",
        ));
    };
    let letter = doctor::test_letter(email, &state.config.brand_name);
    let sent = state.delivery.port().email(letter).await;
    let finding = match &sent {
        Ok(()) if state.delivery.outbox().is_some() => Finding::ok(
            Subject::Mail,
            "Письмо лежит на /dev/outbox: сайт в режиме разработки ничего не отправляет",
        ),
        Ok(()) => Finding::ok(
            Subject::Mail,
            "Почтовый сервер принял письмо. Если оно не придёт за несколько минут, посмотрите в спаме",
        ),
        Err(error) => {
            tracing::warn!(%error, "a test letter was not sent");
            Finding::broken(
                Subject::Mail,
                "Почтовый сервер не принял письмо. Проверьте его, SMTP_URL и SMTP_FROM; ответ сервера — в журнале сайта",
            )
        }
    };
    let mut conn = state.pool.acquire().await?;
    member
        .by(state.clock.now())
        .record_creation(
            &mut conn,
            Action::TestLetterSent,
            0,
            &json!({"isSent": sent.is_ok()}),
        )
        .await?;
    Ok(Json(check(finding)))
}

fn check(finding: Finding) -> SystemCheck {
    SystemCheck {
        name: finding.subject.name().to_owned(),
        title: finding.subject.title().to_owned(),
        state: match finding.state {
            State::Ok => SystemState::Ok,
            State::Warn => SystemState::Warn,
            State::Broken => SystemState::Broken,
        },
        text: finding.text,
    }
}

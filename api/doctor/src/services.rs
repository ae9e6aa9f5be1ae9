//! Redis, the search engine, and the providers of letters and calls.

use cluster::Redis;
use config::Config;
use mail::delivery::{Delivery, DeliveryConfig, Live};
use search_indexer::Probe as _;
use sqlx::PgPool;

use super::finding::{Finding, Subject};
use application::state;
use clock::Clock;

/// Rubles on the account of SMS.RU below which calls will soon fail.
const LITTLE_MONEY: f64 = 100.0;

pub async fn redis(config: &Config) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Redis;
    let Some(url) = config.redis_url() else {
        return Ok(vec![Finding::ok(SUBJECT, "Не используется: узел один")]);
    };
    Ok(vec![match Redis::new(url)?.check().await {
        Ok(()) => Finding::ok(SUBJECT, "Отвечает"),
        Err(error) => Finding::broken(
            SUBJECT,
            "Не отвечает: каждый узел считает ограничения сам и узнаёт о других на секунду позже. Запустите Redis",
        )
        .with(error),
    }])
}

pub async fn search(config: &Config, pool: &PgPool) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Search;
    let Some(engine) = state::backend(config, pool) else {
        return Ok(vec![Finding::ok(SUBJECT, "Ищет PostgreSQL")]);
    };
    Ok(vec![match engine.check(false).await {
        Ok(()) => Finding::ok(SUBJECT, "Ищет Meilisearch"),
        Err(error) => Finding::warn(
            SUBJECT,
            "Meilisearch не отвечает или отстал, ищет PostgreSQL. Работающий сервер достроит индекс сам; если это не проходит, \
             проверьте Meilisearch, MEILI_URL и MEILI_KEY",
        )
        .with(error),
    }])
}

/// The adapter that sends; None in development, where messages are kept.
fn live(config: &Config) -> anyhow::Result<Option<Box<Live>>> {
    if let DeliveryConfig::Outbox = config.delivery {
        return Ok(None);
    }
    Ok(match Delivery::new(&config.delivery, Clock::default())? {
        Delivery::Live(live) => Some(live),
        Delivery::Outbox(_) => None,
    })
}

const KEPT: &str = "Ничего не уходит: сообщения остаются на /dev/outbox";

pub async fn mail(config: &Config) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Mail;
    let Some(live) = live(config)? else {
        return Ok(vec![Finding::ok(SUBJECT, KEPT)]);
    };
    Ok(vec![match live.check_mail().await {
        Ok(()) => Finding::ok(SUBJECT, "Почтовый сервер принимает вход сайта"),
        Err(error) => Finding::broken(
            SUBJECT,
            "Почтовый сервер недоступен или не принимает вход сайта. Проверьте его и SMTP_URL",
        )
        .with(error),
    }])
}

pub async fn phone(config: &Config) -> anyhow::Result<Vec<Finding>> {
    const SUBJECT: Subject = Subject::Phone;
    let Some(live) = live(config)? else {
        return Ok(vec![Finding::ok(SUBJECT, KEPT)]);
    };
    Ok(vec![match live.balance().await {
        Ok(rubles) if rubles < LITTLE_MONEY => Finding::warn(
            SUBJECT,
            format!(
                "На счёте SMS.RU {rubles} ₽. Пополните его, иначе по телефону скоро никто не войдёт"
            ),
        ),
        Ok(rubles) => Finding::ok(SUBJECT, format!("На счёте SMS.RU {rubles} ₽")),
        Err(error) => Finding::broken(
            SUBJECT,
            "SMS.RU не отвечает или не принимает ключ: по телефону никто не войдёт. Проверьте SMSRU_API_ID",
        )
        .with(error),
    }])
}

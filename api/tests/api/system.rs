//! The page of the system.

use serde_json::{Value, json};

use crate::support::smtp::{Mischief, Sink, Stage};
use crate::support::*;

const REPORT: &str = "/api/system";
const LETTER: &str = "/api/system/letter";

async fn journalled(app: &App) -> Vec<Value> {
    sqlx::query_scalar("select after from journal_record where event = 585 order by id")
        .fetch_all(&app.pool)
        .await
        .unwrap()
}

#[actix_web::test]
async fn admins_see_what_the_doctor_finds_the_most_urgent_first() {
    let app = App::with(&[("PUBLIC_URL", "http://auction.example")]).await;
    sqlx::query(
        "insert into letter (key, address, done, outcome) values ('lost', null, now(), 'given_up')",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    for (who, status) in [(VISITOR, 401), (OWNER, 403), (DEVELOPER, 403)] {
        app.get(who, REPORT).await.expect(status);
    }
    let report = app.get(ADMIN, REPORT).await.ok();
    let checks = report["checks"].as_array().unwrap();
    let states: Vec<_> = checks
        .iter()
        .map(|check| check["state"].as_str().unwrap())
        .collect();
    let mut sorted = states.clone();
    sorted.sort_by_key(|state| {
        ["broken", "warn", "ok"]
            .iter()
            .position(|known| known == state)
    });
    assert_eq!(states, sorted);
    assert_eq!(
        checks[0],
        json!({
            "name": "settings", "title": "Настройки", "state": "broken",
            "text": "PUBLIC_URL без https: коды входа идут по сети открыто. Поставьте перед сервером прокси с TLS",
        })
    );
    let queues = checks
        .iter()
        .find(|check| check["name"] == "queues")
        .unwrap();
    assert_eq!(queues["state"], "warn");
    let program = &report["versions"][0];
    assert_eq!(
        program,
        &json!({"name": "Программа", "version": env!("CARGO_PKG_VERSION")})
    );
    assert_eq!(report["nodes"], json!([]));
    let folder = app.state.config.data_dir.display().to_string();
    let text = report.to_string();
    assert!(
        !text.contains(&folder) && !text.contains("postgres://"),
        "{text}"
    );
    app.end().await;
}

#[actix_web::test]
async fn an_admin_gets_a_test_letter_which_the_journal_records() {
    let app = App::new().await;
    app.post(OWNER, LETTER, json!({})).await.expect(403);
    let sent = app.post(ADMIN, LETTER, json!({})).await.ok();
    assert_eq!(
        (&sent["name"], &sent["state"]),
        (&json!("mail"), &json!("ok"))
    );
    let email: String = sqlx::query_scalar("select email from account where id = $1")
        .bind(ADMIN.unwrap())
        .fetch_one(&app.pool)
        .await
        .unwrap();
    let kept = app
        .get(VISITOR, &format!("/dev/outbox?to={email}"))
        .await
        .ok();
    assert!(
        kept.to_string().contains("Это проверка почты сайта"),
        "{kept}"
    );
    assert_eq!(journalled(&app).await, [json!({"isSent": true})]);

    sqlx::query("update account set email = null where id = $1")
        .bind(ADMIN.unwrap())
        .execute(&app.pool)
        .await
        .unwrap();
    app.state.access.account_changed(ADMIN.unwrap());
    app.post(ADMIN, LETTER, json!({})).await.expect(409);
    app.end().await;
}

#[actix_web::test]
async fn a_test_letter_that_is_refused_is_told_without_the_servers_words() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mail = Sink::new().await;
    mail.misbehaves(&[Mischief::Answers(
        Stage::Recipient,
        "550 5.7.1 relay of mx1.internal refused",
    )]);
    let app = App::with(&[
        ("AUTH_DELIVERY", "live"),
        ("SMTP_URL", &format!("smtp://{}", mail.address)),
        ("SMTP_FROM", "Зал <hall@auction.example>"),
        ("SMSRU_API_ID", "key"),
    ])
    .await;
    let sent = app.post(ADMIN, LETTER, json!({})).await.ok();
    assert_eq!(sent["state"], "broken");
    assert!(!sent.to_string().contains("mx1.internal"), "{sent}");
    assert_eq!(journalled(&app).await, [json!({"isSent": false})]);
    app.end().await;
}

#[actix_web::test]
async fn several_nodes_are_listed_with_their_rooms_and_clocks_and_without_addresses() {
    let Some(redis) = RedisServer::start() else {
        return;
    };
    let here = App::node(&[("REDIS_URL", &redis.url())]).await;
    let there = here.beside().await;
    here.bet(ACCEPTED, 10, 1001, 1000).await.expect_code(0);
    here.until("select count(*) = 2 from node where clock is not null")
        .await;
    let report = there.get(ADMIN, REPORT).await.ok();
    let nodes = report["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 2);
    let rooms: i64 = nodes
        .iter()
        .map(|node| node["rooms"].as_i64().unwrap())
        .sum();
    assert!(rooms >= 1, "{report}");
    for node in nodes {
        assert_eq!(node["isAlive"], true);
        assert!(node["clockSkewMs"].as_i64().unwrap().abs() < 1000, "{node}");
    }
    let checks = report["checks"].as_array().unwrap();
    let of_nodes = checks
        .iter()
        .find(|check| check["name"] == "nodes")
        .unwrap();
    assert_eq!(of_nodes["text"], "2 узла работают");
    let redis = report["versions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|part| part["name"] == "Redis");
    assert!(redis.unwrap()["version"].is_string());
    let addresses: Vec<String> = sqlx::query_scalar("select address from node")
        .fetch_all(&here.pool)
        .await
        .unwrap();
    for address in addresses {
        assert!(!report.to_string().contains(&address), "{address}");
    }
    there.end().await;
    here.end().await;
}

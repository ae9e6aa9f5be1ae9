//! `api doctor`: each fault is found by its cause, and a sound site has none.

use api::doctor::{self, Finding, Verdict};
use config::{Config, ConfigError};
use migrations::testing::TestDatabase;

use crate::support::smtp::Sink;

/// The settings of a site on the test's database and an empty folder.
fn settings(
    database: &TestDatabase,
    folder: &std::path::Path,
    more: &[(&str, &str)],
) -> Result<Config, ConfigError> {
    let server = std::env::var("TEST_DATABASE_URL").expect("TEST_DATABASE_URL is set");
    let mut url = url::Url::parse(&server).expect("it is a URL");
    url.set_path(database.name());
    Config::read(|name| {
        let own = more.iter().find(|(variable, _)| *variable == name);
        match (own, name) {
            (Some((_, value)), _) => Some((*value).to_owned()),
            (None, "DATABASE_URL") => Some(url.to_string()),
            (None, "DATA_DIR") => Some(folder.display().to_string()),
            (None, "AUTH_DELIVERY") => Some("outbox".to_owned()),
            _ => None,
        }
    })
}

async fn examined(config: Result<Config, ConfigError>) -> (bool, Vec<Finding>) {
    let mut found = Vec::new();
    let is_sound = doctor::examine(config, None, |finding| found.push(finding)).await;
    (is_sound, found)
}

/// The texts of a subject's findings that are not good.
fn faults(found: &[Finding], subject: &str) -> Vec<(Verdict, String)> {
    found
        .iter()
        .filter(|finding| finding.subject == subject && finding.verdict != Verdict::Good)
        .map(|finding| (finding.verdict, finding.text.clone()))
        .collect()
}

#[actix_web::test]
async fn a_sound_site_has_no_faults() {
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let (is_sound, found) = examined(settings(&database, folder.path(), &[])).await;
    let broken: Vec<_> = found
        .iter()
        .filter(|finding| finding.verdict == Verdict::Broken)
        .collect();
    assert!(is_sound && broken.is_empty(), "{broken:?}");
    for subject in [
        "version", "settings", "schema", "rooms", "queues", "search", "redis", "delivery",
        "pictures",
    ] {
        assert!(
            found
                .iter()
                .any(|finding| finding.subject == subject && finding.verdict == Verdict::Good),
            "{subject}: {found:?}"
        );
    }
    let left = std::fs::read_dir(folder.path().join("pictures")).unwrap();
    assert_eq!(left.count(), 0, "the probe is deleted");
}

#[actix_web::test]
async fn what_waits_in_the_database_is_found() {
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    database
        .execute(
            "insert into house (id, name_ru) overriding system value values (1, 'Дом');
             insert into catalog (id, house_id, title, catalog_type, calculation_type)
                overriding system value values (6, 1, 'Аукционист', 0, 0), (7, 1, 'Торги', 0, 0), (8, 1, 'Скоро', 0, 0),
                    (9, 1, 'Пора', 0, 0);
             insert into catalog_trade (catalog_id, state, heartbeat, next_wake) values
                (6, 1, now() - interval '1 minute', null),
                (7, 1, now() - interval '1 minute', now() + interval '1 hour'),
                (8, 0, null, now() + interval '1 hour'),
                (9, 0, null, now() - interval '1 minute');
             delete from outbox;
             insert into outbox (topic, key, not_before) values ('lot', '1', now() - interval '1 hour');
             insert into letter (key, address, content, not_before)
                values ('late', 'a@example.org', '{}', now() - interval '2 days');
             insert into letter (key, address, done, outcome) values ('lost', null, now(), 'given_up');
             delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)",
        )
        .await;
    let (is_sound, found) = examined(settings(&database, folder.path(), &[])).await;
    assert!(!is_sound);
    let [(Verdict::Broken, silent), (Verdict::Risky, left)] = &faults(&found, "rooms")[..] else {
        panic!("{found:?}");
    };
    assert!(silent.starts_with("2 sales that go by the clock, such as /auction/7,"));
    assert!(left.starts_with("1 conducted sales, such as /auction/6,"));
    let queues = faults(&found, "queues");
    assert_eq!(
        queues
            .iter()
            .map(|(verdict, _)| *verdict)
            .collect::<Vec<_>>(),
        [Verdict::Broken, Verdict::Broken, Verdict::Risky]
    );
    assert!(
        queues[0].1.starts_with("1 changes wait") && queues[0].1.contains("for 60 min"),
        "{queues:?}"
    );
    assert!(
        queues[1].1.starts_with("1 letters wait") && queues[1].1.contains("for 2 days"),
        "{queues:?}"
    );
    assert_eq!(faults(&found, "schema")[0].0, Verdict::Risky);

    database
        .execute(
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
             values (99990101, 'of tomorrow', true, '', 0)",
        )
        .await;
    let (_, found) = examined(settings(&database, folder.path(), &[])).await;
    let schema = faults(&found, "schema");
    assert!(
        schema[0].0 == Verdict::Broken && schema[0].1.contains("newer"),
        "{schema:?}"
    );
}

#[actix_web::test]
async fn services_that_do_not_answer_are_found() {
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "").unwrap();
    let _ = rustls::crypto::ring::default_provider().install_default();
    let away = "127.0.0.1:1";
    let mail = Sink::new().await;
    let config = settings(
        &database,
        &file,
        &[
            ("AUTH_DELIVERY", "live"),
            ("SMTP_URL", &format!("smtp://{}", mail.address)),
            ("SMTP_FROM", "Зал <hall@auction.example>"),
            ("SMSRU_API_ID", "secret-key"),
            ("SMSRU_BASE_URL", &format!("http://{away}")),
            ("REDIS_URL", &format!("redis://:secret@{away}")),
            ("NODE_ADDRESS", "127.0.0.1:7000"),
            ("NODE_SECRET", "known-to-all-the-nodes"),
            ("MEILI_URL", &format!("http://{away}")),
            ("PUBLIC_URL", "http://auction.example"),
        ],
    );
    let (is_sound, found) = examined(config).await;
    assert!(!is_sound);
    for (subject, verdict) in [
        ("settings", Verdict::Broken),
        ("redis", Verdict::Broken),
        ("search", Verdict::Risky),
        ("phone", Verdict::Broken),
        ("pictures", Verdict::Broken),
    ] {
        assert!(
            faults(&found, subject).iter().any(|(of, _)| *of == verdict),
            "{subject}: {found:?}"
        );
    }
    assert_eq!(faults(&found, "mail"), [], "the mail server answers");
    let texts: String = found.iter().map(Finding::to_string).collect();
    assert!(!texts.contains("secret"), "{texts}");
}

#[actix_web::test]
async fn settings_and_a_database_that_cannot_be_used_end_the_examination_with_what_to_do() {
    let (is_sound, found) = examined(Config::read(|_| None)).await;
    assert!(!is_sound);
    assert!(
        faults(&found, "settings")[0].1.starts_with("DATABASE_URL"),
        "{found:?}"
    );

    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let nowhere = [("DATABASE_URL", "postgres://x:secret@127.0.0.1:1/x")];
    let (is_sound, found) = examined(settings(&database, folder.path(), &nowhere)).await;
    assert!(!is_sound);
    let [(Verdict::Broken, text)] = &faults(&found, "database")[..] else {
        panic!("{found:?}");
    };
    assert!(
        text.contains("DATABASE_URL") && !text.contains("secret"),
        "{text}"
    );
    assert!(
        found.iter().any(|finding| finding.subject == "disk"),
        "the rest is examined"
    );
}

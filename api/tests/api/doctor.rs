//! `api doctor`: each fault is found by its cause, and a sound site has none.

use std::time::Duration;

use clock::Clock;
use config::{Config, ConfigError};
use doctor::{Examination, Finding, State, Subject};
use migrations::testing::TestDatabase;

use crate::support::smtp::{Mischief, Sink, Stage};

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
fn faults(found: &[Finding], subject: Subject) -> Vec<(State, String)> {
    found
        .iter()
        .filter(|finding| finding.subject == subject && finding.state != State::Ok)
        .map(|finding| (finding.state, finding.text.clone()))
        .collect()
}

#[actix_web::test]
async fn a_sound_site_has_no_faults() {
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let (is_sound, found) = examined(settings(&database, folder.path(), &[])).await;
    let broken: Vec<_> = found
        .iter()
        .filter(|finding| finding.state == State::Broken)
        .collect();
    assert!(is_sound && broken.is_empty(), "{broken:?}");
    for subject in [
        Subject::Settings,
        Subject::Schema,
        Subject::Rooms,
        Subject::Queues,
        Subject::Search,
        Subject::Redis,
        Subject::Mail,
        Subject::Phone,
        Subject::Pictures,
    ] {
        assert!(
            found
                .iter()
                .any(|finding| finding.subject == subject && finding.state == State::Ok),
            "{subject:?}: {found:?}"
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
             insert into outbox (topic, key, not_before) values
                ('lot', '1', now() - interval '1 hour'),
                ('notify', '1', now() - interval '10 minutes'),
                ('search', '1', now() - interval '1 minute'),
                ('search', '2', now() - interval '3 hours');
             insert into account (id, display_name) overriding system value values (1, 'Анна');
             insert into session (id, account_id, token_hash, created, expires) overriding system value
                values (1, 1, decode(repeat('00', 32), 'hex'), now(), now() + interval '1 day');
             insert into push_subscription (session_id, endpoint, p256dh, auth, vapid_key, created, failing_since)
                values (1, 'https://push.example/1', decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex'), 'key', now(),
                    now() - interval '20 minutes');
             insert into push_message (session_id, topic, key, notice, until)
                values (1, 'a', 'a', '{}', now() + interval '1 hour');
             insert into letter (key, address, content, not_before)
                values ('late', 'a@example.org', '{}', now() - interval '2 days');
             insert into letter (key, address, done, outcome) values ('lost', null, now(), 'given_up');
             delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)",
        )
        .await;
    let (is_sound, found) = examined(settings(&database, folder.path(), &[])).await;
    assert!(!is_sound);
    let [(State::Broken, silent), (State::Warn, left)] = &faults(&found, Subject::Rooms)[..] else {
        panic!("{found:?}");
    };
    assert!(silent.starts_with("2 аукциона идут по часам, но без процесса, например /auction/7."));
    assert!(left.starts_with("1 аукцион с ведущим без процесса, например /auction/6."));
    assert_eq!(
        faults(&found, Subject::Queues)
            .iter()
            .map(|(state, text)| (*state, text.split(". ").next().unwrap()))
            .collect::<Vec<_>>(),
        [
            (State::Broken, "1 письмо ждёт, самое раннее — 2 дня"),
            (
                State::Broken,
                "1 изменение ждёт показа в списках, самое раннее — 60 мин"
            ),
            (
                State::Broken,
                "1 событие ждёт рассылки уведомлений, самое раннее — 10 мин"
            ),
            (
                State::Warn,
                "1 браузер не получает уведомлений, дольше всех — 20 мин"
            ),
            (
                State::Broken,
                "2 лота ждут поискового индекса, самое раннее — 3 ч"
            ),
            (State::Warn, "1 письмо не доставлено за сутки"),
        ]
    );
    assert_eq!(faults(&found, Subject::Schema)[0].0, State::Warn);

    database
        .execute(
            "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
             values (99990101, 'of tomorrow', true, '', 0)",
        )
        .await;
    let (_, found) = examined(settings(&database, folder.path(), &[])).await;
    let schema = faults(&found, Subject::Schema);
    assert!(
        schema[0].0 == State::Broken && schema[0].1.contains("новее программы"),
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
    for (subject, state) in [
        (Subject::Settings, State::Broken),
        (Subject::Redis, State::Broken),
        (Subject::Search, State::Warn),
        (Subject::Phone, State::Broken),
        (Subject::Pictures, State::Broken),
    ] {
        assert!(
            faults(&found, subject).iter().any(|(of, _)| *of == state),
            "{subject:?}: {found:?}"
        );
    }
    assert_eq!(faults(&found, Subject::Mail), [], "the mail server answers");
    let texts: String = found.iter().map(Finding::to_string).collect();
    assert!(!texts.contains("secret"), "{texts}");
}

#[actix_web::test]
async fn settings_and_a_database_that_cannot_be_used_end_the_examination_with_what_to_do() {
    let (is_sound, found) = examined(Config::read(|_| None)).await;
    assert!(!is_sound);
    assert!(found[0].to_string().contains("[DATABASE_URL"), "{found:?}");

    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let nowhere = [("DATABASE_URL", "postgres://x:secret@127.0.0.1:1/x")];
    let (is_sound, found) = examined(settings(&database, folder.path(), &nowhere)).await;
    assert!(!is_sound);
    let [(State::Broken, text)] = &faults(&found, Subject::Database)[..] else {
        panic!("{found:?}");
    };
    assert!(text.contains("DATABASE_URL"), "{text}");
    let texts: String = found.iter().map(Finding::to_string).collect();
    assert!(!texts.contains("secret"), "{texts}");
    assert!(
        found.iter().any(|finding| finding.subject == Subject::Disk),
        "the rest is examined"
    );
}

/// What a check found besides its text may name places: the text, which admins read on the site, names none.
#[actix_web::test]
async fn a_check_that_hangs_is_given_up_and_no_text_names_a_place() {
    let database = TestDatabase::create().await;
    let folder = tempfile::tempdir().unwrap();
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mail = Sink::new().await;
    mail.misbehaves(&[Mischief::Hangs(Stage::Greeting)]);
    let config = settings(
        &database,
        folder.path(),
        &[
            ("AUTH_DELIVERY", "live"),
            ("SMTP_URL", &format!("smtp://{}", mail.address)),
            ("SMTP_FROM", "Зал <hall@auction.example>"),
            ("SMSRU_API_ID", "key"),
            ("SMSRU_BASE_URL", "http://127.0.0.1:1"),
            ("MEILI_URL", "http://127.0.0.1:1"),
            ("S3_BUCKET", "pictures"),
            ("S3_ENDPOINT", "http://127.0.0.1:1"),
            ("S3_ACCESS_KEY_ID", "key"),
            ("S3_SECRET_ACCESS_KEY", "secret"),
        ],
    )
    .unwrap();
    let examination = Examination {
        config: &config,
        pool: &database.pool,
        clock: &Clock::default(),
        timeout: Duration::from_secs(1),
    };
    let mut found = Vec::new();
    examination.run(|finding| found.push(finding)).await;
    assert_eq!(
        faults(&found, Subject::Mail)[..],
        [(
            State::Broken,
            "Нет ответа за 1 с. Посмотрите, работает ли то, что проверяется, и не перегружена ли машина".to_owned()
        )]
    );
    for subject in [Subject::Phone, Subject::Search, Subject::Pictures] {
        assert_ne!(faults(&found, subject), [], "{subject:?}");
    }
    let folder = folder.path().display().to_string();
    for finding in &found {
        let text = &finding.text;
        assert!(
            !text.contains("127.0.0.1:1") && !text.contains(&folder),
            "{text}"
        );
    }
    let versions = examination.versions().await;
    let of = |name: &str| versions.iter().find(|part| part.name == name).unwrap();
    assert!(of("PostgreSQL").version.is_some() && of("Схема базы").version.is_some());
    assert_eq!(of("Meilisearch").version, None);
    assert!(
        versions.iter().all(|part| part.name != "Redis"),
        "it is not used"
    );
}

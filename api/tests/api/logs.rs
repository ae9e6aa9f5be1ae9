//! Logs reveal no personal data.

use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

use serde_json::json;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpListener;
use tracing_subscriber::fmt::MakeWriter;

use crate::support::*;

/// Everything the process has logged since the first call.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl Logged {
    /// Installs the process's only subscriber.
    fn of_process() -> Self {
        static LOGGED: OnceLock<Logged> = OnceLock::new();
        let logged = LOGGED.get_or_init(|| {
            let logged = Logged::default();
            tracing_subscriber::fmt()
                .with_max_level(tracing::Level::INFO)
                .with_writer(logged.clone())
                .init();
            logged
        });
        logged.clone()
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }
}

impl Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Logged {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// A mail server whose refusals name the recipient.
async fn refusing_smtp() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("smtp://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let (read, mut write) = stream.into_split();
                let mut lines = BufReader::new(read).lines();
                let _ = write.write_all(b"220 mail\r\n").await;
                while let Ok(Some(line)) = lines.next_line().await {
                    let to = line.strip_prefix("RCPT TO:").unwrap_or_default();
                    let answer = match line.get(..4) {
                        Some("RCPT") => format!("550 5.1.1 {to}: Recipient address rejected\r\n"),
                        _ => "250 ok\r\n".to_owned(),
                    };
                    if write.write_all(answer.as_bytes()).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    address
}

/// Beside our own log there is PostgreSQL's.
#[actix_web::test]
async fn settings_by_which_the_database_logs_what_people_enter_are_found() {
    let app = App::empty().await;
    let leaks = async |settings: &[(&str, &str)]| {
        let options = app.pool.connect_options();
        let options = options.as_ref().clone().options(settings.iter().copied());
        let pool = sqlx::PgPool::connect_with(options).await.unwrap();
        let leaks = doctor::database_log::leaks(&pool).await.unwrap();
        pool.close().await;
        leaks
    };
    let clean = [
        ("log_error_verbosity", "terse"),
        ("log_parameter_max_length_on_error", "0"),
        ("log_parameter_max_length", "0"),
    ];
    assert!(leaks(&clean).await.is_empty());
    for (place, leaky) in ["default", "64", "-1"].into_iter().enumerate() {
        let mut settings = clean.to_vec();
        settings[place].1 = leaky;
        settings.push(("log_min_duration_statement", "1s"));
        let (name, right) = clean[place];
        assert_eq!(leaks(&settings).await, [format!("{name} = {right}")]);
    }
    // Without any statement in the log, its parameters are not there either.
    let mut quiet = clean.to_vec();
    quiet[2].1 = "-1";
    quiet.extend([
        ("log_min_duration_statement", "-1"),
        ("log_statement", "none"),
    ]);
    assert!(leaks(&quiet).await.is_empty());
    app.end().await;
}

#[actix_web::test]
async fn the_data_folder_is_closed_to_other_users() {
    use std::os::unix::fs::PermissionsExt as _;
    let app = App::empty().await;
    let folder = app.state.config.data_dir.join("closed");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    pictures::Pictures::store(&folder, None).unwrap();
    let mode = std::fs::metadata(&folder).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    app.end().await;
}

#[actix_web::test]
async fn logs_identify_nobody() {
    let logged = Logged::of_process();
    let smtp = refusing_smtp().await;
    let app = App::empty_with(&[
        ("AUTH_DELIVERY", "live"),
        ("SMTP_URL", &smtp),
        ("SMTP_FROM", "Торги <noreply@auction.example>"),
        ("SMSRU_API_ID", "key"),
        ("SMSRU_BASE_URL", "http://127.0.0.1:1"),
    ])
    .await;
    let email = app
        .post(
            VISITOR,
            "/api/auth/email?email=secret.person@demo.example",
            json!({"email": "secret.person@demo.example"}),
        )
        .await;
    assert_eq!(email.status, 502, "{}", email.text());
    let call = app
        .post(VISITOR, "/api/auth/call", json!({"number": "+79995554433"}))
        .await;
    assert_eq!(call.status, 502, "{}", call.text());
    // A violated constraint, whose detail contains the row.
    app.sql(
        "insert into account (display_name, email) values ('Тайный Посетитель', 'hidden@demo.example');
         create function fail() returns trigger language plpgsql as $$
            begin raise exception 'failed' using detail = 'Key (email)=(hidden@demo.example)'; end $$;
         create trigger fail before insert on consent for each row execute function fail();
         insert into session (account_id, token_hash, expires) select id, sha256(repeat('a', 64)::bytea), now() + interval '1 day' from account",
    )
    .await;
    let failed = app
        .post(
            &"a".repeat(64),
            "/api/consents",
            json!({"kind": 0, "version": "1", "given": true}),
        )
        .await;
    failed.expect_problem(500, "internal_error");
    let eid = failed.json()["eid"].as_str().unwrap().to_owned();
    let ends = app.get(VISITOR, "/unsubscribe/0f1e2d3c4b5a/outbid").await;
    assert_eq!(ends.status, 404);
    let text = logged.text();
    // The logs say what went wrong.
    assert!(text.contains("delivery failed"), "{text}");
    assert!(text.contains(&eid), "{text}");
    for personal in [
        "secret.person",
        "9995554433",
        "hidden@",
        "Тайный",
        "0f1e2d3c4b5a",
        &"a".repeat(64),
    ] {
        let line = text.lines().find(|line| line.contains(personal));
        assert_eq!(line, None, "{personal}");
    }
    app.end().await;
}

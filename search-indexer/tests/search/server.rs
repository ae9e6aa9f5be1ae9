//! A real Meilisearch for the tests: the one at `MEILI_URL`, or one that they start from the binary `MEILI_BIN`. Without
//! either, the tests run against PostgreSQL and the stub alone; `./ops/test` says so.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use search_indexer::meilisearch::Settings;

const KEY: &str = "the-master-key-of-the-tests";

/// Where the server is, with an index of its own for each caller.
pub async fn settings() -> Option<Settings> {
    static SERVER: OnceLock<Option<(String, Option<String>)>> = OnceLock::new();
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let (url, key) = SERVER.get_or_init(find).clone()?;
    set_up_tls();
    let ready = tokio::time::timeout(Duration::from_secs(60), is_listening(&url)).await;
    assert!(ready.is_ok(), "the server at {url} does not listen");
    Some(Settings {
        url,
        key: key.map(Into::into),
        index: format!(
            "test-{}-{}",
            std::process::id(),
            NUMBER.fetch_add(1, Ordering::Relaxed)
        ),
    })
}

pub fn set_up_tls() {
    let _ = rustls::crypto::ring::default_provider().install_default();
}

fn find() -> Option<(String, Option<String>)> {
    let variable = |name| {
        std::env::var(name)
            .ok()
            .filter(|value: &String| !value.is_empty())
    };
    if let Some(url) = variable("MEILI_URL") {
        return Some((url, variable("MEILI_KEY")));
    }
    let binary = variable("MEILI_BIN")?;
    let address = {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        free.local_addr().unwrap().to_string()
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("meilisearch");
    let _ = std::fs::remove_dir_all(&folder);
    let listen = address.clone();
    // The server is killed with the thread that started it, which lasts as long as the tests.
    std::thread::spawn(move || {
        std::fs::create_dir_all(&folder).unwrap();
        let ended = Command::new("setpriv")
            .args(["--pdeathsig", "KILL", "--", &binary])
            .args([
                "--http-addr",
                &listen,
                "--master-key",
                KEY,
                "--no-analytics",
            ])
            .args(["--max-indexing-threads", "1", "--db-path", "data.ms"])
            .current_dir(&folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        panic!("{binary} ended: {ended:?}");
    });
    Some((format!("http://{address}"), Some(KEY.to_owned())))
}

async fn is_listening(url: &str) {
    let address = url.rsplit('/').next().unwrap_or_default();
    while tokio::net::TcpStream::connect(address).await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

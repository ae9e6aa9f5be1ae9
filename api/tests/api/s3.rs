//! Pictures in a bucket, on the S3 server at `S3_TEST_URL`. Without one the tests say nothing; `./ops/test` starts one if it can.

use futures_util::TryStreamExt as _;
use object_store::ObjectStore as _;
use pictures::Size;
use serde_json::Value;
use time::Duration;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::support::uploads::png;
use crate::support::*;

const IMAGES: &str = "/api/house/1/images";

/// The way to the S3 server, which a test can cut.
struct Line {
    /// Host and port of the server.
    server: String,
    address: std::net::SocketAddr,
    open: Option<JoinHandle<()>>,
}

impl Line {
    async fn to(server: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut line = Self {
            server: server.trim_start_matches("http://").to_owned(),
            address: listener.local_addr().unwrap(),
            open: None,
        };
        line.pass(listener);
        line
    }

    fn pass(&mut self, listener: TcpListener) {
        let server = self.server.clone();
        self.open = Some(tokio::spawn(async move {
            let mut passing = tokio::task::JoinSet::new();
            while let Ok((mut near, _)) = listener.accept().await {
                let server = server.clone();
                passing.spawn(async move {
                    let mut far = TcpStream::connect(server).await.unwrap();
                    // Either side may close it at any time.
                    let _ = copy_bidirectional(&mut near, &mut far).await;
                });
            }
        }));
    }

    /// Closes all connections, and refuses new ones.
    async fn cut(&mut self) {
        let open = self.open.take().unwrap();
        open.abort();
        assert!(open.await.unwrap_err().is_cancelled());
    }

    async fn mend(&mut self) {
        let listener = TcpListener::bind(self.address).await.unwrap();
        self.pass(listener);
    }
}

/// A site whose pictures are in a new bucket of the server, behind a line. None: there is no server.
async fn site() -> Option<(App, Line)> {
    let server = std::env::var("S3_TEST_URL")
        .ok()
        .filter(|url| !url.is_empty())?;
    // The first test of the process installs it, and the others fail to.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let bucket = format!("test-{}", Uuid::new_v4());
    let made = reqwest::Client::new()
        .put(format!("{server}/{bucket}"))
        .send();
    assert!(made.await.unwrap().status().is_success());
    let line = Line::to(&server).await;
    let app = App::with_its_store(&[
        ("S3_BUCKET", &bucket),
        ("S3_ENDPOINT", &format!("http://{}", line.address)),
        ("S3_ACCESS_KEY_ID", "key"),
        ("S3_SECRET_ACCESS_KEY", "secret"),
    ])
    .await;
    Some((app, line))
}

/// Names of the files in the bucket.
async fn files(app: &App) -> Vec<String> {
    let store = app.state.pictures.object_store();
    let found = store.list(None).map_ok(|file| file.location.to_string());
    found.try_collect().await.unwrap()
}

fn address(uploaded: &Value, size: &str) -> String {
    let id = uploaded["previewId"].as_str().unwrap();
    format!("/api/house/image/{id}?size={size}")
}

#[actix_web::test]
async fn pictures_are_in_the_bucket_until_they_are_swept() {
    let Some((app, _line)) = site().await else {
        return;
    };
    let uploaded = app.upload(MANAGER, IMAGES, &[&png()]).await.ok();
    app.get(VISITOR, &address(&uploaded, "original"))
        .await
        .expect(200);
    app.get(VISITOR, &address(&uploaded, "icon"))
        .await
        .expect(200);
    let app = app.restart().await;
    for size in ["original", "icon", "preview", "full"] {
        app.get(VISITOR, &address(&uploaded, size))
            .await
            .expect(200);
    }
    assert!(std::fs::read_dir(app.state.config.data_dir.join("pictures")).is_err());
    // The original and its views, which are shown before they are stored.
    until(async || files(&app).await.len() > Size::ALL.len()).await;

    app.delete(MANAGER, IMAGES).await.done();
    app.get(VISITOR, &address(&uploaded, "icon"))
        .await
        .expect(404);
    let later = app.state.clock.now() + Duration::hours(25);
    catalogue::sweep::sweep(&app.pool, &app.state.pictures, later)
        .await
        .unwrap();
    assert_eq!(files(&app).await, [""; 0]);
    app.end().await;
}

#[actix_web::test]
async fn while_the_bucket_is_away_only_pictures_fail_and_may_be_tried_again() {
    let Some((app, mut line)) = site().await else {
        return;
    };
    let uploaded = app.upload(MANAGER, IMAGES, &[&png()]).await.ok();
    line.cut().await;
    for refused in [
        app.get(VISITOR, &address(&uploaded, "icon")).await,
        app.get(VISITOR, &address(&uploaded, "original")).await,
        app.upload(MANAGER, IMAGES, &[&png()]).await,
    ] {
        assert_eq!(
            (refused.status, &refused.json()["title"]),
            (503, &"temporarily_unavailable".into())
        );
        assert!(refused.headers.contains_key("retry-after"));
    }
    // The house keeps the picture that it had.
    let house = app.get(VISITOR, "/api/house/1").await.ok();
    assert_eq!(house["photo"]["previewId"], uploaded["previewId"]);

    line.mend().await;
    app.get(VISITOR, &address(&uploaded, "icon"))
        .await
        .expect(200);
    let replaced = app.upload(MANAGER, IMAGES, &[&png()]).await.ok();
    app.get(VISITOR, &address(&replaced, "icon"))
        .await
        .expect(200);
    app.end().await;
}

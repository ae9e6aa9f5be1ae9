//! One import at a time, its progress, and what a killed one leaves.

use pictures::{Turn, Upload};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{TABLE, import, lines, picture, semicolons, send, stored, traces, zip};
use crate::support::uploads::{BOUNDARY, form};
use crate::support::*;

/// Begins an upload of `length` bytes and sends the first of them.
async fn begin(app: &App, length: usize) -> TcpStream {
    let mut socket = TcpStream::connect(app.address()).await.unwrap();
    let head = format!(
        "POST /api/catalog/14/import HTTP/1.1\r\nHost: a\r\nX-Token: {:064x}\r\nContent-Length: {length}\r\n\
         Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n\r\n\
         --{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n",
        MANAGER.unwrap()
    );
    socket.write_all(head.as_bytes()).await.unwrap();
    socket
}

#[actix_web::test]
async fn a_house_runs_one_import_at_a_time_and_an_aborted_upload_leaves_nothing() {
    let app = App::with(&[("UPLOAD_RATE_PER_MINUTE", "0")]).await;
    let body = form(&[semicolons(TABLE)]);
    let socket = begin(&app, 1000).await;
    // Another import sent now could take the turn first. The turn is taken once the staging folder exists.
    let uploads = app.state.config.data_dir.join("imports");
    while !uploads.exists() {
        tokio::task::yield_now().await;
    }
    let reply = send(
        &app,
        OWNER,
        "/api/catalog/16/import?dryRun=true",
        semicolons(TABLE).as_bytes(),
    )
    .await;
    reply.expect(409);
    drop(socket);
    loop {
        let reply = send(
            &app,
            OWNER,
            "/api/catalog/16/import?dryRun=true",
            semicolons(TABLE).as_bytes(),
        )
        .await;
        if reply.status == 200 {
            break;
        }
        reply.expect(409);
    }
    assert_eq!(std::fs::read_dir(&uploads).unwrap().count(), 0);
    assert_eq!(stored(&app, 14).await.len(), 1);

    // A file that is too large is refused before it is read.
    let mut socket = begin(&app, 3 << 30).await;
    let mut answer = vec![0; 12];
    socket.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 413");

    // A client that disconnects after sending everything still gets its import.
    let begun =
        format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n").len();
    let mut rest = semicolons(TABLE).into_bytes();
    rest.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    rest.resize(body.len() - begun, b' ');
    loop {
        let mut socket = begin(&app, body.len()).await;
        socket.write_all(&rest).await.unwrap();
        let mut answer = vec![0; 12];
        socket.read_exact(&mut answer).await.unwrap();
        if answer == b"HTTP/1.1 200" {
            break;
        }
        // The previous import's turn ends just after its answer.
        assert_eq!(answer, b"HTTP/1.1 409");
    }
    while stored(&app, 14).await.len() < 2 {
        tokio::task::yield_now().await;
    }
    app.end().await;
}

#[actix_web::test]
async fn leftovers_of_a_killed_import_are_swept() {
    let app = App::new().await;
    let catalog = app.draft().await;
    let file = zip(&[
        ("a.csv", "№;Название;Цена\n1;Ваза;5".as_bytes()),
        ("1.jpg", &picture(1)),
    ]);
    import(&app, catalog, "", &file).await;
    let before = traces(&app).await;
    // A picture of an import that never ended, one of an import that may go on, and one that a lot uses.
    let now = app.state.clock.now();
    let mut staged = Vec::new();
    for (seed, hours) in [(9, 7), (10, 1)] {
        let at = now - time::Duration::hours(hours);
        let pictures = &app.state.pictures;
        let upload = Upload::Memory(picture(seed).into());
        let ready = pictures.prepare(upload, Turn::House(1)).await.unwrap();
        let uploads = vec![(ready.unwrap(), "x.jpg".to_owned())];
        let id = pictures.stage(uploads, 3, at).await.unwrap()[0];
        staged.push(id);
    }
    let hanging: uuid::Uuid = sqlx::query_scalar(
        "insert into staged_picture (id, at) select picture_id, now() - interval '7 hours' from lot_image
         where picture_id <> '00000000-0000-4000-8000-000000000001' returning id",
    )
    .fetch_one(&app.pool)
    .await
    .unwrap();
    assert_eq!(
        catalogue::import::sweep(&app.pool, &app.state.pictures, now)
            .await
            .unwrap(),
        2
    );
    let left: Vec<uuid::Uuid> = sqlx::query_scalar("select id from staged_picture")
        .fetch_all(&app.pool)
        .await
        .unwrap();
    assert_eq!(left, [staged[1]]);
    let there = |id: uuid::Uuid| {
        let pictures = &app.state.pictures;
        async move {
            pictures
                .get(id, pictures::Size::Icon, pictures::Format::WebP)
                .await
                .unwrap()
                .is_some()
        }
    };
    assert!(!there(staged[0]).await && there(staged[1]).await && there(hanging).await);
    assert_eq!(traces(&app).await[1], before[1] + 1);
    app.end().await;
}

#[actix_web::test]
async fn an_import_reports_its_progress() {
    let app = App::new().await;
    let file = zip(&[
        ("a.csv", semicolons(TABLE).as_bytes()),
        ("1.jpg", &picture(1)),
    ]);
    let reply = send(&app, MANAGER, "/api/catalog/14/import", &file).await;
    assert!(
        reply
            .headers
            .get("content-encoding")
            .is_none_or(|encoding| encoding == "identity")
    );
    let (progress, end) = lines(&reply);
    let mut stages: Vec<_> = progress
        .iter()
        .map(|line| line["stage"].as_str().unwrap())
        .collect();
    stages.dedup();
    assert_eq!(stages, ["rows", "pictures", "saving"]);
    for line in &progress {
        assert!(line["done"].as_u64() <= line["total"].as_u64());
    }
    assert_eq!(end["problem"], Value::Null);
    app.end().await;
}

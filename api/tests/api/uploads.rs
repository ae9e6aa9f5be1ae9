//! Uploads in parts.

use ::uploads::Uploads;
use reqwest::Method;
use serde_json::{Value, json};
use std::io::{Cursor, Write as _};
use time::Duration;
use uuid::Uuid;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::uploads::{pdf_of, png};
use crate::support::*;

const PATH: &str = "/api/uploads";
const TUS: (&str, &str) = ("Tus-Resumable", "1.0.0");

async fn announce(app: &App, who: impl Caller, length: &str) -> Reply {
    let headers = [TUS, ("Upload-Length", length)];
    app.call(Method::POST, who, PATH, &headers, None).await
}

async fn send(app: &App, who: impl Caller, path: &str, offset: usize, part: &[u8]) -> Reply {
    let request = app
        .request(Method::PATCH, who, path)
        .header(TUS.0, TUS.1)
        .header("Content-Type", "application/offset+octet-stream")
        .header("Upload-Offset", offset)
        .body(part.to_vec());
    app.send(request).await
}

/// Uploads a whole file, and gives its id.
pub async fn uploaded(app: &App, who: Who, file: &[u8]) -> String {
    let made = announce(app, who, &file.len().to_string()).await;
    let path = header(&made, "location");
    send(app, who, &path, 0, file).await.done();
    path.rsplit_once('/').unwrap().1.to_owned()
}

/// A form with the ids of uploads instead of files.
pub async fn give(app: &App, who: Who, path: &str, ids: &[&str]) -> Reply {
    let fields: String = ids
        .iter()
        .map(|id| {
            format!("--limit\r\nContent-Disposition: form-data; name=\"upload\"\r\n\r\n{id}\r\n")
        })
        .collect();
    let request = app
        .request(Method::POST, who, path)
        .header("Content-Type", "multipart/form-data; boundary=limit")
        .body(format!("{fields}--limit--\r\n"));
    app.send(request).await
}

#[track_caller]
fn header(reply: &Reply, name: &str) -> String {
    reply.headers[name].to_str().unwrap().to_owned()
}

#[actix_web::test]
async fn an_upload_goes_on_where_it_broke_off() {
    let app = App::new().await;
    let offered = app.call(Method::OPTIONS, VISITOR, PATH, &[], None).await;
    offered.expect(204);
    assert_eq!(header(&offered, "tus-version"), "1.0.0");
    assert_eq!(
        header(&offered, "tus-extension"),
        "creation,expiration,termination"
    );

    let made = announce(&app, MANAGER, "10").await;
    made.expect(201);
    assert_eq!(header(&made, "tus-resumable"), "1.0.0");
    assert!(header(&made, "upload-expires").ends_with("GMT"));
    let path = header(&made, "location");
    let stands = async || {
        let reply = app.get(MANAGER, &path).await;
        let body = reply.ok();
        assert_eq!(header(&reply, "upload-length"), "10");
        assert_eq!(header(&reply, "upload-offset"), body["offset"].to_string());
        body["offset"].as_u64().unwrap()
    };
    assert_eq!(stands().await, 0);
    let head = app.call(Method::HEAD, MANAGER, &path, &[TUS], None).await;
    assert_eq!(
        (head.status, header(&head, "upload-offset").as_str()),
        (200, "0")
    );
    let part = send(&app, MANAGER, &path, 0, b"0123").await;
    part.done();
    assert_eq!(header(&part, "upload-offset"), "4");
    // A wrong offset, and more than was announced.
    for offset in [0, 3, 5] {
        send(&app, MANAGER, &path, offset, b"4")
            .await
            .expect_problem(409, "offset_mismatch");
    }
    send(&app, MANAGER, &path, 4, b"456789a").await.expect(413);
    assert_eq!(stands().await, 4);
    // Another process finds what has arrived.
    let id = Uuid::parse_str(path.rsplit_once('/').unwrap().1).unwrap();
    let folder = app.state.config.data_dir.join("parts");
    let restarted = Uploads::new(app.pool.clone(), folder);
    let now = app.state.clock.now();
    assert_eq!(restarted.one(3, id, now).await.unwrap().offset, 4);
    assert!(restarted.open(3, id, now).await.is_err());
    send(&app, MANAGER, &path, 4, b"456789").await.done();
    assert_eq!(stands().await, 10);
    let (file, length) = app.state.uploads.open(3, id, now).await.unwrap();
    assert_eq!(
        (std::io::read_to_string(file).unwrap().as_str(), length),
        ("0123456789", 10)
    );
    app.end().await;
}

#[actix_web::test]
async fn an_upload_is_its_owners_and_has_limits() {
    let app = App::new().await;
    for (who, status) in [
        (VISITOR, 401),
        (TRUSTED, 403),
        (NEWCOMER, 403),
        (ADMIN, 201),
    ] {
        announce(&app, who, "10").await.expect(status);
    }
    let old = [("Tus-Resumable", "0.2.2"), ("Upload-Length", "10")];
    let refused = app.call(Method::POST, MANAGER, PATH, &old, None).await;
    refused.expect_problem(412, "unsupported_version");
    assert_eq!(header(&refused, "tus-version"), "1.0.0");
    for (length, status) in [("", 400), ("-1", 400), ("0", 422), ("2147483649", 413)] {
        announce(&app, MANAGER, length).await.expect(status);
    }
    let path = header(&announce(&app, MANAGER, "4").await, "location");
    for who in [OWNER, ADMIN, STRANGER] {
        app.get(who, &path).await.expect(404);
        send(&app, who, &path, 0, b"x").await.expect(404);
        app.call(Method::DELETE, who, &path, &[TUS], None)
            .await
            .expect(404);
    }
    app.get(VISITOR, &path).await.expect(401);
    let json = [TUS, ("Upload-Offset", "0")];
    app.call(Method::PATCH, MANAGER, &path, &json, Some("{}".to_owned()))
        .await
        .expect(415);
    // Two archives may be under way, no more.
    for _ in 0..2 {
        app.sql(
            "insert into upload (id, account_id, length, created, expires)
                 values (gen_random_uuid(), 3, 2147483640, now(), now() + interval '1 hour')",
        )
        .await;
    }
    announce(&app, MANAGER, "100")
        .await
        .expect_problem(422, "validation_failed");
    announce(&app, MANAGER, "8").await.expect(201);
    // What has arrived whole makes room.
    send(&app, MANAGER, &path, 0, b"0123").await.done();
    announce(&app, MANAGER, "8").await.expect(201);
    app.get(MANAGER, &path).await.expect(404);
    let path = header(&announce(&app, ADMIN, "4").await, "location");

    app.delete(ADMIN, &path).await.done();
    app.delete(ADMIN, &path).await.expect(404);
    send(&app, ADMIN, &path, 0, b"x").await.expect(404);
    app.end().await;
}

#[actix_web::test]
async fn what_nobody_finishes_is_deleted_after_a_day() {
    let app = App::new().await;
    let path = header(&announce(&app, MANAGER, "4").await, "location");
    send(&app, MANAGER, &path, 0, b"01").await.done();
    let folder = app.state.config.data_dir.join("parts");
    let files = || std::fs::read_dir(&folder).unwrap().count();
    let now = app.state.clock.now();
    app.state
        .uploads
        .sweep(now + Duration::hours(23))
        .await
        .unwrap();
    assert_eq!(files(), 1);
    app.get(MANAGER, &path).await.ok();
    app.state
        .uploads
        .sweep(now + Duration::hours(25))
        .await
        .unwrap();
    app.get(MANAGER, &path).await.expect(404);
    // A file that was written a moment ago may belong to an upload that is being announced.
    assert_eq!(files(), 1);
    let file = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap();
    let long_ago = std::time::SystemTime::now() - Duration::hours(1);
    let open = std::fs::File::options()
        .write(true)
        .open(file.path())
        .unwrap();
    open.set_modified(long_ago).unwrap();
    app.state.uploads.sweep(now).await.unwrap();
    assert_eq!(files(), 0);
    app.end().await;
}

#[actix_web::test]
async fn a_whole_upload_becomes_a_picture() {
    let app = App::new().await;
    let path = "/api/lots/1003/images";
    let (one, two) = (
        uploaded(&app, MANAGER, &png()).await,
        uploaded(&app, MANAGER, &png()).await,
    );
    give(&app, OWNER, path, &[&one])
        .await
        .refused_field("upload");
    let images = give(&app, MANAGER, path, &[&one, &two]).await.ok();
    assert_eq!(images.as_array().unwrap().len(), 2);
    // It is used up.
    give(&app, MANAGER, path, &[&one])
        .await
        .refused_field("upload");
    assert_eq!(
        give(&app, MANAGER, path, &["x"])
            .await
            .refused_field("upload"),
        "Неверный номер загрузки"
    );
    let part = header(&announce(&app, MANAGER, "99").await, "location");
    let id = part.rsplit_once('/').unwrap().1;
    assert_eq!(
        give(&app, MANAGER, path, &[id])
            .await
            .refused_field("upload"),
        "Файл загружен не полностью"
    );
    let text = uploaded(&app, MANAGER, b"no picture").await;
    give(&app, MANAGER, path, &[&text]).await.expect(415);
    app.end().await;
}

#[actix_web::test]
async fn an_import_keeps_its_upload_until_the_lots_are_stored() {
    let app = App::new().await;
    let catalog = app.draft().await;
    let table = "Номер лота;Название;Стартовая цена\r\n1;Пейзаж;1000\r\n";
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive
        .start_file("lots.csv", SimpleFileOptions::default())
        .unwrap();
    archive.write_all(table.as_bytes()).unwrap();
    let archive = archive.finish().unwrap().into_inner();
    let upload = uploaded(&app, MANAGER, &archive).await;
    let path = format!("/api/catalog/{catalog}/import");
    let run = async |query: &str| {
        let reply = give(&app, MANAGER, &format!("{path}{query}"), &[&upload]).await;
        reply.expect(200);
        let text = reply.text();
        let end: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        end["result"].clone()
    };
    for _ in 0..2 {
        let checked = run("?dryRun=true").await;
        assert_eq!(
            (&checked["new"], &checked["applied"]),
            (&json!(1), &json!(false))
        );
    }
    assert_eq!(run("").await["applied"], true);
    app.until("select not exists(select from upload)").await;
    give(&app, MANAGER, &path, &[&upload])
        .await
        .refused_field("upload");
    app.end().await;
}

#[actix_web::test]
async fn a_whole_upload_becomes_the_pdf_of_a_house() {
    let app = App::new().await;
    let path = "/api/house/1/info";
    let pdf = pdf_of("");
    let info = uploaded(&app, MANAGER, &pdf).await;
    let given = give(&app, MANAGER, path, &[&info]).await.ok();
    assert_eq!(given["sizeBytes"], pdf.len());
    give(&app, MANAGER, path, &[&info])
        .await
        .refused_field("upload");
    let text = uploaded(&app, MANAGER, b"no document").await;
    give(&app, MANAGER, path, &[&text]).await.expect(415);
    assert_eq!(app.get(VISITOR, path).await.bytes, pdf);
    app.end().await;
}

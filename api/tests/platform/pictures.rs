use std::io::Cursor;
use std::time::Duration;

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;
use reqwest::header::ACCEPT;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::app::{App, Reply};

fn png(width: u32, height: u32) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x % 256) as u8, (y % 256) as u8, 120])
    });
    let mut bytes = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .unwrap();
    bytes
}

/// A multipart body with these files.
async fn upload(app: &App, token: &str, path: &str, files: &[Vec<u8>]) -> Reply {
    let mut body = Vec::new();
    for file in files {
        body.extend_from_slice(
            b"--limit\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n",
        );
        body.extend_from_slice(b"Content-Type: application/octet-stream\r\n\r\n");
        body.extend_from_slice(file);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--limit--\r\n");
    let request = app.request(Method::POST, Some(token), path);
    app.send(
        request
            .header("Content-Type", "multipart/form-data; boundary=limit")
            .body(body),
    )
    .await
}

async fn fetch(app: &App, token: Option<&str>, url: &str, accept: &str) -> Reply {
    app.send(app.request(Method::GET, token, url).header(ACCEPT, accept))
        .await
}

#[actix_web::test]
async fn uploads_are_shown_in_three_sizes_and_two_formats() {
    let app = App::new().await;
    let (owner, _) = app.login("owner@demo.example").await;
    let (other, _) = app.login("other@demo.example").await;
    app.sql(
        "insert into house (id, name_ru) values (1, 'Дом');
         insert into house_staff (house_id, account_id, role) values (1, 1, 1);
         insert into catalog (id, house_id, title, catalog_type) values (1, 1, 'Торги', 0);
         insert into catalog_trade (catalog_id, state) values (1, 0);
         insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
             values (7, 1, 1, 1, 'Ваза', 10)",
    )
    .await;
    app.knows(&owner, "ownerOfHouseIds", serde_json::json!([1]))
        .await;
    assert_eq!(
        upload(&app, &other, "/api/lots/7/images", &[png(10, 10)])
            .await
            .status,
        403
    );
    assert_eq!(
        upload(&app, &owner, "/api/lots/8/images", &[png(10, 10)])
            .await
            .status,
        404
    );
    let pictures = upload(
        &app,
        &owner,
        "/api/lots/7/images",
        &[png(3000, 1500), png(40, 30)],
    )
    .await
    .ok();
    assert_eq!(
        (&pictures[0]["width"], &pictures[0]["height"]),
        (&3000.into(), &1500.into())
    );
    for (size, width, height) in [
        ("icon", 128, 64),
        ("preview", 512, 256),
        ("full", 2048, 1024),
    ] {
        let url = pictures[0][size].as_str().unwrap();
        for (accept, format) in [
            ("image/webp,*/*", ImageFormat::WebP),
            ("image/jpeg", ImageFormat::Jpeg),
        ] {
            let reply = fetch(&app, None, url, accept).await;
            assert_eq!(reply.status, 200, "{}", reply.text());
            assert_eq!(reply.headers["content-type"], format.to_mime_type());
            assert_eq!(
                reply.headers["cache-control"],
                "public, max-age=31536000, immutable"
            );
            assert_eq!(reply.headers["vary"], "Accept");
            let image = image::load_from_memory_with_format(&reply.bytes, format).unwrap();
            assert_eq!((image.width(), image.height()), (width, height));
            let again = app.request(Method::GET, None, url).header(ACCEPT, accept);
            let again = app
                .send(again.header("If-None-Match", &reply.headers["etag"]))
                .await;
            assert_eq!((again.status, again.bytes.len()), (304, 0));
        }
    }
    // Small ones are not enlarged.
    let small = fetch(
        &app,
        None,
        pictures[1]["full"].as_str().unwrap(),
        "image/webp",
    )
    .await;
    assert_eq!(image::load_from_memory(&small.bytes).unwrap().width(), 40);
    // Of one kind only, and seven at most.
    let id = pictures[0]["id"].as_str().unwrap();
    assert_eq!(
        fetch(&app, None, &format!("/api/house/image/{id}"), "*/*")
            .await
            .status,
        404
    );
    assert_eq!(
        fetch(
            &app,
            None,
            &format!("/api/lots/image/{id}?size=huge"),
            "*/*"
        )
        .await
        .status,
        422
    );
    let six = vec![png(8, 8); 6];
    assert_eq!(
        upload(&app, &owner, "/api/lots/7/images", &six)
            .await
            .problem(),
        (422, "validation_failed".into())
    );
    assert_eq!(
        upload(&app, &owner, "/api/lots/7/images", &six[..5])
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        7
    );
    // Hidden ones are the staff's alone, as are those of drafts and of the house's storage.
    let url = pictures[0]["icon"].as_str().unwrap();
    for hiding in [
        "update lot set hidden = true",
        "update lot set hidden = false; update catalog_trade set state = 4",
        "update lot set catalog_id = null, catalog_lot_id = null",
    ] {
        app.sql(hiding).await;
        assert_eq!(
            fetch(&app, None, url, "*/*").await.problem(),
            (404, "not_found".into()),
            "{hiding}"
        );
        assert_eq!(fetch(&app, Some(&other), url, "*/*").await.status, 404);
        let hidden = fetch(&app, Some(&owner), url, "*/*").await;
        assert_eq!(
            (
                hidden.status,
                hidden.headers["cache-control"].to_str().unwrap()
            ),
            (200, "private, no-store")
        );
    }
    app.end().await;
}

/// The answer to a request whose body never comes. It comes all the same where the body is not waited for.
async fn without_body(app: &App, token: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(app.running.address).await.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Token: {token}\r\nContent-Length: 10000000\r\n\
         Content-Type: multipart/form-data; boundary=limit\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    tokio::time::timeout(Duration::from_secs(10), stream.read_exact(&mut answer))
        .await
        .expect("the body is waited for")
        .unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[actix_web::test]
async fn who_may_not_upload_is_told_so_before_he_has_sent_anything() {
    let app = App::new().await;
    let (other, _) = app.login("other@demo.example").await;
    app.sql(
        "insert into house (id, name_ru) values (1, 'Дом');
         insert into lot (id, house_id, title_ru, start_price) overriding system value
             values (7, 1, 'Ваза', 10), (8, 1, 'Чаша', 10);
         insert into picture (id, width, height)
             select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 10, 10 from generate_series(1, 7) n;
         insert into lot_image (lot_id, position, picture_id)
             select 8, n - 1, ('00000000-0000-4000-8000-00000000000' || n)::uuid from generate_series(1, 7) n",
    )
    .await;
    let nobody = "0".repeat(64);
    for (token, path, answer) in [
        (&nobody, "/api/lots/7/images", "HTTP/1.1 401"),
        (&nobody, "/api/accounts/images", "HTTP/1.1 401"),
        (&other, "/api/house/1/images", "HTTP/1.1 403"),
        // In the storage: for him it is not there.
        (&other, "/api/lots/7/images", "HTTP/1.1 404"),
        (&other, "/api/lots/9/images", "HTTP/1.1 404"),
    ] {
        assert_eq!(without_body(&app, token, path).await, answer, "{path}");
    }
    // A lot that is full takes no more, whoever asks.
    app.sql("insert into house_staff (house_id, account_id, role) values (1, 1, 0)")
        .await;
    let (manager, _) = app.login("manager@demo.example").await;
    app.sql("update house_staff set account_id = 2").await;
    app.knows(&manager, "managerOfHouseIds", serde_json::json!([1]))
        .await;
    assert_eq!(
        without_body(&app, &manager, "/api/lots/8/images").await,
        "HTTP/1.1 422"
    );
    app.end().await;
}

/// A picture whose file is about 8 MB: noise cannot be compressed.
fn heavy() -> Vec<u8> {
    let mut state = 1_u32;
    let image = RgbImage::from_fn(1650, 1650, |_, _| {
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        };
        Rgb([noise(), noise(), noise()])
    });
    let mut bytes = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .unwrap();
    bytes
}

/// The limit of 20 MiB is a picture's, not a request's.
#[actix_web::test]
async fn several_large_pictures_fit_into_one_request() {
    let app = App::new().await;
    let (owner, _) = app.login("owner@demo.example").await;
    app.sql(
        "insert into house (id, name_ru) values (1, 'Дом');
         insert into house_staff (house_id, account_id, role) values (1, 1, 1);
         insert into lot (id, house_id, title_ru, start_price) overriding system value values (7, 1, 'Ваза', 10)",
    )
    .await;
    app.knows(&owner, "ownerOfHouseIds", serde_json::json!([1]))
        .await;
    let file = heavy();
    assert!(file.len() > 7 << 20, "{}", file.len());
    let pictures = upload(&app, &owner, "/api/lots/7/images", &vec![file; 3])
        .await
        .ok();
    assert_eq!(pictures.as_array().unwrap().len(), 3);
    // The eighth file is refused as such, however small.
    let eight = vec![png(8, 8); 8];
    assert_eq!(
        upload(&app, &owner, "/api/lots/7/images", &eight)
            .await
            .problem(),
        (422, "validation_failed".into())
    );
    assert_eq!(
        upload(&app, &owner, "/api/lots/7/images", &[])
            .await
            .problem(),
        (422, "validation_failed".into())
    );
    let json = app
        .post(Some(&owner), "/api/lots/7/images", serde_json::json!({}))
        .await;
    assert_eq!(json.problem(), (415, "wrong_content_type".into()));
    // One that is too large is refused with those before it: nothing of the request stays.
    let mixed = [png(8, 8), vec![0; 21 << 20]];
    assert_eq!(
        upload(&app, &owner, "/api/lots/7/images", &mixed)
            .await
            .problem(),
        (413, "too_large".into())
    );
    let count: i64 = sqlx::query_scalar("select count(*) from lot_image")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(count, 3);
    app.end().await;
}

#[actix_web::test]
async fn what_is_no_picture_is_refused() {
    let app = App::new().await;
    let (token, _) = app.login("a@demo.example").await;
    let send = |file: Vec<u8>| {
        let (app, token) = (&app, &token);
        async move { upload(app, token, "/api/accounts/images", &[file]).await }
    };
    assert_eq!(
        send(b"%PDF-1.7 nothing to see".to_vec()).await.problem(),
        (415, "wrong_content_type".into())
    );
    let mut broken = png(64, 64);
    broken.truncate(90);
    assert_eq!(
        send(broken).await.problem(),
        (422, "validation_failed".into())
    );
    assert_eq!(
        send(vec![0; 21 << 20]).await.problem(),
        (413, "too_large".into())
    );
    // 7200 × 7200 pixels, most of them nothing.
    let mut wide = Vec::new();
    image::GrayImage::new(7200, 7200)
        .write_to(&mut Cursor::new(&mut wide), ImageFormat::Png)
        .unwrap();
    assert_eq!(
        send(wide).await.json()["errors"]["file"][0],
        "Изображение больше 50 мегапикселей"
    );
    let photo = send(png(300, 300)).await.ok()["iconId"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        fetch(
            &app,
            None,
            &format!("/api/accounts/image/{photo}?size=icon"),
            "*/*"
        )
        .await
        .status,
        200
    );
    app.delete(Some(&token), "/api/accounts/images")
        .await
        .done();
    assert_eq!(
        fetch(
            &app,
            None,
            &format!("/api/accounts/image/{photo}?size=icon"),
            "*/*"
        )
        .await
        .status,
        404
    );
    app.end().await;
}

#[actix_web::test]
async fn a_photo_is_set_by_its_owner_and_by_admins() {
    let app = App::new().await;
    let (admin, _) = app.login("admin@demo.example").await;
    people::admin::grant(&app.pool, "admin@demo.example")
        .await
        .unwrap();
    app.knows(&admin, "isAdmin", serde_json::json!(true)).await;
    let (token, user) = app.login("a@demo.example").await;
    let (other, _) = app.login("b@demo.example").await;
    let path = format!("/api/accounts/{}/images", user["id"]);
    let photo = async |token: &str, path: &str| upload(&app, token, path, &[png(40, 40)]).await;
    let own = photo(&token, &path).await.ok()["iconId"].clone();
    let shown = async |id: &serde_json::Value| {
        let url = format!("/api/accounts/image/{}", id.as_str().unwrap());
        fetch(&app, None, &url, "*/*").await.status
    };
    assert_eq!(shown(&own).await, 200);
    let theirs = photo(&admin, &path).await.ok()["iconId"].clone();
    let me = app
        .post(Some(&token), "/api/whoami", serde_json::json!({}))
        .await
        .ok();
    assert_eq!(me["photo"]["iconId"], theirs);
    // The one before is shown and stored no longer, files included.
    assert_eq!((shown(&own).await, shown(&theirs).await), (404, 200));
    let stored: Vec<String> = sqlx::query_scalar("select id::text from picture")
        .fetch_all(&app.pool)
        .await
        .unwrap();
    assert_eq!(stored, [theirs.as_str().unwrap()]);
    assert_eq!(photo(&other, &path).await.status, 403);
    assert_eq!(
        photo(&admin, "/api/accounts/99/images").await.problem(),
        (404, "not_found".into())
    );
    assert_eq!(
        upload(&app, &token, &path, &[png(10, 10), png(10, 10)])
            .await
            .problem(),
        (422, "validation_failed".into())
    );
    let journalled: Vec<(i64, i64)> = sqlx::query_as(
        "select account_id, subject_id from journal_record where event = 108 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(journalled, [(2, 2), (1, 2)]);
    app.end().await;
}

//! Uploading pictures, and serving them.

use std::io::Cursor;
use std::time::Duration;

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;
use reqwest::header::ACCEPT;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::support::uploads::png_of;
use crate::support::*;

/// The answer to a request for a picture, repeated while its view is late.
async fn fetch(app: &App, token: Option<&str>, url: &str, accept: &str) -> Reply {
    loop {
        let request = app.request(Method::GET, token, url).header(ACCEPT, accept);
        let reply = app.send(request).await;
        let is_smaller = reply.status == 200 && reply.headers["cache-control"] == "no-store";
        if !is_smaller && reply.status != 503 {
            return reply;
        }
    }
}

#[actix_web::test]
async fn uploads_are_shown_in_four_sizes_and_two_formats() {
    let app = App::empty().await;
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
    app.upload(&other, "/api/lots/7/images", &[png_of(10, 10)])
        .await
        .expect(403);
    app.upload(&owner, "/api/lots/8/images", &[png_of(10, 10)])
        .await
        .expect(404);
    let pictures = app
        .upload(
            &owner,
            "/api/lots/7/images",
            &[png_of(3000, 1500), png_of(40, 30)],
        )
        .await
        .ok();
    assert_eq!(
        (&pictures[0]["width"], &pictures[0]["height"]),
        (&3000.into(), &1500.into())
    );
    let id = pictures[0]["id"].as_str().unwrap();
    let sized = |size: &str| format!("/api/lots/image/{id}/?size={size}");
    let named = |name: &str| pictures[0][name].as_str().unwrap().to_owned();
    for (url, width, height) in [
        (named("icon"), 160, 80),
        (named("preview"), 640, 320),
        (named("full"), 1280, 640),
        (sized("160"), 160, 80),
        (sized("320"), 320, 160),
        (sized("480"), 480, 240),
        (sized("640"), 640, 320),
        (sized("1280"), 1280, 640),
    ] {
        let url = url.as_str();
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
            let again = app
                .request(Method::GET, VISITOR, url)
                .header(ACCEPT, accept);
            let again = app
                .send(again.header("If-None-Match", &reply.headers["etag"]))
                .await;
            assert_eq!((again.status, again.bytes.len()), (304, 0));
        }
    }
    let original = fetch(&app, None, &sized("original"), "image/webp").await;
    assert_eq!(original.headers["content-type"], "image/jpeg");
    let original = image::load_from_memory_with_format(&original.bytes, ImageFormat::Jpeg);
    assert_eq!(original.unwrap().width(), 3000);
    // Small ones are not enlarged.
    let small = fetch(
        &app,
        None,
        pictures[1]["full"].as_str().unwrap(),
        "image/webp",
    )
    .await;
    assert_eq!(image::load_from_memory(&small.bytes).unwrap().width(), 40);
    // One kind of owner at a time, and seven at most.
    let id = pictures[0]["id"].as_str().unwrap();
    fetch(&app, None, &format!("/api/house/image/{id}"), "*/*")
        .await
        .expect(404);
    fetch(
        &app,
        None,
        &format!("/api/lots/image/{id}?size=huge"),
        "*/*",
    )
    .await
    .expect(422);
    let six = vec![png_of(8, 8); 6];
    app.upload(&owner, "/api/lots/7/images", &six)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        app.upload(&owner, "/api/lots/7/images", &six[..5])
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        7
    );
    // Only staff sees hidden pictures, and those of drafts and of the storage.
    let url = pictures[0]["icon"].as_str().unwrap();
    for hiding in [
        "update lot set hidden = true",
        "update lot set hidden = false; update catalog_trade set state = 4",
        "update lot set catalog_id = null, catalog_lot_id = null",
    ] {
        app.sql(hiding).await;
        fetch(&app, None, url, "*/*")
            .await
            .expect_problem(404, "not_found");
        fetch(&app, Some(&other), url, "*/*").await.expect(404);
        let hidden = fetch(&app, Some(&owner), url, "*/*").await;
        assert_eq!(
            (
                hidden.status,
                hidden.headers["cache-control"].to_str().unwrap()
            ),
            (200, "private, no-store")
        );
        // An `<img>` of the client sends the cookie alone.
        let by_cookie = async |token: &str| {
            let request = app.request(Method::GET, VISITOR, url);
            app.send(request.header("Cookie", format!("token={token}")))
                .await
        };
        by_cookie(&other).await.expect(404);
        by_cookie(&owner).await.expect(200);
    }
    app.end().await;
}

/// The answer to a request whose body never comes, as long as the server does not wait for the body.
async fn without_body(app: &App, token: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(app.address()).await.unwrap();
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
async fn an_upload_without_rights_is_refused_before_its_body() {
    let app = App::empty().await;
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
        // A lot in the storage does not exist for them.
        (&other, "/api/lots/7/images", "HTTP/1.1 404"),
        (&other, "/api/lots/9/images", "HTTP/1.1 404"),
    ] {
        assert_eq!(without_body(&app, token, path).await, answer, "{path}");
    }
    // A full lot takes no more pictures from anyone.
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

/// The limit of 20 MiB is per picture, not per request.
#[actix_web::test]
async fn several_large_pictures_fit_into_one_request() {
    let app = App::empty().await;
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
    let pictures = app
        .upload(&owner, "/api/lots/7/images", &vec![file; 3])
        .await
        .ok();
    assert_eq!(pictures.as_array().unwrap().len(), 3);
    // The eighth file is refused as such, however small.
    let eight = vec![png_of(8, 8); 8];
    app.upload(&owner, "/api/lots/7/images", &eight)
        .await
        .expect_problem(422, "validation_failed");
    app.upload(&owner, "/api/lots/7/images", &[] as &[Vec<u8>])
        .await
        .expect_problem(422, "validation_failed");
    let json = app
        .post(&owner, "/api/lots/7/images", serde_json::json!({}))
        .await;
    json.expect_problem(415, "wrong_content_type");
    // A picture that is too large fails the whole request: nothing of it stays.
    let mixed = [png_of(8, 8), vec![0; 21 << 20]];
    app.upload(&owner, "/api/lots/7/images", &mixed)
        .await
        .expect_problem(413, "too_large");
    let count: i64 = sqlx::query_scalar("select count(*) from lot_image")
        .fetch_one(&app.pool)
        .await
        .unwrap();
    assert_eq!(count, 3);
    app.end().await;
}

#[actix_web::test]
async fn a_file_that_is_not_a_picture_is_refused() {
    let app = App::empty().await;
    let (token, _) = app.login("a@demo.example").await;
    let send = |file: Vec<u8>| {
        let (app, token) = (&app, &token);
        async move { app.upload(token, "/api/accounts/images", &[file]).await }
    };
    send(b"%PDF-1.7 nothing to see".to_vec())
        .await
        .expect_problem(415, "wrong_content_type");
    let mut broken = png_of(64, 64);
    broken.truncate(90);
    send(broken).await.expect_problem(422, "validation_failed");
    send(vec![0; 21 << 20])
        .await
        .expect_problem(413, "too_large");
    // 7200 × 7200 pixels, most of them nothing.
    let mut wide = Vec::new();
    image::GrayImage::new(7200, 7200)
        .write_to(&mut Cursor::new(&mut wide), ImageFormat::Png)
        .unwrap();
    assert_eq!(
        send(wide).await.json()["errors"]["file"][0],
        "Изображение больше 50 мегапикселей"
    );
    let photo = send(png_of(300, 300)).await.ok()["iconId"]
        .as_str()
        .unwrap()
        .to_owned();
    fetch(
        &app,
        None,
        &format!("/api/accounts/image/{photo}?size=icon"),
        "*/*",
    )
    .await
    .expect(200);
    app.delete(&token, "/api/accounts/images").await.done();
    fetch(
        &app,
        None,
        &format!("/api/accounts/image/{photo}?size=icon"),
        "*/*",
    )
    .await
    .expect(404);
    app.end().await;
}

#[actix_web::test]
async fn accounts_and_admins_set_a_photo() {
    let app = App::empty().await;
    let (admin, _) = app.login("admin@demo.example").await;
    people::admin::grant(&app.pool, "admin@demo.example")
        .await
        .unwrap();
    app.knows(&admin, "isAdmin", serde_json::json!(true)).await;
    let (token, user) = app.login("a@demo.example").await;
    let (other, _) = app.login("b@demo.example").await;
    let path = format!("/api/accounts/{}/images", user["id"]);
    let photo = async |token: &str, path: &str| app.upload(token, path, &[png_of(40, 40)]).await;
    let own = photo(&token, &path).await.ok()["iconId"].clone();
    let shown = async |id: &serde_json::Value| {
        let url = format!("/api/accounts/image/{}", id.as_str().unwrap());
        fetch(&app, None, &url, "*/*").await.status
    };
    assert_eq!(shown(&own).await, 200);
    let theirs = photo(&admin, &path).await.ok()["iconId"].clone();
    let me = app
        .post(&token, "/api/whoami", serde_json::json!({}))
        .await
        .ok();
    assert_eq!(me["photo"]["iconId"], theirs);
    // The previous photo is gone, files included.
    assert_eq!((shown(&own).await, shown(&theirs).await), (404, 200));
    let stored: Vec<String> = sqlx::query_scalar("select id::text from picture")
        .fetch_all(&app.pool)
        .await
        .unwrap();
    assert_eq!(stored, [theirs.as_str().unwrap()]);
    photo(&other, &path).await.expect(403);
    photo(&admin, "/api/accounts/99/images")
        .await
        .expect_problem(404, "not_found");
    app.upload(&token, &path, &[png_of(10, 10), png_of(10, 10)])
        .await
        .expect_problem(422, "validation_failed");
    let journalled: Vec<(i64, i64)> = sqlx::query_as(
        "select account_id, subject_id from journal_record where event = 108 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    assert_eq!(journalled, [(2, 2), (1, 2)]);
    app.end().await;
}

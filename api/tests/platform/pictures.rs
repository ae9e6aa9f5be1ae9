use std::io::Cursor;

use image::{ImageFormat, Rgb, RgbImage};
use reqwest::Method;
use reqwest::header::ACCEPT;

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
         insert into lot (id, house_id, title_ru, start_price) overriding system value values (7, 1, 'Ваза', 10)",
    )
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
    // Hidden ones are the staff's alone.
    app.sql("update lot set hidden = true").await;
    let url = pictures[0]["icon"].as_str().unwrap();
    assert_eq!(
        fetch(&app, None, url, "*/*").await.problem(),
        (404, "not_found".into())
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

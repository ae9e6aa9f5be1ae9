//! The proxy for pictures of other sites.

use std::collections::HashMap;
use std::io::Cursor;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use image::{DynamicImage, ImageFormat, RgbImage};
use migrations::testing::TestDatabase;
use object_store::memory::InMemory;
use outgoing::Network;
use pictures::image_proxy::{self, ImageProxy};
use pictures::{Format, Pictures, Size};
use serde_json::json;

use super::{Answer, Other, silent};
use crate::support::*;

/// A net in which names lead where the test wants, loopback and only it is public but for one address, and there are no
/// other hosts.
struct Lab {
    names: HashMap<&'static str, Vec<SocketAddr>>,
    resolved: AtomicUsize,
}

const PRIVATE: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

#[async_trait]
impl Network for Lab {
    async fn resolve(&self, name: &str) -> std::io::Result<Vec<SocketAddr>> {
        self.resolved.fetch_add(1, Ordering::SeqCst);
        let known = self.names.get(name).cloned();
        known.ok_or_else(|| std::io::ErrorKind::NotFound.into())
    }

    fn permits(&self, address: IpAddr) -> bool {
        address.is_loopback() && address != PRIVATE
    }
}

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let image: DynamicImage =
        RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 9])).into();
    let mut bytes = Vec::new();
    image
        .write_to(&mut Cursor::new(&mut bytes), format)
        .unwrap();
    bytes
}

#[actix_web::test]
async fn pictures_of_other_sites_are_fetched_and_reencoded() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let other = Other::default();
    let there = other.serve().await;
    let database = TestDatabase::create().await;
    let pool = database.pool.clone();
    let pictures = Pictures::new(Arc::new(InMemory::new()), pool.clone()).unwrap();
    let private = SocketAddr::new(PRIVATE, there.port());
    let lab = Arc::new(Lab {
        names: HashMap::from([
            ("pictures.example", vec![there]),
            ("private.example", vec![private]),
            ("both.example", vec![there, private]),
            ("none.example", vec![]),
        ]),
        resolved: AtomicUsize::new(0),
    });
    let proxy = ImageProxy::new(lab.clone());
    let get = async |address: &str, size: Size| {
        let address = image_proxy::address(address).unwrap();
        proxy
            .get(address, size, Format::WebP, &pictures)
            .await
            .unwrap()
    };
    let fails = async |address: &str| get(address, Size::Full).await.unwrap_err().to_string();

    let png = picture(700, 350, ImageFormat::Png);
    other.answers("/a.png", Answer::Bytes("image/png", png.clone()));
    let shown = get("http://pictures.example/a.png", Size::Preview)
        .await
        .unwrap();
    assert_eq!(image::guess_format(&shown).unwrap(), ImageFormat::WebP);
    assert_eq!(pictures::dimensions(&shown), Ok((640, 320)));
    // From the cache, without another request. Another size is another picture.
    let before = other.requests();
    assert_eq!(
        get("http://pictures.example/a.png#x", Size::Preview)
            .await
            .unwrap(),
        shown
    );
    assert_eq!(other.requests(), before);
    let icon = get("http://pictures.example/a.png", Size::Icon)
        .await
        .unwrap();
    assert_eq!(pictures::dimensions(&icon), Ok((160, 80)));

    // Three redirects at most, each checked.
    let to = |target: &str| Answer::Redirect(target.to_owned());
    other.answers("/1", to("http://pictures.example/2"));
    other.answers("/2", to("/3"));
    other.answers("/3", to("//pictures.example/b.png"));
    other.answers("/b.png", Answer::Bytes("image/png", png.clone()));
    assert!(get("http://pictures.example/1", Size::Full).await.is_ok());
    other.answers("/0", to("/1"));
    assert_eq!(
        fails("http://pictures.example/0").await,
        "too many redirects"
    );
    for (target, why) in [
        ("http://private.example/b.png", "no response"),
        ("http://127.0.0.2/b.png", "not a public host"),
        ("http://10.0.0.1/", "not a public host"),
        ("http://[::ffff:10.0.0.1]/", "not a public host"),
        (
            "http://169.254.169.254/latest/meta-data/",
            "not a public host",
        ),
        ("http://pictures.example:8080/b.png", "invalid redirect"),
        ("http://user@pictures.example/b.png", "invalid redirect"),
        ("file:///etc/passwd", "invalid redirect"),
        ("ftp://pictures.example/b.png", "invalid redirect"),
    ] {
        other.answers("/r", to(target));
        let before = other.requests();
        assert_eq!(fails("http://pictures.example/r").await, why, "{target}");
        assert_eq!(other.requests(), before + 1, "{target} was asked");
    }
    other.answers("/r", Answer::Text(302, String::new()));
    assert_eq!(fails("http://pictures.example/r").await, "invalid redirect");

    // Hosts that are not public, by name or address. One public address among private ones does not help.
    let before = other.requests();
    for host in [
        "private.example",
        "both.example",
        "none.example",
        "unknown.example",
    ] {
        assert_eq!(fails(&format!("http://{host}/a.png")).await, "no response");
    }
    for host in ["127.0.0.2", "10.0.0.1", "[fe80::1]", "0x7f000002"] {
        assert_eq!(
            fails(&format!("http://{host}/a.png")).await,
            "not a public host"
        );
    }
    assert_eq!(other.requests(), before);
    // A name is resolved once a connection, and the connection goes to the checked address.
    let before = lab.resolved.load(Ordering::SeqCst);
    get("http://pictures.example/b.png", Size::Icon)
        .await
        .unwrap();
    assert_eq!(lab.resolved.load(Ordering::SeqCst), before + 1);

    // Only pictures.
    for (kind, bytes, why) in [
        ("text/html", png.clone(), "not a picture"),
        ("image/png", b"<script>".to_vec(), "not a picture"),
        (
            "image/svg+xml",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            "not a picture",
        ),
        ("image/png", png[..png.len() / 2].to_vec(), "not a picture"),
        ("image/png", vec![0; image_proxy::LIMIT + 1], "too large"),
        ("image/png", bomb(), "not a picture"),
    ] {
        other.answers("/c", Answer::Bytes(kind, bytes));
        assert_eq!(fails("http://pictures.example/c").await, why, "{kind}");
    }
    other.answers("/c", Answer::Text(404, String::new()));
    assert_eq!(
        fails("http://pictures.example/c").await,
        "status is not 200"
    );
    pool.close().await;
}

/// A PNG whose header claims 100 000 × 100 000 pixels.
fn bomb() -> Vec<u8> {
    let mut png = picture(4, 4, ImageFormat::Png);
    png[16..20].copy_from_slice(&100_000_u32.to_be_bytes());
    png[20..24].copy_from_slice(&100_000_u32.to_be_bytes());
    let crc = !png[12..29].iter().fold(!0_u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
            if crc & 1 == 1 {
                (crc >> 1) ^ 0xEDB8_8320
            } else {
                crc >> 1
            }
        })
    });
    png[29..33].copy_from_slice(&crc.to_be_bytes());
    png
}

#[actix_web::test]
async fn the_picture_proxy_reaches_no_private_address() {
    let (listener, inside) = silent().await;
    let app = App::empty().await;
    let get = async |address: &str| {
        let request = app
            .request(reqwest::Method::GET, VISITOR, "/api/image")
            .query(&[("url", address)]);
        app.send(request).await
    };
    for (address, message) in [
        (
            "",
            "Адрес изображения должен начинаться с http:// или https://",
        ),
        (
            "file:///etc/passwd",
            "Адрес изображения должен начинаться с http:// или https://",
        ),
        (
            "http://a:b@example.com/",
            "Адрес изображения не должен содержать имя пользователя и пароль",
        ),
        (
            "http://example.com:5432/",
            "Недопустимый порт в адресе изображения",
        ),
    ] {
        let reply = get(address).await;
        reply.expect_problem(422, "validation_failed");
        assert_eq!(reply.json()["errors"], json!({"url": [message]}));
    }
    let reply = get(&format!("http://{inside}/")).await;
    assert_eq!(
        reply.json()["errors"]["url"][0],
        "Недопустимый порт в адресе изображения"
    );
    let reply = get(&format!("http://example.com/{}", "a".repeat(2000))).await;
    assert_eq!(
        reply.json()["errors"]["url"][0],
        contract::bounds::LINK.fault()
    );
    for address in [
        "http://127.0.0.1/",
        "http://localhost/",
        "http://localhost./",
        "http://0.0.0.0/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://2130706433/",
        "http://169.254.169.254/latest/meta-data/",
        "https://10.0.0.1/",
        "http://100.64.0.1/",
        "http://no-such-host.invalid/a.jpg",
    ] {
        let reply = get(address).await;
        // Every failure gets the same answer.
        reply.expect_problem(404, "image_unavailable");
        assert_eq!(reply.json()["detail"], "Изображение недоступно");
    }
    app.get(VISITOR, "/api/image").await.expect(400);
    let bad_size = app
        .get(VISITOR, "/api/image?url=http://example.com/&size=huge")
        .await;
    assert_eq!(
        bad_size.json()["errors"]["size"][0],
        "icon, preview или full"
    );
    // A request from a proxy like this one could loop.
    let own = app
        .request(
            reqwest::Method::GET,
            VISITOR,
            "/api/image?url=http://example.com/a.png",
        )
        .header("Via", "1.1 auction-image-proxy");
    app.send(own).await.expect_problem(404, "image_unavailable");
    // Many of them are too many.
    while get("").await.status != 429 {}
    get("").await.expect_problem(429, "too_many_requests");
    drop(listener);
    app.end().await;
}

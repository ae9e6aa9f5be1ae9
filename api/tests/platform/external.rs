//! Services of others: bids passed on, a listing shown beside ours, pictures of other sites.

use std::collections::HashMap;
use std::io::Cursor;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use actix_web::{App as Web, HttpRequest, HttpResponse, HttpServer, web};
use async_trait::async_trait;
use image::{DynamicImage, ImageFormat, RgbImage};
use migrations::testing::TestDatabase;
use object_store::memory::InMemory;
use pictures::image_proxy::{self, ImageProxy, Network};
use pictures::{Format, Pictures, Size};
use serde_json::{Value, json};
use time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;

use crate::app::App;

/// What the other side answers.
#[derive(Clone)]
enum Answer {
    Json(u16, Value),
    Text(u16, String),
    Bytes(&'static str, Vec<u8>),
    Redirect(String),
    /// Only when it is told to go on.
    Later(Arc<Notify>, Value),
}

/// Path, authorization and body of a request.
type Asked = (String, Option<String>, String);

/// A server of somebody else's: answers by path, and remembers what it was asked.
#[derive(Clone, Default)]
struct Other {
    answers: Arc<Mutex<HashMap<String, Answer>>>,
    asked: Arc<Mutex<Vec<Asked>>>,
    requests: Arc<AtomicUsize>,
}

impl Other {
    fn answers(&self, path: &str, answer: Answer) {
        self.answers.lock().unwrap().insert(path.to_owned(), answer);
    }

    fn requests(&self) -> usize {
        self.requests.load(Ordering::SeqCst)
    }

    fn last(&self) -> Asked {
        self.asked.lock().unwrap().last().unwrap().clone()
    }

    async fn serve(&self) -> SocketAddr {
        async fn answer(req: HttpRequest, body: String, other: web::Data<Other>) -> HttpResponse {
            let authorization = req
                .headers()
                .get("authorization")
                .map(|value| value.to_str().unwrap().to_owned());
            let asked = (req.uri().to_string(), authorization, body);
            other.asked.lock().unwrap().push(asked);
            other.requests.fetch_add(1, Ordering::SeqCst);
            let answer = other.answers.lock().unwrap().get(req.path()).cloned();
            match answer {
                None => HttpResponse::NotFound().finish(),
                Some(Answer::Json(status, body)) => {
                    HttpResponse::build(status.try_into().unwrap()).json(body)
                }
                Some(Answer::Text(status, body)) => {
                    HttpResponse::build(status.try_into().unwrap()).body(body)
                }
                Some(Answer::Bytes(kind, body)) => HttpResponse::Ok().content_type(kind).body(body),
                Some(Answer::Redirect(to)) => HttpResponse::Found()
                    .insert_header(("location", to))
                    .finish(),
                Some(Answer::Later(go, body)) => {
                    go.notified().await;
                    HttpResponse::Ok().json(body)
                }
            }
        }
        let data = web::Data::new(self.clone());
        let server = HttpServer::new(move || {
            Web::new()
                .app_data(data.clone())
                .app_data(web::PayloadConfig::new(1 << 20))
                .default_service(web::to(answer))
        })
        .workers(1)
        .disable_signals()
        // On every loopback address: what is not asked at one was not for want of a listener.
        .bind("0.0.0.0:0")
        .unwrap();
        let port = server.addrs()[0].port();
        actix_web::rt::spawn(server.run());
        SocketAddr::from((Ipv4Addr::LOCALHOST, port))
    }
}

/// A port that takes connections and never says anything.
async fn silent() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

#[actix_web::test]
async fn what_is_not_configured_is_off() {
    let app = App::new().await;
    let (token, _) = app.login("someone@demo.example").await;
    let bid = json!({"bid_amount": 100});
    let reply = app
        .post(Some(&token), "/api/external/lots/7/bid", bid.clone())
        .await;
    assert_eq!(reply.problem(), (404, "feature_is_off".into()));
    assert_eq!(
        reply.json()["detail"],
        "Ставки арт-инвестиций на этом сайте не подключены"
    );
    let reply = app.get(None, "/api/external/auctions").await;
    assert_eq!(reply.problem(), (404, "feature_is_off".into()));
    let reply = app.post(None, "/api/external/lots/7/bid", bid).await;
    assert_eq!(reply.problem(), (401, "not_authenticated".into()));
    app.end().await;
}

#[actix_web::test]
async fn a_bid_is_passed_on_once_and_answered_with_what_became_of_it() {
    let other = Other::default();
    let address = other.serve().await;
    let app = App::with(&[
        ("ART_INVESTMENT_URL", &format!("http://{address}/bids")),
        ("ART_INVESTMENT_TOKEN", "secret"),
        ("EXTERNAL_TIMEOUT_S", "2"),
        ("BET_RATE_PER_SECOND", "0"),
    ])
    .await;
    let (token, _) = app.login("someone@demo.example").await;
    let bid = async |amount: Value| {
        app.post(
            Some(&token),
            "/api/external/lots/7/bid",
            json!({"bid_amount": amount}),
        )
        .await
    };
    other.answers("/bids", Answer::Json(201, json!({"id": 1})));
    assert_eq!(
        bid(json!(1500)).await.ok(),
        json!({"lotId": 7, "bid_amount": 1500, "message": "Ставка принята"})
    );
    let (path, authorization, body) = other.last();
    assert_eq!(
        (path.as_str(), authorization.as_deref()),
        ("/bids", Some("Bearer secret"))
    );
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body, json!({"lotId": 7, "bid_amount": 1500}));

    // Amounts that are none do not get there.
    let before = other.requests();
    for amount in [json!(0), json!(-1), json!(1_000_000_000_001_i64)] {
        let reply = bid(amount).await;
        assert_eq!(reply.problem(), (422, "validation_failed".into()));
        assert_eq!(
            reply.json()["errors"],
            json!({"bid_amount": ["Укажите сумму ставки"]})
        );
    }
    assert_eq!(bid(json!("много")).await.status, 422);
    let reply = app
        .post(Some(&token), "/api/external/lots/7/bid", json!({}))
        .await;
    assert_eq!(
        reply.json()["errors"],
        json!({"bid_amount": ["Обязательное поле"]})
    );
    assert_eq!(other.requests(), before);

    // Its first message about the amount is ours.
    let messages =
        json!({"errors": {"bid_amount": ["Ставка слишком мала", "И не кратна"], "lotId": ["?"]}});
    other.answers("/bids", Answer::Json(422, messages));
    let reply = bid(json!(10)).await;
    assert_eq!(reply.problem(), (422, "validation_failed".into()));
    assert_eq!(
        reply.json()["errors"],
        json!({"bid_amount": ["Ставка слишком мала"]})
    );
    other.answers(
        "/bids",
        Answer::Json(400, json!({"errors": {"lotId": ["Нет такого"]}})),
    );
    let reply = bid(json!(10)).await;
    assert_eq!(reply.status, 409);
    assert_eq!(reply.json()["detail"], "Не удалось сделать ставку");

    // Nobody knows what became of it.
    let doubt =
        "Сервис арт-инвестиций не ответил. Проверьте, принята ли ставка, прежде чем повторять её";
    for answer in [
        Answer::Text(500, "boom".into()),
        Answer::Text(502, "<html>".into()),
        Answer::Redirect("http://127.0.0.1:1/".into()),
        Answer::Later(Arc::default(), json!({})),
    ] {
        other.answers("/bids", answer);
        let before = other.requests();
        let reply = bid(json!(10)).await;
        assert_eq!(reply.problem(), (504, "bid_in_doubt".into()));
        assert!(!reply.headers.contains_key("retry-after"));
        assert_eq!(reply.json()["detail"], doubt);
        assert_eq!(other.requests(), before + 1, "asked once");
    }
    // It refuses us, not the bid.
    other.answers("/bids", Answer::Json(401, json!({"bid_amount": ["?"]})));
    let reply = bid(json!(10)).await;
    assert_eq!(reply.problem(), (503, "external_unavailable".into()));
    let none = "Сервис арт-инвестиций недоступен, ставка не сделана. Повторите попытку позже";
    assert_eq!(reply.json()["detail"], none);
    assert_eq!(reply.headers["retry-after"], "30");
    // Of each the journal knows who bid, how much and what became of it.
    let rows: Vec<(bool, i64, Value)> = sqlx::query_as(
        "select account_id is not null, subject_id, after from journal_record where event = 701 order by id",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let became =
        |amount: i64, outcome: &str| (true, 7, json!({"bidAmount": amount, "outcome": outcome}));
    let mut expected = vec![
        became(1500, "accepted"),
        became(10, "refused"),
        became(10, "refused"),
    ];
    expected.extend((0..4).map(|_| became(10, "in_doubt")));
    expected.push(became(10, "not_reached"));
    assert_eq!(rows, expected);
    app.end().await;

    let app = App::with(&[("ART_INVESTMENT_URL", "http://127.0.0.1:1/bids")]).await;
    let (token, _) = app.login("someone@demo.example").await;
    let reply = app
        .post(
            Some(&token),
            "/api/external/lots/7/bid",
            json!({"bid_amount": 10}),
        )
        .await;
    assert_eq!(reply.problem(), (503, "external_unavailable".into()));
    assert_eq!(reply.json()["detail"], none);
    app.end().await;
}

/// A listing of one auction with this title.
fn listing(title: &str) -> Value {
    json!([{"id": 5, "title": title, "url": "https://other.example/5", "imageUrl": "https://other.example/5.jpg",
        "startDate": "2026-12-01T10:00:00Z"}])
}

#[actix_web::test]
async fn the_listing_is_shown_from_memory_and_fetched_anew_behind_it() {
    let other = Other::default();
    let address = other.serve().await;
    let app = App::with(&[
        ("EXTERNAL_AUCTIONS_URL", &format!("http://{address}/list")),
        ("EXTERNAL_TIMEOUT_S", "1"),
    ])
    .await;
    let get = || app.get(None, "/api/external/auctions");
    let title = async || get().await.ok()["items"][0]["title"].clone();

    // Nothing is known yet, and the other site does not answer: it is not asked by everybody who comes.
    other.answers("/list", Answer::Text(500, String::new()));
    assert_eq!(get().await.problem(), (503, "external_unavailable".into()));
    assert_eq!(get().await.problem(), (503, "external_unavailable".into()));
    assert_eq!(other.requests(), 1);

    // Who waits at once waits for one fetch.
    app.clock.advance(Duration::seconds(31));
    let go = Arc::new(Notify::new());
    other.answers("/list", Answer::Later(go.clone(), listing("Осенние торги")));
    let (first, second, ()) = tokio::join!(get(), get(), async {
        while other.requests() < 2 {
            tokio::task::yield_now().await;
        }
        go.notify_one();
    });
    assert_eq!(other.requests(), 2);
    assert_eq!(first.ok()["items"], second.ok()["items"]);
    let shown = first.ok();
    assert_eq!(
        shown["items"],
        json!([{"id": "5", "title": "Осенние торги", "url": "https://other.example/5", "houseName": null,
            "startDate": "2026-12-01T10:00:00.000Z", "endDate": null,
            "imageUrl": "/api/image?url=https%3A%2F%2Fother.example%2F5.jpg"}])
    );
    assert!(shown["fetched"].is_string());
    assert_eq!(first.headers["cache-control"], "public, max-age=60");

    // Fresh for five minutes.
    other.answers("/list", Answer::Json(200, listing("Зимние торги")));
    app.clock.advance(Duration::minutes(4));
    assert_eq!(title().await, "Осенние торги");
    assert_eq!(other.requests(), 2);
    // Then still shown at once, and fetched behind.
    app.clock.advance(Duration::minutes(2));
    assert_eq!(title().await, "Осенние торги");
    while title().await != "Зимние торги" {
        // An attempt that came to nothing is made again after a while.
        app.clock.advance(Duration::seconds(31));
    }
    assert!(other.requests() >= 3);

    // A site that fails, hangs or babbles costs nothing but its news.
    let (_listener, silent) = silent().await;
    for answer in [
        Answer::Text(503, String::new()),
        Answer::Text(200, "<html>".into()),
        Answer::Json(200, json!({"auctions": []})),
        Answer::Text(200, format!("[{}]", "1,".repeat(600_000))),
        Answer::Redirect(format!("http://{silent}/")),
        Answer::Later(Arc::default(), json!([])),
    ] {
        other.answers("/list", answer);
        app.clock.advance(Duration::minutes(6));
        let before = other.requests();
        assert_eq!(title().await, "Зимние торги");
        while other.requests() == before {
            // The fetch before may still be waited for; the next one begins with a request.
            get().await.ok();
        }
        assert_eq!(title().await, "Зимние торги");
    }
    // For a day.
    app.clock.advance(Duration::hours(24));
    assert_eq!(get().await.problem(), (503, "external_unavailable".into()));
    app.end().await;
}

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
async fn pictures_of_other_sites_are_fetched_and_encoded_again() {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let other = Other::default();
    let there = other.serve().await;
    let database = TestDatabase::create().await;
    let pool = database.pool.clone();
    let pictures = Pictures::new(Arc::new(InMemory::new()), pool.clone());
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
    assert_eq!(pictures::dimensions(&shown), Ok((512, 256)));
    // From memory, without asking again; another size is another picture.
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
    assert_eq!(pictures::dimensions(&icon), Ok((128, 64)));

    // Three redirects and no more, wherever they lead: judged each time.
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
        ("http://private.example/b.png", "no answer"),
        ("http://127.0.0.2/b.png", "not a public host"),
        ("http://10.0.0.1/", "not a public host"),
        ("http://[::ffff:10.0.0.1]/", "not a public host"),
        (
            "http://169.254.169.254/latest/meta-data/",
            "not a public host",
        ),
        (
            "http://pictures.example:8080/b.png",
            "a redirect to nowhere",
        ),
        (
            "http://user@pictures.example/b.png",
            "a redirect to nowhere",
        ),
        ("file:///etc/passwd", "a redirect to nowhere"),
        ("ftp://pictures.example/b.png", "a redirect to nowhere"),
    ] {
        other.answers("/r", to(target));
        let before = other.requests();
        assert_eq!(fails("http://pictures.example/r").await, why, "{target}");
        assert_eq!(other.requests(), before + 1, "{target} was asked");
    }
    other.answers("/r", Answer::Text(302, String::new()));
    assert_eq!(
        fails("http://pictures.example/r").await,
        "a redirect to nowhere"
    );

    // Hosts that are not public, by name or address; one public address among others does not help.
    let before = other.requests();
    for host in [
        "private.example",
        "both.example",
        "none.example",
        "unknown.example",
    ] {
        assert_eq!(fails(&format!("http://{host}/a.png")).await, "no answer");
    }
    for host in ["127.0.0.2", "10.0.0.1", "[fe80::1]", "0x7f000002"] {
        assert_eq!(
            fails(&format!("http://{host}/a.png")).await,
            "not a public host"
        );
    }
    assert_eq!(other.requests(), before);
    // What a name leads to is asked once a connection, and it is that which is connected to.
    let before = lab.resolved.load(Ordering::SeqCst);
    get("http://pictures.example/b.png", Size::Icon)
        .await
        .unwrap();
    assert_eq!(lab.resolved.load(Ordering::SeqCst), before + 1);

    // Pictures alone.
    for (kind, bytes, why) in [
        ("text/html", png.clone(), "no picture"),
        ("image/png", b"<script>".to_vec(), "no picture"),
        (
            "image/svg+xml",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(),
            "no picture",
        ),
        ("image/png", png[..png.len() / 2].to_vec(), "no picture"),
        ("image/png", vec![0; image_proxy::LIMIT + 1], "too large"),
        ("image/png", bomb(), "no picture"),
    ] {
        other.answers("/c", Answer::Bytes(kind, bytes));
        assert_eq!(fails("http://pictures.example/c").await, why, "{kind}");
    }
    other.answers("/c", Answer::Text(404, String::new()));
    assert_eq!(
        fails("http://pictures.example/c").await,
        "another status than 200"
    );
    pool.close().await;
}

/// A PNG whose head says 100 000 × 100 000 pixels.
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
async fn nobody_gets_into_the_servers_own_net_through_its_pictures() {
    let (listener, inside) = silent().await;
    let app = App::new().await;
    let get = async |address: &str| {
        let request = app
            .request(reqwest::Method::GET, None, "/api/image")
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
        assert_eq!(
            reply.problem(),
            (422, "validation_failed".into()),
            "{address}"
        );
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
        "Слишком длинный адрес изображения"
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
        // One answer, whatever the reason.
        assert_eq!(
            reply.problem(),
            (404, "image_unavailable".into()),
            "{address}"
        );
        assert_eq!(reply.json()["detail"], "Изображение недоступно");
    }
    assert_eq!(app.get(None, "/api/image").await.status, 400);
    let bad_size = app
        .get(None, "/api/image?url=http://example.com/&size=huge")
        .await;
    assert_eq!(
        bad_size.json()["errors"]["size"][0],
        "icon, preview или full"
    );
    // A request of a proxy like this one would come back for ever.
    let own = app
        .request(
            reqwest::Method::GET,
            None,
            "/api/image?url=http://example.com/a.png",
        )
        .header("Via", "1.1 auction-image-proxy");
    assert_eq!(
        app.send(own).await.problem(),
        (404, "image_unavailable".into())
    );
    // Many of them are too many.
    while get("").await.status != 429 {}
    assert_eq!(get("").await.problem(), (429, "too_many_requests".into()));
    drop(listener);
    app.end().await;
}

//! Attacks with pictures that are small as files and huge in memory.

use futures_util::future::{join_all, select_all};
use reqwest::Method;
use reqwest::header::ACCEPT;

use crate::support::uploads::png_of;
use crate::support::*;

/// An interlaced PNG of 50 megapixels in 6 KB.
const BOMB: &[u8] = include_bytes!("../../pictures/codec/src/fixtures/bomb.png");
const PROGRESSIVE: &[u8] = include_bytes!("../../pictures/codec/src/fixtures/progressive.jpg");
/// The beginning of a PNG of 20 000 × 20 000 pixels.
const HUGE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\
    \x00\x00\x4e\x20\x00\x00\x4e\x20\x08\x02\x00\x00\x00\x6c\x12\xd1\x6e\
    \0\0\0\x01IDAT\0";

const LOTS: i64 = 3;
const PICTURES_A_LOT: usize = 6;

/// A house whose owner is account 1.
const HOUSE: &str = "insert into house (id, name_ru) values (1, 'Дом');
    insert into house_staff (house_id, account_id, role) values (1, 1, 1);
    insert into catalog (id, house_id, title, catalog_type) values (1, 1, 'Торги', 0);
    insert into catalog_trade (catalog_id, state) values (1, 0);
    insert into lot (id, house_id, catalog_id, catalog_lot_id, title_ru, start_price)
        select n, 1, 1, n, 'Ваза', 10 from generate_series(1, 3) n";

#[actix_web::test]
async fn bombs_of_an_account_do_not_keep_visitors_from_new_pictures() {
    let app = App::empty().await;
    let (owner, _) = app.login("owner@demo.example").await;
    let (attacker, _) = app.login("other@demo.example").await;
    app.sql(HOUSE).await;
    app.knows(&owner, "ownerOfHouseIds", serde_json::json!([1]))
        .await;
    let files = vec![png_of(400, 300); PICTURES_A_LOT];
    let mut new = Vec::new();
    for lot in 1..=LOTS {
        let path = format!("/api/lots/{lot}/images");
        let pictures = app.upload(&owner, &path, &files).await.ok();
        new.extend(pictures.as_array().unwrap().clone());
    }
    let bombs = (0..6).map(|_| Box::pin(app.upload(&attacker, "/api/accounts/images", &[BOMB])));
    // One has been decoded, so five wait or are being decoded.
    let (first, _, others) = select_all(bombs).await;
    first.expect(200);
    let looks = new.iter().map(|picture| {
        let url = picture["preview"].as_str().unwrap();
        let request = app.request(Method::GET, VISITOR, url);
        app.send(request.header(ACCEPT, "image/webp"))
    });
    let mut bombs = Box::pin(join_all(others));
    let looks = tokio::select! {
        biased;
        looks = join_all(looks) => looks,
        _ = &mut bombs => panic!("the views came after the bombs"),
    };
    assert_eq!(looks.len(), 18);
    for look in looks {
        look.expect(200);
        let image = image::load_from_memory(&look.bytes).unwrap();
        assert!(image.width() <= 400 && image.height() > 0);
    }
    drop(bombs);
    app.end().await;
}

#[actix_web::test]
async fn pictures_that_would_take_too_much_memory_are_refused_by_their_header() {
    let app = App::empty().await;
    let (attacker, _) = app.login("other@demo.example").await;
    // Neither file holds what its header claims: decoding them would call them broken.
    let mut progressive = PROGRESSIVE.to_vec();
    let frame = progressive.windows(2).position(|two| two == [0xFF, 0xC2]);
    progressive[frame.unwrap() + 5..][..4].copy_from_slice(&[0x17, 0x70, 0x20, 0x80]);
    for (file, reason) in [
        (HUGE.to_vec(), "Изображение больше 50 мегапикселей"),
        (
            progressive,
            "Изображение слишком велико для обработки. Сохраните его как обычный, не прогрессивный JPEG",
        ),
    ] {
        let refused = app.upload(&attacker, "/api/accounts/images", &[file]).await;
        assert_eq!(refused.status, 422);
        assert!(refused.text().contains(reason), "{}", refused.text());
    }
    app.end().await;
}

//! Pictures of imported lots.

use serde_json::{Value, json};

use super::{counts, declared, import, picture, place, refused, stored, traces, zip};
use crate::support::*;

/// A picture that claims to be 20 000 pixels wide and high.
fn vast() -> Vec<u8> {
    let mut bytes = picture(1);
    let at = place(b"\xff\xc0", &bytes, 0) + 5;
    for side in bytes[at..at + 4].chunks_mut(2) {
        side.copy_from_slice(&20_000_u16.to_be_bytes());
    }
    bytes
}

#[actix_web::test]
async fn imported_pictures_keep_their_order_and_are_not_repeated() {
    let app = App::new().await;
    let table = "№;Название;Цена\n27;Ваза;100\n28;Ложка;50\n";
    let files = |pictures: &[(&str, &[u8])]| {
        let mut files = vec![("лоты.csv", table.as_bytes())];
        files.extend_from_slice(pictures);
        zip(&files)
    };
    let (a, b, c, d) = (picture(1), picture(50), picture(100), picture(150));
    let first = files(&[
        ("фото/27A.jpg", &c),
        ("фото/27_2.jpg", &b),
        ("фото/27.jpg", &a),
        ("28.JPG", &d),
        ("28_2.jpg", &d),
        ("99.jpg", &d),
        ("обложка.jpg", &d),
        ("читайте.txt", b"x"),
    ]);
    let catalog = app.draft().await;
    let trial = import(&app, catalog, "?dryRun=true", &first).await;
    assert_eq!(traces(&app).await[2], 0);
    let report = import(&app, catalog, "", &first).await;
    for report in [&trial, &report] {
        assert_eq!(
            report["pictures"],
            json!({"found": 6, "added": 4, "unchanged": 1, "refused": 0, "unmatched": 1})
        );
        assert_eq!(report["unmatchedPictures"], json!(["99.jpg"]));
        assert_eq!(
            report["ignoredFiles"],
            json!(["обложка.jpg", "читайте.txt"])
        );
    }
    let pictures = |lots: &[Value]| {
        lots.iter()
            .map(|lot| lot["pictures"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        pictures(&stored(&app, catalog).await),
        [json!(["27.jpg", "27_2.jpg", "27a.jpg"]), json!(["28.jpg"])]
    );
    let before = traces(&app).await;
    assert_eq!(before[2], 0);

    // The same files change nothing, another file of the same name replaces the old, and a new one goes between.
    let again = import(&app, catalog, "", &first).await;
    assert_eq!(counts(&again), [0, 0, 2, 0]);
    assert_eq!(again["pictures"]["unchanged"], 5);
    let other = files(&[
        ("27.jpg", &d),
        ("27_2.jpg", &b),
        ("27_3.jpg", &picture(200)),
    ]);
    let report = import(&app, catalog, "", &other).await;
    assert_eq!(counts(&report), [0, 1, 1, 0]);
    assert_eq!(report["changedRows"][0]["fields"], json!(["images"]));
    assert_eq!(
        pictures(&stored(&app, catalog).await)[0],
        json!(["27.jpg", "27_2.jpg", "27_3.jpg", "27a.jpg"])
    );
    // The replaced picture is gone.
    let after = traces(&app).await;
    assert_eq!((after[1], after[2]), (before[1] + 1, 0));

    // They are real pictures, and viewers of the draft see them.
    let id: i64 =
        sqlx::query_scalar("select id from lot where catalog_id = $1 and catalog_lot_id = 27")
            .bind(catalog)
            .fetch_one(&app.pool)
            .await
            .unwrap();
    let lot = app.get(MANAGER, &format!("/api/lots/{id}")).await.ok();
    let image = app
        .get(
            MANAGER,
            lot["gallery"]["images"][0]["preview"].as_str().unwrap(),
        )
        .await;
    assert_eq!(image.status, 200);

    // Eight are one too many, and a text is not a picture: nothing is stored unless they are skipped.
    let mut many: Vec<(String, Vec<u8>)> = (1..=8)
        .map(|n| (format!("28_{n}.jpg"), picture(n * 3)))
        .collect();
    many.push(("28_9.jpg".into(), b"no picture at all".to_vec()));
    many.push(("28_10.png".into(), picture(7)[..100].to_vec()));
    let many: Vec<(&str, &[u8])> = many
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
        .collect();
    let before = traces(&app).await;
    let report = refused(&app, catalog, &files(&many)).await;
    let reasons: Vec<_> = report["refusedPictures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            format!(
                "{}: {}",
                fault["name"].as_str().unwrap(),
                fault["reason"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        reasons,
        [
            "28_7.jpg: Не более 7 изображений лота",
            "28_8.jpg: Не более 7 изображений лота",
            "28_9.jpg: Не более 7 изображений лота",
            "28_10.png: Не более 7 изображений лота",
        ]
    );
    assert_eq!(traces(&app).await, before);
    // Good pictures among other files, whatever their paths.
    let few = files(&[
        ("../../27_5.jpg", &picture(5)),
        ("28_3.jpg", b"no picture at all"),
        ("28_4.jpg", &picture(7)[..100]),
        ("28_5.jpg", b""),
        ("28_6.gif", b"GIF89a\x01\x00\x01\x00"),
        ("28_7.jpg", &vast()),
        ("/etc/28_8.jpg", &picture(8)),
        ("a/28_9.jpg", &picture(9)),
        ("b/28_9.jpg", &picture(10)),
    ]);
    let few = declared(&few, 7, 100);
    let trial = import(&app, catalog, "?dryRun=true", &few).await;
    let report = refused(&app, catalog, &few).await;
    assert_eq!(trial["refusedPictures"], report["refusedPictures"]);
    let reasons: Vec<_> = report["refusedPictures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            format!(
                "{} {}",
                fault["name"].as_str().unwrap(),
                fault["reason"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        reasons,
        [
            "28_3.jpg Нужно изображение JPEG, PNG или WebP",
            "28_4.jpg Файл изображения повреждён",
            "28_5.jpg Нужно изображение JPEG, PNG или WebP",
            "28_6.gif Нужно изображение JPEG, PNG или WebP",
            "28_7.jpg Изображение больше 50 мегапикселей",
            "28_8.jpg Файл в архиве повреждён",
            "28_9.jpg Такое имя файла встречается дважды",
        ]
    );
    assert_eq!(
        (&report["pictures"]["found"], &report["pictures"]["added"]),
        (&json!(9), &json!(2))
    );
    assert_eq!(traces(&app).await, before);
    let report = import(&app, catalog, "?skipRefused=true", &files(&many)).await;
    assert_eq!(
        (&report["pictures"]["added"], &report["pictures"]["refused"]),
        (&json!(6), &json!(4))
    );
    let after = traces(&app).await;
    assert_eq!(
        (after[1], after[2], after.last()),
        (
            before[1] + 6,
            0,
            before.last().map(|files| files + 6).as_ref()
        )
    );
    app.end().await;
}

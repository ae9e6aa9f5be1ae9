//! A lot's pictures.

use serde_json::{Value, json};

use crate::support::uploads::{png, png_of};
use crate::support::*;

#[actix_web::test]
async fn pictures_are_ordered_and_removed() {
    let app = App::new().await;
    let path = "/api/lots/1003/images";
    let four = [png(), png(), png(), png()];
    let four: Vec<&[u8]> = four.iter().map(Vec::as_slice).collect();
    let images = app.upload(MANAGER, path, &four).await.ok();
    let ids: Vec<_> = (0..4).map(|at| images[at]["id"].clone()).collect();
    let shown = async || {
        let lot = app.get(VISITOR, "/api/lots/1003").await.ok();
        let images = lot["gallery"]["images"].as_array().unwrap().clone();
        images
            .iter()
            .map(|image| image["id"].clone())
            .collect::<Vec<_>>()
    };
    let order = async |who, ids: Value| app.put(who, path, json!({"images": ids})).await;
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        order(who, json!(ids)).await.expect(status);
        let one = format!("{path}/{}", ids[0].as_str().unwrap());
        app.delete(who, &one).await.expect(status);
    }
    for wrong in [
        json!([]),
        json!(ids[..3]),
        json!([ids[0], ids[1], ids[2], ids[2]]),
        json!([
            ids[0],
            ids[1],
            ids[2],
            ids[3],
            "00000000-0000-4000-8000-000000000001"
        ]),
    ] {
        assert_eq!(
            order(MANAGER, wrong).await.faults(),
            json!({"images": ["Перечислите все изображения лота, каждое один раз"]})
        );
    }
    order(MANAGER, json!(["x"])).await.expect(422);
    assert_eq!(shown().await, ids);
    let turned = [&ids[3], &ids[0], &ids[2], &ids[1]];
    let answer = order(OWNER, json!(turned)).await.ok();
    assert_eq!(answer[0]["id"], ids[3]);
    assert_eq!(shown().await.iter().collect::<Vec<_>>(), turned);
    assert_eq!(
        app.get(VISITOR, "/api/lots/1003").await.ok()["img"]["id"],
        ids[3]
    );

    let remove = async |id: &str| app.delete(MANAGER, &format!("{path}/{id}")).await;
    remove(ids[0].as_str().unwrap()).await.done();
    remove(ids[0].as_str().unwrap()).await.expect(404);
    remove("00000000-0000-4000-8000-000000000001")
        .await
        .expect(404);
    assert_eq!(
        shown().await.iter().collect::<Vec<_>>(),
        [&ids[3], &ids[2], &ids[1]]
    );
    // Removed pictures make room for as many.
    assert_eq!(
        app.upload(MANAGER, path, &four)
            .await
            .ok()
            .as_array()
            .unwrap()
            .len(),
        7
    );
    assert_eq!(
        app.upload(MANAGER, path, &four[..1]).await.faults(),
        json!({"file": ["Не более 7 изображений лота"]})
    );
    assert_eq!(
        app.value("select count(*)::text::jsonb from journal_record where event = 402 and subject_id = 1003").await,
        4
    );
    app.end().await;
}

#[actix_web::test]
async fn a_picture_is_described_wherever_it_is_shown() {
    let app = App::new().await;
    let path = "/api/lots/1003/images";
    let images = app.upload(MANAGER, path, &[&png()]).await.ok();
    assert_eq!(images[0]["alt"], Value::Null);
    let id = images[0]["id"].as_str().unwrap();
    let alt_path = format!("{path}/{id}/alt");
    let describe = async |who, alt: Value| app.put(who, &alt_path, json!({"alt": alt})).await;
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        describe(who, json!("Море")).await.expect(status);
    }
    assert_eq!(
        describe(MANAGER, json!("я".repeat(501)))
            .await
            .refused_field("alt"),
        "Не более 500 символов"
    );
    let unknown = format!("{path}/00000000-0000-4000-8000-000000000001/alt");
    app.put(MANAGER, &unknown, json!({"alt": "Море"}))
        .await
        .expect(404);

    let described = describe(MANAGER, json!(" Вид сверху: две чашки "))
        .await
        .ok();
    assert_eq!(described[0]["alt"], "Вид сверху: две чашки");
    let lot = app.get(VISITOR, "/api/lots/1003").await.ok();
    assert_eq!(lot["img"]["alt"], "Вид сверху: две чашки");
    assert_eq!(lot["gallery"]["images"][0]["alt"], "Вид сверху: две чашки");
    let grid = app
        .get(MANAGER, "/api/house/1/grid?catalogId=10")
        .await
        .ok();
    let row = grid
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["id"] == 1003)
        .unwrap()
        .clone();
    assert_eq!(row["img"]["alt"], "Вид сверху: две чашки");
    // A copy of the lot shows the same picture with the same words, and another order keeps them.
    let copy = app
        .post(MANAGER, "/api/lots/1003/create-copy", json!({}))
        .await
        .ok();
    assert_eq!(copy["img"]["alt"], "Вид сверху: две чашки");
    let more = app.upload(MANAGER, path, &[&png()]).await.ok();
    let order = json!({"images": [more[1]["id"], more[0]["id"]]});
    let ordered = app.put(MANAGER, path, order).await.ok();
    assert_eq!(
        (&ordered[0]["alt"], &ordered[1]["alt"]),
        (&Value::Null, &json!("Вид сверху: две чашки"))
    );
    assert_eq!(
        describe(OWNER, json!(" ")).await.ok()[1]["alt"],
        Value::Null
    );
    assert_eq!(
        app.value(
            "select jsonb_agg(jsonb_build_array(before, after) order by id) from journal_record
             where event = 402 and coalesce(before, after) ? 'imageAlt'"
        )
        .await,
        json!([
            [{"imageAlt": null}, {"imageAlt": "Вид сверху: две чашки"}],
            [{"imageAlt": "Вид сверху: две чашки"}, {"imageAlt": null}],
        ])
    );
    app.end().await;
}

#[actix_web::test]
async fn a_picture_is_cut_and_turned_without_losing_the_whole() {
    let app = App::new().await;
    let path = "/api/lots/1003/images";
    let images = app
        .upload(MANAGER, path, &[&png_of(80, 40), &png()])
        .await
        .ok();
    let source = images[0]["id"].as_str().unwrap().to_owned();
    let alt = json!({"alt": "Море"});
    app.put(MANAGER, &format!("{path}/{source}/alt"), alt)
        .await
        .ok();
    let cut =
        async |who, id: &str, cut: Value| app.put(who, &format!("{path}/{id}/cut"), cut).await;
    let cut_of = async |id: &str| app.get(MANAGER, &format!("{path}/{id}/cut")).await;
    let part = json!({"x": 0.0, "y": 0.25, "width": 0.5, "height": 0.75});
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        cut(who, &source, json!({"turns": 1})).await.expect(status);
        app.get(who, &format!("{path}/{source}/cut"))
            .await
            .expect(status);
    }
    for (wrong, field) in [
        (json!({"turns": 4}), "turns"),
        (
            json!({"turns": 0, "part": patched(part.clone(), json!({"x": 0.6}))}),
            "part",
        ),
        (
            json!({"turns": 0, "part": patched(part.clone(), json!({"x": -0.1}))}),
            "part",
        ),
        (
            json!({"turns": 0, "part": patched(part.clone(), json!({"height": 0.001}))}),
            "part",
        ),
    ] {
        cut(MANAGER, &source, wrong).await.refused_field(field);
    }
    assert_eq!(
        cut_of(&source).await.ok()["cut"],
        json!({"turns": 0, "part": null})
    );

    // Turned to the right it is 40 wide and 80 high; the part is half of that and three quarters.
    let shown = cut(MANAGER, &source, json!({"turns": 1, "part": part}))
        .await
        .ok();
    assert_eq!(shown.as_array().unwrap().len(), 2);
    assert_eq!(
        (&shown[0]["width"], &shown[0]["height"]),
        (&json!(20), &json!(60))
    );
    assert_eq!(
        (&shown[0]["alt"], &shown[1]["id"]),
        (&json!("Море"), &images[1]["id"])
    );
    let first = shown[0]["id"].as_str().unwrap().to_owned();
    assert_ne!(first, source);
    let now = cut_of(&first).await.ok();
    assert_eq!(now["source"]["id"], source.as_str());
    assert_eq!(now["cut"], json!({"turns": 1, "part": part}));
    cut_of(&source).await.expect(404);
    // Only staff sees what was cut away.
    let whole = format!("/api/lots/image/{source}?size=original");
    app.get(VISITOR, &whole).await.expect(404);
    app.get(STRANGER, &whole).await.expect(404);
    assert_eq!(
        app.get(MANAGER, &whole).await.expect(200).headers["cache-control"],
        "private, no-store"
    );
    app.get(VISITOR, &format!("/api/lots/image/{first}"))
        .await
        .expect(200);
    // The same cut again makes no other picture, and each is made of the whole.
    let again = cut(MANAGER, &first, json!({"turns": 1, "part": part}))
        .await
        .ok();
    assert_eq!(again[0]["id"], first.as_str());
    let turned = cut(OWNER, &first, json!({"turns": 2})).await.ok();
    assert_eq!(
        (&turned[0]["width"], &turned[0]["height"]),
        (&json!(80), &json!(40))
    );
    let second = turned[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(cut_of(&second).await.ok()["source"]["id"], source.as_str());
    // The whole stays as long as a part of it is shown. An import recognises the part as the file it was.
    app.sql("update picture set created = created - interval '25 hours'")
        .await;
    catalogue::sweep::sweep(&app.pool, &app.state.pictures, app.state.clock.now())
        .await
        .unwrap();
    assert_eq!(
        app.value(
            "select jsonb_build_array(count(*), count(distinct digest)) from picture
             where source_id is not null or id in (select source_id from picture)"
        )
        .await,
        json!([2, 1])
    );
    // The whole without turns is the upload itself, with the words it has got meanwhile.
    let alt = json!({"alt": "Море и скалы"});
    app.put(MANAGER, &format!("{path}/{second}/alt"), alt)
        .await
        .ok();
    let whole_part = json!({"x": 0, "y": 0, "width": 1, "height": 1});
    let back = cut(MANAGER, &second, json!({"turns": 0, "part": whole_part}))
        .await
        .ok();
    assert_eq!(
        (&back[0]["id"], &back[0]["alt"]),
        (&json!(source), &json!("Море и скалы"))
    );
    app.end().await;
}

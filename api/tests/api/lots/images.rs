//! A lot's pictures.

use serde_json::{Value, json};

use crate::support::uploads::png;
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

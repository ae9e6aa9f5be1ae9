//! Unreferenced files and old rows are deleted in time.

use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use serde_json::json;
use time::Duration;
use uuid::Uuid;

use crate::support::uploads::pdf_of;
use crate::support::uploads::png;
use crate::support::*;

#[actix_web::test]
async fn unreferenced_pictures_are_deleted_after_a_day() {
    let app = App::new().await;
    let path = "/api/catalog/14/images";
    let upload = async || {
        let answer = app.upload(MANAGER, path, &[&png()]).await.ok();
        answer["previewId"].as_str().unwrap().to_owned()
    };
    let (replaced, logo) = (upload().await, upload().await);
    app.upload(MANAGER, "/api/lots/1003/images", &[&png()])
        .await
        .ok();
    // A refused upload leaves the pictures before the refused one.
    app.upload(MANAGER, path, &[&png(), &png()])
        .await
        .expect(422);
    let count = "select to_jsonb(count(*)) from picture";
    let sweep = async || {
        let now = app.state.clock.now();
        catalogue::sweep::sweep(&app.pool, &app.state.pictures, now)
            .await
            .unwrap();
    };
    assert_eq!(app.value(count).await, 5);
    // This picture is asked for before it goes.
    let shown = format!("/api/catalog/image/{replaced}");
    app.get(MANAGER, &shown).await.expect(404);
    sweep().await;
    assert_eq!(app.value(count).await, 5);
    app.sql("update picture set created = created - interval '25 hours'")
        .await;
    sweep().await;
    assert_eq!(app.value(count).await, 3);
    let store = app.state.pictures.object_store();
    let original = |id: &str| Path::from(format!("pictures/{id}/original.jpg"));
    assert!(store.head(&original(&replaced)).await.is_err());
    store.head(&original(&logo)).await.unwrap();
    app.get(MANAGER, &format!("/api/catalog/image/{logo}"))
        .await
        .expect(200);
    app.end().await;
}

#[actix_web::test]
async fn unreferenced_documents_are_deleted_after_a_day() {
    let app = App::new().await;
    let pdf = &*pdf_of("");
    app.upload(MANAGER, "/api/house/1/info", &[pdf]).await.ok();
    let lost = Uuid::new_v4();
    let attachments = &app.state.attachments;
    attachments.put(lost, pdf.to_vec().into()).await.unwrap();
    let now = app.state.clock.now();
    for (after, is_there) in [(Duration::hours(23), true), (Duration::hours(25), false)] {
        catalogue::sweep::sweep(&app.pool, &app.state.pictures, now + after)
            .await
            .unwrap();
        let found = attachments.get(lost).await.unwrap();
        assert_eq!(found.is_some(), is_there, "{after}");
    }
    app.get(VISITOR, "/api/house/1/info").await.expect(200);
    app.end().await;
}

#[actix_web::test]
async fn views_are_forgotten_but_still_counted() {
    let app = App::new().await;
    app.get(TRUSTED, "/api/lots/1001").await.ok();
    app.get(TRUSTED, "/api/lots/1002").await.ok();
    app.state.store_lot_views().await;
    app.sql("update lot_view set day = day - 181 where lot_id = 1001")
        .await;
    catalogue::sweep::sweep(&app.pool, &app.state.pictures, app.state.clock.now())
        .await
        .unwrap();
    assert_eq!(
        app.value("select jsonb_agg(lot_id) from lot_view").await,
        json!([1002])
    );
    assert_eq!(
        app.get(VISITOR, "/api/lots/1001").await.ok()["counters"]["views"],
        1
    );
    app.end().await;
}

/// Every request for a picture looks up its owner, which would scan all lots without an index.
#[actix_web::test]
async fn every_reference_to_a_picture_has_an_index() {
    let app = App::new().await;
    let without = app
        .value(
            "select coalesce(jsonb_agg(c.conrelid::regclass || '.' || a.attname), '[]') from pg_constraint c
             join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
             where c.contype = 'f' and c.confrelid = 'picture'::regclass and not exists (
                    select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])",
        )
        .await;
    assert_eq!(without, json!([]));
    app.end().await;
}

//! What nothing names any more is taken away, in time and not before.

use object_store::ObjectStoreExt as _;
use object_store::path::Path;
use serde_json::json;
use time::Duration;
use uuid::Uuid;

use crate::world::*;

#[actix_web::test]
async fn pictures_that_nobody_names_are_gone_after_a_day() {
    let world = World::new().await;
    let path = "/api/catalog/14/images";
    let upload = async || {
        let answer = world.upload(MANAGER, path, &[&png()]).await.ok();
        answer["previewId"].as_str().unwrap().to_owned()
    };
    let (replaced, logo) = (upload().await, upload().await);
    world
        .upload(MANAGER, "/api/lots/1003/images", &[&png()])
        .await
        .ok();
    // A refused upload leaves what came of it before the refusal.
    assert_eq!(
        world.upload(MANAGER, path, &[&png(), &png()]).await.status,
        422
    );
    let count = "select to_jsonb(count(*)) from picture";
    let sweep = async || {
        let now = world.state.clock.now();
        api::sweep::sweep(&world.state, now).await.unwrap();
    };
    assert_eq!(world.value(count).await, 5);
    // One whose files are shown before they go.
    let shown = format!("/api/catalog/image/{replaced}");
    assert_eq!(world.get(MANAGER, &shown).await.status, 404);
    sweep().await;
    assert_eq!(world.value(count).await, 5);
    world
        .sql("update picture set created = created - interval '25 hours'")
        .await;
    sweep().await;
    assert_eq!(world.value(count).await, 3);
    let store = world.state.pictures.object_store();
    let original = |id: &str| Path::from(format!("pictures/{id}/original.webp"));
    assert!(store.head(&original(&replaced)).await.is_err());
    store.head(&original(&logo)).await.unwrap();
    assert_eq!(
        world
            .get(MANAGER, &format!("/api/catalog/image/{logo}"))
            .await
            .status,
        200
    );
    world.end().await;
}

#[actix_web::test]
async fn documents_that_no_house_names_are_gone_after_a_day() {
    let world = World::new().await;
    let pdf = b"%PDF-1.7 %%EOF";
    world
        .upload(MANAGER, "/api/house/1/info", &[pdf])
        .await
        .ok();
    let lost = Uuid::new_v4();
    let attachments = &world.state.attachments;
    attachments.put(lost, pdf.to_vec().into()).await.unwrap();
    let now = world.state.clock.now();
    for (after, is_there) in [(Duration::hours(23), true), (Duration::hours(25), false)] {
        api::sweep::sweep(&world.state, now + after).await.unwrap();
        let found = attachments.get(lost).await.unwrap();
        assert_eq!(found.is_some(), is_there, "{after}");
    }
    assert_eq!(world.get(VISITOR, "/api/house/1/info").await.status, 200);
    world.end().await;
}

#[actix_web::test]
async fn looks_at_lots_are_forgotten_and_their_number_is_not() {
    let world = World::new().await;
    world.get(TRUSTED, "/api/lots/1001").await.ok();
    world.get(TRUSTED, "/api/lots/1002").await.ok();
    world
        .sql("update lot_view set day = day - 181 where lot_id = 1001")
        .await;
    api::sweep::sweep(&world.state, world.state.clock.now())
        .await
        .unwrap();
    assert_eq!(
        world.value("select jsonb_agg(lot_id) from lot_view").await,
        json!([1002])
    );
    assert_eq!(
        world.get(VISITOR, "/api/lots/1001").await.ok()["counters"]["views"],
        1
    );
    world.end().await;
}

/// Whose picture it is, is asked whenever one is shown: without an index all lots would be read for it.
#[actix_web::test]
async fn every_column_that_names_pictures_has_an_index() {
    let world = World::new().await;
    let without = world
        .value(
            "select coalesce(jsonb_agg(c.conrelid::regclass || '.' || a.attname), '[]') from pg_constraint c
             join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
             where c.contype = 'f' and c.confrelid = 'picture'::regclass and not exists (
                    select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])",
        )
        .await;
    assert_eq!(without, json!([]));
    world.end().await;
}

//! A house's picture.

use serde_json::Value;

use crate::support::uploads::png;
use crate::support::*;

#[actix_web::test]
async fn a_house_has_one_picture() {
    let app = App::new().await;
    let path = "/api/house/1/images";
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        app.upload(who, path, &[&png()]).await.expect(status);
        app.delete(who, path).await.expect(status);
    }
    app.upload(MANAGER, path, &[b"text"]).await.expect(415);
    app.upload(MANAGER, path, &[&png(), &png()])
        .await
        .expect(422);
    let id = app.upload(MANAGER, path, &[&png()]).await.ok()["previewId"].clone();
    assert_eq!(
        app.get(VISITOR, "/api/house/1").await.ok()["photo"]["previewId"],
        id
    );
    let shown = format!("/api/house/image/{}?size=icon", id.as_str().unwrap());
    app.get(VISITOR, &shown).await.expect(200);
    app.delete(OWNER, path).await.done();
    assert_eq!(
        app.get(VISITOR, "/api/house/1").await.ok()["photo"]["previewId"],
        Value::Null
    );
    app.get(VISITOR, &shown).await.expect(404);
    app.end().await;
}

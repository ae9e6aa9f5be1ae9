//! A catalog's logo.

use serde_json::Value;

use crate::support::uploads::png;
use crate::support::*;

#[actix_web::test]
async fn a_catalog_has_one_logo() {
    let app = App::new().await;
    let path = "/api/catalog/14/images";
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 404)] {
        app.upload(who, path, &[&png()]).await.expect(status);
        app.delete(who, path).await.expect(status);
    }
    app.upload(MANAGER, path, &[b"text"]).await.expect(415);
    let id = app.upload(MANAGER, path, &[&png()]).await.ok()["previewId"].clone();
    let shown = format!("/api/catalog/image/{}?size=icon", id.as_str().unwrap());
    // The logo is as hidden as its catalog.
    app.get(VISITOR, &shown).await.expect(404);
    app.get(NEWSMAKER, &shown).await.expect(200);
    assert_eq!(
        app.get(MANAGER, "/api/catalog/14").await.ok()["logo"]["previewId"],
        id
    );
    app.delete(OWNER, path).await.done();
    assert_eq!(
        app.get(MANAGER, "/api/catalog/14").await.ok()["logo"]["previewId"],
        Value::Null
    );
    app.end().await;
}

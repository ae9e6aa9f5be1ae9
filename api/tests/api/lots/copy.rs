//! Copying lots.

use serde_json::{Value, json};

use crate::support::uploads::png;
use crate::support::*;

#[actix_web::test]
async fn a_copy_has_everything_but_the_trade() {
    let app = App::new().await;
    app.upload(MANAGER, "/api/lots/1002/images", &[&png(), &png()])
        .await
        .ok();
    app.bet(TRUSTED, 10, 1002, 1000).await.expect_code(0);
    for (who, status) in [(VISITOR, 401), (NEWSMAKER, 403), (STRANGER, 403)] {
        let reply = app.post(who, "/api/lots/1002/create-copy", json!({})).await;
        assert_eq!(reply.status, status, "{who:?}");
    }
    let original = app.get(ADMIN, "/api/lots/1002").await.ok();
    let copy = app
        .post(ADMIN, "/api/lots/1002/create-copy", json!({}))
        .await
        .ok();
    for field in [
        "titleRu",
        "author",
        "categoryId",
        "materials",
        "houseId",
        "descriptionRu",
    ] {
        assert_eq!(copy[field], original[field], "{field}");
    }
    assert_eq!(copy["price"]["reserve"], 5000);
    assert_eq!(copy["gallery"], original["gallery"]);
    assert_eq!(
        (
            &copy["catalogId"],
            &copy["price"]["value"],
            &copy["betsCount"],
            &copy["top"]
        ),
        (&Value::Null, &Value::Null, &json!(0), &json!(0))
    );
    // A picture removed from one lot stays with the other.
    let picture = copy["gallery"]["images"][0]["id"].as_str().unwrap();
    let (id, shown) = (&copy["id"], format!("/api/lots/image/{picture}?size=icon"));
    app.delete(MANAGER, &format!("/api/lots/{id}/images/{picture}"))
        .await
        .done();
    assert_eq!(
        app.get(VISITOR, "/api/lots/1002").await.ok()["gallery"],
        original["gallery"]
    );
    app.get(VISITOR, &shown).await.expect(200);
    app.end().await;
}

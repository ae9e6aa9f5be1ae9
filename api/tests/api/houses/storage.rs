//! Lots outside any catalog.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn only_staff_sees_the_storage() {
    let app = App::new().await;
    let lot = json!({"houseId": 1, "titleRu": "Ларец", "price": {"start": 10}});
    let id = app.post(OWNER, "/api/lots", lot).await.ok()["id"].clone();
    for who in [OWNER, MANAGER, NEWSMAKER, AUCTIONEER, ADMIN] {
        let page = app.get(who, "/api/house/1/storage?pageSize=1").await.ok();
        assert_eq!(
            (&page["items"][0]["id"], &page["totalCount"]),
            (&id, &json!(1)),
            "{who:?}"
        );
    }
    app.get(TRUSTED, "/api/house/1/storage").await.expect(403);
    app.get(STRANGER, "/api/house/1/storage").await.expect(403);
    app.get(VISITOR, "/api/house/1/storage").await.expect(401);
    app.get(ADMIN, "/api/house/99/storage").await.expect(404);
    app.get(TRUSTED, &format!("/api/lots/{id}"))
        .await
        .expect(404);
    app.end().await;
}

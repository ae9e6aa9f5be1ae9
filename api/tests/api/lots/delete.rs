//! Deleting lots.

use serde_json::json;

use super::{NOT_NOW, stored};
use crate::support::*;

#[actix_web::test]
async fn a_lot_without_bets_can_be_deleted() {
    let app = App::new().await;
    let delete = async |who, id: i64| app.delete(who, &format!("/api/lots/{id}")).await;
    for (who, id, status) in [
        (VISITOR, 1003, 401),
        (NEWSMAKER, 1003, 403),
        (AUCTIONEER, 1003, 403),
        (STRANGER, 1003, 403),
        (STRANGER, 1004, 404),
        (ADMIN, 99, 404),
    ] {
        delete(who, id).await.expect(status);
    }
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    assert_eq!(
        delete(MANAGER, 1001).await.refused(409),
        "По лоту есть ставки: его нельзя удалить"
    );
    assert_eq!(delete(MANAGER, 1501).await.refused(409), NOT_NOW);
    delete(MANAGER, 1003).await.done();
    delete(MANAGER, 1003).await.expect(404);
    app.get(ADMIN, "/api/lots/1003").await.expect(404);
    app.bet(TRUSTED, 10, 1003, 500).await.expect_code(3);
    app.index().await;
    let lots = app.get(MANAGER, "/api/catalog/10/lots").await.ok();
    assert_eq!(lots["totalCount"], 3);
    // Its number is free again.
    let next = json!({"houseId": 1, "catalogId": 10, "catalogLotId": 3, "titleRu": "Ларец", "price": {"start": 5}});
    app.post(MANAGER, "/api/lots", next).await.ok();
    // While the sale runs no lot is deleted, with or without bets.
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    let before = stored(&app, 1002).await;
    assert_eq!(delete(MANAGER, 1002).await.refused(409), NOT_NOW);
    assert_eq!(stored(&app, 1002).await, before);
    assert_eq!(
        app.value("select jsonb_agg(subject_id) from journal_record where event = 403")
            .await,
        json!([1003])
    );
    app.end().await;
}

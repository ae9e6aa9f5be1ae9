//! Deleting houses.

use serde_json::json;

use crate::support::uploads::pdf_of;
use crate::support::*;

#[actix_web::test]
async fn only_an_empty_house_can_be_deleted() {
    let app = App::new().await;
    let delete = async |who, id: i64| app.delete(who, &format!("/api/house/{id}")).await;
    delete(OWNER, 1).await.expect(403);
    delete(ADMIN, 99).await.expect(404);
    assert_eq!(
        delete(ADMIN, 1).await.refused(409),
        "У аукционного дома есть каталоги"
    );
    // Its only catalog is deleted, and its lot goes to the storage.
    app.delete(STRANGER, "/api/catalog/20").await.done();
    assert_eq!(
        delete(ADMIN, 2).await.refused(409),
        "В хранилище аукционного дома есть лоты"
    );
    app.delete(STRANGER, "/api/lots/2001").await.done();
    app.upload(STRANGER, "/api/house/2/info", &[pdf_of("")])
        .await
        .ok();
    assert_eq!(
        app.post(STRANGER, "/api/whoami", json!({})).await.ok()["managerOfHouseIds"],
        json!([2])
    );
    delete(ADMIN, 2).await.done();
    assert_eq!(
        app
            .value(
                "select jsonb_build_array(before -> 'staff', (select count(*) from house_info)) from journal_record
                 where event = 203"
            )
            .await,
        json!([[[11, 0]], 0])
    );
    app.get(ADMIN, "/api/house/2").await.expect(404);
    delete(ADMIN, 2).await.expect(404);
    assert_eq!(
        app.post(STRANGER, "/api/whoami", json!({})).await.ok()["managerOfHouseIds"],
        json!([])
    );
    app.post(STRANGER, "/api/house", json!({"id": 2, "nameRu": "Мой"}))
        .await
        .expect(403);
    app.end().await;
}

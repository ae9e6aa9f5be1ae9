//! The tree of categories.

use serde_json::json;

use crate::support::*;

#[actix_web::test]
async fn the_classificator_is_a_tree() {
    let app = App::new().await;
    let tree = app.get(VISITOR, "/api/classificator").await.ok();
    assert_eq!(
        tree,
        json!([
            {"id": 1866, "code": "10", "name": "Живопись", "items": [
                {"id": 1901, "code": "10.1", "name": "Пейзаж", "items": []}]},
            {"id": 1880, "code": "14", "name": "Иконы", "items": []},
        ])
    );
    app.end().await;
}

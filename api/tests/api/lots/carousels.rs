//! Carousels and the home page.

use crate::support::*;

#[actix_web::test]
async fn carousels_and_the_home_page_show_public_lots() {
    let app = App::new().await;
    let lots = async |path: &str| ids(&app.get(VISITOR, path).await.ok());
    // The same category first, then the same top-level one. Nothing hidden, nothing over.
    let similar = lots("/api/lots/1003/similar").await;
    assert_eq!(similar[0], 1001, "{similar:?}");
    assert!(
        similar.contains(&1201)
            && !similar.contains(&1003)
            && !similar.contains(&1501)
            && !similar.contains(&1401)
    );
    assert_eq!(lots("/api/lots/1001/by-author").await, [1601]);
    assert_eq!(lots("/api/lots/2001/by-author").await, Vec::<i64>::new());
    let same_house = lots("/api/lots/1001/same-house").await;
    assert!(
        same_house.contains(&1201) && !same_house.contains(&2001) && !same_house.contains(&1004)
    );

    assert_eq!(lots("/api/lots/rnd?top").await, [1201, 1001]);
    let recommended = lots("/api/lots/rnd").await;
    assert_eq!(recommended.len(), 8);
    assert!(
        ![1004, 1401, 1501, 1701]
            .iter()
            .any(|lot| recommended.contains(lot))
    );
    app.end().await;
}

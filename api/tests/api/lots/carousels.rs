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

#[actix_web::test]
async fn similar_sold_lots_are_of_the_same_artist_then_of_the_category() {
    let app = App::new().await;
    let sold = async |id: i64| {
        ids(&app
            .get(VISITOR, &format!("/api/lots/{id}/similar-sold"))
            .await
            .ok())
    };
    assert_eq!(sold(1601).await, Vec::<i64>::new());
    // The icon and the landscape are sold, the winter evening is not.
    app.control(AUCTIONEER, "/api/trade/classic/10/start")
        .await
        .ok();
    app.bet(TRUSTED, 10, 1001, 1000).await.expect_code(0);
    app.next(10).await.expect_code(0);
    app.bet(TRUSTED, 10, 1002, 6000).await.expect_code(0);
    app.next(10).await.expect_code(0);
    app.next(10).await.expect_code(0);
    app.index().await;
    // By the same artist, whatever the price.
    assert_eq!(sold(1601).await, [1001]);
    // Of the category, for about the price.
    assert_eq!(sold(1003).await, [1001]);
    assert_eq!(sold(1202).await, [1501]);
    assert!(!sold(1001).await.contains(&1001));
    // Neither the lot itself nor other categories.
    assert_eq!(sold(1002).await, Vec::<i64>::new());
    // Hidden sales say nothing.
    app.control(MANAGER, "/api/catalog/10/hide").await.ok();
    app.index().await;
    assert_eq!(sold(1601).await, Vec::<i64>::new());
}

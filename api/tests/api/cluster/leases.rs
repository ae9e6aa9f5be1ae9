//! The leases of rooms in Redis: who gets one, who keeps it, and where a room without one goes.

use cluster::{Leases, Redis};
use uuid::Uuid;

use crate::support::*;

/// Some nodes of a site. The first one's name is the least.
async fn nodes<const N: usize>(server: &RedisServer) -> [(Uuid, Leases); N] {
    let redis = Redis::new(&server.url()).unwrap();
    redis.look().await.unwrap();
    std::array::from_fn(|n| {
        let node = Uuid::from_u128(n as u128 + 1);
        (node, Leases::new(redis.clone(), node))
    })
}

#[actix_web::test]
async fn one_node_gets_a_lease_and_the_others_learn_which() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [(first, here), (_, there)] = nodes(&server).await;
    assert_eq!(here.holder(1).await, Ok(None));
    assert_eq!(here.take(&[(1, 0)]).await, Ok(vec![]));
    assert_eq!(there.take(&[(1, 0)]).await, Ok(vec![(1, first)]));
    assert_eq!(there.holder(1).await, Ok(Some(first)));
    // Only what others hold is refused.
    let some = there.take(&[(2, 0), (1, 0), (3, 0)]).await;
    assert_eq!(some, Ok(vec![(1, first)]));

    there.release(1, Some(0), None).await.unwrap();
    assert_eq!(there.holder(1).await, Ok(Some(first)), "it is not its own");
    here.release(1, Some(0), None).await.unwrap();
    assert_eq!(there.take(&[(1, 0)]).await, Ok(vec![]));
}

#[actix_web::test]
async fn the_later_epoch_is_right() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [(first, here), (second, there)] = nodes(&server).await;
    here.take(&[(1, 7)]).await.unwrap();
    for epoch in [0, 6, 7] {
        let refused = there.take(&[(1, epoch)]).await;
        assert_eq!(refused, Ok(vec![(1, first)]), "{epoch}");
    }
    // A claim of its own, before it loads the room again, does not forget the epoch.
    assert_eq!(here.take(&[(1, 0)]).await, Ok(vec![]));
    assert_eq!(there.take(&[(1, 7)]).await, Ok(vec![(1, first)]));
    assert_eq!(there.take(&[(1, 8)]).await, Ok(vec![]));
    assert_eq!(here.take(&[(1, 7)]).await, Ok(vec![(1, second)]));
    // A release that comes late, of an ownership before the last.
    there.take(&[(1, 9)]).await.unwrap();
    there.release(1, Some(8), None).await.unwrap();
    assert_eq!(here.holder(1).await, Ok(Some(second)));
    there.release(1, Some(9), None).await.unwrap();
    assert_eq!(here.holder(1).await, Ok(None));
}

#[actix_web::test]
async fn a_lease_is_given_to_the_node_that_wants_it() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [(first, here), (second, there)] = nodes(&server).await;
    here.take(&[(1, 7)]).await.unwrap();
    there.release(1, Some(7), Some(second)).await.unwrap();
    assert_eq!(there.holder(1).await, Ok(Some(first)));
    here.release(1, Some(7), Some(second)).await.unwrap();
    assert_eq!(there.take(&[(1, 0)]).await, Ok(vec![]));
    assert_eq!(here.take(&[(1, 0)]).await, Ok(vec![(1, second)]));
}

#[actix_web::test]
async fn a_lease_that_is_not_renewed_ends() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [(_, here), (second, there)] = nodes(&server).await;
    here.take(&[(1, 7)]).await.unwrap();
    until(async || there.take(&[(1, 0)]).await == Ok(vec![])).await;
    assert_eq!(here.holder(1).await, Ok(Some(second)));
}

#[actix_web::test]
async fn new_rooms_go_where_the_fewest_are() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [(first, here), (second, there), (third, silent)] = nodes(&server).await;
    assert_eq!(here.place(1, None).await, Ok(None), "no node takes rooms");
    here.report(5).await.unwrap();
    there.report(2).await.unwrap();
    // It reported no rooms, long ago.
    let mut redis = redis::Client::open(server.url())
        .unwrap()
        .get_multiplexed_async_connection()
        .await
        .unwrap();
    let entry = |seen: &str| format!("0 {seen}");
    let mut silence = redis::cmd("HSET");
    silence
        .arg("nodes:load")
        .arg(Uuid::from_u128(3).to_string());
    silence
        .arg(entry("1"))
        .query_async::<()>(&mut redis)
        .await
        .unwrap();
    for room in 1..=3 {
        let placed = here.place(room, None).await.unwrap();
        assert_eq!(placed, Some(second), "{room}");
    }
    // Both have five now; so the one that asks gets it. A room that has its place stays there.
    assert_eq!(here.place(4, None).await, Ok(Some(first)));
    assert_eq!(there.place(4, None).await, Ok(Some(first)));
    assert_eq!(there.place(5, None).await, Ok(Some(second)));
    there.sign_off().await.unwrap();
    here.report(100).await.unwrap();
    assert_eq!(there.place(6, None).await, Ok(Some(first)));
    silent.report(0).await.unwrap();
    assert_eq!(here.place(7, None).await, Ok(Some(third)));
}

#[actix_web::test]
async fn the_lease_of_a_silent_node_holds_no_room() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [(first, here), (second, there), (third, _)] = nodes(&server).await;
    there.take(&[(1, 7)]).await.unwrap();
    here.report(5).await.unwrap();
    // Only the lease of the named node is ignored.
    let placed = here.place(1, Some(third)).await;
    assert_eq!(placed, Ok(Some(second)));
    let placed = here.place(1, Some(second)).await;
    assert_eq!(placed, Ok(Some(first)));
    assert_eq!(there.holder(1).await, Ok(Some(first)));
}

//! Limits hold over all nodes, and each node's own while Redis is away.

use std::time::Duration;

use cluster::{Quotas, Rate, Redis};

use crate::support::*;

const RARELY: Rate = Rate {
    interval: Duration::from_secs(3600),
    burst: 2,
};

/// Two nodes' counts.
async fn nodes(server: &RedisServer) -> [Quotas; 2] {
    let node = || async {
        let redis = Redis::new(&server.url()).unwrap();
        actix_web::rt::spawn(redis.clone().watch());
        until(async || redis.is_up()).await;
        Quotas::new(redis)
    };
    [node().await, node().await]
}

#[actix_web::test]
async fn a_limit_is_counted_over_all_nodes_and_by_key() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [here, there] = nodes(&server).await;
    here.take("bets", 1, RARELY).await.unwrap();
    there.take("bets", 1, RARELY).await.unwrap();
    let wait = here.take("bets", 1, RARELY).await.unwrap_err();
    assert!(wait > RARELY.interval - Duration::from_secs(60), "{wait:?}");
    assert!(wait <= RARELY.interval, "{wait:?}");
    there.take("bets", 1, RARELY).await.unwrap_err();
    there.take("bets", 2, RARELY).await.unwrap();
    there.take("exports", 1, RARELY).await.unwrap();
}

#[actix_web::test]
async fn a_use_is_paid_off_with_time() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [here, there] = nodes(&server).await;
    let often = Rate {
        interval: Duration::from_millis(200),
        burst: 1,
    };
    here.take("bets", 1, often).await.unwrap();
    let wait = there.take("bets", 1, often).await.unwrap_err();
    assert!(wait <= often.interval, "{wait:?}");
    until(async || there.take("bets", 1, often).await.is_ok()).await;
}

#[actix_web::test]
async fn calls_to_every_node_share_a_limit_until_redis_is_away() {
    let Some(mut server) = RedisServer::start() else {
        return;
    };
    let url = server.url();
    let here = App::node(&[("REDIS_URL", &url)]).await;
    let there = here.beside().await;
    for app in [&here, &there] {
        until(async || app.get(VISITOR, "/readyz").await.bytes == b"ready\n").await;
    }
    let export = "/api/accounts/export";
    // On a busy machine Redis may answer too late, and a use is counted by its node alone; then another person shows it.
    let mut people = [ACCEPTED, ACCEPTED2, TRUSTED, TRUSTED2, OWNER].into_iter();
    let who = loop {
        let who = people.next().expect("both nodes count together");
        for app in [&here, &there, &here, &there, &here] {
            app.get(who, export).await.ok();
        }
        if there.get(who, export).await.status == 429 {
            break who;
        }
    };

    server.kill();
    for app in [&here, &there] {
        until(async || app.get(VISITOR, "/readyz").await.bytes == b"ready\nredis: away\n").await;
    }
    // This node has counted three uses locally.
    for _ in 0..2 {
        there.get(who, export).await.ok();
    }
    assert_eq!(there.get(who, export).await.status, 429);

    server.restart();
    until(async || there.get(VISITOR, "/readyz").await.bytes == b"ready\n").await;
    there.end().await;
    here.end().await;
}

#[actix_web::test]
async fn a_frozen_redis_delays_one_call_and_no_other() {
    let Some(server) = RedisServer::start() else {
        return;
    };
    let [here, _] = nodes(&server).await;
    server.freeze();
    let began = std::time::Instant::now();
    for account in 0..1000 {
        here.take("bets", account, RARELY).await.unwrap();
    }
    let took = began.elapsed();
    assert!(took < Duration::from_secs(1), "{took:?}");
    server.thaw();
    for _ in 0..2 {
        until(async || here.take("bets", 1, RARELY).await.is_err()).await;
    }
}

//! Several nodes on one database and one Redis.

mod leases;
mod limits;
mod parts;
mod relay;
mod rooms;
mod tls;

use crate::support::*;

/// A catalog that no test is about.
const ELSEWHERE: i64 = 12;

/// Two nodes that hear each other.
async fn nodes(server: &RedisServer) -> [App; 2] {
    let here = App::node(&[("REDIS_URL", &server.url())]).await;
    let there = here.beside().await;
    hear_each_other(&here, &there).await;
    [here, there]
}

/// Each node knows of a visitor who watches at the other one.
async fn hear_each_other(here: &App, there: &App) {
    for (app, other) in [(here, there), (there, here)] {
        let before = app.state.hub.member_count(ELSEWHERE);
        let visitor = Socket::visitor(app, ELSEWHERE).await;
        until(async || other.state.hub.members_elsewhere(ELSEWHERE) > 0).await;
        drop(visitor);
        until(async || other.state.hub.members_elsewhere(ELSEWHERE) == 0).await;
        until(async || app.state.hub.member_count(ELSEWHERE) == before).await;
    }
}

async fn end([here, there]: [App; 2]) {
    there.end().await;
    here.end().await;
}

//! Sends stored notifications to the sockets of `/Notify`.

use std::collections::BTreeMap;

use async_trait::async_trait;
use clock::Clock;
use outbox::{Job, Topic, Worker};
use room_server::gateway::Hub;
use sqlx::PgConnection;
use time::Duration;

use texts::words::plural;

/// The most rows of the outbox per transaction.
const BATCH: i64 = 500;
/// Older notifications are stale and not pushed. The list of notifications still shows them.
const FRESH: Duration = Duration::minutes(10);
/// The most notifications pushed to a person at a time. One more push counts the rest.
const MOST: usize = 10;

/// The worker that pushes. The transaction that takes the jobs ends after the push, so after a crash they are pushed again
/// and none is lost.
pub struct Pusher {
    pub hub: Hub,
    pub clock: Clock,
}

#[async_trait]
impl Worker for Pusher {
    fn topics(&self) -> &'static [Topic] {
        &[Topic::Sockets]
    }

    fn batch(&self) -> i64 {
        BATCH
    }

    async fn work(&self, conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<()> {
        let id_of = |job: &Job| {
            let id = job.key.parse::<i64>();
            id.inspect_err(|_| {
                tracing::error!(job.id, job.key, "an outbox key is not an id; dropped")
            })
            .ok()
        };
        let ids: Vec<i64> = jobs.iter().filter_map(id_of).collect();
        let fresh = sqlx::query!(
            "select account_id, subject, text from notification where id = any($1) and created >= $2 order by id",
            &ids,
            self.clock.now() - FRESH
        )
        .fetch_all(conn)
        .await?;
        let mut of_people: BTreeMap<i64, Vec<(&str, &str)>> = BTreeMap::new();
        for row in &fresh {
            match row.account_id {
                None => self.hub.notify_everybody(&row.subject, &row.text),
                Some(account) => of_people
                    .entry(account)
                    .or_default()
                    .push((&row.subject, &row.text)),
            }
        }
        for (account, messages) in of_people {
            self.push_to(account, &messages);
        }
        Ok(())
    }
}

impl Pusher {
    fn push_to(&self, account: i64, messages: &[(&str, &str)]) {
        for (subject, text) in messages.iter().take(MOST) {
            self.hub.notify_user(account, subject, text);
        }
        if messages.len() > MOST {
            let rest = messages.len() - MOST;
            let noun = plural(
                rest,
                "новое уведомление",
                "новых уведомления",
                "новых уведомлений",
            );
            self.hub.notify_user(
                account,
                &format!("Ещё {rest} {noun}"),
                "Они в личном кабинете",
            );
        }
    }
}

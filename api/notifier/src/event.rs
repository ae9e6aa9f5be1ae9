//! Turns outbox events into messages and letters.

use std::collections::HashSet;

use outbox::Job;
use sqlx::PgConnection;

use self::facts::Facts;
use self::notice::Read;
use crate::message::Message;
use mail::letters::NewLetter;

mod facts;
mod notice;
mod words;

/// The messages and letters that events cause.
pub struct Outgoing {
    pub messages: Vec<Message>,
    /// Letters without a notification on the site.
    pub letters: Vec<NewLetter>,
}

/// Builds the messages and letters for these events.
pub async fn compose(conn: &mut PgConnection, jobs: Vec<Job>) -> sqlx::Result<Outgoing> {
    let read = without_superseded(jobs.into_iter().filter_map(Read::of).collect());
    let facts = Facts::of(conn, &read).await?;
    Ok(Outgoing {
        messages: read.iter().flat_map(|read| facts.messages(read)).collect(),
        letters: read.iter().flat_map(|read| facts.letters(read)).collect(),
    })
}

/// Drops each notice of a higher bet if a later one of the batch tells the same bidder of an even higher bet on the lot: the
/// earlier price no longer leads. Notices that an absentee order is exhausted are kept.
fn without_superseded(mut read: Vec<Read>) -> Vec<Read> {
    let mut told = HashSet::new();
    read.reverse();
    read.retain(|read| {
        read.overtaken()
            .is_none_or(|overtaken| told.insert(overtaken) || !read.is_outbid())
    });
    read.reverse();
    read
}

#[cfg(test)]
mod tests {
    use outbox::Topic;
    use serde_json::json;
    use time::OffsetDateTime;

    use super::*;

    fn keys(notices: &[(&str, i64, i64)]) -> Vec<String> {
        let read = notices.iter().zip(1..).map(|(&(kind, account, lot), id)| {
            Read::of(Job {
                id,
                topic: Topic::Notify,
                key: format!("{kind}:{account}:{lot}:{id}"),
                payload: json!({"kind": kind, "accountId": account, "catalogId": 1, "lotId": lot, "value": 100 * id, "at": "2026-11-21T10:05:00.000Z"}),
                created: OffsetDateTime::UNIX_EPOCH,
            })
            .unwrap()
        });
        without_superseded(read.collect())
            .into_iter()
            .map(|read| read.key)
            .collect()
    }

    #[test]
    fn only_the_last_outbid_of_a_bidder_and_lot_is_told() {
        assert_eq!(
            keys(&[
                ("outbid", 1, 7),
                ("outbid", 2, 7),
                ("outbid", 1, 8),
                ("outbid", 1, 7),
                ("outbid", 3, 7),
                ("absentee_overtaken", 3, 7),
            ]),
            [
                "outbid:2:7:2",
                "outbid:1:8:3",
                "outbid:1:7:4",
                "absentee_overtaken:3:7:6"
            ]
        );
    }

    #[test]
    fn other_notices_are_all_told() {
        let all = [
            ("absentee_overtaken", 1, 7),
            ("absentee_overtaken", 1, 7),
            ("outbid", 1, 7),
            ("bet_revoked", 1, 7),
            ("bet_revoked", 1, 7),
            ("lot_won", 1, 7),
        ];
        assert_eq!(keys(&all).len(), all.len());
    }
}

//! Snapshots of rooms with a long tail of the journal.

use crate::{
    room::{desk::Desk, host::Host, mailbox::Reply},
    settings::RoomSettings,
};

/// The state after the batch in flight, if the journal's tail has grown long. Nothing is gathered on top of it yet.
pub(super) fn snapshot_if_due(
    settings: &RoomSettings,
    last: i64,
    desk: &Desk<Reply>,
) -> Option<(i64, String)> {
    let arrivals = i64::try_from(desk.room().last_arrival().0).unwrap_or(i64::MAX);
    let seq = desk.seq();
    if seq - last < settings.longest_tail.max(arrivals) {
        return None;
    }
    match serde_json::to_string(desk.room()) {
        Ok(state) => Some((seq, state)),
        Err(error) => {
            tracing::error!(%error, "cannot encode a snapshot");
            None
        }
    }
}

pub(super) fn keep_snapshot(host: &Host, catalog_id: i64, seq: i64, state: String) {
    let archive = host.archive.clone();
    actix::spawn(async move {
        // Without the snapshot the next load replays more events; nothing is lost.
        if let Err(error) = archive.keep_snapshot(catalog_id, seq, &state).await {
            tracing::warn!(catalog_id, seq, %error, "cannot store the snapshot");
        }
    });
}

//! Loading a room, and what an outage meant for it.

use super::{RoomActor, State, count, live::deliver};
use crate::{
    journal::{LoadError, Loaded},
    ports::NotClaimed,
    room::{desk::Desk, host::Host, keys},
};
use actix::{ActorFutureExt as _, AsyncContext as _, Context, WrapFuture as _};
use domain::{Command, Room, Timestamp, next_wake};
use metrics::counter;
use tokio::time::timeout;
use wire::RoomError;

impl RoomActor {
    pub(super) fn load(&mut self, ctx: &mut Context<Self>) {
        let State::Loading(loading) = &self.state else {
            return;
        };
        let known_seq = loading.doubtful.as_ref().map(|doubtful| doubtful.known_seq);
        let (host, catalog_id) = (self.host.clone(), self.catalog_id);
        // A room that timed out while loading gets more time.
        let wait = self.host.settings.load_timeout * (1 << loading.failed.min(3));
        let keys_since = self.host.clock.timestamp().minus_ms(keys::HOLD_MS);
        let loading =
            async move { timeout(wait, claimed(&host, catalog_id, known_seq, keys_since)).await };
        ctx.spawn(
            loading
                .into_actor(self)
                .map(|loaded, room, ctx| match loaded {
                    Ok(Ok(loaded)) => room.live(loaded, ctx),
                    Ok(Err(LoadFailure::Load(LoadError::Unknown(_)))) => {
                        room.unload(RoomError::NotFound, ctx);
                    }
                    Ok(Err(LoadFailure::Claim(NotClaimed::Elsewhere))) => room.unload_to_owner(ctx),
                    Ok(Err(error)) => room.load_later(&error.to_string(), ctx),
                    Err(_) => room.load_later("the database timed out", ctx),
                }),
        );
    }

    pub(super) fn load_later(&mut self, error: &str, ctx: &mut Context<Self>) {
        tracing::error!(catalog_id = self.catalog_id, error, "cannot load the room");
        counter!("room_loads_total", "outcome" => "failed").increment(1);
        let State::Loading(loading) = &mut self.state else {
            return;
        };
        self.suspects = 0;
        for arrival in self.held.drain(..).chain(loading.queue.drain(..)) {
            arrival.refuse(RoomError::Unavailable);
        }
        let settings = &self.host.settings;
        let pause = settings
            .retry_first
            .saturating_mul(1 << loading.failed.min(10))
            .min(settings.retry_longest);
        loading.failed += 1;
        ctx.run_later(pause, |room, ctx| room.load(ctx));
    }

    pub(super) fn live(&mut self, loaded: Loaded, ctx: &mut Context<Self>) {
        counter!("room_loads_total", "outcome" => "loaded").increment(1);
        self.standstills = self.host.journal.watch().standstills();
        let (last_alive, handed_over) = (loaded.last_alive, loaded.handed_over);
        let stored = loaded.stored.clone();
        self.snapshot_seq = loaded.snapshot_seq;
        let shown_before = self.view.catalog().map(|catalog| catalog.version);
        let desk = Desk::new(loaded);
        self.host.directory.loaded(self.catalog_id, desk.epoch());
        if !self.host.directory.holds(self.catalog_id) {
            // The process stood still after the claim, and another node may have claimed the room since.
            tracing::warn!(
                catalog_id = self.catalog_id,
                "the room's ownership lapsed while it was loaded"
            );
            return self.load(ctx);
        }
        tracing::info!(
            catalog_id = self.catalog_id,
            epoch = desk.epoch(),
            seq = desk.stored_seq(),
            "room loaded"
        );
        let now = self.host.clock.timestamp();
        if let Err(error) = self.view.show(desk.room(), now) {
            return self.load_later(&error.to_string(), ctx);
        }
        // A hand-over is not an outage, unless nobody claimed the room for too long.
        let was_handed_over = handed_over.is_some_and(|at| now < at.plus_ms(self.standstill_ms()));
        let outage = outage(desk.room(), last_alive, now).filter(|_| !was_handed_over);
        let State::Loading(loading) =
            std::mem::replace(&mut self.state, State::Live(Box::new(desk)))
        else {
            return;
        };

        if let Some(doubtful) = loading.doubtful {
            let (answered, lost) = doubtful.settle(&stored);
            for waiter in answered {
                deliver(waiter.reply, waiter.answer);
            }
            lost.into_iter()
                .for_each(|reply| reply.refuse(RoomError::Unavailable));
        }
        if let Some(unsure) = loading.unsure {
            unsure
                .settle(&stored)
                .iter()
                .for_each(|answer| count(answer));
        }
        if let Some(version) = shown_before {
            self.publish_since(version);
        }
        if let Some(last_alive) = outage {
            self.decide(self.own_command(Command::Recover { last_alive }), ctx);
        }
        self.held.extend(loading.queue);
        self.decide_held(ctx);
        // No heartbeat before the recovery is stored: a second outage would hide this one. Heartbeats start with that
        // batch.
        self.arm(ctx);
    }

    /// Gaps of at least this length are outages.
    pub(super) fn standstill_ms(&self) -> i64 {
        let longest = self.host.settings.journal.standstill_after;
        i64::try_from(longest.as_millis()).unwrap_or(i64::MAX)
    }

    /// Publishes changes that were stored while in doubt.
    pub(super) fn publish_since(&self, version: i64) {
        if let Ok(Some(news)) = self.view.news_since(version) {
            self.publish(&news);
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum LoadFailure {
    #[error(transparent)]
    Claim(#[from] NotClaimed),
    #[error(transparent)]
    Load(#[from] LoadError),
}

/// Claims the room for this node, fences its previous owner and loads it.
async fn claimed(
    host: &Host,
    catalog_id: i64,
    known_seq: Option<i64>,
    keys_since: Timestamp,
) -> Result<Loaded, LoadFailure> {
    host.directory.claim(catalog_id).await?;
    let loaded = host
        .archive
        .take_over(catalog_id, known_seq, keys_since)
        .await?;
    Ok(loaded)
}

/// The last sign of life, if the room must recover before its timers run: it is running, or should have started
/// automatically meanwhile. Without a heartbeat that is its last event.
fn outage(room: &Room, last_alive: Option<Timestamp>, now: Timestamp) -> Option<Timestamp> {
    let start_was_missed = next_wake(room).is_some_and(|due| due <= now);
    (room.state().is_running() || start_was_missed)
        .then(|| last_alive.unwrap_or(room.last_event_at()))
}

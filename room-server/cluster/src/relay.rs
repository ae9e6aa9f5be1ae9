//! What hubs publish, over Redis's channels: one a catalog, which a node subscribes to while its sockets watch the
//! catalog's room, and one for everything that concerns all nodes.
//!
//! Redis keeps nothing for a node that is not listening. Lost states are read from the database ([`CatchUp`]); what the chat lost is
//! reported as a [`Gap`].
//!
//! [`CatchUp`]: crate::CatchUp

use std::{
    collections::{BTreeSet, HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use clock::Clock;
use metrics::counter;
use redis::{Msg, PushInfo, PushKind, RedisResult, aio::MultiplexedConnection};
use room_server::gateway::{Hub, Members, News, Relay};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use tokio::{
    sync::mpsc::{
        Receiver, Sender, UnboundedReceiver, UnboundedSender, channel, unbounded_channel,
    },
    time::{interval, sleep, timeout},
};
use uuid::Uuid;

use crate::redis::Redis;

/// The channel that every node listens to.
const EVERYONE: &str = "nodes";
/// Messages waiting to be sent. More are dropped: Redis is away or too slow.
const WAITING: usize = 16_384;
/// The most messages sent at a time.
const AT_A_TIME: usize = 256;
/// How long Redis may take for them.
const SEND_TIMEOUT: Duration = Duration::from_secs(1);
/// Messages kept while Redis is away, of those that no later message replaces.
const KEPT: usize = 1000;
/// Pause before another attempt.
const AGAIN: Duration = Duration::from_millis(500);
/// Time between two checks of whether the subscriptions live, and between two reports of who is connected here.
const BEAT: Duration = Duration::from_secs(1);
/// A node that has reported nothing for this long counts as gone, with its members.
const GONE_AFTER: Duration = Duration::from_secs(6);

/// Messages published since this time may not have arrived here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Rooms that were already watched when this node stopped hearing the others. Their hiding may have been missed.
    pub unheard: BTreeSet<i64>,
    /// Rooms that sockets of this node have just entered, and were allowed to.
    pub opened: BTreeSet<i64>,
    pub since: OffsetDateTime,
}

impl Gap {
    /// Both gaps as one.
    pub fn merge(mut self, mut other: Self) -> Self {
        self.unheard.append(&mut other.unheard);
        self.opened.append(&mut other.opened);
        self.since = self.since.min(other.since);
        self
    }
}

#[derive(Serialize, Deserialize)]
struct Envelope {
    from: Uuid,
    message: Message,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Message {
    News(News),
    /// Everyone connected to the sender, by room.
    Members(Vec<Members>),
}

enum Watch {
    Opened(i64, OffsetDateTime),
    Closed(i64),
}

/// A node's part in the relay.
pub struct NodeRelay {
    outgoing: Sender<News>,
    watches: UnboundedSender<Watch>,
    others: Arc<Others>,
    clock: Clock,
}

/// The members on the other nodes.
#[derive(Default)]
struct Others(Mutex<HashMap<Uuid, Reported>>);

/// When a node last reported, and its members by catalog.
struct Reported {
    at: Instant,
    rooms: HashMap<i64, Members>,
}

impl Reported {
    fn is_fresh(&self) -> bool {
        self.at.elapsed() < GONE_AFTER
    }
}

impl Others {
    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Reported>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Relay for NodeRelay {
    fn send(&self, news: News) {
        if self.outgoing.try_send(news).is_err() {
            counter!("relay_dropped_total").increment(1);
        }
    }

    fn opened(&self, catalog_id: i64) {
        let _ = self
            .watches
            .send(Watch::Opened(catalog_id, self.clock.now()));
    }

    fn closed(&self, catalog_id: i64) {
        let _ = self.watches.send(Watch::Closed(catalog_id));
    }

    fn elsewhere(&self, catalog_id: i64) -> Vec<Members> {
        let others = self.others.lock();
        others
            .values()
            .filter(|reported| reported.is_fresh())
            .filter_map(|reported| reported.rooms.get(&catalog_id).cloned())
            .collect()
    }
}

/// The relay's work: sending and listening.
pub struct Runner {
    me: Uuid,
    redis: Redis,
    hub: Hub,
    others: Arc<Others>,
    outgoing: Receiver<News>,
    watches: UnboundedReceiver<Watch>,
    gaps: UnboundedSender<Gap>,
    clock: Clock,
}

impl NodeRelay {
    /// Links the hub with those of the other nodes. The second value must run; the third one reports gaps.
    pub fn link(redis: Redis, hub: Hub, clock: Clock) -> (Runner, UnboundedReceiver<Gap>) {
        let (outgoing, news) = channel(WAITING);
        let (watches, watched) = unbounded_channel();
        let (gaps, reported) = unbounded_channel();
        let others = Arc::<Others>::default();
        hub.link(Arc::new(Self {
            outgoing,
            watches,
            others: others.clone(),
            clock: clock.clone(),
        }));
        let runner = Runner {
            me: Uuid::new_v4(),
            redis,
            hub,
            others,
            outgoing: news,
            watches: watched,
            gaps,
            clock,
        };
        (runner, reported)
    }
}

impl Runner {
    /// Runs until the task is dropped.
    pub async fn run(self) {
        let Self {
            me,
            redis,
            hub,
            others,
            outgoing,
            watches,
            gaps,
            clock,
        } = self;
        let listener = Listener {
            me,
            redis: redis.clone(),
            hub: hub.clone(),
            others,
            watches,
            gaps,
            rooms: HashSet::new(),
            heard: clock.now(),
            clock,
        };
        let sender = SenderOf { me, redis, hub };
        tokio::join!(sender.send(outgoing), sender.report(), listener.listen());
    }
}

struct SenderOf {
    me: Uuid,
    redis: Redis,
    hub: Hub,
}

impl SenderOf {
    async fn send(&self, mut outgoing: Receiver<News>) {
        let mut unsent = VecDeque::new();
        let mut batch = Vec::new();
        while outgoing.recv_many(&mut batch, AT_A_TIME).await > 0 {
            unsent.extend(batch.drain(..));
            while let Err(away) = self.publish(unsent.make_contiguous()).await {
                // The others read states from the database.
                unsent.retain(is_irreplaceable);
                let excess = unsent.len().saturating_sub(KEPT);
                unsent.drain(..excess);
                tracing::debug!(?away, kept = unsent.len(), "news wait for Redis");
                sleep(AGAIN).await;
                while let Ok(news) = outgoing.try_recv() {
                    unsent.extend(is_irreplaceable(&news).then_some(news));
                }
            }
            unsent.clear();
        }
    }

    async fn publish(&self, news: &[News]) -> Result<(), crate::redis::Away> {
        if news.is_empty() {
            return Ok(());
        }
        let mut pipeline = redis::pipe();
        for one in news {
            let channel = channel_of(one).map_or_else(|| EVERYONE.to_owned(), room);
            if let Some(text) = self.envelope(Message::News(one.clone())) {
                pipeline.publish(channel, text).ignore();
            }
        }
        self.redis
            .run(SEND_TIMEOUT, async |connection| {
                pipeline.query_async(connection).await
            })
            .await
    }

    /// Reports who is connected here.
    async fn report(&self) {
        let mut every = interval(BEAT);
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            every.tick().await;
            let Some(text) = self.envelope(Message::Members(self.hub.members())) else {
                continue;
            };
            // The next report replaces a lost one.
            let _ = self
                .redis
                .run(SEND_TIMEOUT, async |connection| {
                    redis::cmd("PUBLISH")
                        .arg(EVERYONE)
                        .arg(text)
                        .query_async::<()>(connection)
                        .await
                })
                .await;
        }
    }

    fn envelope(&self, message: Message) -> Option<String> {
        let envelope = Envelope {
            from: self.me,
            message,
        };
        serde_json::to_string(&envelope)
            .inspect_err(|error| tracing::error!(%error, "cannot encode news for other nodes"))
            .ok()
    }
}

/// Whether nothing that comes later says the same.
fn is_irreplaceable(news: &News) -> bool {
    match news {
        News::Chat { .. } | News::Hidden { .. } | News::Close { .. } | News::Notice { .. } => true,
        News::Lot { .. } | News::Catalog { .. } => false,
    }
}

/// The catalog whose watchers alone the news concern.
fn channel_of(news: &News) -> Option<i64> {
    match news {
        News::Lot { catalog_id, .. }
        | News::Catalog { catalog_id, .. }
        | News::Chat { catalog_id, .. }
        | News::Hidden { catalog_id, .. } => Some(*catalog_id),
        // Sockets that are still joining must be closed too.
        News::Notice { .. } | News::Close { .. } => None,
    }
}

fn room(catalog_id: i64) -> String {
    format!("room:{{{catalog_id}}}")
}

struct Listener {
    me: Uuid,
    redis: Redis,
    hub: Hub,
    others: Arc<Others>,
    watches: UnboundedReceiver<Watch>,
    gaps: UnboundedSender<Gap>,
    /// The rooms with sockets here.
    rooms: HashSet<i64>,
    /// Everything published before has arrived.
    heard: OffsetDateTime,
    clock: Clock,
}

impl Listener {
    async fn listen(mut self) {
        loop {
            if let Err(error) = self.listen_once().await {
                tracing::warn!(%error, "not listening to other nodes");
            }
            self.followed(sleep(AGAIN)).await;
        }
    }

    /// Notes which rooms open and close meanwhile.
    async fn followed(&mut self, pause: impl Future<Output = ()>) {
        tokio::pin!(pause);
        loop {
            tokio::select! {
                () = &mut pause => return,
                Some(watch) = self.watches.recv() => match watch {
                    Watch::Opened(id, _) => { self.rooms.insert(id); }
                    Watch::Closed(id) => { self.rooms.remove(&id); }
                },
            }
        }
    }

    async fn listen_once(&mut self) -> RedisResult<()> {
        let (mut connection, mut messages) = self.redis.subscriber().await?;
        let rooms = self.rooms.iter().copied().map(room);
        let channels: Vec<_> = rooms.chain([EVERYONE.to_owned()]).collect();
        connection.subscribe(channels).await?;
        self.report(Gap {
            unheard: self.rooms.iter().copied().collect(),
            opened: BTreeSet::new(),
            since: self.heard,
        });
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                message = messages.recv() => match message {
                    Some(message) if message.kind != PushKind::Disconnection => self.on_message(message),
                    _ => return Ok(()),
                },
                Some(watch) = self.watches.recv() => self.watch(watch, &mut connection).await?,
                _ = beat.tick() => self.check(&mut connection).await?,
            }
        }
    }

    /// An answer proves that the connection lives, and that everything published before the question has been sent here.
    async fn check(&mut self, connection: &mut MultiplexedConnection) -> RedisResult<()> {
        let asked = self.clock.now();
        let ping = redis::cmd("PING");
        match timeout(BEAT, ping.query_async::<()>(connection)).await {
            Ok(answer) => answer?,
            Err(_) => return Err((redis::ErrorKind::Io, "no answer in time").into()),
        }
        self.heard = asked;
        Ok(())
    }

    async fn watch(
        &mut self,
        watch: Watch,
        connection: &mut MultiplexedConnection,
    ) -> RedisResult<()> {
        match watch {
            Watch::Opened(catalog_id, since) => {
                self.rooms.insert(catalog_id);
                connection.subscribe(room(catalog_id)).await?;
                self.report(Gap {
                    unheard: BTreeSet::new(),
                    opened: BTreeSet::from([catalog_id]),
                    since,
                });
            }
            Watch::Closed(catalog_id) => {
                self.rooms.remove(&catalog_id);
                connection.unsubscribe(room(catalog_id)).await?;
            }
        }
        Ok(())
    }

    fn report(&self, gap: Gap) {
        let _ = self.gaps.send(gap);
    }

    fn on_message(&self, message: PushInfo) {
        let Some(message) = Msg::from_push_info(message) else {
            return;
        };
        let envelope: Envelope = match serde_json::from_slice(message.get_payload_bytes()) {
            Ok(envelope) => envelope,
            Err(error) => {
                // A newer version may say more.
                tracing::debug!(%error, "a message of another node is not understood");
                return;
            }
        };
        if envelope.from == self.me {
            return;
        }
        match envelope.message {
            Message::News(news) => self.hub.deliver(&news),
            Message::Members(members) => {
                let rooms = members
                    .into_iter()
                    .map(|members| (members.catalog_id, members))
                    .collect();
                let mut others = self.others.lock();
                others.retain(|_, reported| reported.is_fresh());
                let at = Instant::now();
                others.insert(envelope.from, Reported { at, rooms });
            }
        }
    }
}

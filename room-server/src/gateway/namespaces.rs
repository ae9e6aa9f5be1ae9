//! The auction's two namespaces: `/Chat` for rooms, and `/Notify` for a person's notifications.

use std::{
    collections::VecDeque,
    future::{Future, poll_fn},
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use serde_json::Value;

use wire::{CHAT_CHARACTERS, Payload, Refused};

use super::{
    attention::Gaze,
    backend::{Backend, Identity, Snapshot},
    codec::{self, Kind},
    engine::{Connection, Link, Violation},
    events::{CHAT, NOTIFY},
    room::{Cursor, Room},
    socket_io::{ClientEvent, Namespaces, SocketIo},
    time::now,
};

/// Maximum number of a socket's requests that wait behind the current one; more are refused.
const REQUESTS_WAITING: usize = 16;

/// Timeout of one request to the application.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);

type Socket = SocketIo<Auction>;

/// One socket's state in both namespaces.
pub(super) struct Auction {
    backend: Arc<dyn Backend>,
    memberships: Vec<Membership>,
    /// Account whose notifications the socket receives.
    subscriber: Option<i64>,
    waiting: VecDeque<Request>,
    active: Option<Active>,
}

struct Membership {
    room: Arc<Room>,
    /// The position in the room's log when the socket subscribed.
    subscribed: Cursor,
    /// Whether the application has admitted the socket; until then it receives nothing from the room.
    accepted: bool,
    /// Who joined; `None` is an anonymous viewer.
    identity: Option<Identity>,
    /// What they look at, once they have said so.
    gaze: Option<Gaze>,
}

/// The request in progress.
struct Active {
    namespace: &'static str,
    /// The client left the namespace meanwhile: nobody waits for the answer.
    abandoned: bool,
}

struct Request {
    ack_id: Option<u64>,
    call: Call,
}

#[derive(Debug, PartialEq)]
enum Call {
    Join {
        catalog_id: i64,
        /// `None` for a visitor.
        token: Option<String>,
        since_version: Option<i64>,
    },
    Leave {
        catalog_id: i64,
    },
    Send {
        catalog_id: i64,
        text: String,
    },
    Look {
        catalog_id: i64,
        lot_id: i64,
        reaches: bool,
    },
    Subscribe {
        token: String,
    },
}

impl Call {
    fn namespace(&self) -> &'static str {
        match self {
            Self::Subscribe { .. } => NOTIFY,
            Self::Join { .. } | Self::Leave { .. } | Self::Send { .. } | Self::Look { .. } => CHAT,
        }
    }

    /// Parses a request. Names and tokens may be missing or null, as visitors' clients send them.
    fn parse(namespace: &str, arguments: &str) -> Option<Self> {
        let arguments: Vec<Value> = serde_json::from_str(arguments).ok()?;
        let integer = |index: usize| arguments.get(index).and_then(Value::as_i64);
        let text = |index: usize| arguments.get(index).and_then(Value::as_str);
        let token = |index: usize| text(index).unwrap_or_default().to_owned();
        Some(match (namespace, text(0)?) {
            (CHAT, "Join") => Self::Join {
                catalog_id: integer(1)?,
                token: Some(token(3)),
                since_version: integer(4),
            },
            // The version is the fourth argument here too; the third is a placeholder.
            (CHAT, "JoinAnon") => Self::Join {
                catalog_id: integer(1)?,
                token: None,
                since_version: integer(4).or_else(|| integer(3)),
            },
            (CHAT, "Leave") => Self::Leave {
                catalog_id: integer(1)?,
            },
            (CHAT, "Send") => Self::Send {
                catalog_id: integer(1)?,
                text: text(3)?.to_owned(),
            },
            (CHAT, "Look") => Self::Look {
                catalog_id: integer(1)?,
                lot_id: integer(2)?,
                reaches: arguments.get(3).and_then(Value::as_bool)?,
            },
            (NOTIFY, "Subscribe") => Self::Subscribe { token: token(1) },
            _ => return None,
        })
    }
}

/// The application's answer to a request.
type Outcome<T> = Result<T, Refused>;

async fn in_time<T>(request: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    tokio::time::timeout(REQUEST_TIMEOUT, request)
        .await
        .unwrap_or(Err(Refused::Unavailable))
}

async fn authenticate(backend: &dyn Backend, token: &str) -> Outcome<Identity> {
    if token.is_empty() {
        return Err(Refused::NotAuthenticated);
    }
    backend.authenticate(token).await
}

impl Auction {
    pub(super) fn new(backend: Arc<dyn Backend>) -> Self {
        Self {
            backend,
            memberships: Vec::new(),
            subscriber: None,
            waiting: VecDeque::new(),
            active: None,
        }
    }

    /// Starts waiting requests one at a time, in order, until one must wait for the application.
    fn proceed(&mut self, link: &mut Link<'_, Socket>) {
        while self.active.is_none() {
            let Some(Request { ack_id, call }) = self.waiting.pop_front() else {
                return;
            };
            match call {
                Call::Join {
                    catalog_id,
                    token,
                    since_version,
                } => self.join(catalog_id, token, since_version, ack_id, link),
                Call::Leave { catalog_id } => {
                    self.leave(catalog_id, link.connection);
                    answer(link, CHAT, ack_id, Ok(OK));
                }
                Call::Send { catalog_id, text } => self.send(catalog_id, &text, ack_id, link),
                Call::Look {
                    catalog_id,
                    lot_id,
                    reaches,
                } => answer(link, CHAT, ack_id, self.look(catalog_id, lot_id, reaches)),
                Call::Subscribe { token } => self.subscribe(token, ack_id, link),
            }
        }
    }

    /// Waits for the application beside the connection. Then calls `done`, unless the client has left the namespace,
    /// and starts the next request.
    fn wait_for<T: 'static>(
        &mut self,
        namespace: &'static str,
        request: impl Future<Output = Outcome<T>> + 'static,
        link: &mut Link<'_, Socket>,
        done: impl FnOnce(&mut Self, Outcome<T>, Instant, &mut Link<'_, Socket>) + 'static,
    ) {
        self.active = Some(Active {
            namespace,
            abandoned: false,
        });
        let handle = Rc::clone(&link.connection.handle);
        let request = async move {
            // Waits until earlier answers are read, so that answers cannot pile up.
            poll_fn(|context| handle.outlet.poll_room(context)).await;
            let started = now();
            // The session may have ended meanwhile; its connection only waits for the client to read the rest.
            let outcome = match handle.ends() {
                Some(_) => Err(Refused::NotAuthenticated),
                None => in_time(request).await,
            };
            (outcome, started)
        };
        link.spawn(request, |socket, (outcome, started), link| {
            let this = &mut socket.namespaces;
            if let Some(active) = this.active.take()
                && !active.abandoned
            {
                done(this, outcome, started, link);
            }
            this.proceed(link);
            Ok(())
        });
    }

    fn join(
        &mut self,
        catalog_id: i64,
        token: Option<String>,
        since_version: Option<i64>,
        ack_id: Option<u64>,
        link: &mut Link<'_, Socket>,
    ) {
        let Connection { handle, shard } = link.connection;
        if self.membership(catalog_id).is_none() {
            if self.memberships.len() >= shard.hub().settings().joins_per_socket {
                return answer(link, CHAT, ack_id, Err(Refused::TooManyRequests));
            }
            // Subscribe before requesting the snapshot, so that no update is lost in between.
            let (room, subscribed) = shard.enter_room(catalog_id, handle);
            self.memberships.push(Membership {
                room,
                subscribed,
                accepted: false,
                identity: None,
                gaze: None,
            });
        }
        let backend = Arc::clone(&self.backend);
        let request = async move {
            let identity = match token {
                Some(token) => Some(authenticate(&*backend, &token).await?),
                None => None,
            };
            let snapshot = backend
                .join(catalog_id, identity.as_ref(), since_version)
                .await?;
            Ok((identity, snapshot))
        };
        self.wait_for(CHAT, request, link, move |this, outcome, started, link| {
            let outcome = outcome.and_then(|(identity, snapshot)| {
                this.accept(catalog_id, identity, &snapshot, started, link.connection)
            });
            if outcome.is_err() {
                this.leave(catalog_id, link.connection);
            }
            answer(
                link,
                CHAT,
                ack_id,
                outcome.as_deref().map_err(|refused| *refused),
            );
        });
    }

    /// Accepts a pending or repeated join; returns the acknowledgement.
    fn accept(
        &mut self,
        catalog_id: i64,
        identity: Option<Identity>,
        snapshot: &Snapshot,
        started: Instant,
        connection: &Connection,
    ) -> Outcome<String> {
        // Only leaving the namespace ends a membership while its join is in progress.
        let membership = self.membership(catalog_id).ok_or(Refused::Unavailable)?;
        let (room, version) = (&membership.room, snapshot.catalog.version);
        if std::mem::replace(&mut membership.accepted, true) {
            let from = |cursor| room.accept(cursor, version);
            connection.handle.reread_room(room, from);
        } else {
            let from = room.accept(membership.subscribed, version);
            connection.handle.read_room(room, from);
            room.member_joined();
        }
        if let Some(identity) = &identity {
            connection
                .shard
                .identify(&connection.handle, identity, started);
        }
        membership.identity = identity;
        snapshot.to_ack(room.members()).map_err(|error| {
            tracing::error!(%error, catalog_id, "cannot encode a snapshot");
            Refused::Unavailable
        })
    }

    fn leave(&mut self, catalog_id: i64, connection: &Connection) {
        let index = self
            .memberships
            .iter()
            .position(|membership| membership.room.catalog_id == catalog_id);
        if let Some(index) = index {
            let membership = self.memberships.remove(index);
            if membership.accepted {
                membership.room.member_left();
            }
            connection.shard.leave_room(catalog_id, &connection.handle);
        }
    }

    fn send(
        &mut self,
        catalog_id: i64,
        text: &str,
        ack_id: Option<u64>,
        link: &mut Link<'_, Socket>,
    ) {
        let identity = match self.may_send(catalog_id, text, link.connection) {
            Ok(identity) => identity,
            Err(refused) => return answer(link, CHAT, ack_id, Err(refused)),
        };
        let backend = Arc::clone(&self.backend);
        let text = text.trim().to_owned();
        let request = async move { backend.send_chat(catalog_id, &identity, &text).await };
        self.wait_for(
            CHAT,
            request,
            link,
            move |_, outcome: Outcome<Payload>, _, link| {
                let ack = outcome
                    .map(|message| format!(r#"[{{"ok":true,"message":{}}}]"#, message.as_str()));
                answer(
                    link,
                    CHAT,
                    ack_id,
                    ack.as_deref().map_err(|refused| *refused),
                );
            },
        );
    }

    /// Notes what a member looks at, and whether they reach for the bid button.
    fn look(&mut self, catalog_id: i64, lot_id: i64, reaches: bool) -> Outcome<&'static str> {
        let membership = self
            .membership(catalog_id)
            .filter(|membership| membership.accepted)
            .ok_or(Refused::NotFound)?;
        let user_id = membership.identity.as_ref().map(|who| who.user_id);
        let looks = &membership.room.looks;
        let gaze = membership.gaze.get_or_insert_with(|| Gaze::of(looks));
        if gaze.turn(lot_id, user_id, reaches, now()) {
            Ok(OK)
        } else {
            Err(Refused::TooManyRequests)
        }
    }

    fn may_send(
        &mut self,
        catalog_id: i64,
        text: &str,
        connection: &Connection,
    ) -> Outcome<Identity> {
        if !CHAT_CHARACTERS.contains(&text.trim().chars().count()) {
            return Err(Refused::ValidationFailed);
        }
        let identity = self
            .membership(catalog_id)
            .and_then(|membership| membership.identity.clone())
            .ok_or(Refused::NotAuthenticated)?;
        let hub = connection.shard.hub();
        if !hub.admit_chat(identity.user_id, now()) {
            return Err(Refused::TooManyRequests);
        }
        Ok(identity)
    }

    fn subscribe(&mut self, token: String, ack_id: Option<u64>, link: &mut Link<'_, Socket>) {
        let backend = Arc::clone(&self.backend);
        let request = async move { authenticate(&*backend, &token).await };
        self.wait_for(
            NOTIFY,
            request,
            link,
            move |this, outcome, started, link| {
                let Connection { handle, shard } = link.connection;
                this.unsubscribe(link.connection);
                let outcome = outcome.map(|identity| {
                    shard.identify(handle, &identity, started);
                    shard.subscribe_user(identity.user_id, handle);
                    this.subscriber = Some(identity.user_id);
                    OK
                });
                answer(link, NOTIFY, ack_id, outcome);
            },
        );
    }

    fn unsubscribe(&mut self, connection: &Connection) {
        if let Some(user_id) = self.subscriber.take() {
            connection
                .shard
                .unsubscribe_user(user_id, &connection.handle);
        }
    }

    fn membership(&mut self, catalog_id: i64) -> Option<&mut Membership> {
        self.memberships
            .iter_mut()
            .find(|membership| membership.room.catalog_id == catalog_id)
    }
}

const OK: &str = r#"[{"ok":true}]"#;

/// Acknowledges a request if the client expects it.
fn answer(
    link: &mut Link<'_, Socket>,
    namespace: &str,
    ack_id: Option<u64>,
    outcome: Outcome<&str>,
) {
    let Some(ack_id) = ack_id else { return };
    let frame = match outcome {
        Ok(arguments) => codec::encode(Kind::Ack, namespace, Some(ack_id), arguments),
        Err(refused) => {
            let arguments = format!(r#"[{{"ok":false,"error":"{}"}}]"#, refused.code());
            codec::encode(Kind::Ack, namespace, Some(ack_id), &arguments)
        }
    };
    link.send(&frame);
}

impl Namespaces for Auction {
    fn exists(&self, namespace: &str) -> bool {
        matches!(namespace, CHAT | NOTIFY)
    }

    fn event(&mut self, event: ClientEvent, link: &mut Link<'_, Socket>) -> Result<(), Violation> {
        let refused = match Call::parse(&event.namespace, &event.arguments) {
            Some(call) if self.waiting.len() < REQUESTS_WAITING => {
                let ack_id = event.ack_id;
                self.waiting.push_back(Request { ack_id, call });
                self.proceed(link);
                return Ok(());
            }
            Some(_) => Refused::TooManyRequests,
            None => Refused::ValidationFailed,
        };
        answer(link, &event.namespace, event.ack_id, Err(refused));
        Ok(())
    }

    fn left(&mut self, namespace: &str, connection: &Connection) {
        self.waiting
            .retain(|request| request.call.namespace() != namespace);
        if let Some(active) = &mut self.active
            && active.namespace == namespace
        {
            active.abandoned = true;
        }
        if namespace == NOTIFY {
            self.unsubscribe(connection);
        } else {
            while let Some(membership) = self.memberships.last() {
                let catalog_id = membership.room.catalog_id;
                self.leave(catalog_id, connection);
            }
        }
    }
}

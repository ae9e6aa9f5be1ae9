//! Authentication and rights, cached in memory.
//!
//! Every authenticated request needs both, and the bet path makes thousands a second, so neither may cost a query.
//! Cached entries are evicted precisely:
//!
//! - Within this process, code that changes a session or a right calls [`Access::account_changed`] or
//!   [`Access::session_ended`] after the commit and before answering. A request that begins after that answer sees the
//!   new state. A load that was already in flight is not cached (its generation is over), so stale state cannot return.
//! - Changes by other processes, the command line or hand-written SQL arrive through PostgreSQL: triggers on every
//!   table read here `NOTIFY access_changed` at commit, and [`Access::listen`] evicts the account or session named.
//!   They take effect after the notification's delay, milliseconds.
//! - While the listening connection is down, nothing is cached: every request reads the database. After a reconnect the
//!   cache starts empty. No change can be missed, whatever happens to the connection.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sqlx::postgres::PgListener;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use crate::account::Account;
use crate::token::{self, TokenHash};
use contract::error::{ApiError, ApiResult};

/// A sign-in ends when it has not been used for so long.
pub const IDLE: time::Duration = time::Duration::days(30);
/// Precision of `session.last_seen`.
const LAST_SEEN_EVERY: Duration = Duration::from_secs(300);
/// Maximum of cached sessions, and of cached accounts. Reaching it clears the cache.
const CAPACITY: usize = 100_000;

/// Ends every login and access token of an account, forgets the marks of its devices, and drops changes of contacts that
/// wait: one of the logins may be a stranger's. Returns the sessions: call [`Access::session_ended`] for each after the
/// commit.
pub async fn end_all(
    tx: &mut PgConnection,
    account_id: i64,
    now: OffsetDateTime,
) -> sqlx::Result<Vec<i64>> {
    sqlx::query!(
        "update account set devices_since = $2 where id = $1",
        account_id,
        now
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query!(
        "delete from contact_change where account_id = $1",
        account_id
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query_scalar!(
        "update session set ended = $2 where account_id = $1 and ended is null returning id",
        account_id,
        now
    )
    .fetch_all(tx)
    .await
}

/// A valid session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    pub id: i64,
    pub account_id: i64,
    pub expires: OffsetDateTime,
    /// Whether this is an access token issued for programs, rather than a person's sign-in.
    pub is_token: bool,
    last_seen: OffsetDateTime,
}

/// Acts when sessions end or rights shrink: the sockets.
pub trait AccessObserver: Send + Sync {
    fn session_ended(&self, session_id: i64);
    fn rights_lost(&self, account_id: i64);
}

#[derive(Default)]
struct Memory {
    sessions: HashMap<TokenHash, Session>,
    accounts: HashMap<i64, Arc<Account>>,
    /// The last known state of each account, kept on eviction to tell a lost right from a gained one.
    seen: HashMap<i64, Arc<Account>>,
}

impl Memory {
    /// Evicts everything that requests read; `seen` stays.
    fn clear(&mut self) {
        self.sessions.clear();
        self.accounts.clear();
    }
}

/// The cache of sessions and accounts. See the module documentation.
pub struct Access {
    pool: PgPool,
    site_is_strict: bool,
    memory: RwLock<Memory>,
    /// Grows with every change. Data loaded under an older generation is not cached.
    generation: AtomicU64,
    /// Whether changes by others reach this process, so that caching is safe.
    listening: AtomicBool,
    observers: RwLock<Vec<Arc<dyn AccessObserver>>>,
}

impl Access {
    /// `site_is_strict`: see [`Account::needs_second_factor`].
    pub fn new(pool: PgPool, site_is_strict: bool) -> Self {
        Self {
            pool,
            site_is_strict,
            memory: RwLock::default(),
            generation: AtomicU64::new(0),
            listening: AtomicBool::new(false),
            observers: RwLock::default(),
        }
    }

    pub fn observe(&self, observer: Arc<dyn AccessObserver>) {
        self.observers
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .push(observer);
    }

    /// The session and account of a token, if it is valid at `now`.
    pub async fn authenticate(
        &self,
        token: &str,
        now: OffsetDateTime,
    ) -> ApiResult<Option<(Session, Arc<Account>)>> {
        if token.len() != 64 {
            return Ok(None);
        }
        let token_hash = token::hash(token);
        let Some(session) = self.session(token_hash).await? else {
            return Ok(None);
        };
        // An access token ends on the day named when it was issued, used or not.
        let is_idle = !session.is_token && session.last_seen <= now - IDLE;
        if session.expires <= now || is_idle {
            return Ok(None);
        }
        let Some(account) = self.account(session.account_id).await? else {
            return Ok(None);
        };
        // Tokens issued before promotion must not carry admin rights.
        if session.is_token && account.is_admin() {
            return Ok(None);
        }
        if now - session.last_seen > LAST_SEEN_EVERY {
            self.seen(token_hash, session, now);
        }
        Ok(Some((session, account)))
    }

    async fn session(&self, token_hash: TokenHash) -> ApiResult<Option<Session>> {
        if let Some(session) = self.read().sessions.get(&token_hash) {
            return Ok(Some(*session));
        }
        let generation = self.generation.load(Ordering::SeqCst);
        let session = sqlx::query_as!(
            Session,
            r#"select id, account_id, expires, name is not null as "is_token!", last_seen from session
             where token_hash = $1 and ended is null"#,
            token_hash.as_slice()
        )
        .fetch_optional(&self.pool)
        .await?;
        if let Some(session) = session {
            self.remember(generation, |memory| {
                memory.sessions.insert(token_hash, session);
            });
        }
        Ok(session)
    }

    /// The account, unless it is deleted or does not exist.
    pub async fn account(&self, account_id: i64) -> ApiResult<Option<Arc<Account>>> {
        if let Some(account) = self.read().accounts.get(&account_id) {
            return Ok(Some(account.clone()));
        }
        let generation = self.generation.load(Ordering::SeqCst);
        let row = sqlx::query!(
            r#"select a.id, a.display_name, a.phone, a.email, a.photo, a.roles,
                a.phone is not null and not a.unproved_phone as "is_phone_confirmed!",
                a.email is not null and not a.unproved_email as "is_email_confirmed!",
                array(select house_id from house_staff where account_id = a.id and is_manager order by 1) as "manager_of!",
                array(select house_id from house_staff where account_id = a.id and is_owner order by 1) as "owner_of!",
                array(select house_id from house_staff where account_id = a.id and is_newsmaker order by 1) as "newsmaker_of!",
                array(select c.id from catalog_auctioneer x join catalog c on x.catalog_id in (c.id, c.rehearsal_of)
                    where x.account_id = a.id and c.deleted is null order by c.id) as "catalogs!",
                array(select c.house_id from catalog_auctioneer x join catalog c on x.catalog_id in (c.id, c.rehearsal_of)
                    where x.account_id = a.id and c.deleted is null order by c.id) as "catalog_houses!",
                array(select house_id from house_trust where account_id = a.id and trusted order by 1) as "trusted_in!",
                array(select house_id from house_order where account_id = a.id and status = 1 order by 1) as "accepted_in!",
                exists (select from second_factor where account_id = a.id and confirmed is not null) as "has_second_factor!",
                array(select d.id from account d where d.merged_into = a.id order by 1) as "doubles!"
            from account a where a.id = $1 and a.deleted is null"#,
            account_id
        )
        .fetch_optional(&self.pool)
        .await?;
        let Some(row) = row else {
            self.learn(account_id, None);
            return Ok(None);
        };
        let account = Arc::new(Account {
            id: row.id,
            display_name: row.display_name,
            phone: row.phone,
            email: row.email,
            is_phone_confirmed: row.is_phone_confirmed,
            is_email_confirmed: row.is_email_confirmed,
            photo: row.photo,
            roles: row.roles,
            manager_of: row.manager_of,
            owner_of: row.owner_of,
            newsmaker_of: row.newsmaker_of,
            auctioneer_of: row.catalogs.into_iter().zip(row.catalog_houses).collect(),
            // Trust only matters for a bidder whom the house accepts.
            trusted_in: row
                .trusted_in
                .into_iter()
                .filter(|house| row.accepted_in.contains(house))
                .collect(),
            accepted_in: row.accepted_in,
            has_second_factor: row.has_second_factor,
            doubles: row.doubles,
            site_is_strict: self.site_is_strict,
        });
        self.learn(account_id, Some(&account));
        self.remember(generation, |memory| {
            memory.accounts.insert(account_id, account.clone());
        });
        Ok(Some(account))
    }

    /// Records the current state of an account. The first caller to see that a right is gone, a request or
    /// [`Self::account_changed`], closes the account's sockets.
    fn learn(&self, account_id: i64, now: Option<&Arc<Account>>) {
        let before = {
            let seen = &mut self.write().seen;
            match now {
                Some(account) => seen.insert(account_id, account.clone()),
                None => seen.remove(&account_id),
            }
        };
        let lost = before.is_some_and(|before| now.is_none_or(|now| before.has_rights_beyond(now)));
        if lost {
            self.rights_lost(account_id);
        }
    }

    fn rights_lost(&self, account_id: i64) {
        for observer in self.observers() {
            observer.rights_lost(account_id);
        }
    }

    /// Call after the commit of any change to the account or its rights.
    pub fn account_changed(self: &Arc<Self>, account_id: i64) {
        let mut was_seen = false;
        self.forget(|memory| {
            memory.accounts.remove(&account_id);
            was_seen = memory.seen.contains_key(&account_id);
        });
        // An account never seen by this process has no socket here.
        if !was_seen {
            return;
        }
        let access = self.clone();
        tokio::spawn(async move {
            if let Err(error) = access.account(account_id).await {
                tracing::warn!(%error, account_id, "access: cannot read rights; closing sockets");
                access.rights_lost(account_id);
            }
        });
    }

    /// Call after the commit that ends a session.
    pub fn session_ended(&self, session_id: i64) {
        self.forget(|memory| {
            memory
                .sessions
                .retain(|_, session| session.id != session_id)
        });
        for observer in self.observers() {
            observer.session_ended(session_id);
        }
    }

    /// Follows changes by other processes until this one ends.
    pub async fn listen(self: Arc<Self>) {
        loop {
            if let Err(error) = self.listen_once().await {
                tracing::warn!(%error, "access: lost the listening connection; reading rights from the database until it is back");
            }
            self.listening.store(false, Ordering::SeqCst);
            self.forget(Memory::clear);
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn listen_once(self: &Arc<Self>) -> Result<(), sqlx::Error> {
        let mut listener = PgListener::connect_with(&self.pool).await?;
        listener.listen("access_changed").await?;
        self.forget(Memory::clear);
        self.listening.store(true, Ordering::SeqCst);
        // `None`: the connection was lost, and notifications may have been missed.
        while let Some(notification) = listener.try_recv().await? {
            match notification
                .payload()
                .split_once(':')
                .map(|(kind, id)| (kind, id.parse()))
            {
                Some(("account", Ok(id))) => self.account_changed(id),
                Some(("session", Ok(id))) => self.session_ended(id),
                _ => tracing::warn!(
                    payload = notification.payload(),
                    "access: unknown notification"
                ),
            }
        }
        Ok(())
    }

    /// 403 unless the account is still entitled. An upload takes long, and the right may be lost meanwhile.
    pub async fn still(
        &self,
        account_id: i64,
        is_entitled: impl Fn(&Account) -> bool,
    ) -> ApiResult<()> {
        let now = self.account(account_id).await?;
        match now.is_some_and(|account| is_entitled(&account)) {
            true => Ok(()),
            false => Err(ApiError::forbidden()),
        }
    }

    fn seen(&self, token_hash: TokenHash, session: Session, now: OffsetDateTime) {
        if let Some(remembered) = self.write().sessions.get_mut(&token_hash) {
            remembered.last_seen = now;
        }
        let pool = self.pool.clone();
        tokio::spawn(async move {
            let update = sqlx::query!(
                "update session set last_seen = greatest(last_seen, $2) where id = $1",
                session.id,
                now
            );
            if let Err(error) = update.execute(&pool).await {
                tracing::warn!(%error, session = session.id, "access: cannot store last_seen");
            }
        });
    }

    fn remember(&self, generation: u64, change: impl FnOnce(&mut Memory)) {
        if !self.listening.load(Ordering::SeqCst) {
            return;
        }
        let mut memory = self.write();
        // Compared under the lock that `forget` takes after raising the generation: this check sees the new one, or
        // `forget` evicts the entry.
        if self.generation.load(Ordering::SeqCst) == generation {
            if memory.sessions.len() >= CAPACITY || memory.accounts.len() >= CAPACITY {
                memory.clear();
            }
            change(&mut memory);
        }
    }

    fn forget(&self, change: impl FnOnce(&mut Memory)) {
        self.generation.fetch_add(1, Ordering::SeqCst);
        change(&mut self.write());
    }

    fn observers(&self) -> Vec<Arc<dyn AccessObserver>> {
        self.observers
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Memory> {
        self.memory.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, Memory> {
        self.memory.write().unwrap_or_else(PoisonError::into_inner)
    }
}

//! A journal in memory that keeps the promises of the one in PostgreSQL: a batch is stored wholly or not at all, only
//! under the room's epoch, and only where its journal ends.

use async_trait::async_trait;
use domain::{
    Caps, Catalog, CatalogId, CatalogState, CatalogType, Currency, Event, HouseId, LotId, LotSetup,
    LotState, Room, Timestamp, apply, next_wake,
};
use room_server::{
    Payload, RoomError, RoomSnapshot,
    journal::{
        Archive, Batch, BetRow, CommandRow, Head, JournalSession, LiveRoom, LoadError, Loaded,
        LotRow, NotStored, OrderRow, RememberedKey,
    },
};
use std::{
    collections::{BTreeMap, HashSet},
    sync::{Arc, Mutex, MutexGuard},
};
use uuid::Uuid;
use wire::{CatalogStatusUpdate, LotUpdate};

/// Everything stored of one room.
#[derive(Debug, Clone)]
pub struct Tables {
    pub epoch: i64,
    /// The n-th has `seq` n.
    pub commands: Vec<CommandRow>,
    pub snapshots: BTreeMap<i64, String>,
    pub head: Head,
    pub heartbeat: Option<Timestamp>,
    pub lots: BTreeMap<i64, LotRow>,
    pub bets: BTreeMap<i64, BetRow>,
    pub orders: BTreeMap<(i64, i64), OrderRow>,
    pub participants: BTreeMap<i64, i32>,
}

impl Tables {
    fn of(room: &Room) -> Self {
        let catalog = room.catalog_view();
        Self {
            epoch: 0,
            commands: Vec::new(),
            snapshots: BTreeMap::from([(0, serde_json::to_string(room).unwrap())]),
            head: Head {
                version: 0,
                state: catalog.state,
                current_lot_id: None,
                start_date: catalog.start_date,
                end_date: catalog.end_date,
                pause: None,
                next_wake: next_wake(room),
                at: Timestamp(0),
            },
            heartbeat: None,
            lots: BTreeMap::new(),
            bets: BTreeMap::new(),
            orders: BTreeMap::new(),
            participants: BTreeMap::new(),
        }
    }

    pub fn seq(&self) -> i64 {
        self.commands.len() as i64
    }

    fn take(&mut self, batch: &Batch) -> bool {
        if (batch.epoch, batch.seq_before) != (self.epoch, self.seq()) {
            return false;
        }
        self.commands.extend(batch.commands.iter().cloned());
        self.head = batch.head.clone();
        self.heartbeat = self.heartbeat.max(Some(batch.head.at));
        for lot in &batch.lots {
            self.lots.insert(lot.lot_id, lot.clone());
        }
        for lot in &batch.lots_gone {
            self.lots.remove(lot);
        }
        for bet in &batch.bets {
            let before = self.bets.insert(bet.id, bet.clone());
            assert!(before.is_none(), "bet {} is stored twice", bet.id);
        }
        for changed in &batch.changed {
            let bet = self.bets.get_mut(&changed.id).expect("the bet is stored");
            if let Some(revoked) = changed.revoked {
                (bet.revoked, bet.revoked_by) = (Some(revoked.at), revoked.by);
            }
            if changed.paddle.is_some() {
                bet.paddle.clone_from(&changed.paddle);
            }
        }
        for order in &batch.orders {
            let key = (order.lot_id, order.account_id);
            match order.maximum {
                Some(_) => self.orders.insert(key, *order),
                None => self.orders.remove(&key),
            };
        }
        for participant in &batch.participants {
            let before = self
                .participants
                .insert(participant.account_id, participant.number);
            assert!(before.is_none(), "a participant's number is given once");
        }
        true
    }

    pub fn replay_from(&self, seq: i64) -> Room {
        let mut room: Room = serde_json::from_str(&self.snapshots[&seq]).unwrap();
        for row in &self.commands[seq as usize..] {
            let events: Vec<Event> = serde_json::from_str(&row.events).unwrap();
            for event in &events {
                apply(&mut room, event);
            }
        }
        room
    }

    pub fn newest_snapshot(&self) -> i64 {
        *self
            .snapshots
            .last_key_value()
            .expect("there is one at 0")
            .0
    }
}

/// Clones are the same store.
#[derive(Clone, Default)]
pub struct Memory(Arc<Mutex<BTreeMap<i64, Tables>>>);

pub const CATALOG: i64 = 1;

impl Memory {
    /// A store with one sale, and the sale's lots.
    pub fn with_sale(
        catalog_type: CatalogType,
        start: Timestamp,
        end: Option<Timestamp>,
        lots: &[(i64, LotSetup)],
    ) -> Self {
        let catalog = Catalog {
            id: CatalogId(CATALOG),
            house: HouseId(1),
            catalog_type,
            calculation: domain::CalculationType::ByStepTable,
            currency: Currency::Rub,
            steps: None,
            house_steps: None,
            start_date: Some(start),
            end_date: end,
            auto_start: false,
            sale_timeout_s: Catalog::DEFAULT_SALE_TIMEOUT_S,
            hidden: false,
            caps: Caps::default(),
        };
        let lots = lots.iter().map(|(id, setup)| (LotId(*id), *setup));
        let room = Room::new(catalog, CatalogState::Scheduled, lots.collect::<Vec<_>>());
        Self(Arc::new(Mutex::new(BTreeMap::from([(
            CATALOG,
            Tables::of(&room),
        )]))))
    }

    fn rooms(&self) -> MutexGuard<'_, BTreeMap<i64, Tables>> {
        self.0.lock().unwrap()
    }

    pub fn tables(&self) -> Tables {
        self.rooms()[&CATALOG].clone()
    }

    pub fn contains(&self, id: Uuid) -> bool {
        self.rooms()[&CATALOG]
            .commands
            .iter()
            .any(|row| row.id == id)
    }

    pub fn version(&self) -> i64 {
        self.rooms()[&CATALOG].head.version
    }
}

#[async_trait]
impl JournalSession for Memory {
    async fn store(&mut self, batches: &[Batch]) -> Result<HashSet<i64>, NotStored> {
        let mut rooms = self.rooms();
        Ok(batches
            .iter()
            .filter(|batch| {
                rooms
                    .get_mut(&batch.catalog_id)
                    .is_some_and(|room| room.take(batch))
            })
            .map(|batch| batch.catalog_id)
            .collect())
    }

    async fn beat(&mut self, live: &[LiveRoom], at: Timestamp) -> Result<HashSet<i64>, NotStored> {
        let mut rooms = self.rooms();
        let mut owned = HashSet::new();
        for room in live {
            if let Some(tables) = rooms.get_mut(&room.catalog_id)
                && tables.epoch == room.epoch
            {
                tables.heartbeat = tables.heartbeat.max(Some(at));
                owned.insert(room.catalog_id);
            }
        }
        Ok(owned)
    }

    fn is_connected(&self) -> bool {
        true
    }
}

#[async_trait]
impl Archive for Memory {
    async fn due(&self) -> sqlx::Result<Vec<i64>> {
        let rooms = self.rooms();
        let due = rooms
            .iter()
            .filter(|(_, room)| room.head.state.is_running() || room.head.next_wake.is_some());
        Ok(due.map(|(id, _)| *id).collect())
    }

    async fn take_over(
        &self,
        catalog_id: i64,
        known_seq: Option<i64>,
        keys_since: Timestamp,
    ) -> Result<Loaded, LoadError> {
        let mut rooms = self.rooms();
        let tables = rooms
            .get_mut(&catalog_id)
            .ok_or(LoadError::Unknown(catalog_id))?;
        tables.epoch += 1;
        let snapshot_seq = tables.newest_snapshot();
        let commands = || (1..).zip(&tables.commands);
        let keys = commands()
            .filter(|(_, row)| row.at > keys_since)
            .filter_map(|(seq, row)| {
                let remembered = row.remembered.as_ref()?;
                Some(RememberedKey {
                    seq,
                    at: row.at,
                    account_id: row.account_id,
                    key: remembered.key.clone(),
                    request_hash: remembered.request_hash.to_vec(),
                })
            })
            .collect();
        let stored = known_seq.map_or_else(Vec::new, |known| {
            let later = commands().filter(|(seq, _)| *seq > known);
            later.map(|(_, row)| row.id).collect()
        });
        Ok(Loaded {
            room: tables.replay_from(snapshot_seq),
            epoch: tables.epoch,
            seq: tables.seq(),
            snapshot_seq,
            handed_over: None,
            last_alive: tables.heartbeat,
            last_decided: tables.commands.last().map(|row| row.at),
            keys,
            stored,
        })
    }

    async fn keep_snapshot(&self, catalog_id: i64, seq: i64, room: &str) -> sqlx::Result<()> {
        let mut rooms = self.rooms();
        let tables = rooms.get_mut(&catalog_id).ok_or(sqlx::Error::RowNotFound)?;
        tables.snapshots.entry(seq).or_insert_with(|| room.into());
        tables
            .snapshots
            .retain(|kept, _| *kept == 0 || *kept >= seq);
        Ok(())
    }

    async fn answer(&self, catalog_id: i64, seq: i64) -> sqlx::Result<String> {
        let rooms = self.rooms();
        let row = usize::try_from(seq - 1)
            .ok()
            .and_then(|place| rooms.get(&catalog_id)?.commands.get(place));
        row.and_then(|row| Some(row.remembered.as_ref()?.answer.clone()))
            .ok_or(sqlx::Error::RowNotFound)
    }

    async fn snapshot(
        &self,
        catalog_id: i64,
        since: Option<i64>,
        now: Timestamp,
    ) -> Result<RoomSnapshot, RoomError> {
        let rooms = self.rooms();
        let tables = rooms.get(&catalog_id).ok_or(RoomError::NotFound)?;
        let room = tables.replay_from(tables.newest_snapshot());
        let catalog = room.catalog_view();
        let shown = |lot: &domain::LotView| match since {
            Some(version) => lot.version > version,
            None if room.catalog().catalog_type == CatalogType::Classic => {
                Some(lot.id) == catalog.current_lot
            }
            None => lot.state == LotState::InProcess && lot.bets_count > 0,
        };
        let lots = room
            .lots()
            .filter_map(|(id, _)| room.lot_view(id))
            .filter(|lot| !lot.hidden && shown(lot))
            .map(|lot| LotUpdate::new(catalog_id, room.catalog().currency, &lot, now))
            .map(|update| Payload::encode(&update).unwrap());
        Ok(RoomSnapshot {
            catalog: CatalogStatusUpdate::new(&catalog, now),
            lots: lots.collect(),
        })
    }

    async fn lot(
        &self,
        catalog_id: i64,
        lot_id: i64,
        now: Timestamp,
    ) -> Result<Option<LotUpdate>, RoomError> {
        let rooms = self.rooms();
        let tables = rooms.get(&catalog_id).ok_or(RoomError::NotFound)?;
        let room = tables.replay_from(tables.newest_snapshot());
        Ok(room
            .lot_view(LotId(lot_id))
            .filter(|lot| !lot.hidden)
            .map(|lot| LotUpdate::new(catalog_id, room.catalog().currency, &lot, now)))
    }
}

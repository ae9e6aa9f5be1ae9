//! The committed public state of a room, as shown by snapshots. Each payload is encoded once, when its batch is stored.

use super::gathering::Shown;

use domain::{CatalogType, LotState, LotView, Room, Timestamp};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard},
};
use wire::{CatalogStatusUpdate, LotUpdate, Payload, RoomSnapshot};

#[derive(Debug, Clone)]
pub struct ShownLot {
    pub update: LotUpdate,
    pub payload: Payload,
}

/// The room's state for readers on other threads: the last committed one, even while a later one is in doubt. Empty
/// until the room is loaded.
#[derive(Debug, Clone, Default)]
pub struct View(Arc<RwLock<Option<Committed>>>);

#[derive(Debug)]
struct Committed {
    catalog_type: CatalogType,
    catalog: CatalogStatusUpdate,
    /// Lots that are not hidden.
    lots: BTreeMap<i64, ShownLot>,
    by_version: BTreeSet<(i64, i64)>,
}

/// Changes that a batch made public.
#[derive(Debug, Default)]
pub struct News {
    pub lots: Vec<ShownLot>,
    pub catalog: Option<(CatalogStatusUpdate, Payload)>,
}

impl View {
    /// Shows a newly loaded room.
    pub fn show(&self, room: &Room, at: Timestamp) -> serde_json::Result<()> {
        let mut committed = Committed {
            catalog_type: room.catalog().catalog_type,
            catalog: CatalogStatusUpdate::new(&room.catalog_view(), at),
            lots: BTreeMap::new(),
            by_version: BTreeSet::new(),
        };
        for (id, _) in room.lots() {
            if let Some(lot) = room.lot_view(id) {
                committed.put(room, &lot, at)?;
            }
        }
        *self.write() = Some(committed);
        Ok(())
    }

    /// Applies the changes of a stored batch and returns what to publish. `room` may be ahead of the batch: only the catalog's
    /// id, type and currency are read from it, which a batch in between changes for all its lots alike.
    pub fn advance(
        &self,
        room: &Room,
        catalog: CatalogStatusUpdate,
        shown: &Shown,
        at: Timestamp,
    ) -> serde_json::Result<News> {
        let mut guard = self.write();
        let Some(committed) = guard.as_mut() else {
            return Ok(News::default());
        };
        let mut news = News::default();
        for lot in &shown.lots_gone {
            committed.remove(lot.0);
        }
        for lot in &shown.lots {
            news.lots.extend(committed.put(room, lot, at)?);
        }
        // A client that resumes asks for what is newer than the newest it saw.
        news.lots.sort_by_key(|lot| lot.update.version);
        if shown.status {
            let payload = Payload::encode(&catalog)?;
            news.catalog = Some((catalog.clone(), payload));
        }
        committed.catalog_type = room.catalog().catalog_type;
        committed.catalog = catalog;
        Ok(news)
    }

    /// Returns everything after `version`, as if it had just happened.
    pub fn news_since(&self, version: i64) -> serde_json::Result<Option<News>> {
        let guard = self.read();
        let Some(committed) = guard
            .as_ref()
            .filter(|committed| committed.catalog.version > version)
        else {
            return Ok(None);
        };
        let later = committed
            .by_version
            .range((version.saturating_add(1), i64::MIN)..);
        let payload = Payload::encode(&committed.catalog)?;
        Ok(Some(News {
            lots: later.map(|(_, lot)| committed.lots[lot].clone()).collect(),
            catalog: Some((committed.catalog.clone(), payload)),
        }))
    }

    /// Builds a snapshot; `None` while the room is not loaded. With `since`: the lots changed after that version.
    /// Without: the current lot of a Classic, or the open lots with bets of any other catalog.
    pub fn snapshot(&self, since: Option<i64>) -> Option<RoomSnapshot> {
        let guard = self.read();
        let committed = guard.as_ref()?;
        let lots: Vec<_> = match since {
            Some(version) => committed
                .by_version
                .range((version.saturating_add(1), i64::MIN)..)
                .map(|(_, lot)| committed.lots[lot].payload.clone())
                .collect(),
            None if committed.catalog_type == CatalogType::Classic => committed
                .catalog
                .current_lot_id
                .and_then(|lot| committed.lots.get(&lot))
                .map(|lot| lot.payload.clone())
                .into_iter()
                .collect(),
            None => committed
                .lots
                .values()
                .filter(|lot| lot.update.state == LotState::InProcess && lot.update.bets_count > 0)
                .map(|lot| lot.payload.clone())
                .collect(),
        };
        Some(RoomSnapshot {
            catalog: committed.catalog.clone(),
            lots,
        })
    }

    pub fn lot(&self, lot_id: i64) -> Option<LotUpdate> {
        Some(self.read().as_ref()?.lots.get(&lot_id)?.update.clone())
    }

    pub fn catalog(&self) -> Option<CatalogStatusUpdate> {
        Some(self.read().as_ref()?.catalog.clone())
    }

    fn read(&self) -> RwLockReadGuard<'_, Option<Committed>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Option<Committed>> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Committed {
    /// Stores the lot if it is public, and returns it.
    fn put(
        &mut self,
        room: &Room,
        lot: &LotView,
        at: Timestamp,
    ) -> serde_json::Result<Option<ShownLot>> {
        self.remove(lot.id.0);
        if lot.hidden {
            return Ok(None);
        }
        let update = LotUpdate::new(room.catalog().id.0, room.catalog().currency, lot, at);
        let payload = Payload::encode(&update)?;
        let shown = ShownLot { update, payload };
        self.by_version.insert((lot.version, lot.id.0));
        self.lots.insert(lot.id.0, shown.clone());
        Ok(Some(shown))
    }

    fn remove(&mut self, lot_id: i64) {
        if let Some(lot) = self.lots.remove(&lot_id) {
            self.by_version.remove(&(lot.update.version, lot_id));
        }
    }
}

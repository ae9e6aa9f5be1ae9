//! Limits on concurrent imports: two per process, one per house. They bound the disk space and memory that imports use.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use contract::error::{ApiError, ApiResult};

const AT_ONCE: usize = 2;
/// Who imports now: houses, each with its run once that has begun.
type Houses = Arc<Mutex<HashMap<i64, Option<i64>>>>;
/// `Retry-After`, in seconds: an import takes minutes, rarely seconds.
const COME_AGAIN_S: u64 = 30;

#[derive(Debug, Clone)]
pub struct Turns {
    slots: Arc<Semaphore>,
    houses: Houses,
}

/// A permit for one import. Dropping it releases the slot.
#[derive(Debug)]
pub struct Turn {
    house_id: i64,
    houses: Houses,
    _slot: OwnedSemaphorePermit,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            slots: Arc::new(Semaphore::new(AT_ONCE)),
            houses: Arc::default(),
        }
    }
}

impl Turns {
    /// Acquires a permit for the house: 409 while the house holds one, 429 while all are taken.
    pub fn begin(&self, house_id: i64) -> ApiResult<Turn> {
        let mut houses = self.houses.lock().unwrap_or_else(PoisonError::into_inner);
        if houses.contains_key(&house_id) {
            return Err(ApiError::conflict(
                "Импорт этого дома уже идёт, дождитесь его окончания",
            ));
        }
        let slot = self.slots.clone().try_acquire_owned().map_err(|_| {
            ApiError::too_many(
                COME_AGAIN_S,
                "Сейчас идут другие импорты, повторите попытку позже",
            )
        })?;
        houses.insert(house_id, None);
        Ok(Turn {
            house_id,
            houses: self.houses.clone(),
            _slot: slot,
        })
    }

    /// Whether this process runs the import.
    pub fn is_running(&self, run_id: i64) -> bool {
        let houses = self.houses.lock().unwrap_or_else(PoisonError::into_inner);
        houses.values().any(|run| *run == Some(run_id))
    }
}

impl Turn {
    /// Names the run that has this turn.
    pub fn runs(&self, run_id: i64) {
        let mut houses = self.houses.lock().unwrap_or_else(PoisonError::into_inner);
        houses.insert(self.house_id, Some(run_id));
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut houses = self.houses.lock().unwrap_or_else(PoisonError::into_inner);
        houses.remove(&self.house_id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_import_runs_per_house_and_two_per_process() {
        let turns = Turns::default();
        let status =
            |turn: ApiResult<Turn>| turn.map_err(|error| error.status().as_u16()).unwrap_err();
        let one = turns.begin(1).unwrap();
        assert_eq!(status(turns.begin(1)), 409);
        let _other = turns.begin(2).unwrap();
        assert_eq!(status(turns.begin(3)), 429);
        one.runs(7);
        assert!(turns.is_running(7) && !turns.is_running(8));
        drop(one);
        assert!(!turns.is_running(7));
        turns.begin(1).unwrap();
    }
}

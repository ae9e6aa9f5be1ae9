//! What the first HTML of an auction shows and brings: the sale with its first lots, or the live room.

use serde_json::{Map, Value};

use application::state::AppState;
use catalogue::listing::found::{self, Places};
use contract::dto::{Catalog, CatalogState, CatalogType, LotShort, Paging};
use contract::error::ApiResult;
use domain::timers::START_GAP_MS;
use heads::screen::auction as screen;
use search_indexer::{LotQuery, Sorting};

use super::answers::{LIST_LOTS, is_running, put};

/// The client asks for the lots of a room in pages of this size.
const ROOM_PAGE: i64 = 100;
/// A room with more lots shows its heading first: they would weigh more than its scripts.
const ROOM_LOTS: i64 = 300;

pub struct Shown {
    /// As `client/scripts/visits.json` calls it.
    pub kind: &'static str,
    /// None if only the heading is known.
    pub screen: Option<String>,
}

/// Reads what a visitor sees of the sale, and puts the answers to the calls that the client would make first. `query` is the
/// address's.
pub async fn read(
    state: &AppState,
    id: i64,
    query: &str,
    answers: &mut Map<String, Value>,
) -> ApiResult<Shown> {
    let catalog = state.reads.catalog(id, None).await?;
    put(answers, "catalog", &catalog)?;
    let house = routes::houses::one::show(state, catalog.short.house_id, None).await?;
    put(answers, "house", &house)?;
    let mut asked = url::form_urlencoded::parse(query.as_bytes());
    let wants_lots = asked
        .clone()
        .any(|(name, value)| name == "viewType" && value == "catalog");
    let has_filters = asked.any(|(name, _)| name != "viewType");
    if !wants_lots && is_live(&catalog, state.clock.now_ms()) {
        return room(state, &catalog, answers).await;
    }
    let kind = "catalog";
    // The client alone reads filters from the address.
    if has_filters {
        return Ok(Shown { kind, screen: None });
    }
    let wanted = LotQuery {
        // The client's list begins with what can still be had while the sale runs.
        is_bidding_over: is_running(&catalog.short).then_some(false),
        ..of(&catalog)
    };
    let paging = Paging {
        page_number: Some(1),
        page_size: Some(LIST_LOTS),
    };
    let found = state.reads.lots(&wanted, &paging, None).await?;
    let screen = Some(screen::sale(&catalog, &found.items));
    let found = found::placed(found, &Places::new());
    put(answers, "saleList", &found)?;
    let counts = state.reads.counts(&wanted).await?;
    put(answers, "saleCounts", &counts)?;
    Ok(Shown { kind, screen })
}

/// The room draws nothing of a lot before it has all lots of the sale.
async fn room(
    state: &AppState,
    catalog: &Catalog,
    answers: &mut Map<String, Value>,
) -> ApiResult<Shown> {
    let mut all: Vec<LotShort> = Vec::new();
    if catalog.short.lots_count <= ROOM_LOTS {
        for page in 1.. {
            let paging = Paging {
                page_number: Some(page),
                page_size: Some(ROOM_PAGE),
            };
            let found = state.reads.lots(&of(catalog), &paging, None).await?;
            all.extend(found.items);
            if !found.has_next {
                break;
            }
        }
        put(answers, "saleLots", &all)?;
    }
    // Before the start the room shows the first lot in the queue.
    let lot = all.iter().find(|lot| {
        if is_running(&catalog.short) {
            catalog.short.current_lot_id == Some(lot.id)
        } else {
            !lot.is_bidding_over
        }
    });
    Ok(Shown {
        kind: "room",
        screen: lot.map(|lot| screen::room(catalog, lot)),
    })
}

/// The sale's lots by their numbers.
fn of(catalog: &Catalog) -> LotQuery {
    LotQuery {
        catalog_id: Some(catalog.short.id),
        sorting: Some(Sorting::LotNumberAsc),
        ..LotQuery::default()
    }
}

/// Whether the client shows the room: a classic sale that runs or begins soon (`isLive` of the client).
fn is_live(catalog: &Catalog, now: i64) -> bool {
    let short = &catalog.short;
    if short.catalog_type != CatalogType::Classic {
        return false;
    }
    let begins_soon = short.state == CatalogState::Scheduled
        && short
            .start_date
            .is_some_and(|start| start.unix_ms() - now <= START_GAP_MS);
    begins_soon || is_running(short)
}

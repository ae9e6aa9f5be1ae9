//! Why a search found a lot whose title and authors have none of its words.

use std::collections::HashMap;

use contract::dto::{FoundIn, FoundLot, LotShort, Page};
use contract::error::ApiResult;
use search_indexer::{Meaning, Piece};
use sqlx::PgPool;

/// The texts that are searched besides the title and the authors, the shortest first.
const PLACES: [FoundIn; 5] = [
    FoundIn::Category,
    FoundIn::Materials,
    FoundIn::Period,
    FoundIn::Region,
    FoundIn::Description,
];

/// Where lots match a search text, by lot id.
pub type Places = HashMap<i64, FoundIn>;

/// Adds to each lot of a page where it matches the search text.
pub fn placed(page: Page<LotShort>, places: &Places) -> Page<FoundLot> {
    let found = page.items.into_iter().map(|lot| FoundLot {
        found_in: places.get(&lot.id).copied(),
        lot,
    });
    Page {
        items: found.collect(),
        has_next: page.has_next,
        has_previous: page.has_previous,
        current_page: page.current_page,
        total_count: page.total_count,
        total_pages: page.total_pages,
    }
}

/// Where lots match `text`. `lots` are ids with the texts that every list shows, title and authors; lots that match there are left out.
pub(super) async fn places(
    pool: &PgPool,
    text: Option<&str>,
    lots: &[(i64, String)],
) -> ApiResult<Places> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let Some(text) = text.filter(|_| !lots.is_empty()) else {
        return Ok(HashMap::new());
    };
    let mut tx = pool.begin().await?;
    let meaning = Meaning::read(&mut tx, text).await?;
    if meaning.words.is_empty() {
        return Ok(HashMap::new());
    }
    let shown: Vec<&str> = lots.iter().map(|(_, shown)| shown.as_str()).collect();
    let marked = meaning.mark(&mut tx, &shown).await?;
    let unseen: Vec<i64> = (lots.iter().zip(marked))
        .filter(|(_, pieces)| !has_mark(pieces))
        .map(|((id, _), _)| *id)
        .collect();
    if unseen.is_empty() {
        return Ok(HashMap::new());
    }
    // In the order of `PLACES`. Descriptions are HTML.
    let rows = sqlx::query!(
        r#"select lot.id as "id!", array[
               coalesce(category.name, ''), coalesce(lot.materials, ''), coalesce(lot.period, ''),
               coalesce(lot.source_country_ru, ''),
               coalesce(regexp_replace(lot.description_ru, '<[^>]*>|&#?\w+;', ' ', 'g'), '')
           ] as "texts!"
           from lot left join category on category.id = lot.category_id
           where lot.id = any($1)"#,
        &unseen
    )
    .fetch_all(&mut *tx)
    .await?;
    let texts: Vec<&str> = (rows.iter())
        .flat_map(|row| row.texts.iter().map(String::as_str))
        .collect();
    let marked = meaning.mark(&mut tx, &texts).await?;
    tx.commit().await?;
    let of_lots = marked.chunks(PLACES.len());
    let found = rows.iter().zip(of_lots).filter_map(|(row, marked)| {
        let first = marked.iter().position(|pieces| has_mark(pieces))?;
        Some((row.id, PLACES[first]))
    });
    Ok(found.collect())
}

fn has_mark(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| piece.is_marked)
}

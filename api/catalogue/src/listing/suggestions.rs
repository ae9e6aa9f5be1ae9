//! Suggestions while a search is typed: a few lots, artists, categories, houses, auctions and news.
//!
//! Lots come from the [`Search`] port. The other kinds are few and come from PostgreSQL, whatever the port's backend.

use contract::dto::{
    ArtistLogo, HouseShort, HouseShortRow, LotShort, NearSearch, NewsShort, SuggestedArtist,
    SuggestedAuction, SuggestedCategory, SuggestedHouse, SuggestedLot, SuggestedNews, Suggestions,
    TextPiece,
};
use contract::error::ApiResult;
use search_indexer::{COUNT_CAP, LotQuery, Meaning, Meant, Paging, Piece, Search};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;

use super::news::NewsRow;
use super::viewer::Viewer;
use super::{catalogs, lots};

const LOTS: i64 = 6;
const ARTISTS: i64 = 4;
const CATEGORIES: i64 = 3;
const HOUSES: i64 = 3;
const AUCTIONS: i64 = 3;
const NEWS: i64 = 3;
/// The most other searches offered where nothing is found.
const NEAR: usize = 4;
/// Texts of up to this many words are also tried without each of their words.
const MOST_WORDS: usize = 6;
/// Lots of an artist or a category are counted up to here.
const MOST_COUNTED: i64 = 1000;

/// Suggestions for a text. The same for every viewer, but for what a lot says of them.
pub async fn suggest(
    pool: &PgPool,
    search: &dyn Search,
    text: &str,
    viewer: Viewer<'_>,
    now: OffsetDateTime,
) -> ApiResult<Suggestions> {
    if !text.contains(char::is_alphanumeric) {
        return Ok(Suggestions::default());
    }
    let lots = async {
        // What can still be had comes before what is over.
        let (mut found, over) = tokio::try_join!(
            find(search, text, Some(false), LOTS),
            find(search, text, Some(true), LOTS)
        )?;
        found.ids.extend(over.ids);
        found.ids.truncate(LOTS as usize);
        let lots = lots::by_ids(pool, &found.ids, viewer).await?;
        Ok((lots, (found.total + over.total).min(COUNT_CAP)))
    };
    let ((lots, lots_count), others) = tokio::try_join!(lots, Others::find(pool, text, now))?;
    if others.meaning.is_empty() {
        return Ok(Suggestions::default());
    }
    let near = match lots_count {
        0 => near(pool, search, text, &others.meaning).await?,
        _ => Vec::new(),
    };
    let auctions = catalogs::by_ids(pool, &others.auctions, None).await?;

    // The texts of all rows are marked together.
    let mut texts: Vec<&str> = Vec::new();
    for lot in &lots {
        texts.push(&lot.title_ru);
        texts.extend(lot.author.iter().map(|author| author.name.as_str()));
    }
    texts.extend(others.artists.iter().map(|row| row.name.as_str()));
    texts.extend(others.categories.iter().map(|row| row.name.as_str()));
    texts.extend(others.houses.iter().map(|row| row.name_ru.as_str()));
    texts.extend(auctions.iter().map(|row| row.title.as_str()));
    texts.extend(others.news.iter().map(|row| row.title.as_str()));
    let mut conn = pool.acquire().await?;
    let marked = others.meaning.mark(&mut conn, &texts).await?;
    drop(conn);
    let mut marked = marked
        .into_iter()
        .map(|pieces| pieces.into_iter().map(show).collect());
    let mut pieces = || -> Vec<TextPiece> { marked.next().unwrap_or_default() };

    Ok(Suggestions {
        lots: lots
            .into_iter()
            .map(|lot: LotShort| SuggestedLot {
                title_pieces: pieces(),
                author_pieces: lot.author.iter().map(|_| pieces()).collect(),
                lot,
            })
            .collect(),
        lots_count,
        artists: others
            .artists
            .into_iter()
            .map(|row| SuggestedArtist {
                id: row.id,
                name: row.name,
                life_years: row.life_years,
                logo: ArtistLogo {
                    preview_id: row.preview_id,
                },
                lots_count: row.lots_count,
                name_pieces: pieces(),
            })
            .collect(),
        categories: others
            .categories
            .into_iter()
            .map(|row| SuggestedCategory {
                id: row.id,
                code: row.code,
                name: row.name,
                parents: row.parents,
                lots_count: row.lots_count,
                name_pieces: pieces(),
            })
            .collect(),
        houses: others
            .houses
            .into_iter()
            .map(|house| SuggestedHouse {
                house,
                name_pieces: pieces(),
            })
            .collect(),
        auctions: auctions
            .into_iter()
            .map(|auction| SuggestedAuction {
                auction,
                title_pieces: pieces(),
            })
            .collect(),
        news: others
            .news
            .into_iter()
            .map(|news| SuggestedNews {
                news,
                title_pieces: pieces(),
            })
            .collect(),
        meant: others.meaning.instead_of(text),
        near,
    })
}

fn show(piece: Piece) -> TextPiece {
    TextPiece {
        text: piece.text,
        is_marked: piece.is_marked,
    }
}

async fn find(
    search: &dyn Search,
    text: &str,
    is_bidding_over: Option<bool>,
    size: i64,
) -> ApiResult<search_indexer::Found> {
    let query = LotQuery {
        text: Some(text.to_owned()),
        is_bidding_over,
        ..LotQuery::default()
    };
    search
        .find(&query, Paging { page: 1, size })
        .await
        .map_err(lots::failed)
}

/// Searches that do find lots when the text finds none: the text without one of its words, or else its single words and
/// words similar to the unknown ones.
async fn near(
    pool: &PgPool,
    search: &dyn Search,
    text: &str,
    meaning: &Meaning,
) -> ApiResult<Vec<NearSearch>> {
    let words: Vec<&str> = meaning.words.iter().map(Meant::word).collect();
    if (3..=MOST_WORDS).contains(&words.len()) {
        let shorter = (0..words.len()).map(|left_out| {
            let mut rest = words.clone();
            rest.remove(left_out);
            rest.join(" ")
        });
        let near = with_results(search, text, shorter).await?;
        if !near.is_empty() {
            return Ok(near);
        }
    }
    let mut texts: Vec<String> = Vec::new();
    if words.len() > 1 {
        texts.extend(words.into_iter().map(ToOwned::to_owned));
    }
    let mut tx = pool.begin().await?;
    texts.extend(meaning.alike(&mut tx).await?);
    tx.commit().await?;
    with_results(search, text, texts).await
}

/// The first few of these texts that find lots.
async fn with_results(
    search: &dyn Search,
    text: &str,
    others: impl IntoIterator<Item = String>,
) -> ApiResult<Vec<NearSearch>> {
    let mut near: Vec<NearSearch> = Vec::new();
    for other in others {
        if near.len() == NEAR {
            break;
        }
        if other == text || near.iter().any(|near| near.text == other) {
            continue;
        }
        let found = find(search, &other, None, 1).await?;
        if found.total > 0 {
            near.push(NearSearch {
                text: other,
                lots_count: found.total,
            });
        }
    }
    Ok(near)
}

/// What a text finds besides lots.
struct Others {
    meaning: Meaning,
    artists: Vec<ArtistRow>,
    categories: Vec<CategoryRow>,
    houses: Vec<HouseShort>,
    /// Ids.
    auctions: Vec<i64>,
    news: Vec<NewsShort>,
}

struct ArtistRow {
    id: i64,
    name: String,
    life_years: Option<String>,
    preview_id: Option<uuid::Uuid>,
    lots_count: i64,
}

struct CategoryRow {
    id: i64,
    code: String,
    name: String,
    parents: Vec<String>,
    lots_count: i64,
}

impl Others {
    async fn find(pool: &PgPool, text: &str, now: OffsetDateTime) -> ApiResult<Self> {
        // The transaction only scopes the settings.
        let mut tx = pool.begin().await?;
        let meaning = Meaning::read(&mut tx, text).await?;
        let mut others = Self {
            meaning,
            artists: Vec::new(),
            categories: Vec::new(),
            houses: Vec::new(),
            auctions: Vec::new(),
            news: Vec::new(),
        };
        // A lot number finds lots only.
        if !others.meaning.words.is_empty() {
            others.read(&mut tx, text, now).await?;
        }
        tx.commit().await?;
        Ok(others)
    }

    async fn read(
        &mut self,
        conn: &mut PgConnection,
        text: &str,
        now: OffsetDateTime,
    ) -> ApiResult<()> {
        let words = self.meaning.anywhere();
        let typed = text.trim().to_lowercase().replace('ё', "е");
        let corrected = self.meaning.instead_of(text).unwrap_or_default();
        self.artists = sqlx::query_file_as!(
            ArtistRow,
            "queries/suggestions/artists.sql",
            words,
            typed,
            corrected,
            ARTISTS,
            MOST_COUNTED
        )
        .fetch_all(&mut *conn)
        .await?;
        self.categories = sqlx::query_file_as!(
            CategoryRow,
            "queries/suggestions/categories.sql",
            words,
            typed,
            corrected,
            CATEGORIES,
            MOST_COUNTED
        )
        .fetch_all(&mut *conn)
        .await?;
        self.houses = sqlx::query_file_as!(
            HouseShortRow,
            "queries/suggestions/houses.sql",
            words,
            typed,
            corrected,
            HOUSES
        )
        .fetch_all(&mut *conn)
        .await?
        .into_iter()
        .map(HouseShort::from)
        .collect();
        self.auctions = sqlx::query_file_scalar!(
            "queries/suggestions/catalogs.sql",
            words,
            typed,
            corrected,
            AUCTIONS
        )
        .fetch_all(&mut *conn)
        .await?;
        self.news = sqlx::query_file_as!(
            NewsRow,
            "queries/suggestions/news.sql",
            words,
            typed,
            corrected,
            NEWS,
            now
        )
        .fetch_all(&mut *conn)
        .await?
        .into_iter()
        .map(|row| Ok(row.show()?.short))
        .collect::<ApiResult<_>>()?;
        Ok(())
    }
}

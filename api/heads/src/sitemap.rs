//! The site's map for search engines: an index, the pages with their own texts, and parts of auctions and lots.

use std::fmt::Write as _;

use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::sync::Semaphore;

use crate::content::{
    Heads, artist_path, auction_path, category_path, gallery_path, house_path, lot_path, news_path,
};
use crate::route::FIXED;
use contract::error::{ApiError, ApiResult};
use texts::markup::escape;

/// Ids per part; a sitemap may list 50 000 addresses.
const PART: i64 = 50_000;
/// Concurrent batch reads.
static TURNS: Semaphore = Semaphore::const_new(2);
/// Addresses per batch.
const PIECE: i64 = 500;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// What a part lists.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Auctions,
    Lots,
}

/// Lists the existing parts.
pub async fn index(heads: &Heads) -> ApiResult<String> {
    let parts = sqlx::query!(
        r#"with lots as (select coalesce(max(lot_id), -1) / $1 as last from lot_listing),
               catalogs as (select coalesce(max(id), -1) / $1 as last from catalog)
           select 'auctions' as "kind!", n as "n!" from catalogs, generate_series(0, last) as n
           where last >= 0 and exists (select from catalog where id >= n * $1 and id < (n + 1) * $1)
           union all
           select 'lots', n from lots, generate_series(0, last) as n
           where last >= 0 and exists (
               select from lot_listing where lot_id >= n * $1 and lot_id < (n + 1) * $1 and not is_hidden)"#,
        PART
    )
    .fetch_all(&heads.pool)
    .await?;
    let url = escape(&heads.url);
    let mut xml = format!("{HEADER}<sitemapindex xmlns=\"{NAMESPACE}\">\n");
    let mut put = |part: &str| {
        let _ = writeln!(
            xml,
            "<sitemap><loc>{url}/sitemap/{part}.xml</loc></sitemap>"
        );
    };
    put("pages");
    for part in parts {
        put(&format!("{}-{}", part.kind, part.n));
    }
    xml.push_str("</sitemapindex>\n");
    Ok(xml)
}

/// Lists pages with their own texts, categories, houses and their galleries, artists with public works, and the latest news.
pub async fn pages(heads: &Heads) -> ApiResult<String> {
    let categories = sqlx::query!("select code, name from category order by id")
        .fetch_all(&heads.pool)
        .await?;
    let houses = sqlx::query!(
        "select id, name_ru, is_gallery from house where deleted is null order by id limit 20000"
    )
    .fetch_all(&heads.pool)
    .await?;
    let artists = sqlx::query!(
        "select id, name from author where author_is_public(author) order by id limit 5000"
    )
    .fetch_all(&heads.pool)
    .await?;
    let news = sqlx::query!(
        r#"select n.id, n.slug, n.published as "published!"
           from news n left join house h on h.id = n.house_id
           where n.published <= $1 and h.deleted is null order by n.published desc, n.id desc limit 5000"#,
        heads.clock.now()
    )
    .fetch_all(&heads.pool)
    .await?;
    let url = escape(&heads.url);
    let mut xml = begin();
    entry(&mut xml, &url, "/", None);
    for page in FIXED {
        entry(&mut xml, &url, page.path, None);
    }
    for category in categories {
        entry(
            &mut xml,
            &url,
            &category_path(&category.code, &category.name),
            None,
        );
    }
    for house in houses {
        entry(&mut xml, &url, &house_path(house.id, &house.name_ru), None);
        if house.is_gallery {
            entry(
                &mut xml,
                &url,
                &gallery_path(house.id, &house.name_ru),
                None,
            );
        }
    }
    for artist in artists {
        entry(&mut xml, &url, &artist_path(artist.id, &artist.name), None);
    }
    for news in news {
        let path = news_path(news.id, &news.slug);
        entry(&mut xml, &url, &path, Some(news.published));
    }
    xml.push_str("</urlset>\n");
    Ok(xml)
}

/// The half-open range of ids in a part.
pub fn stretch(part: i64) -> ApiResult<(i64, i64)> {
    let from = part.checked_mul(PART).filter(|from| *from >= 0);
    let ends = from.and_then(|from| Some((from, from.checked_add(PART)?)));
    ends.ok_or_else(ApiError::not_found)
}

/// Reads the addresses of the part from this id on. Returns them with the first id of the next batch, or None after the
/// last.
pub async fn piece(
    heads: &Heads,
    kind: Kind,
    first: i64,
    from: i64,
    to: i64,
) -> ApiResult<(String, Option<i64>)> {
    let rows = {
        let _turn = TURNS.acquire().await.map_err(ApiError::internal)?;
        rows(heads, kind, from, to).await?
    };
    let url = escape(&heads.url);
    let mut xml = if from == first {
        begin()
    } else {
        String::new()
    };
    for row in &rows {
        let path = match kind {
            Kind::Auctions => auction_path(row.id, &row.title),
            Kind::Lots => lot_path(row.id, &row.title),
        };
        entry(&mut xml, &url, &path, Some(row.changed));
    }
    let next = rows
        .last()
        .filter(|_| rows.len() as i64 == PIECE)
        .map(|last| last.id + 1);
    if next.is_none() {
        xml.push_str("</urlset>\n");
    }
    Ok((xml, next))
}

struct SitemapRow {
    id: i64,
    title: String,
    changed: OffsetDateTime,
}

async fn rows(heads: &Heads, kind: Kind, from: i64, to: i64) -> sqlx::Result<Vec<SitemapRow>> {
    match kind {
        Kind::Auctions => {
            sqlx::query_as!(
                SitemapRow,
                r#"select catalog.id, catalog.title, coalesce(catalog_trade.heartbeat, catalog.created) as "changed!"
                   from catalog join catalog_trade on catalog_trade.catalog_id = catalog.id
                   join house on house.id = catalog.house_id
                   where catalog.id >= $1 and catalog.id < $2 and catalog_is_public(catalog, catalog_trade, house)
                   order by catalog.id limit $3"#,
                from,
                to,
                PIECE
            )
            .fetch_all(&heads.pool)
            .await
        }
        // The listing records what is hidden; bets and hammers change a page as well.
        Kind::Lots => {
            sqlx::query_as!(
                SitemapRow,
                r#"select listing.lot_id as id, listing.title_ru as title,
                       greatest(listing.created, lot_trade.leading_at,
                           case when lot_trade.is_bidding_over then lot_trade.end_trade_time end) as "changed!"
                   from lot_listing as listing left join lot_trade on lot_trade.lot_id = listing.lot_id
                   where listing.lot_id >= $1 and listing.lot_id < $2 and not listing.is_hidden
                   order by listing.lot_id limit $3"#,
                from,
                to,
                PIECE
            )
            .fetch_all(&heads.pool)
            .await
        }
    }
}

fn entry(xml: &mut String, url: &str, path: &str, changed: Option<OffsetDateTime>) {
    let _ = write!(xml, "<url><loc>{url}{}</loc>", escape(path));
    if let Some(changed) =
        changed.and_then(|at| at.replace_nanosecond(0).ok()?.format(&Rfc3339).ok())
    {
        let _ = write!(xml, "<lastmod>{changed}</lastmod>");
    }
    xml.push_str("</url>\n");
}

fn begin() -> String {
    format!("{HEADER}<urlset xmlns=\"{NAMESPACE}\">\n")
}

//! Artists: the authors of lots, with their biographies and pictures.

use std::collections::HashMap;

use contract::dto::{Artist, ArtistLogo, ArtistShort, Picture};
use contract::error::{ApiError, ApiResult};
use sqlx::PgConnection;

/// The most pictures an artist may have.
pub const PICTURES: usize = 7;

/// The artists with these ids, in the same order. Skips unknown ids.
pub async fn by_ids(conn: &mut PgConnection, ids: &[i64]) -> ApiResult<Vec<Artist>> {
    let mut images: HashMap<i64, Vec<Picture>> = HashMap::new();
    let rows = sqlx::query!(
        "select i.author_id, p.id, p.width, p.height from author_image i join picture p on p.id = i.picture_id
         where i.author_id = any($1) order by i.author_id, i.position",
        ids
    )
    .fetch_all(&mut *conn)
    .await?;
    for row in rows {
        let picture = Picture::new("artists", row.id, row.width, row.height);
        images.entry(row.author_id).or_default().push(picture);
    }
    let rows = sqlx::query!(
        r#"select a.id, a.name, a.biography, a.life_years, a.logo, listed.lots as "lots_count!",
            listed.offered as "offered_count!", listed.sold as "sold_count!", work.id as "work_id?",
            work.width as "work_width?", work.height as "work_height?"
         from unnest($1::bigint[]) with ordinality wanted (id, place)
         join author a on a.id = wanted.id
         cross join lateral (
            select count(*) as lots, count(*) filter (where not l.is_bidding_over) as offered,
                count(*) filter (where lot_is_sold(l.lot_state)) as sold
            from lot_author x join lot_listing l on l.lot_id = x.lot_id
            where x.author_id = a.id and not l.is_hidden
         ) listed
         left join lateral (
            select p.id, p.width, p.height
            from lot_author x
            join lot_listing l on l.lot_id = x.lot_id and not l.is_hidden
            join lot_image i on i.lot_id = x.lot_id and i.position = 0
            join picture p on p.id = i.picture_id
            where x.author_id = a.id and a.logo is null
                and not exists (select from author_image where author_id = a.id)
            order by l.is_bidding_over, l.top desc, l.lot_id desc
            limit 1
         ) work on true
         order by wanted.place"#,
        ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let artists = rows.into_iter().map(|row| {
        let images = images.remove(&row.id).unwrap_or_default();
        let first = images.first().map(|picture| picture.id);
        Artist {
            short: ArtistShort {
                id: row.id,
                name: row.name,
                life_years: row.life_years,
                logo: ArtistLogo {
                    preview_id: row.logo.or(first),
                },
                images,
                work: Picture::of_columns("lots", row.work_id, row.work_width, row.work_height),
                lots_count: row.lots_count,
                offered_count: row.offered_count,
                sold_count: row.sold_count,
            },
            biography: row.biography,
        }
    });
    Ok(artists.collect())
}

/// 404 unless a public lot names the artist or an admin has entered them.
pub async fn require_public(conn: &mut PgConnection, id: i64) -> ApiResult<()> {
    let is_public = sqlx::query_scalar!(
        r#"select author_is_public(author) as "is!" from author where id = $1"#,
        id
    )
    .fetch_optional(conn)
    .await?;
    match is_public {
        Some(true) => Ok(()),
        _ => Err(ApiError::not_found()),
    }
}

pub async fn find(conn: &mut PgConnection, id: i64) -> ApiResult<Artist> {
    by_ids(conn, &[id])
        .await?
        .pop()
        .ok_or_else(ApiError::not_found)
}

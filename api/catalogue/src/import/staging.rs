//! Pictures of an import, stored before the transaction that attaches them to their lots.
//!
//! Each stored picture is first noted in `staged_picture`, and that transaction removes the note. The leftovers of a
//! failed import are therefore always known: [`forget`] deletes them at once, and [`sweep`] deletes those of a process
//! that was killed.

use std::collections::HashMap;

use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use contract::error::ApiResult;
use pictures::Pictures;

use crate::LOT_PICTURES;
use sheets::pictures::order_of_names;
use sqlstate::Cause;

/// Age at which a staged picture cannot belong to a running import.
const FORGOTTEN_AFTER: Duration = Duration::hours(6);

/// A picture that a lot already has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachedPicture {
    pub id: Uuid,
    /// SHA-256 of the uploaded file; `None` for pictures that the program drew itself.
    pub digest: Option<Vec<u8>>,
    /// The file name at import.
    pub name: Option<String>,
}

/// A new picture to attach to a lot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready {
    /// `None` in a dry run.
    pub id: Option<Uuid>,
    pub lot_number: i32,
    pub digest: Vec<u8>,
    pub name: String,
    /// The name in the archive.
    pub shown: String,
}

/// A refused picture, and the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFault {
    pub name: String,
    pub lot_number: i32,
    pub reason: String,
}

#[derive(Debug, Default)]
pub struct CheckedPictures {
    pub ready: Vec<Ready>,
    pub faults: Vec<PictureFault>,
    /// Already attached to their lots, or duplicates within the archive.
    pub unchanged: usize,
}

/// The pictures of a catalog's lots, in order, by lot number.
pub async fn attached(
    conn: &mut PgConnection,
    catalog_id: i64,
) -> ApiResult<HashMap<i32, Vec<AttachedPicture>>> {
    let rows = sqlx::query!(
        r#"select l.catalog_lot_id as "number!", p.id, p.digest, p.import_name from lot l
         join lot_image i on i.lot_id = l.id join picture p on p.id = i.picture_id
         where l.catalog_id = $1 and l.deleted is null order by l.catalog_lot_id, i.position"#,
        catalog_id
    )
    .fetch_all(conn)
    .await?;
    let mut attached: HashMap<i32, Vec<AttachedPicture>> = HashMap::new();
    for row in rows {
        attached
            .entry(row.number)
            .or_default()
            .push(AttachedPicture {
                id: row.id,
                digest: row.digest,
                name: row.import_name,
            });
    }
    Ok(attached)
}

/// The reason for refusing a picture beyond the limit.
pub fn too_many() -> String {
    format!("Не более {LOT_PICTURES} изображений лота")
}

/// The resulting pictures of a lot.
#[derive(Debug, PartialEq, Eq)]
pub struct Arranged<'a> {
    /// In order; `None` for a picture that a dry run did not store.
    pub pictures: Vec<Option<Uuid>>,
    /// Names of pictures that do not fit.
    pub dropped: Vec<&'a str>,
    /// Pictures replaced by another file of the same name.
    pub replaced: Vec<Uuid>,
    /// The number of new pictures that fit.
    pub added: usize,
}

/// Merges new pictures into those of a lot. A picture replaces the one imported earlier under the same name. Any other
/// goes before the first one imported under a later name, or to the end.
pub fn arrange<'a>(
    attached: &[AttachedPicture],
    ready: impl Iterator<Item = &'a Ready>,
) -> Arranged<'a> {
    struct Slot<'a> {
        id: Option<Uuid>,
        name: Option<&'a str>,
    }
    let names: Vec<Option<String>> = attached
        .iter()
        .map(|picture| picture.name.clone())
        .collect();
    let mut slots: Vec<Slot<'_>> = attached
        .iter()
        .zip(&names)
        .map(|(picture, name)| Slot {
            id: Some(picture.id),
            name: name.as_deref(),
        })
        .collect();
    let (mut dropped, mut replaced, mut added) = (Vec::new(), Vec::new(), 0);
    for picture in ready {
        let there = attached
            .iter()
            .any(|other| other.digest.as_deref() == Some(&*picture.digest));
        if there {
            continue;
        }
        let same = slots
            .iter_mut()
            .find(|slot| slot.name == Some(&picture.name));
        if let Some(slot) = same {
            replaced.extend(slot.id);
            slot.id = picture.id;
            added += 1;
            continue;
        }
        if slots.len() >= LOT_PICTURES {
            dropped.push(picture.name.as_str());
            continue;
        }
        let later = slots.iter().position(|slot| {
            slot.name
                .is_some_and(|name| order_of_names(&picture.name, name).is_lt())
        });
        let slot = Slot {
            id: picture.id,
            name: Some(&picture.name),
        };
        slots.insert(later.unwrap_or(slots.len()), slot);
        added += 1;
    }
    Arranged {
        pictures: slots.iter().map(|slot| slot.id).collect(),
        dropped,
        replaced,
        added,
    }
}

/// Deletes the pictures that nothing refers to; the others stay.
pub async fn forget(pool: &PgPool, pictures: &Pictures, ids: &[Uuid]) {
    for id in ids {
        if let Err(error) = forget_one(pool, pictures, *id).await {
            tracing::warn!(error = format!("{error:#}"), picture = %id, "import: cannot delete a staged picture; the next sweep retries");
        }
    }
}

async fn forget_one(pool: &PgPool, pictures: &Pictures, id: Uuid) -> anyhow::Result<()> {
    // A reference from a lot keeps the picture: the foreign key refuses the delete.
    let deleted = sqlx::query!("delete from picture where id = $1", id)
        .execute(pool)
        .await;
    match deleted {
        Ok(_) => pictures.remove_files(id).await?,
        Err(error) if Cause::of(&error) == Cause::ForeignKey => {}
        Err(error) => return Err(error.into()),
    }
    sqlx::query!("delete from staged_picture where id = $1", id)
        .execute(pool)
        .await?;
    Ok(())
}

/// Deletes staged pictures of imports whose process ended before cleanup. Returns their number.
pub async fn sweep(pool: &PgPool, pictures: &Pictures, now: OffsetDateTime) -> ApiResult<usize> {
    let left = sqlx::query_scalar!(
        "select id from staged_picture where at < $1",
        now - FORGOTTEN_AFTER
    )
    .fetch_all(pool)
    .await?;
    forget(pool, pictures, &left).await;
    Ok(left.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attached(number: u128, name: Option<&str>) -> AttachedPicture {
        AttachedPicture {
            id: Uuid::from_u128(number),
            digest: Some(vec![number as u8]),
            name: name.map(str::to_owned),
        }
    }

    fn ready(number: u128, name: &str) -> Ready {
        Ready {
            id: Some(Uuid::from_u128(number)),
            lot_number: 27,
            digest: vec![number as u8],
            name: name.to_owned(),
            shown: name.to_owned(),
        }
    }

    fn arranged(there: &[AttachedPicture], new: &[Ready]) -> (Vec<u128>, Vec<String>, usize) {
        let arranged = arrange(there, new.iter());
        (
            arranged
                .pictures
                .iter()
                .map(|id| id.unwrap().as_u128())
                .collect(),
            arranged
                .dropped
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
            arranged.replaced.len(),
        )
    }

    #[test]
    fn new_pictures_are_inserted_in_the_order_of_their_names() {
        let new = [
            ready(11, "27.jpg"),
            ready(12, "27_2.jpg"),
            ready(13, "27a.jpg"),
        ];
        assert_eq!(arranged(&[], &new), (vec![11, 12, 13], vec![], 0));
        let there = [attached(1, Some("27.jpg")), attached(2, Some("27_3.jpg"))];
        assert_eq!(
            arranged(&there, &[ready(12, "27_2.jpg"), ready(14, "27_4.jpg")]),
            (vec![1, 12, 2, 14], vec![], 0)
        );
        // A manual order stays, and so do pictures added by hand.
        let by_hand = [
            attached(2, Some("27_3.jpg")),
            attached(9, None),
            attached(1, Some("27.jpg")),
        ];
        assert_eq!(
            arranged(&by_hand, &[ready(14, "27_4.jpg")]),
            (vec![2, 9, 1, 14], vec![], 0)
        );
    }

    #[test]
    fn the_same_name_replaces_a_picture_and_the_same_bytes_change_nothing() {
        let there = [attached(1, Some("27.jpg")), attached(2, Some("27_2.jpg"))];
        assert_eq!(
            arranged(&there, &[ready(11, "27.jpg")]),
            (vec![11, 2], vec![], 1)
        );
        assert_eq!(
            arranged(&there, &[ready(1, "27_5.jpg")]),
            (vec![1, 2], vec![], 0)
        );
    }

    #[test]
    fn a_lot_holds_seven_pictures() {
        let there: Vec<AttachedPicture> = (1..=6).map(|n| attached(n, None)).collect();
        let new = [ready(11, "27.jpg"), ready(12, "27_2.jpg")];
        assert_eq!(
            arranged(&there, &new),
            (vec![1, 2, 3, 4, 5, 6, 11], vec!["27_2.jpg".to_owned()], 0)
        );
    }
}

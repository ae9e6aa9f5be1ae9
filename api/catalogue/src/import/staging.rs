//! Pictures of an import: judged and stored one by one before the transaction that hangs them on their lots.
//!
//! What is stored so is noted in `staged_picture` first, and the note goes in that transaction. So what an import that
//! failed has left is known, whatever ended it: [`forget`] takes it away at once, [`sweep`] what a process that was killed
//! left behind.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::{PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::import::progress::Progress;
use contract::dto::Stage;
use contract::error::{ApiError, ApiResult};
use contract::limits::IMAGE_LIMIT;
use people::access::hash_bytes;
use pictures::{LOT_PICTURES, Pictures};
use sheets::archive::{self, Zip};
use sheets::pictures::{PictureFile, order_of_names};
use sheets::unusable::Unusable;

/// What is still staged after so long belongs to no import that goes on.
const FORGOTTEN_AFTER: Duration = Duration::hours(6);

/// A picture that a lot has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hung {
    pub id: Uuid,
    /// SHA-256 of the file that was uploaded; `None` of what the program drew itself.
    pub digest: Option<Vec<u8>>,
    /// The name under which it was imported.
    pub name: Option<String>,
}

/// A picture that is to be hung on a lot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ready {
    /// `None` in a dry run.
    pub id: Option<Uuid>,
    pub lot_number: i32,
    pub digest: Vec<u8>,
    pub name: String,
    /// As the archive has it.
    pub shown: String,
}

/// A picture that cannot be taken, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureFault {
    pub name: String,
    pub lot_number: i32,
    pub reason: String,
}

#[derive(Debug, Default)]
pub struct Judged {
    pub ready: Vec<Ready>,
    pub faults: Vec<PictureFault>,
    /// There already, on their lots or twice in the archive.
    pub unchanged: usize,
}

/// The pictures of a catalog's lots in their order, by the lots' numbers.
pub async fn hung(conn: &mut PgConnection, catalog_id: i64) -> ApiResult<HashMap<i32, Vec<Hung>>> {
    let rows = sqlx::query!(
        r#"select l.catalog_lot_id as "number!", p.id, p.digest, p.import_name from lot l
         join lot_image i on i.lot_id = l.id join picture p on p.id = i.picture_id
         where l.catalog_id = $1 and l.deleted is null order by l.catalog_lot_id, i.position"#,
        catalog_id
    )
    .fetch_all(conn)
    .await?;
    let mut hung: HashMap<i32, Vec<Hung>> = HashMap::new();
    for row in rows {
        hung.entry(row.number).or_default().push(Hung {
            id: row.id,
            digest: row.digest,
            name: row.import_name,
        });
    }
    Ok(hung)
}

/// Judges pictures one after the other, in their order, and stores those that are new if `by` says for whom: `staged` gets
/// their ids.
pub async fn judge(
    pictures: &Pictures,
    now: OffsetDateTime,
    archive: Arc<Mutex<Zip>>,
    files: &[&PictureFile],
    hung: &HashMap<i32, Vec<Hung>>,
    by: Option<i64>,
    progress: &mut Progress,
    staged: &mut Vec<Uuid>,
) -> ApiResult<Judged> {
    let mut judged = Judged::default();
    let none = Vec::new();
    // Of the lot whose turn it is: the files come lot by lot.
    let (mut lot, mut first) = (0, 0);
    let mut seen: HashSet<Vec<u8>> = HashSet::new();
    let mut names: HashSet<&str> = HashSet::new();
    for (place, file) in files.iter().enumerate() {
        progress.at(Stage::Pictures, place, files.len());
        let fault = |reason: String| PictureFault {
            name: file.shown.clone(),
            lot_number: file.lot_number,
            reason,
        };
        if file.lot_number != lot {
            (lot, first) = (file.lot_number, judged.ready.len());
            seen.clear();
            names.clear();
        }
        if !names.insert(&file.name) {
            judged
                .faults
                .push(fault("Такое имя файла встречается дважды".to_owned()));
            continue;
        }
        let there = hung.get(&lot).unwrap_or(&none);
        let (bytes, digest) = match read(archive.clone(), file).await? {
            Ok(read) => read,
            Err(reason) => {
                judged.faults.push(fault(reason.to_owned()));
                continue;
            }
        };
        let hangs = there
            .iter()
            .any(|other| other.digest.as_deref() == Some(&digest));
        if hangs || !seen.insert(digest.clone()) {
            judged.unchanged += 1;
            continue;
        }
        let ready = Ready {
            id: None,
            lot_number: lot,
            digest,
            name: file.name.clone(),
            shown: file.shown.clone(),
        };
        let of_lot = judged.ready[first..].iter().chain([&ready]);
        if arrange(there, of_lot)
            .dropped
            .contains(&ready.name.as_str())
        {
            judged.faults.push(fault(too_many()));
            continue;
        }
        let stored = match by {
            Some(by) => pictures
                .stage(bytes.into(), by, &ready.name, now)
                .await?
                .map(Some),
            None => pictures.judge(bytes.into()).await?.map(|()| None),
        };
        match stored {
            Ok(id) => {
                staged.extend(id);
                judged.ready.push(Ready { id, ..ready });
            }
            Err(unreadable) => judged.faults.push(fault(unreadable.text().to_owned())),
        }
    }
    progress.at(Stage::Pictures, files.len(), files.len());
    Ok(judged)
}

/// Why a picture finds no place.
pub fn too_many() -> String {
    format!("Не более {LOT_PICTURES} изображений лота")
}

/// A picture's bytes with their SHA-256, off the threads that serve, or why it cannot be taken.
async fn read(
    archive: Arc<Mutex<Zip>>,
    file: &PictureFile,
) -> ApiResult<Result<(Vec<u8>, Vec<u8>), &'static str>> {
    let index = file.index;
    let read = tokio::task::spawn_blocking(move || {
        let mut zip = archive.lock().unwrap_or_else(PoisonError::into_inner);
        match archive::read(&mut zip, index, IMAGE_LIMIT as u64) {
            Ok(Some(bytes)) => {
                let digest = hash_bytes(&bytes).to_vec();
                Ok(Ok((bytes, digest)))
            }
            Ok(None) => Ok(Err("Изображение больше 20 МиБ")),
            Err(Unusable::Broken(_)) => Ok(Err("Файл в архиве повреждён")),
            Err(other) => Err(other),
        }
    });
    Ok(read.await.map_err(ApiError::internal)??)
}

/// A lot's pictures as they are to be.
#[derive(Debug, PartialEq, Eq)]
pub struct Arranged<'a> {
    /// In their order; `None` of a picture that a dry run did not store.
    pub pictures: Vec<Option<Uuid>>,
    /// Names of those there is no place for.
    pub dropped: Vec<&'a str>,
    /// Those that came again as other files.
    pub replaced: Vec<Uuid>,
    /// How many of the new ones have a place.
    pub added: usize,
}

/// Hangs new pictures between those a lot has: one that came before under the same name takes its place, any other stands
/// before the first that was imported under a later name, else at the end.
pub fn arrange<'a>(hung: &[Hung], ready: impl Iterator<Item = &'a Ready>) -> Arranged<'a> {
    struct Slot<'a> {
        id: Option<Uuid>,
        name: Option<&'a str>,
    }
    let names: Vec<Option<String>> = hung.iter().map(|picture| picture.name.clone()).collect();
    let mut slots: Vec<Slot<'_>> = hung
        .iter()
        .zip(&names)
        .map(|(picture, name)| Slot {
            id: Some(picture.id),
            name: name.as_deref(),
        })
        .collect();
    let (mut dropped, mut replaced, mut added) = (Vec::new(), Vec::new(), 0);
    for picture in ready {
        let there = hung
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

/// Takes pictures away that hang nowhere; those that hang somewhere stay.
pub async fn forget(pool: &PgPool, pictures: &Pictures, ids: &[Uuid]) {
    for id in ids {
        if let Err(error) = forget_one(pool, pictures, *id).await {
            tracing::warn!(error = format!("{error:#}"), picture = %id, "a staged picture is left until the next sweep");
        }
    }
}

async fn forget_one(pool: &PgPool, pictures: &Pictures, id: Uuid) -> anyhow::Result<()> {
    // Whatever refers to it keeps it.
    let deleted = sqlx::query!("delete from picture where id = $1", id)
        .execute(pool)
        .await;
    match deleted {
        Ok(_) => pictures.remove_files(id).await?,
        Err(sqlx::Error::Database(error)) if error.is_foreign_key_violation() => {}
        Err(error) => return Err(error.into()),
    }
    sqlx::query!("delete from staged_picture where id = $1", id)
        .execute(pool)
        .await?;
    Ok(())
}

/// Takes away what imports have left whose process ended before them.
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

    fn hung(number: u128, name: Option<&str>) -> Hung {
        Hung {
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

    fn arranged(there: &[Hung], new: &[Ready]) -> (Vec<u128>, Vec<String>, usize) {
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
    fn new_pictures_come_between_by_their_names() {
        let new = [
            ready(11, "27.jpg"),
            ready(12, "27_2.jpg"),
            ready(13, "27a.jpg"),
        ];
        assert_eq!(arranged(&[], &new), (vec![11, 12, 13], vec![], 0));
        let there = [hung(1, Some("27.jpg")), hung(2, Some("27_3.jpg"))];
        assert_eq!(
            arranged(&there, &[ready(12, "27_2.jpg"), ready(14, "27_4.jpg")]),
            (vec![1, 12, 2, 14], vec![], 0)
        );
        // The order that somebody made by hand stays, and what he hung himself.
        let by_hand = [
            hung(2, Some("27_3.jpg")),
            hung(9, None),
            hung(1, Some("27.jpg")),
        ];
        assert_eq!(
            arranged(&by_hand, &[ready(14, "27_4.jpg")]),
            (vec![2, 9, 1, 14], vec![], 0)
        );
    }

    #[test]
    fn a_picture_of_the_same_name_takes_the_place_and_the_same_bytes_nothing() {
        let there = [hung(1, Some("27.jpg")), hung(2, Some("27_2.jpg"))];
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
    fn there_are_seven_places() {
        let there: Vec<Hung> = (1..=6).map(|n| hung(n, None)).collect();
        let new = [ready(11, "27.jpg"), ready(12, "27_2.jpg")];
        assert_eq!(
            arranged(&there, &new),
            (vec![1, 2, 3, 4, 5, 6, 11], vec!["27_2.jpg".to_owned()], 0)
        );
    }
}

//! Checks the pictures of an import, several at a time, and stores those that are new.
//!
//! Reading, checking and storing overlap, a window of files at a time, but each decision is taken in the order of the
//! files: which of two pictures of a name is refused does not depend on which is decoded first.

use std::collections::{HashMap, HashSet};
use std::future::ready;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesOrdered;
use time::OffsetDateTime;
use uuid::Uuid;

use super::progress::Progress;
use super::staging::{AttachedPicture, CheckedPictures, PictureFault, Ready, arrange, too_many};
use contract::dto::Stage;
use contract::error::{ApiError, ApiResult};
use contract::limits::IMAGE_LIMIT;
use pictures::{Pictures, Refused, Turn, Upload};
use sha2::{Digest, Sha256};
use sheets::archive::{self, Zip};
use sheets::pictures::PictureFile;
use sheets::unusable::Unusable;

pub struct Checking<'a> {
    pub pictures: &'a Arc<Pictures>,
    pub archive: Arc<Mutex<Zip>>,
    /// The pictures that the lots have.
    pub attached: &'a HashMap<i32, Vec<AttachedPicture>>,
    pub house_id: i64,
    /// The account to store new pictures for; `None` in a dry run.
    pub by: Option<i64>,
    pub now: OffsetDateTime,
}

/// What is known of a file.
#[expect(
    clippy::large_enum_variant,
    reason = "only a window of them exists at a time, and most are pictures"
)]
enum Settled {
    Fault(String),
    Unchanged,
    /// The picture, `None` in a dry run, or the reason for refusing it.
    Checked {
        digest: Vec<u8>,
        picture: Result<Option<pictures::Ready>, String>,
    },
}

type Settling<'a> =
    Pin<Box<dyn Future<Output = (&'a PictureFile, ApiResult<Settled>)> + Send + 'a>>;
type Read = Result<(Bytes, Vec<u8>), String>;

impl Checking<'_> {
    /// Checks pictures, in order. Adds the ids of those it stores to `staged`.
    pub async fn run<'f>(
        &self,
        files: &[&'f PictureFile],
        progress: &mut Progress,
        staged: &mut Vec<Uuid>,
    ) -> ApiResult<CheckedPictures> {
        let window = 2 * self.pictures.threads();
        let mut checked = CheckedPictures::default();
        // In the order of the files, grouped by lot: names that were given out, and files that were read.
        let (mut names, mut seen) = (OfLot::default(), OfLot::default());
        let mut rest = files.iter().copied();
        let mut reading = FuturesOrdered::new();
        let mut settling: FuturesOrdered<Settling<'f>> = FuturesOrdered::new();
        let mut unstored = Vec::new();
        let mut done = 0;
        loop {
            while reading.len() < window
                && let Some(file) = rest.next()
            {
                let is_new = names.of(file.lot_number).insert(file.name.as_str());
                reading.push_back(self.read(file, is_new));
            }
            tokio::select! {
                Some((file, read)) = reading.next(), if settling.len() < window => {
                    settling.push_back(self.settle(file, read?, &checked, &mut seen));
                }
                Some((file, settled)) = settling.next() => {
                    self.decide(file, settled?, &mut checked, &mut unstored);
                    if unstored.len() >= window {
                        self.store(&mut unstored, &mut checked, staged).await?;
                    }
                    done += 1;
                    progress.at(Stage::Pictures, done, files.len());
                }
                else => break,
            }
        }
        self.store(&mut unstored, &mut checked, staged).await?;
        progress.at(Stage::Pictures, files.len(), files.len());
        Ok(checked)
    }

    /// Reads a file and its SHA-256, or the reason for refusing it.
    fn read<'f>(
        &self,
        file: &'f PictureFile,
        is_new: bool,
    ) -> impl Future<Output = (&'f PictureFile, ApiResult<Read>)> + Send + use<'f> {
        let (pictures, archive) = (self.pictures.clone(), self.archive.clone());
        let turn = Turn::House(self.house_id);
        async move {
            if !is_new {
                let twice = "Такое имя файла встречается дважды".to_owned();
                return (file, Ok(Err(twice)));
            }
            let (index, memory) = (file.index, file.size.min(IMAGE_LIMIT as u64));
            let read = pictures.bulk(turn, memory, move || {
                let mut zip = archive.lock().unwrap_or_else(PoisonError::into_inner);
                let read = archive::read(&mut zip, index, IMAGE_LIMIT as u64);
                drop(zip);
                match read {
                    Ok(Some(bytes)) => {
                        let digest = Sha256::digest(&bytes).to_vec();
                        Ok(Ok((bytes.into(), digest)))
                    }
                    Ok(None) => Ok(Err("Изображение больше 20 МиБ".to_owned())),
                    Err(Unusable::Broken(_)) => Ok(Err("Файл в архиве повреждён".to_owned())),
                    Err(other) => Err(other.into()),
                }
            });
            let read = read.await.map_err(ApiError::internal).flatten();
            (file, read)
        }
    }

    /// Begins to check a file, unless it needs none.
    fn settle<'f>(
        &self,
        file: &'f PictureFile,
        read: Read,
        checked: &CheckedPictures,
        seen: &mut OfLot<Vec<u8>>,
    ) -> Settling<'f> {
        let settled = |settled| -> Settling<'f> { Box::pin(ready((file, Ok(settled)))) };
        let (bytes, digest) = match read {
            Ok(read) => read,
            Err(reason) => return settled(Settled::Fault(reason)),
        };
        let is_attached = self
            .attached_to(file)
            .iter()
            .any(|other| other.digest.as_deref() == Some(&digest));
        if is_attached || !seen.of(file.lot_number).insert(digest.clone()) {
            return settled(Settled::Unchanged);
        }
        // Pictures still being checked may take the last place; `decide` notices that.
        if !self.has_place(checked, &new(file, digest.clone())) {
            return settled(Settled::Fault(too_many()));
        }
        let (pictures, turn) = (self.pictures.clone(), Turn::House(self.house_id));
        let stores = self.by.is_some();
        Box::pin(async move {
            let upload = Upload::Memory(bytes);
            let picture = if stores {
                let prepared = pictures.prepare(upload, turn).await;
                prepared.map(|prepared| prepared.map(Some))
            } else {
                let sound = pictures.check(upload, turn).await;
                sound.map(|sound| sound.map(|()| None))
            };
            let settled = match picture {
                Ok(Err(Refused::Busy(busy))) => Err(ApiError::unavailable(busy)),
                Err(error) => Err(ApiError::internal(error)),
                Ok(Ok(picture)) => Ok(Settled::Checked {
                    digest,
                    picture: Ok(picture),
                }),
                Ok(Err(Refused::Unreadable(unreadable))) => Ok(Settled::Checked {
                    digest,
                    picture: Err(unreadable.text().to_owned()),
                }),
            };
            (file, settled)
        })
    }

    fn decide(
        &self,
        file: &PictureFile,
        settled: Settled,
        checked: &mut CheckedPictures,
        unstored: &mut Vec<(usize, pictures::Ready)>,
    ) {
        let fault = |reason| PictureFault {
            name: file.shown.clone(),
            lot_number: file.lot_number,
            reason,
        };
        match settled {
            Settled::Fault(reason) => checked.faults.push(fault(reason)),
            Settled::Unchanged => checked.unchanged += 1,
            // A full lot is the reason given, whatever the file holds.
            Settled::Checked { digest, picture } => {
                let new = new(file, digest);
                if !self.has_place(checked, &new) {
                    checked.faults.push(fault(too_many()));
                    return;
                }
                match picture {
                    Ok(picture) => {
                        unstored.extend(picture.map(|picture| (checked.ready.len(), picture)));
                        checked.ready.push(new);
                    }
                    Err(reason) => checked.faults.push(fault(reason)),
                }
            }
        }
    }

    /// Stores pictures that were accepted.
    async fn store(
        &self,
        unstored: &mut Vec<(usize, pictures::Ready)>,
        checked: &mut CheckedPictures,
        staged: &mut Vec<Uuid>,
    ) -> ApiResult<()> {
        let Some(by) = self.by.filter(|_| !unstored.is_empty()) else {
            return Ok(());
        };
        let (places, uploads): (Vec<usize>, Vec<_>) = unstored
            .drain(..)
            .map(|(place, picture)| (place, (picture, checked.ready[place].name.clone())))
            .unzip();
        let ids = self.pictures.stage(uploads, by, self.now).await?;
        for (place, id) in places.into_iter().zip(&ids) {
            checked.ready[place].id = Some(*id);
        }
        staged.extend(ids);
        Ok(())
    }

    fn attached_to(&self, file: &PictureFile) -> &[AttachedPicture] {
        self.attached
            .get(&file.lot_number)
            .map_or(&[], Vec::as_slice)
    }

    /// Whether the lot has room for another picture, counting those already checked.
    fn has_place(&self, checked: &CheckedPictures, new: &Ready) -> bool {
        let attached = self
            .attached
            .get(&new.lot_number)
            .map_or(&[][..], Vec::as_slice);
        let of_lot = checked
            .ready
            .partition_point(|ready| ready.lot_number < new.lot_number);
        let ready = checked.ready[of_lot..].iter().chain([new]);
        !arrange(attached, ready)
            .dropped
            .contains(&new.name.as_str())
    }
}

fn new(file: &PictureFile, digest: Vec<u8>) -> Ready {
    Ready {
        id: None,
        lot_number: file.lot_number,
        digest,
        name: file.name.clone(),
        shown: file.shown.clone(),
    }
}

/// A set about one lot at a time.
struct OfLot<T> {
    lot: i32,
    set: HashSet<T>,
}

impl<T> Default for OfLot<T> {
    fn default() -> Self {
        Self {
            lot: 0,
            set: HashSet::new(),
        }
    }
}

impl<T> OfLot<T> {
    fn of(&mut self, lot: i32) -> &mut HashSet<T> {
        if self.lot != lot {
            self.lot = lot;
            self.set.clear();
        }
        &mut self.set
    }
}

//! The data that texts mention, read once for all events of a batch.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::Currency;
use sqlx::PgConnection;
use time::OffsetDateTime;

use super::notice::{AnyNotice, Read, RoomKind};
use crate::ahead::{self, Opening};
use crate::message::Message;
use crate::unsubscribe::UnsubscribeLinks;
use outbox::Notice;
use texts::words::lot as lot_name;

/// The data that texts mention, and the recipients that events do not name.
#[derive(Default)]
pub struct Facts {
    pub catalogs: HashMap<i64, Catalog>,
    pub lots: HashMap<i64, Lot>,
    pub houses: HashMap<i64, House>,
    pub queries: HashMap<i64, Query>,
    /// Messages about catalogs that began, by catalog.
    pub starts: HashMap<i64, Vec<Message>>,
    /// Messages about lots that opened, by lot.
    pub openings: HashMap<i64, Vec<Message>>,
    /// For the people who asked for a price.
    pub links: UnsubscribeLinks,
}

pub struct Catalog {
    pub house_id: i64,
    pub title: String,
    pub currency: Currency,
    /// Managers and owners of the house, and the catalog's auctioneers.
    pub staff: Vec<i64>,
}

pub struct Lot {
    pub name: String,
    pub catalog_id: Option<i64>,
    pub house_id: i64,
    pub authors: String,
    /// The accounts that were subscribed to an author when the lot first became public, and when each subscription
    /// expires. Empty unless the lot is public.
    pub subscribers: Vec<(i64, OffsetDateTime)>,
}

pub struct House {
    pub name: String,
    /// The address for letters to the house.
    pub email: Option<String>,
    /// Managers and owners.
    pub staff: Vec<i64>,
}

pub struct Query {
    pub lot_id: i64,
    pub lot: String,
    pub house: String,
    pub message: String,
    /// The asker.
    pub account_id: i64,
    /// Whether the asker wants letters about it.
    pub by_letter: bool,
    pub is_refused: bool,
    pub answer: Option<String>,
}

impl Facts {
    pub async fn of(conn: &mut PgConnection, read: &[Read]) -> sqlx::Result<Self> {
        let (mut catalogs, mut lots, mut houses, mut queries) = (
            BTreeSet::new(),
            BTreeSet::new(),
            BTreeSet::new(),
            BTreeSet::new(),
        );
        let (mut starts, mut openings) = (BTreeMap::new(), BTreeMap::new());
        for read in read {
            match &read.notice {
                AnyNotice::Room(notice) => {
                    catalogs.insert(notice.catalog_id);
                    lots.extend(notice.lot_id);
                    if matches!(notice.kind, RoomKind::SaleStarted) {
                        starts.insert(notice.catalog_id, notice.at);
                    }
                    openings.extend(notice.lot_ids.iter().map(|lot| {
                        let opening = Opening {
                            catalog_id: notice.catalog_id,
                            at: notice.at,
                        };
                        (*lot, opening)
                    }));
                }
                AnyNotice::Other(
                    Notice::RegistrationAccepted { house_id, .. }
                    | Notice::RegistrationRejected { house_id, .. }
                    | Notice::Invited { house_id, .. },
                ) => {
                    houses.insert(*house_id);
                }
                AnyNotice::Other(Notice::PriceRequestReceived { house_id, query_id }) => {
                    houses.insert(*house_id);
                    queries.insert(*query_id);
                }
                AnyNotice::Other(Notice::PriceRequestAnswered { query_id, .. }) => {
                    queries.insert(*query_id);
                }
                AnyNotice::Other(Notice::LotListed { lot_id }) => {
                    lots.insert(*lot_id);
                }
                AnyNotice::Other(Notice::NewDevice { .. }) => {}
            }
        }
        let ids = |of: BTreeSet<i64>| of.into_iter().collect::<Vec<_>>();
        let queries = find_queries(conn, &ids(queries)).await?;
        let askers: Vec<i64> = queries.values().map(|query| query.account_id).collect();
        Ok(Self {
            catalogs: find_catalogs(conn, &ids(catalogs)).await?,
            lots: find_lots(conn, &ids(lots)).await?,
            houses: find_houses(conn, &ids(houses)).await?,
            starts: ahead::begun(conn, starts).await?,
            openings: ahead::opened(conn, openings).await?,
            links: UnsubscribeLinks::of(conn, &askers).await?,
            queries,
        })
    }
}

async fn find_catalogs(
    conn: &mut PgConnection,
    ids: &[i64],
) -> sqlx::Result<HashMap<i64, Catalog>> {
    let rows = sqlx::query!(
        r#"select id, house_id, title, currency, array(
               select account_id from house_staff
               where house_staff.house_id = catalog.house_id and (is_manager or is_owner)
               union select account_id from catalog_auctioneer where catalog_auctioneer.catalog_id = catalog.id
           ) as "staff!"
           from catalog where id = any($1) and rehearsal_of is null"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let catalogs = rows.into_iter().map(|row| {
        let currency = Currency::try_from(row.currency);
        let catalog = Catalog {
            house_id: row.house_id,
            title: row.title,
            currency: currency.map_err(|error| sqlx::Error::Decode(Box::new(error)))?,
            staff: row.staff,
        };
        Ok((row.id, catalog))
    });
    catalogs.collect()
}

async fn find_lots(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<HashMap<i64, Lot>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = sqlx::query!(
        r#"select l.id, l.title_ru, l.catalog_lot_id, l.catalog_id, l.house_id,
            array(select a.name from lot_author x join author a on a.id = x.author_id
                where x.lot_id = l.id order by x.position) as "authors!"
         from lot l where l.id = any($1)"#,
        ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let mut lots: HashMap<i64, Lot> = rows
        .into_iter()
        .map(|row| {
            let lot = Lot {
                name: lot_name(row.catalog_lot_id, &row.title_ru),
                catalog_id: row.catalog_id,
                house_id: row.house_id,
                authors: row.authors.join(", "),
                subscribers: Vec::new(),
            };
            (row.id, lot)
        })
        .collect();
    let rows = sqlx::query!(
        "select x.lot_id, s.account_id, s.expires from lot_author x
         join lot_listing l on l.lot_id = x.lot_id and not l.is_hidden
         join lot_first_seen f on f.lot_id = x.lot_id
         join artist_subscription s on s.author_id = x.author_id and s.created <= f.at
         where x.lot_id = any($1)",
        ids
    )
    .fetch_all(conn)
    .await?;
    for row in rows {
        if let Some(lot) = lots.get_mut(&row.lot_id) {
            lot.subscribers.push((row.account_id, row.expires));
        }
    }
    Ok(lots)
}

async fn find_houses(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<HashMap<i64, House>> {
    let rows = sqlx::query!(
        r#"select id, name_ru, email, array(select distinct account_id from house_staff
               where house_staff.house_id = house.id and (is_manager or is_owner)) as "staff!"
           from house where id = any($1)"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let houses = rows.into_iter().map(|row| {
        let house = House {
            name: row.name_ru,
            email: row.email,
            staff: row.staff,
        };
        (row.id, house)
    });
    Ok(houses.collect())
}

/// Queries that were not withdrawn, including those that one side has archived.
async fn find_queries(conn: &mut PgConnection, ids: &[i64]) -> sqlx::Result<HashMap<i64, Query>> {
    let rows = sqlx::query!(
        r#"select q.id, q.lot_id, q.message, q.status, q.answer, l.title_ru, l.catalog_lot_id, h.name_ru, q.account_id,
            coalesce(s.price_request, true) as "by_letter!"
         from price_query q join lot l on l.id = q.lot_id join house h on h.id = l.house_id
         left join notification_setting s on s.account_id = q.account_id
         where q.id = any($1) and q.deleted is null"#,
        ids
    )
    .fetch_all(conn)
    .await?;
    let queries = rows.into_iter().map(|row| {
        let query = Query {
            lot_id: row.lot_id,
            lot: lot_name(row.catalog_lot_id, &row.title_ru),
            house: row.name_ru,
            message: row.message,
            account_id: row.account_id,
            by_letter: row.by_letter,
            is_refused: row.status == 2,
            answer: row.answer,
        };
        (row.id, query)
    });
    Ok(queries.collect())
}

//! Loads a seed file: the demonstration site, and test fixtures.
//!
//! Loading is idempotent: people are identified by e-mail or phone, houses and categories by id, catalogs by key.
//! Events before loading (bets, hammers, payments) are played through the rules into the room's journal by
//! [`room_server::setup::seed_history`], so the journal is their source of truth, as for all later events. A bet that
//! the rules refuse is an error in the file.
//!
//! # Keeping the demonstration alive
//! When the server starts, [`Loader::revive`] replaces an ended `keepAlive` sale with a *new catalog with new lots*, built from
//! the file with new dates. It hides the ended one through its own journal: its bets stay in place, in people's accounts
//! too, and nothing is rewritten. Resetting the same catalog would have to retract events already shown to people.

mod content;
mod file;
mod history;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use domain::{CatalogState, Command};
use room_server::Request;
use room_server::setup::{create_room, seed_history};
use sqlx::types::Json;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use self::file::{Catalog, Category, House, Lot, Person, PriceQuery, Role, Seed};
use people::account::{ADMIN, DEVELOPER, MANAGER};
use pictures::Pictures;

/// Numbers of catalogs and lots created.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Loaded {
    pub catalogs: usize,
    pub lots: usize,
}

/// Loads seed files into a database and an object store.
pub struct Loader<'a> {
    pub pool: &'a PgPool,
    pub pictures: &'a Pictures,
    pub caps: contract::dto::UntrustedCap,
    pub now: OffsetDateTime,
}

/// Ids of the file's names.
#[derive(Default)]
struct Names {
    people: HashMap<String, i64>,
    houses: HashMap<String, i64>,
    /// Picture ids by file name.
    pictures: HashMap<String, Uuid>,
}

/// A parsed seed, and the folder its pictures are relative to.
pub struct SeedFile {
    seed: Seed,
    folder: PathBuf,
}

impl SeedFile {
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let seed = serde_json::from_slice(&text)
            .with_context(|| format!("{} is not a seed file", path.display()))?;
        Ok(Self {
            seed,
            folder: path.parent().unwrap_or(Path::new(".")).to_owned(),
        })
    }
}

impl Loader<'_> {
    /// Whether the database has no houses.
    pub async fn is_empty(&self) -> anyhow::Result<bool> {
        let there = sqlx::query_scalar!(r#"select exists(select from house) as "there!""#)
            .fetch_one(self.pool)
            .await?;
        Ok(!there)
    }

    /// Loads everything that does not exist yet. What people follow comes with the lots, sales and artists it is about.
    pub async fn load(&self, file: &SeedFile) -> anyhow::Result<Loaded> {
        let mut tx = self.pool.begin().await?;
        lock(&mut tx).await?;
        let names = self.base(&mut tx, file).await?;
        let mut loaded = Loaded::default();
        for catalog in &file.seed.catalogs {
            let there = sqlx::query_scalar!(
                r#"select exists(select from seeded_catalog where key = $1) as "there!""#,
                catalog.key
            )
            .fetch_one(&mut *tx)
            .await?;
            if !there {
                loaded.lots += self.catalog(&mut tx, file, &names, catalog).await?;
                loaded.catalogs += 1;
            }
        }
        loaded.lots += self.storage(&mut tx, file, &names).await?;
        self.content(&mut tx, file, &names).await?;
        tx.commit().await?;
        self.index().await?;
        Ok(loaded)
    }

    /// Loads lots outside catalogs, identified by house and title.
    async fn storage(
        &self,
        tx: &mut PgConnection,
        file: &SeedFile,
        names: &Names,
    ) -> anyhow::Result<usize> {
        let mut loaded = 0;
        for lot in file.seed.lots.iter().filter(|lot| lot.catalog.is_none()) {
            let house_id = *names
                .houses
                .get(&lot.house)
                .with_context(|| format!("lot «{}»", lot.title_ru))?;
            let there = sqlx::query_scalar!(
                r#"select exists(select from lot where house_id = $1 and title_ru = $2 and catalog_id is null) as "there!""#,
                house_id,
                lot.title_ru
            )
            .fetch_one(&mut *tx)
            .await?;
            if !there {
                self.lot(tx, names, lot, house_id, None).await?;
                loaded += 1;
            }
        }
        Ok(loaded)
    }

    /// Restarts demonstration sales that have ended. Run it before the server starts: no room may be in memory.
    pub async fn revive(&self, file: &SeedFile) -> anyhow::Result<Loaded> {
        let mut tx = self.pool.begin().await?;
        lock(&mut tx).await?;
        let names = self.base(&mut tx, file).await?;
        let mut loaded = Loaded::default();
        for catalog in file
            .seed
            .catalogs
            .iter()
            .filter(|catalog| catalog.keep_alive)
        {
            let row = sqlx::query!(
                "select s.catalog_id, t.state, t.start_date, t.end_date
                 from seeded_catalog s join catalog_trade t on t.catalog_id = s.catalog_id where s.key = $1",
                catalog.key
            )
            .fetch_optional(&mut *tx)
            .await?;
            let Some(row) = row else { continue };
            let state = CatalogState::try_from(row.state)?;
            let ended = state.is_finished() || row.end_date.is_some_and(|end| end <= self.now);
            // A sale scheduled while no server was running would start at once, without its announcement.
            let missed = state == CatalogState::Scheduled
                && row.start_date.is_some_and(|start| start <= self.now);
            if ended || missed {
                self.retire(&mut tx, row.catalog_id).await?;
                loaded.lots += self.catalog(&mut tx, file, &names, catalog).await?;
                loaded.catalogs += 1;
            }
        }
        tx.commit().await?;
        self.index().await?;
        Ok(loaded)
    }

    /// Deletes everything, people included, except the help texts that ship with the product. Pictures stay in the
    /// store, unreachable: their ids are gone.
    pub async fn erase(&self) -> anyhow::Result<()> {
        sqlx::query!(
            "truncate account, session, login_attempt, login_failure, picture, house, house_staff, staff_invitation, house_order, house_trust,
                category, author, catalog, catalog_auctioneer, lot, lot_author, lot_image, favourite, lot_view, outbox,
                catalog_trade, room_command, room_snapshot, bet, absentee_order, participant, lot_trade, chat_message, chat_mute, paddle,
                lot_listing, listing_term, seeded_catalog, house_info, catalog_subscription, notification, news, banner, partner
                restart identity cascade"
        )
        .execute(self.pool)
        .await?;
        Ok(())
    }

    async fn index(&self) -> anyhow::Result<()> {
        // The outbox would update the listing within a second; the first page must already be complete.
        search_indexer::listing::rebuild(self.pool).await?;
        // The first pages must not wait for autovacuum: without statistics the planner reads all lots of a sale to find twenty.
        sqlx::query!(
            "analyze account, house, category, author, catalog, catalog_trade, lot, lot_author, lot_image, picture, lot_trade, \
                room_command, bet, participant, listing_term, catalog_listing"
        )
        .execute(self.pool)
        .await?;
        Ok(())
    }

    /// Loads categories, people and houses.
    async fn base(&self, tx: &mut PgConnection, file: &SeedFile) -> anyhow::Result<Names> {
        let mut names = Names::default();
        for (position, category) in file.seed.categories.iter().enumerate() {
            add_category(tx, category, None, position).await?;
        }
        sqlx::query!("select setval(pg_get_serial_sequence('category', 'id'), (select coalesce(max(id), 1) from category))")
            .fetch_one(&mut *tx)
            .await?;
        for person in &file.seed.people {
            let id = add_person(tx, person)
                .await
                .with_context(|| format!("person «{}»", person.key))?;
            names.people.insert(person.key.clone(), id);
        }
        names.pictures = self
            .pictures
            .add_files(tx, &file.folder, file.images().collect())
            .await?;
        for house in &file.seed.houses {
            self.house(tx, &names, house)
                .await
                .with_context(|| format!("house «{}»", house.key))?;
            names.houses.insert(house.key.clone(), house.id);
        }
        sqlx::query!("select setval(pg_get_serial_sequence('house', 'id'), (select coalesce(max(id), 1) from house))")
            .fetch_one(&mut *tx)
            .await?;
        Ok(names)
    }

    async fn house(
        &self,
        tx: &mut PgConnection,
        names: &Names,
        house: &House,
    ) -> anyhow::Result<()> {
        let there = sqlx::query_scalar!(
            r#"select exists(select from house where id = $1) as "there!""#,
            house.id
        )
        .fetch_one(&mut *tx)
        .await?;
        if there {
            return Ok(());
        }
        let photo = match &house.photo {
            Some(file) => Some(names.picture(file)?),
            None => None,
        };
        sqlx::query!(
            "insert into house (id, name_ru, description_ru, address, email, phone, site, whatsup_phone, gallery_type,
                is_gallery, is_storage, is_post_auction, commission, steps_table, photo)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::float8::numeric(5, 2), $14, $15)",
            house.id,
            house.name_ru,
            house.description_ru,
            house.address,
            house.email,
            house.phone,
            house.site,
            house.whatsup_phone,
            house.gallery_type,
            house.is_gallery,
            house.is_storage,
            house.is_post_auction,
            house.commission,
            house.steps_table.as_ref().map(Json) as _,
            photo
        )
        .execute(&mut *tx)
        .await?;
        let staff = [
            (0_i16, &house.staff.manager),
            (1, &house.staff.owner),
            (2, &house.staff.newsmaker),
        ];
        for (role, people) in staff {
            for person in people {
                sqlx::query!(
                    "insert into house_staff (house_id, account_id, role, is_shown) values ($1, $2, $3, true) on conflict do nothing",
                    house.id,
                    names.person(person)?,
                    role
                )
                .execute(&mut *tx)
                .await?;
            }
        }
        for registration in &house.registrations {
            let account_id = names.person(&registration.person)?;
            sqlx::query!(
                "insert into house_order (house_id, account_id, status, created, decided)
                 values ($1, $2, $3, $4, case when $3::smallint = 0 then null else $4::timestamptz end)",
                house.id,
                account_id,
                registration.status,
                self.now
            )
            .execute(&mut *tx)
            .await?;
            if registration.trusted {
                sqlx::query!(
                    "insert into house_trust (house_id, account_id, trusted) values ($1, $2, true)",
                    house.id,
                    account_id
                )
                .execute(&mut *tx)
                .await?;
            }
        }
        Ok(())
    }

    /// Loads a catalog with its lots and history. Returns the number of lots.
    async fn catalog(
        &self,
        tx: &mut PgConnection,
        file: &SeedFile,
        names: &Names,
        catalog: &Catalog,
    ) -> anyhow::Result<usize> {
        let place = || format!("catalog «{}»", catalog.key);
        let lots: Vec<&Lot> = file
            .seed
            .lots
            .iter()
            .filter(|lot| lot.catalog.as_deref() == Some(catalog.key.as_str()))
            .collect();
        let house_id = *names.houses.get(&catalog.house).with_context(place)?;
        ensure!(
            lots.iter().all(|lot| lot.house == catalog.house),
            "{}: lots of other houses",
            place()
        );
        let logo = match &catalog.logo {
            Some(file) => Some(names.picture(file)?),
            None => None,
        };
        let currency = lots.first().map_or(0, |lot| lot.price.currency);
        ensure!(
            lots.iter().all(|lot| lot.price.currency == currency),
            "{}: lots of several currencies",
            place()
        );
        let catalog_id = sqlx::query_scalar!(
            "insert into catalog (house_id, title, description_ru, catalog_type, calculation_type, is_auto_start,
                start_date, end_date, commission, currency, steps_table, lot_sale_timeout_s, logo, house_steps_table)
             select $1, $2, $3, $4, $5, $6, $7, $8, $9::float8::numeric(5, 2), $10, $11, $12, $13, steps_table
             from house where id = $1 returning id",
            house_id,
            catalog.title,
            catalog.description_ru,
            catalog.catalog_type,
            catalog.calculation_type,
            catalog.is_auto_start,
            catalog.start_date.map(|start| start.after(self.now)),
            catalog.end_date.map(|end| end.after(self.now)),
            catalog.commission,
            currency,
            catalog.steps_table.as_ref().map(Json) as _,
            catalog.lot_sale_timeout_in_seconds,
            logo
        )
        .fetch_one(&mut *tx)
        .await
        .with_context(place)?;
        for person in &catalog.auctioneer {
            sqlx::query!(
                "insert into catalog_auctioneer (catalog_id, account_id) values ($1, $2)",
                catalog_id,
                names.person(person)?
            )
            .execute(&mut *tx)
            .await?;
        }
        for person in &catalog.subscribers {
            sqlx::query!(
                "insert into catalog_subscription (account_id, catalog_id, created) values ($1, $2, $3)",
                names.person(person)?,
                catalog_id,
                self.now
            )
            .execute(&mut *tx)
            .await?;
        }
        let mut played = Vec::with_capacity(lots.len());
        for lot in lots {
            let id = self
                .lot(tx, names, lot, house_id, Some(catalog_id))
                .await
                .with_context(|| format!("{}, lot {:?}", place(), lot.catalog_lot_id))?;
            played.push((id, lot));
        }
        let begins = match catalog.state {
            0..=2 => CatalogState::Scheduled,
            4 => CatalogState::Temporary,
            other => bail!("{}: state {other} cannot be loaded", place()),
        };
        create_room(tx, catalog_id, begins, self.caps.into(), &HashMap::new())
            .await
            .with_context(place)?;
        let accepted = self.standings(tx, house_id).await?;
        let history = history::of(catalog, &played, &names.people, &accepted, self.now)
            .with_context(place)?;
        seed_history(tx, catalog_id, history)
            .await
            .with_context(place)?;
        let state = sqlx::query_scalar!(
            "select state from catalog_trade where catalog_id = $1",
            catalog_id
        )
        .fetch_one(&mut *tx)
        .await?;
        ensure!(
            state == catalog.state,
            "{}: its history leads to state {state}, not {}",
            place(),
            catalog.state
        );
        sqlx::query!(
            "insert into seeded_catalog (key, catalog_id) values ($1, $2)
             on conflict (key) do update set catalog_id = excluded.catalog_id",
            catalog.key,
            catalog_id
        )
        .execute(&mut *tx)
        .await?;
        Ok(played.len())
    }

    /// The people the house accepted, and whether it trusts them.
    async fn standings(
        &self,
        tx: &mut PgConnection,
        house_id: i64,
    ) -> anyhow::Result<HashMap<i64, bool>> {
        let rows = sqlx::query!(
            r#"select o.account_id, coalesce(t.trusted, false) as "trusted!" from house_order o
             left join house_trust t on t.house_id = o.house_id and t.account_id = o.account_id
             where o.house_id = $1 and o.status = 1"#,
            house_id
        )
        .fetch_all(tx)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.account_id, row.trusted))
            .collect())
    }

    async fn lot(
        &self,
        tx: &mut PgConnection,
        names: &Names,
        lot: &Lot,
        house_id: i64,
        catalog_id: Option<i64>,
    ) -> anyhow::Result<i64> {
        ensure!(lot.images.len() <= 7, "more than 7 pictures");
        // Lots get increasing creation times, so that «newest first» has an order.
        let created =
            self.now - time::Duration::minutes(i64::from(lot.catalog_lot_id.unwrap_or(0)) * 7);
        let id = sqlx::query_scalar!(
            "insert into lot (house_id, catalog_id, catalog_lot_id, title_ru, description_ru, is_attributed_authorship,
                category_id, period, materials, size, source_country_ru, weight, notes, start_price, reserve_price,
                estimated_from, estimated_to, currency, top, created)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) returning id",
            house_id,
            catalog_id,
            lot.catalog_lot_id,
            lot.title_ru,
            lot.description_ru,
            lot.is_attributed_authorship,
            lot.category_id,
            lot.period,
            lot.materials,
            lot.size,
            lot.source_country_ru,
            lot.weight,
            lot.notes,
            lot.price.start,
            lot.price.reserve.filter(|reserve| *reserve > 0),
            lot.price.estimated_from,
            lot.price.estimated_to,
            lot.price.currency,
            lot.top,
            created
        )
        .fetch_one(&mut *tx)
        .await?;
        for (position, name) in lot.authors.iter().enumerate() {
            let author_id = sqlx::query_scalar!(
                "insert into author (name) values ($1) on conflict (name) do update set name = excluded.name returning id",
                name
            )
            .fetch_one(&mut *tx)
            .await?;
            sqlx::query!(
                "insert into lot_author (lot_id, author_id, position) values ($1, $2, $3)",
                id,
                author_id,
                i16::try_from(position)?
            )
            .execute(&mut *tx)
            .await?;
        }
        for (position, file) in lot.images.iter().enumerate() {
            let picture = names.picture(file)?;
            sqlx::query!(
                "insert into lot_image (lot_id, position, picture_id) values ($1, $2, $3)",
                id,
                i16::try_from(position)?,
                picture
            )
            .execute(&mut *tx)
            .await?;
        }
        for person in &lot.favourite_of {
            sqlx::query!(
                "insert into favourite (account_id, lot_id, created) values ($1, $2, $3)",
                names.person(person)?,
                id,
                self.now
            )
            .execute(&mut *tx)
            .await?;
        }
        for query in &lot.price_queries {
            self.price_query(tx, names, query, id).await?;
        }
        Ok(id)
    }

    async fn price_query(
        &self,
        tx: &mut PgConnection,
        names: &Names,
        query: &PriceQuery,
        lot_id: i64,
    ) -> anyhow::Result<()> {
        let answer = query.answer.as_ref();
        let answered_by = answer
            .map(|answer| names.person(&answer.person))
            .transpose()?;
        sqlx::query!(
            "insert into price_query (lot_id, account_id, message, created, status, answer, answered, answered_by)
             values ($1, $2, $3, $4, case when $5::text is null then 0 else 1 end, $5, $6, $7)",
            lot_id,
            names.person(&query.person)?,
            query.message,
            query.at.after(self.now),
            answer.map(|answer| answer.text.as_str()),
            answer.map(|answer| answer.at.after(self.now)),
            answered_by
        )
        .execute(&mut *tx)
        .await?;
        Ok(())
    }

    /// Hides an ended sale from the lists.
    async fn retire(&self, tx: &mut PgConnection, catalog_id: i64) -> anyhow::Result<()> {
        let hide = Request::new(Command::SetHidden { hidden: true });
        let now = domain::Timestamp((self.now.unix_timestamp_nanos() / 1_000_000) as i64);
        seed_history(tx, catalog_id, vec![(now, hide)]).await?;
        sqlx::query!("update catalog set hidden = true where id = $1", catalog_id)
            .execute(&mut *tx)
            .await?;
        Ok(())
    }
}

impl SeedFile {
    /// File names of all pictures.
    fn images(&self) -> impl Iterator<Item = &str> {
        let seed = &self.seed;
        seed.lots
            .iter()
            .flat_map(|lot| lot.images.iter().map(String::as_str))
            .chain(
                seed.houses
                    .iter()
                    .filter_map(|house| house.photo.as_deref()),
            )
            .chain(
                seed.catalogs
                    .iter()
                    .filter_map(|catalog| catalog.logo.as_deref()),
            )
            .chain(
                seed.artists
                    .iter()
                    .flat_map(|artist| artist.images.iter().map(String::as_str)),
            )
            .chain(seed.news.iter().filter_map(|news| news.image.as_deref()))
            .chain(seed.banners.iter().map(|banner| banner.image.as_str()))
            .chain(
                seed.partners
                    .iter()
                    .filter_map(|partner| partner.image.as_deref()),
            )
    }
}

impl Names {
    fn person(&self, key: &str) -> anyhow::Result<i64> {
        self.people
            .get(key)
            .copied()
            .with_context(|| format!("there is no person «{key}»"))
    }

    fn picture(&self, file: &str) -> anyhow::Result<Uuid> {
        self.pictures
            .get(file)
            .copied()
            .with_context(|| format!("there is no picture «{file}»"))
    }
}

/// Serialises loads: two at once would create everything twice.
async fn lock(tx: &mut PgConnection) -> anyhow::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('seed', 0))")
        .execute(tx)
        .await?;
    Ok(())
}

async fn add_category(
    tx: &mut PgConnection,
    category: &Category,
    parent: Option<i64>,
    position: usize,
) -> anyhow::Result<()> {
    sqlx::query!(
        "insert into category (id, code, name, parent_id, position) values ($1, $2, $3, $4, $5) on conflict do nothing",
        category.id,
        category.code,
        category.name,
        parent,
        i32::try_from(position)?
    )
    .execute(&mut *tx)
    .await?;
    for (position, item) in category.items.iter().enumerate() {
        Box::pin(add_category(tx, item, Some(category.id), position)).await?;
    }
    Ok(())
}

async fn add_person(tx: &mut PgConnection, person: &Person) -> anyhow::Result<i64> {
    let roles = person.roles.iter().fold(0, |roles, role| {
        roles
            | match role {
                Role::Manager => MANAGER,
                Role::Admin => ADMIN,
                Role::Developer => DEVELOPER,
            }
    });
    sqlx::query!(
        "insert into account (display_name, phone, email, roles) values ($1, $2, $3, $4) on conflict do nothing",
        person.display_name,
        person.phone,
        person.email,
        roles
    )
    .execute(&mut *tx)
    .await?;
    let id = sqlx::query_scalar!(
        "select id from account where phone = $1 or email = $2 order by id limit 1",
        person.phone,
        person.email
    )
    .fetch_optional(&mut *tx)
    .await?;
    id.context("needs an e-mail or a phone number")
}

//! Site content other than lots: artists, news, banners and partners of the seed file.

use anyhow::Context as _;
use sqlx::PgConnection;

use crate::file::{Artist, Banner, News, Partner};
use crate::{Loader, Names, SeedFile};
use texts::rich_text::clean;
use texts::slug;

impl Loader<'_> {
    /// Loads content that does not exist yet. Lots have already created the artists they name; biographies written by
    /// admins stay.
    pub(super) async fn content(
        &self,
        tx: &mut PgConnection,
        file: &SeedFile,
        names: &Names,
    ) -> anyhow::Result<()> {
        let seed = &file.seed;
        for artist in &seed.artists {
            let place = || format!("artist «{}»", artist.name);
            self.artist(tx, names, artist).await.with_context(place)?;
        }
        for news in &seed.news {
            let place = || format!("news «{}»", news.title);
            self.news(tx, names, news).await.with_context(place)?;
        }
        for (position, banner) in seed.banners.iter().enumerate() {
            let place = || format!("banner «{}»", banner.title);
            let position = i32::try_from(position)?;
            self.banner(tx, names, banner, position)
                .await
                .with_context(place)?;
        }
        for (position, partner) in seed.partners.iter().enumerate() {
            let place = || format!("partner «{}»", partner.name);
            let position = i32::try_from(position)?;
            self.partner(tx, names, partner, position)
                .await
                .with_context(place)?;
        }
        Ok(())
    }

    async fn artist(
        &self,
        tx: &mut PgConnection,
        names: &Names,
        artist: &Artist,
    ) -> anyhow::Result<()> {
        let id = sqlx::query_scalar!(
            "insert into author (name, life_years, biography) values ($1, $2, $3)
             on conflict (name) do update set life_years = excluded.life_years, biography = excluded.biography
             where author.biography is null returning id",
            artist.name,
            artist.life_years,
            clean(&artist.biography)
        )
        .fetch_optional(&mut *tx)
        .await?;
        let Some(id) = id else { return Ok(()) };
        for person in &artist.subscribers {
            sqlx::query!(
                "insert into artist_subscription (account_id, author_id, created, expires)
                 values ($1, $2, $3, $3::timestamptz + interval '180 days') on conflict do nothing",
                names.person(person)?,
                id,
                self.now
            )
            .execute(&mut *tx)
            .await?;
        }
        for (position, file) in artist.images.iter().enumerate() {
            let picture = names.picture(file)?;
            sqlx::query!(
                "insert into author_image (author_id, position, picture_id) values ($1, $2, $3)",
                id,
                i16::try_from(position)?,
                picture
            )
            .execute(&mut *tx)
            .await?;
        }
        Ok(())
    }

    async fn news(&self, tx: &mut PgConnection, names: &Names, news: &News) -> anyhow::Result<()> {
        let house_id = match &news.house {
            Some(house) => Some(*names.houses.get(house).context("there is no such house")?),
            None => None,
        };
        let there = sqlx::query_scalar!(
            r#"select exists(select from news where title = $1 and house_id is not distinct from $2) as "there!""#,
            news.title,
            house_id
        )
        .fetch_one(&mut *tx)
        .await?;
        if there {
            return Ok(());
        }
        let image = match &news.image {
            Some(file) => Some(names.picture(file)?),
            None => None,
        };
        let published = news.published.map(|published| published.after(self.now));
        sqlx::query!(
            "insert into news (house_id, news_type, slug, title, summary, content, image, publisher_id, created, published)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
            house_id,
            news.news_type,
            slug::of(&news.title, "news"),
            news.title,
            news.summary,
            clean(&news.content),
            image,
            names.person(&news.publisher)?,
            published.unwrap_or(self.now),
            published
        )
        .execute(&mut *tx)
        .await?;
        Ok(())
    }

    async fn banner(
        &self,
        tx: &mut PgConnection,
        names: &Names,
        banner: &Banner,
        position: i32,
    ) -> anyhow::Result<()> {
        let there = sqlx::query_scalar!(
            r#"select exists(select from banner where title = $1) as "there!""#,
            banner.title
        )
        .fetch_one(&mut *tx)
        .await?;
        if there {
            return Ok(());
        }
        let image = names.picture(&banner.image)?;
        sqlx::query!(
            "insert into banner (title, link, position, visible, image, created) values ($1, $2, $3, true, $4, $5)",
            banner.title,
            banner.link,
            position,
            image,
            self.now
        )
        .execute(&mut *tx)
        .await?;
        Ok(())
    }

    async fn partner(
        &self,
        tx: &mut PgConnection,
        names: &Names,
        partner: &Partner,
        position: i32,
    ) -> anyhow::Result<()> {
        let there = sqlx::query_scalar!(
            r#"select exists(select from partner where name = $1) as "there!""#,
            partner.name
        )
        .fetch_one(&mut *tx)
        .await?;
        if there {
            return Ok(());
        }
        let image = partner
            .image
            .as_deref()
            .map(|file| names.picture(file))
            .transpose()?;
        sqlx::query!(
            "insert into partner (name, description, link, position, visible, image, created) values ($1, $2, $3, $4, true, $5, $6)",
            partner.name,
            partner.description,
            partner.link,
            position,
            image,
            self.now
        )
        .execute(&mut *tx)
        .await?;
        Ok(())
    }
}

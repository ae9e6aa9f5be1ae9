//! The operator's contacts and social links.

use sqlx::types::Json;
use sqlx::{PgExecutor, PgPool};

use crate::links::is_web_address;
use contract::bounds;
use contract::dto::{SiteContacts, SocialLink};
use contract::error::ApiResult;
use contract::fields::Faults;
use people::contact;
use people::journal::{Action, By};

/// Where the contacts are read.
#[derive(Clone)]
pub struct Source {
    pub pool: PgPool,
    /// Those of the server's settings, until admins write their own.
    pub defaults: SiteContacts,
}

impl Source {
    /// The contacts that everybody sees.
    pub async fn shown(&self) -> sqlx::Result<SiteContacts> {
        let stored = stored(&self.pool).await?;
        Ok(stored.unwrap_or_else(|| self.defaults.clone()))
    }

    /// Replaces all contacts.
    pub async fn replace(&self, by: &By, request: &SiteContacts) -> ApiResult<SiteContacts> {
        let valid = parse(request)?;
        let mut tx = self.pool.begin().await?;
        // Of two changes at once, the second sees the first.
        sqlx::query!("select pg_advisory_xact_lock(hashtextextended('site contacts', 0))")
            .execute(&mut *tx)
            .await?;
        let before = stored(&mut *tx)
            .await?
            .unwrap_or_else(|| self.defaults.clone());
        sqlx::query!(
            "insert into site_contacts (phone, email, address, social_links) values ($1, $2, $3, $4)
             on conflict (id) do update set phone = excluded.phone, email = excluded.email,
                address = excluded.address, social_links = excluded.social_links",
            valid.phone,
            valid.email,
            valid.address,
            Json(&valid.social_links) as _
        )
        .execute(&mut *tx)
        .await?;
        by.record_change(&mut tx, Action::SiteContactsChanged, 0, &before, &valid)
            .await?;
        tx.commit().await?;
        Ok(valid)
    }
}

async fn stored(executor: impl PgExecutor<'_>) -> sqlx::Result<Option<SiteContacts>> {
    let row = sqlx::query!(
        r#"select phone, email, address, social_links as "social_links: Json<Vec<SocialLink>>" from site_contacts"#
    )
    .fetch_optional(executor)
    .await?;
    Ok(row.map(|row| SiteContacts {
        phone: row.phone,
        email: row.email,
        address: row.address,
        social_links: row.social_links.0,
    }))
}

/// Validates a request. The number keeps the notation it is written in: it may be a toll-free one.
fn parse(request: &SiteContacts) -> ApiResult<SiteContacts> {
    let mut faults = Faults::default();
    let phone = faults.optional("phone", request.phone.as_deref(), bounds::CONTACT);
    if phone
        .as_deref()
        .is_some_and(|text| contact::phone(text).is_err())
    {
        faults.add("phone", "Введите корректный номер телефона");
    }
    let email = faults.optional("email", request.email.as_deref(), bounds::CONTACT);
    if email
        .as_deref()
        .is_some_and(|text| contact::email(text).is_err())
    {
        faults.add("email", "Введите корректный email");
    }
    let address = faults.optional("address", request.address.as_deref(), bounds::ADDRESS);
    let range = bounds::SOCIAL_LINKS;
    if !range.contains(&request.social_links.len()) {
        faults.add("socialLinks", format!("Не более {} ссылок", range.end()));
    }
    let mut social_links = Vec::new();
    for (place, link) in request.social_links.iter().enumerate() {
        let name = format!("socialLinks.{place}.name");
        let url = format!("socialLinks.{place}.url");
        let link = SocialLink {
            name: faults.required(&name, &link.name, bounds::SOCIAL_NAME),
            url: faults.required(&url, &link.url, bounds::SITE_LINK),
        };
        if !link.url.is_empty() && !is_web_address(&link.url) {
            faults.add(
                &url,
                "Укажите адрес, который начинается с http:// или https://",
            );
        }
        social_links.push(link);
    }
    faults.into_result()?;
    Ok(SiteContacts {
        phone,
        email,
        address,
        social_links,
    })
}

//! Unsubscribe links: every recipient has a secret address that ends letters of one kind, or of one saved search, without
//! sign-in.

use std::collections::HashMap;

use sqlx::PgConnection;

use crate::kind::{Kind, Setting};
use mail::letters::Content;

/// The unsubscribe secrets of recipients, by account.
#[derive(Debug, Default)]
pub struct UnsubscribeLinks(HashMap<i64, String>);

impl UnsubscribeLinks {
    /// Loads the secrets of these accounts. Creates the missing ones.
    pub async fn of(conn: &mut PgConnection, accounts: &[i64]) -> sqlx::Result<Self> {
        if accounts.is_empty() {
            return Ok(Self::default());
        }
        sqlx::query!(
            "insert into letter_end (account_id)
             select distinct id from unnest($1::bigint[]) as id
             where not exists (select from letter_end e where e.account_id = id) order by id
             on conflict do nothing",
            accounts
        )
        .execute(&mut *conn)
        .await?;
        let rows = sqlx::query!(
            "select account_id, secret from letter_end where account_id = any($1)",
            accounts
        )
        .fetch_all(conn)
        .await?;
        Ok(Self(
            rows.into_iter()
                .map(|row| (row.account_id, row.secret))
                .collect(),
        ))
    }

    /// Adds the address where this person unsubscribes from letters of this kind.
    pub fn put(&self, content: Content, account_id: i64, kind: Kind) -> Content {
        match (self.0.get(&account_id), kind.setting()) {
            (Some(secret), Some(setting)) => {
                content.one_click_unsubscribe(path(secret, setting.name()))
            }
            _ => content,
        }
    }

    /// Adds the address where this person ends the letters of a saved search.
    pub fn put_search(&self, content: Content, account_id: i64, search_id: i64) -> Content {
        match self.0.get(&account_id) {
            Some(secret) => {
                content.one_click_unsubscribe(path(secret, &format!("{SEARCH}{search_id}")))
            }
            None => content,
        }
    }
}

fn path(secret: &str, letters: &str) -> String {
    format!("/unsubscribe/{secret}/{letters}")
}

/// Which letters end, as the last part of the address says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Setting(Setting),
    /// The saved search with this id.
    Search(i64),
}

const SEARCH: &str = "search-";

impl Ending {
    pub fn of_name(name: &str) -> Option<Self> {
        match name.strip_prefix(SEARCH) {
            Some(id) => id.parse().ok().map(Self::Search),
            None => Setting::of_name(name).map(Self::Setting),
        }
    }
}

//! House staff. Members of a house's staff do not bid there.

use sqlx::PgConnection;

use crate::account::Account;
use crate::contact::Contact;

/// A person's role in a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Manager = 0,
    Owner = 1,
    Newsmaker = 2,
}

impl Role {
    /// The role of a stored number.
    pub fn of(number: i16) -> Option<Self> {
        [Self::Manager, Self::Owner, Self::Newsmaker]
            .into_iter()
            .find(|role| *role as i16 == number)
    }

    /// The role's name on the wire and in the journal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Manager => "manager",
            Self::Owner => "owner",
            Self::Newsmaker => "newsmaker",
        }
    }
}

/// What a person is, or is invited to be, for a house.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Post {
    Staff { house_id: i64, role: Role },
    Auctioneer { house_id: i64, catalog_id: i64 },
}

impl Post {
    /// The post of a stored row.
    pub fn of(house_id: i64, role: Option<i16>, catalog_id: Option<i64>) -> Option<Self> {
        match (role.and_then(Role::of), catalog_id) {
            (Some(role), _) => Some(Self::Staff { house_id, role }),
            (None, Some(catalog_id)) => Some(Self::Auctioneer {
                house_id,
                catalog_id,
            }),
            (None, None) => None,
        }
    }

    pub fn house_id(self) -> i64 {
        match self {
            Self::Staff { house_id, .. } | Self::Auctioneer { house_id, .. } => house_id,
        }
    }

    /// The stored number of the role; none for an auctioneer.
    pub fn role(self) -> Option<i16> {
        match self {
            Self::Staff { role, .. } => Some(role as i16),
            Self::Auctioneer { .. } => None,
        }
    }

    pub fn catalog_id(self) -> Option<i64> {
        match self {
            Self::Staff { .. } => None,
            Self::Auctioneer { catalog_id, .. } => Some(catalog_id),
        }
    }

    /// The post's name on the wire and in the journal.
    pub fn name(self) -> &'static str {
        match self {
            Self::Staff { role, .. } => role.name(),
            Self::Auctioneer { .. } => "auctioneer",
        }
    }

    /// Owners are invited by admins, other staff by the house's owners too, auctioneers also by its managers.
    pub fn is_given_by(self, account: &Account) -> bool {
        match self {
            Self::Staff {
                role: Role::Owner, ..
            } => account.is_admin(),
            Self::Staff { house_id, .. } => {
                account.is_admin() || account.owner_of.contains(&house_id)
            }
            Self::Auctioneer { house_id, .. } => account.manages(house_id),
        }
    }
}

/// The stored kind of the contact by which a house names a person.
pub fn named_by(contact: &Contact) -> i16 {
    i16::from(contact.email().is_some())
}

/// Appoints a person, known to the house by this contact, to a role. False if they already hold it.
pub async fn appoint(
    tx: &mut PgConnection,
    house_id: i64,
    account_id: i64,
    contact: &Contact,
    role: Role,
) -> sqlx::Result<bool> {
    let appointed = sqlx::query!(
        "insert into house_staff (house_id, account_id, role, named_by) values ($1, $2, $3, $4) on conflict do nothing",
        house_id,
        account_id,
        role as i16,
        named_by(contact)
    )
    .execute(&mut *tx)
    .await?
    .rows_affected()
        > 0;
    end_trust(tx, house_id, account_id).await?;
    Ok(appointed)
}

/// Ends the house's trust in a person who joins its staff: staff place no orders. After the commit the
/// caller drops their orders there with [`crate::eligibility::lost`]. Waits for an order being placed right now.
pub async fn end_trust(tx: &mut PgConnection, house_id: i64, account_id: i64) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from house_trust where house_id = $1 and account_id = $2 and trusted",
        house_id,
        account_id
    )
    .execute(tx)
    .await?;
    Ok(())
}

/// The houses where a person is on the staff, auctioneers included.
pub async fn houses_of(tx: &mut PgConnection, account_id: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        r#"select house_id as "house_id!" from house_staff where account_id = $1
         union select c.house_id from catalog_auctioneer x join catalog c on c.id = x.catalog_id
         where x.account_id = $1 and c.deleted is null
         order by 1"#,
        account_id
    )
    .fetch_all(tx)
    .await
}

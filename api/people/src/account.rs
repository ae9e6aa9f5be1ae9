//! An account and its rights.

use uuid::Uuid;

use contract::dto;
use contract::error::{ApiError, ApiResult};

pub const MANAGER: i32 = 1024;
pub const ADMIN: i32 = 4096;
pub const DEVELOPER: i32 = 8192;

/// An account with all its rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: i64,
    pub display_name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    /// Whether the owner has proved the number and the e-mail.
    pub is_phone_confirmed: bool,
    pub is_email_confirmed: bool,
    pub photo: Option<Uuid>,
    /// Flags [`MANAGER`], [`ADMIN`], [`DEVELOPER`].
    pub roles: i32,
    pub manager_of: Vec<i64>,
    pub owner_of: Vec<i64>,
    pub newsmaker_of: Vec<i64>,
    /// Catalogs, with the houses they belong to.
    pub auctioneer_of: Vec<(i64, i64)>,
    /// Houses.
    pub trusted_in: Vec<i64>,
    pub accepted_in: Vec<i64>,
    pub has_second_factor: bool,
    /// Accounts of the same person that were merged into this one ([`crate::merging`]).
    pub doubles: Vec<i64>,
    /// Whether the site asks those who see money and people for a second factor.
    pub(crate) site_is_strict: bool,
}

impl Account {
    /// Admins and owners of houses need a second factor, except on a demonstration site.
    pub fn needs_second_factor(&self) -> bool {
        self.site_is_strict && (self.is_admin() || !self.owner_of.is_empty())
    }

    /// Whether the rights of the account rest until it has a second factor.
    pub fn must_set_second_factor(&self) -> bool {
        self.needs_second_factor() && !self.has_second_factor
    }

    pub fn is_admin(&self) -> bool {
        self.roles & ADMIN != 0
    }

    /// Manager or owner of the house, or an admin: may decide on orders and trust.
    pub fn manages(&self, house_id: i64) -> bool {
        self.is_admin() || self.manager_of.contains(&house_id) || self.owner_of.contains(&house_id)
    }

    /// Newsmaker, manager or owner of the house, or an admin: may write its news.
    pub fn writes_for(&self, house_id: i64) -> bool {
        self.manages(house_id) || self.newsmaker_of.contains(&house_id)
    }

    pub fn is_developer(&self) -> bool {
        self.roles & DEVELOPER != 0
    }

    /// 403 unless the account is an admin's.
    pub fn require_admin(&self) -> ApiResult<()> {
        if self.is_admin() {
            Ok(())
        } else {
            Err(ApiError::forbidden())
        }
    }

    /// Manager, owner or newsmaker of the house, or auctioneer of any of its catalogs. Admins are not counted.
    pub fn is_staff_of(&self, house_id: i64) -> bool {
        self.manager_of.contains(&house_id)
            || self.owner_of.contains(&house_id)
            || self.newsmaker_of.contains(&house_id)
            || self
                .auctioneer_of
                .iter()
                .any(|(_, house)| *house == house_id)
    }

    /// The houses the person works for, in any role.
    pub fn houses(&self) -> Vec<i64> {
        let auctions = self.auctioneer_of.iter().map(|(_, house)| house);
        let mut houses: Vec<i64> = [&self.manager_of, &self.owner_of, &self.newsmaker_of]
            .into_iter()
            .flatten()
            .chain(auctions)
            .copied()
            .collect();
        houses.sort_unstable();
        houses.dedup();
        houses
    }

    /// Admins and the house's staff see its drafts and hidden things.
    pub fn sees_hidden_of(&self, house_id: i64) -> bool {
        self.is_admin() || self.is_staff_of(house_id)
    }

    pub fn is_auctioneer(&self, catalog_id: i64) -> bool {
        self.auctioneer_of
            .iter()
            .any(|(catalog, _)| *catalog == catalog_id)
    }

    /// Admin, house manager, house owner or the catalog's auctioneer.
    pub fn controls(&self, catalog_id: i64, house_id: i64) -> bool {
        self.manages(house_id) || self.is_auctioneer(catalog_id)
    }

    /// Staff may not bid in their house, and admins and developers nowhere: admins see reserves and maxima, developers the
    /// journal.
    pub fn may_never_bid_in(&self, house_id: i64) -> bool {
        self.sees_hidden_of(house_id) || self.is_developer()
    }

    /// Whether an account that bet is this one, or was merged into it.
    pub fn is_own(&self, account_id: i64) -> bool {
        self.id == account_id || self.doubles.contains(&account_id)
    }

    pub fn is_accepted_in(&self, house_id: i64) -> bool {
        self.accepted_in.contains(&house_id)
    }

    pub fn is_trusted_in(&self, house_id: i64) -> bool {
        self.trusted_in.contains(&house_id)
    }

    /// Whether `now` lacks a right that open sockets may rely on.
    pub(crate) fn has_rights_beyond(&self, now: &Self) -> bool {
        let lost = |before: &[i64], now: &[i64]| before.iter().any(|house| !now.contains(house));
        self.roles & !now.roles != 0
            || lost(&self.manager_of, &now.manager_of)
            || lost(&self.owner_of, &now.owner_of)
            || lost(&self.newsmaker_of, &now.newsmaker_of)
            || lost(&self.accepted_in, &now.accepted_in)
            || self
                .auctioneer_of
                .iter()
                .any(|one| !now.auctioneer_of.contains(one))
    }

    pub fn to_dto(&self) -> dto::User {
        dto::User {
            id: self.id,
            display_name: self.display_name.clone(),
            roles: self.roles,
            login: self.phone.clone(),
            e_mail: self.email.clone(),
            is_phone_confirmed: self.is_phone_confirmed,
            is_e_mail_confirmed: self.is_email_confirmed,
            photo: dto::UserPhoto {
                icon_id: self.photo,
            },
            manager_of_house_ids: self.manager_of.clone(),
            owner_of_house_ids: self.owner_of.clone(),
            newsmaker_of_house_ids: self.newsmaker_of.clone(),
            auctioneer_of_catalog_ids: self
                .auctioneer_of
                .iter()
                .map(|(catalog, _)| *catalog)
                .collect(),
            trusted_in_house_ids: self.trusted_in.clone(),
            accepted_in_house_ids: self.accepted_in.clone(),
            is_admin: self.is_admin(),
            has_second_factor: self.has_second_factor,
            must_set_second_factor: self.must_set_second_factor(),
        }
    }
}

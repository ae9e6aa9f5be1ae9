//! Named orders of lists, for the query parameter `sort`. A minus in front of a name reverses the order.

use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::error::{ApiError, ApiResult};

macro_rules! sorts {
    ($(#[doc = $doc:literal] $name:ident { $($variant:ident = $text:literal),+ $(,)? })+) => { $(
        #[doc = $doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $($variant),+
        }

        impl $name {
            /// The order with this name; none without a name. 422 if the list has no such order.
            pub fn of(name: Option<&str>) -> ApiResult<Option<Self>> {
                match name {
                    None => Ok(None),
                    $(Some($text) => Ok(Some(Self::$variant)),)+
                    Some(_) => Err(ApiError::invalid("sort", "Так этот список не сортируется")),
                }
            }

            /// The name, on the wire and in statements.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::String)
                    .description(Some($doc.trim()))
                    .enum_values(Some([$($text),+]))
                    .into()
            }
        }

        impl ToSchema for $name {}
    )+ };
}

sorts! {
    /// An order of accounts. Those never seen come last.
    AccountSort {
        Name = "name", NameDesc = "-name", Seen = "seen", SeenDesc = "-seen", Created = "created", CreatedDesc = "-created",
    }
    /// An order of access tokens. Those never used come last. `expires` is the end of a token, by revocation or by itself.
    TokenSort {
        Name = "name", NameDesc = "-name", Used = "used", UsedDesc = "-used", Expires = "expires", ExpiresDesc = "-expires",
        Created = "created", CreatedDesc = "-created",
    }
    /// An order of artists. `lots` is the number of listed lots.
    ArtistSort { Name = "name", NameDesc = "-name", Lots = "lots", LotsDesc = "-lots" }
    /// An order of auctions. Those without the date come last.
    CatalogSort {
        Title = "title", TitleDesc = "-title", Start = "start", StartDesc = "-start", End = "end", EndDesc = "-end",
        Commission = "commission", CommissionDesc = "-commission", Lots = "lots", LotsDesc = "-lots", Sold = "sold",
        SoldDesc = "-sold",
    }
    /// An order of registration requests. `status` begins with those that wait.
    OrderSort {
        Name = "name", NameDesc = "-name", Created = "created", CreatedDesc = "-created", Status = "status",
        StatusDesc = "-status",
    }
    /// An order of price requests: by the person, the lot, the time, or the state, which begins with those that wait.
    PriceQuerySort {
        Name = "name", NameDesc = "-name", Lot = "lot", LotDesc = "-lot", Created = "created", CreatedDesc = "-created",
        Status = "status", StatusDesc = "-status",
    }
    /// An order of journal records, by time.
    JournalSort { At = "at", AtDesc = "-at" }
}

impl CatalogSort {
    pub const fn counts_lots(self) -> bool {
        matches!(
            self,
            Self::Lots | Self::LotsDesc | Self::Sold | Self::SoldDesc
        )
    }
}

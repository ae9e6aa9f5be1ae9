//! Enumerations that travel as the specification's numbers.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, schema::Type};
use utoipa::{PartialSchema, ToSchema};

/// A number that stands for nothing in its enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownNumber {
    pub of: &'static str,
    pub number: i16,
}

impl fmt::Display for UnknownNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is no {}", self.number, self.of)
    }
}

impl std::error::Error for UnknownNumber {}

macro_rules! wire_numbers {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $number:literal),+ $(,)? } described $text:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($variant),+ }

        impl $name {
            /// The number on the wire and in the database.
            pub const fn number(self) -> i16 {
                match self { $(Self::$variant => $number),+ }
            }
        }

        impl TryFrom<i16> for $name {
            type Error = UnknownNumber;
            fn try_from(number: i16) -> Result<Self, UnknownNumber> {
                match number {
                    $($number => Ok(Self::$variant),)+
                    _ => Err(UnknownNumber { of: stringify!($name), number }),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_i16(self.number())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::try_from(i16::deserialize(deserializer)?).map_err(de::Error::custom)
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new()
                    .schema_type(Type::Integer)
                    .enum_values(Some([$($number),+]))
                    .description(Some($text))
                    .into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    };
}

wire_numbers!(Currency { Rub = 0, Eur = 1, Usd = 2 } described "0 RUB, 1 EUR, 2 USD");
wire_numbers!(CatalogType { Classic = 0, Parallel = 1, Gallery = 2, PostAuction = 3 }
    described "0 Classic, 1 Parallel, 2 Gallery, 3 PostAuction");
wire_numbers!(CatalogState { Scheduled = 0, InProcess = 1, Completed = 2, Canceled = 3, Temporary = 4, WaitForEnd = 5 }
    described "0 Scheduled, 1 InProcess, 2 Completed, 3 Canceled, 4 Temporary, 5 WaitForEnd");
wire_numbers!(CalculationType { ByCatalogType = 0, ByStepTable = 1, TenPercentAndModTen = 2 }
    described "0 ByCatalogType, 1 ByStepTable, 2 TenPercentAndModTen");
wire_numbers!(LotState { None = 0, InProcess = 1, Sold = 2, NotSold = 4, Paid = 8 }
    described "0 None, 1 InProcess, 2 Sold, 4 NotSold, 8 Paid");
wire_numbers!(GalleryType { Artistic = 0, Antique = 1, Jewelry = 2, Modern = 4 }
    described "0 Artistic, 1 Antique, 2 Jewelry, 4 Modern");
wire_numbers!(HouseOrderStatus { Pending = 0, Accepted = 1, Rejected = 2 }
    described "0 Pending, 1 Accepted, 2 Rejected");
wire_numbers!(NewsType { Announcements = 0, Results = 1, Events = 2, News = 3 }
    described "0 announcements, 1 results, 2 events, 3 news");
wire_numbers!(PriceQueryStatus { Created = 0, Processed = 1, Rejected = 2 }
    described "0 created, 1 processed, 2 rejected");
wire_numbers!(NotificationType { System = 0, Personal = 1 } described "0 system, 1 personal");
wire_numbers!(NotificationSubject { None = 0, House = 1, Catalog = 2, Lot = 3, Bet = 4 }
    described "0 none, 1 house, 2 catalog, 3 lot, 4 bet");
wire_numbers!(ConsentKind { Cookies = 0, Adult = 1, PersonalData = 2, Mailing = 3 }
    described "0 cookies, 1 older than 18, 2 personal data, 3 mailing");
wire_numbers!(LotSorting {
    CreatedAsc = 0, CreatedDesc = 1, NameAsc = 2, NameDesc = 3, StartPriceAsc = 4, StartPriceDesc = 5, Relevant = 6,
    LotNumberAsc = 7, LotNumberDesc = 8, PriceAsc = 9, PriceDesc = 10,
} described "0 CreatedAsc, 1 CreatedDesc, 2 NameAsc, 3 NameDesc, 4 StartPriceAsc, 5 StartPriceDesc, 6 Relevant, \
    7 LotNumberAsc, 8 LotNumberDesc, 9 PriceAsc, 10 PriceDesc");

impl From<Currency> for domain::Currency {
    fn from(currency: Currency) -> Self {
        match currency {
            Currency::Rub => Self::Rub,
            Currency::Eur => Self::Eur,
            Currency::Usd => Self::Usd,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn travel_as_numbers_and_refuse_others() {
        assert_eq!(serde_json::to_string(&LotState::NotSold).unwrap(), "4");
        assert_eq!(
            serde_json::from_str::<GalleryType>("4").unwrap(),
            GalleryType::Modern
        );
        assert!(serde_json::from_str::<GalleryType>("3").is_err());
        assert_eq!(
            CatalogState::try_from(6),
            Err(UnknownNumber {
                of: "CatalogState",
                number: 6
            })
        );
    }
}

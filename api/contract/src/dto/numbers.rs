//! Enumerations that travel as the specification's numbers: those of the rules, and those that only the API has.

use domain::numbered;
pub use domain::{CalculationType, CatalogState, CatalogType, Currency, LotState};

numbered!(GalleryType { Artistic = 0, Antique = 1, Jewelry = 2, Modern = 4 });
numbered!(HouseOrderStatus { Pending = 0, Accepted = 1, Rejected = 2 });
numbered!(NewsType { Announcements = 0, Results = 1, Events = 2, News = 3 });
numbered!(PriceQueryStatus { Created = 0, Processed = 1, Rejected = 2 });
numbered!(NotificationType { System = 0, Personal = 1 });
numbered!(NotificationSubject { None = 0, House = 1, Catalog = 2, Lot = 3, Bet = 4 });
numbered!(ConsentKind { Cookies = 0, Adult = 1, PersonalData = 2, Mailing = 3 });
numbered!(LotSorting {
    CreatedAsc = 0, CreatedDesc = 1, NameAsc = 2, NameDesc = 3, StartPriceAsc = 4, StartPriceDesc = 5, Relevant = 6,
    LotNumberAsc = 7, LotNumberDesc = 8, PriceAsc = 9, PriceDesc = 10,
});

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
            Err(domain::UnknownNumber {
                of: "CatalogState",
                number: 6
            })
        );
    }
}

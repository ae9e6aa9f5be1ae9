use serde::{Deserialize, Serialize};

/// An event outside the rooms that people are notified of. Rooms enqueue theirs with their own commit. One row is one
/// event, and each recipient is notified once, across restarts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum Notice {
    /// The house accepted a bidder's registration. `is_trusted`: it also granted trust.
    RegistrationAccepted {
        account_id: i64,
        house_id: i64,
        is_trusted: bool,
    },
    RegistrationRejected {
        account_id: i64,
        house_id: i64,
    },
    /// The house answered a price request.
    PriceRequestAnswered {
        account_id: i64,
        query_id: i64,
    },
    /// The house received a price request.
    PriceRequestReceived {
        house_id: i64,
        query_id: i64,
    },
    /// A device that had not logged in to the account before did so.
    NewDevice {
        account_id: i64,
    },
    /// A house invited the holder of a contact of the account to its staff.
    Invited {
        account_id: i64,
        house_id: i64,
    },
    /// A lot has authors. Their subscribers are notified when the lot becomes public.
    LotListed {
        lot_id: i64,
    },
}

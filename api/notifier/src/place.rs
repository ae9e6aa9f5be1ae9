//! The page that a notification is about.

use crate::kind::Kind;

/// What exists for the recipient of what a notification names.
#[derive(Debug, Clone, Copy, Default)]
pub struct Named {
    pub house_id: Option<i64>,
    pub catalog_id: Option<i64>,
    pub lot_id: Option<i64>,
}

/// A page of the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub path: String,
    /// What a link to it says.
    pub label: &'static str,
}

impl Place {
    fn new(label: &'static str, path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            label,
        }
    }
}

/// The page to which a notification of this kind leads: where it is dealt with, else the page of what it names, the lot first.
/// `kind` is a [`Kind::name`]. `None` if it names nothing that has a page.
pub fn of(kind: &str, named: Named) -> Option<Place> {
    let is = |other: Kind| kind == other.name();
    if is(Kind::StaffInvited) || is(Kind::NewDevice) {
        return Some(Place::new("Открыть профиль", "/account/profile"));
    }
    if let Some(house) = named.house_id
        && is(Kind::PriceRequestReceived)
    {
        return Some(Place::new(
            "Открыть запросы",
            format!("/house-account/{house}/queries"),
        ));
    }
    Some(match (named.lot_id, named.catalog_id, named.house_id) {
        (Some(lot), ..) => Place::new("Открыть лот", format!("/lot/{lot}")),
        (None, Some(catalog), _) => Place::new("Открыть аукцион", format!("/auction/{catalog}")),
        (None, None, Some(house)) => Place::new("Открыть дом", format!("/auction-house/{house}")),
        (None, None, None) => return None,
    })
}

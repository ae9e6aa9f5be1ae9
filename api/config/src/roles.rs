//! What a process does for the site.

use std::fmt;
use std::str::FromStr;

/// The roles of a process. A site of one machine has one process with all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roles {
    /// Owns rooms.
    pub rooms: bool,
    /// Serves people: the API, sockets and pages. Also does what follows from their acts and from the time of day: letters,
    /// notices, saved searches, retention, clean-up, rehearsals.
    pub web: bool,
    /// Keeps the listing and the search engine up to date.
    pub indexer: bool,
}

const EXPECTED: &str = "all, or some of rooms, web and indexer, separated by commas";

impl Roles {
    pub const ALL: Self = Self {
        rooms: true,
        web: true,
        indexer: true,
    };
    const NONE: Self = Self {
        rooms: false,
        web: false,
        indexer: false,
    };

    /// Whether the process is one of the nodes, which send each other commands.
    pub fn is_node(self) -> bool {
        self.rooms || self.web
    }
}

impl Default for Roles {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromStr for Roles {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split(',').try_fold(Self::NONE, |roles, role| {
            Ok(match role.trim() {
                "all" => Self::ALL,
                "rooms" => Self {
                    rooms: true,
                    ..roles
                },
                "web" => Self { web: true, ..roles },
                "indexer" => Self {
                    indexer: true,
                    ..roles
                },
                _ => return Err(EXPECTED),
            })
        })
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ALL {
            return formatter.write_str("all");
        }
        let all = [
            ("rooms", self.rooms),
            ("web", self.web),
            ("indexer", self.indexer),
        ];
        let names: Vec<_> = all
            .into_iter()
            .filter_map(|(name, is_on)| is_on.then_some(name))
            .collect();
        formatter.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read_as_they_are_shown() {
        for shown in ["all", "rooms", "web", "indexer", "rooms,web", "web,indexer"] {
            assert_eq!(shown.parse::<Roles>().unwrap().to_string(), shown);
        }
        for all in ["rooms,web,indexer", "indexer, web, rooms", "web,all"] {
            assert_eq!(all.parse(), Ok(Roles::ALL), "{all}");
        }
        for wrong in ["", "room", "web,", "Web", "web rooms"] {
            assert_eq!(wrong.parse::<Roles>(), Err(EXPECTED), "{wrong}");
        }
    }
}

//! The sizes in which pictures are served.

/// A size of a served picture, by the longer side. Smaller pictures are not enlarged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Size {
    Icon,
    Small,
    Card,
    Preview,
    Full,
}

impl Size {
    /// The smallest first.
    pub const ALL: [Self; 5] = [
        Self::Icon,
        Self::Small,
        Self::Card,
        Self::Preview,
        Self::Full,
    ];

    /// The longer side, in pixels.
    pub fn side(self) -> u32 {
        match self {
            Self::Icon => 160,
            Self::Small => 320,
            Self::Card => 480,
            Self::Preview => 640,
            Self::Full => 1280,
        }
    }

    /// The smaller sizes, the largest first.
    pub fn smaller(self) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().rev().filter(move |size| *size < self)
    }
}

/// What a client may ask for: a size, or the picture as it was uploaded, without its metadata.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    View(Size),
    Original,
}

impl Wanted {
    /// A size has a name or is given by its side.
    pub fn parse(text: &str) -> Option<Self> {
        Some(Self::View(match text {
            "icon" | "160" => Size::Icon,
            "320" => Size::Small,
            "480" => Size::Card,
            "preview" | "640" => Size::Preview,
            "full" | "1280" => Size::Full,
            "original" => return Some(Self::Original),
            _ => return None,
        }))
    }
}

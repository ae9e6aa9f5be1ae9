/// A size of a served picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Size {
    Icon,
    Preview,
    Full,
}

impl Size {
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "icon" => Some(Self::Icon),
            "preview" => Some(Self::Preview),
            "full" => Some(Self::Full),
            _ => None,
        }
    }

    /// The longer side, in pixels. Smaller pictures are not enlarged.
    pub fn side(self) -> u32 {
        match self {
            Self::Icon => 128,
            Self::Preview => 512,
            Self::Full => 2048,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Icon => "icon",
            Self::Preview => "preview",
            Self::Full => "full",
        }
    }
}

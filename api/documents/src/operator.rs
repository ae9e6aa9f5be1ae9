/// Who runs the site, as its texts name them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    pub brand: String,
    pub url: String,
    /// What kind of contact it is, and the contact.
    pub contacts: Vec<(&'static str, String)>,
}

/// A heading and its paragraphs.
pub type Section = (&'static str, Vec<String>);

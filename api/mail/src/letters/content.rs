//! What a letter says, without how it looks.

use serde::{Deserialize, Serialize};

/// A subject and blocks in order. Texts are plain: nothing in them is markup. Paths are the site's own, beginning with
/// a slash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Content {
    pub subject: String,
    pub blocks: Vec<Block>,
    /// Where a letter that its reader may do without is ended; None: it is about his own doing, as a code.
    pub unsubscribe: Option<Unsubscribe>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Block {
    /// Line breaks are kept.
    Paragraph(String),
    /// Something to be copied, as a login code.
    Code(String),
    /// Names and values, one below the other.
    Facts(Vec<(String, String)>),
    /// A link of its own line.
    Button { label: String, path: String },
}

/// A page of the site on which such letters are ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unsubscribe {
    pub path: String,
    /// A POST to the same path, by anybody who has it, ends them at once (RFC 8058); else the page asks for a login.
    pub is_one_click: bool,
}

impl Content {
    pub fn new(subject: impl Into<String>) -> Self {
        Self {
            subject: subject.into(),
            blocks: Vec::new(),
            unsubscribe: None,
        }
    }

    fn block(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    pub fn paragraph(self, text: impl Into<String>) -> Self {
        self.block(Block::Paragraph(text.into()))
    }

    pub fn code(self, code: impl Into<String>) -> Self {
        self.block(Block::Code(code.into()))
    }

    pub fn facts<N: Into<String>, V: Into<String>>(
        self,
        facts: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let facts = facts
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()));
        self.block(Block::Facts(facts.collect()))
    }

    pub fn button(self, label: impl Into<String>, path: impl Into<String>) -> Self {
        self.block(Block::Button {
            label: label.into(),
            path: path.into(),
        })
    }

    /// Such letters are ended on this page, by whoever is logged in there.
    pub fn unsubscribe(self, path: impl Into<String>) -> Self {
        self.ended_at(path, false)
    }

    /// Such letters are ended by a POST to this path, whose secret part says whose they are (RFC 8058).
    pub fn one_click_unsubscribe(self, path: impl Into<String>) -> Self {
        self.ended_at(path, true)
    }

    fn ended_at(mut self, path: impl Into<String>, is_one_click: bool) -> Self {
        self.unsubscribe = Some(Unsubscribe {
            path: path.into(),
            is_one_click,
        });
        self
    }
}

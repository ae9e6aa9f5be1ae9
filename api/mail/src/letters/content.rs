//! The content of a letter, without its layout.

use serde::{Deserialize, Serialize};

/// A subject and blocks in order. Texts are plain, without markup. Paths are on this site and begin with a slash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Content {
    pub subject: String,
    pub blocks: Vec<Block>,
    /// Where the recipient unsubscribes. `None`: the letter answers the recipient's own action, such as a login code.
    pub unsubscribe: Option<Unsubscribe>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Block {
    /// Keeps line breaks.
    Paragraph(String),
    /// A value to copy, such as a login code.
    Code(String),
    /// Names and values, one pair a line.
    Facts(Vec<(String, String)>),
    /// A link on its own line.
    Button { label: String, path: String },
}

/// The page of the site that unsubscribes from letters of this kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unsubscribe {
    pub path: String,
    /// Whether a POST to the path unsubscribes at once, without sign-in (RFC 8058). If not, the page asks for sign-in.
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

    /// Adds the page where a signed-in recipient unsubscribes.
    pub fn unsubscribe(self, path: impl Into<String>) -> Self {
        self.ended_at(path, false)
    }

    /// Adds a path where a POST unsubscribes at once (RFC 8058). Its secret part identifies the account.
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

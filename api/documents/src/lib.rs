//! Files that the site generates: legal texts, lot sheets and protocols of sales as PDF; bets, people, the journal and results
//! as spreadsheets.
//!
//! The user agreement and the policy on personal data are part of the program and name the site from its configuration.
//! Each has a version, because people consent to a specific version.

mod agreement;
pub mod bet_report;
mod data_policy;
pub mod house_report;
pub mod journal_report;
pub mod lot;
mod operator;
pub mod people_report;
pub mod protocol;
pub mod sale_results;

pub use operator::Operator;

use bytes::Bytes;
use time::OffsetDateTime;
use tokio::sync::Mutex;

use texts::pdf::Flow;

/// Version of the agreement's text: the day of its last change.
pub const AGREEMENT_VERSION: &str = "2026-11-21";
/// Version of the data policy's text.
pub const DATA_POLICY_VERSION: &str = "2026-11-21";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    Agreement,
    DataPolicy,
}

impl Document {
    pub fn version(self) -> &'static str {
        match self {
            Self::Agreement => AGREEMENT_VERSION,
            Self::DataPolicy => DATA_POLICY_VERSION,
        }
    }

    pub fn file_name(self) -> &'static str {
        match self {
            Self::Agreement => "agreement.pdf",
            Self::DataPolicy => "datapolicy.pdf",
        }
    }
}

/// The two site documents, each built on the first request and again once the operator they name has changed.
#[derive(Default)]
pub struct Documents {
    agreement: Mutex<Option<Made>>,
    data_policy: Mutex<Option<Made>>,
}

/// A document and the people named in it.
struct Made {
    operator: Operator,
    bytes: Bytes,
}

impl Documents {
    pub async fn get(
        &self,
        document: Document,
        operator: &Operator,
        now: OffsetDateTime,
    ) -> anyhow::Result<Bytes> {
        let place = match document {
            Document::Agreement => &self.agreement,
            Document::DataPolicy => &self.data_policy,
        };
        let mut place = place.lock().await;
        if let Some(made) = place.as_ref().filter(|made| made.operator == *operator) {
            return Ok(made.bytes.clone());
        }
        let making = {
            let operator = operator.clone();
            tokio::task::spawn_blocking(move || write(document, &operator, now))
        };
        let bytes = Bytes::from(making.await??);
        *place = Some(Made {
            operator: operator.clone(),
            bytes: bytes.clone(),
        });
        Ok(bytes)
    }
}

fn write(document: Document, operator: &Operator, now: OffsetDateTime) -> anyhow::Result<Vec<u8>> {
    let (title, lead, sections) = match document {
        Document::Agreement => agreement::text(operator),
        Document::DataPolicy => data_policy::text(operator),
    };
    let mut flow = Flow::new(&title);
    flow.small(&operator.brand);
    flow.title(&title);
    flow.small(&format!("Редакция от {}", day(document.version())));
    flow.text(&lead);
    for (number, (heading, paragraphs)) in (1..).zip(sections) {
        flow.heading(&format!("{number}. {heading}"));
        for (point, paragraph) in (1..).zip(paragraphs) {
            flow.text(&format!("{number}.{point}. {paragraph}"));
        }
    }
    flow.heading("Контакты");
    for (name, value) in &operator.contacts {
        flow.fact(name, value);
    }
    flow.fact("Сайт", &operator.url);
    flow.finish(&operator.brand, now)
}

/// Formats `2026-11-21` for people.
fn day(version: &str) -> String {
    let mut parts: Vec<&str> = version.split('-').collect();
    parts.reverse();
    parts.join(".")
}

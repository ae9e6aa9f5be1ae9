//! What the texts that people send may be: their form and their length. The table is checked by [`Faults`], shown in the
//! API's description, and written into its schemas.
//!
//! [`Faults`]: crate::fields::Faults

use std::fmt::Write as _;

use texts::{characters, rich_text};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One line: line breaks become spaces, and invisible characters go.
    Line,
    /// Several lines, without other control or direction characters.
    Lines,
    /// Rich text, sanitised. The limit applies to the markup that was sent.
    Html,
    /// Read by rules of its own (an address, a code), which accept nothing longer.
    Parsed,
}

/// The form of a text and its greatest length in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    pub form: Form,
    pub most: usize,
}

impl Bound {
    const fn new(form: Form, most: usize) -> Self {
        Self { form, most }
    }

    /// The text as it is stored if it fits.
    pub fn clean(self, text: &str) -> String {
        match self.form {
            Form::Line => characters::line(text),
            Form::Lines => characters::lines(text),
            Form::Html | Form::Parsed => text.trim().to_owned(),
        }
    }

    pub fn fits(self, text: &str) -> bool {
        text.chars().count() <= self.most
    }

    /// The Russian text for a text that is too long.
    pub fn fault(self) -> String {
        format!("Не более {} символов", self.most)
    }
}

use Form::{Html, Line, Lines, Parsed};

pub const PADDLE: Bound = Bound::new(Line, 32);
pub const PAUSE_REASON: Bound = Bound::new(Line, 200);
pub const DISPLAY_NAME: Bound = Bound::new(Line, 100);
pub const TOKEN_NAME: Bound = Bound::new(Line, 100);
pub const CONTACT: Bound = Bound::new(Parsed, 254);
pub const CODE: Bound = Bound::new(Parsed, 10);
pub const SECOND_FACTOR: Bound = Bound::new(Parsed, 20);
pub const SESSION_KEY: Bound = Bound::new(Parsed, 64);
pub const CONSENT_VERSION: Bound = Bound::new(Line, 50);
pub const QUERY: Bound = Bound::new(Line, 300);
pub const ARTIST_QUERY: Bound = Bound::new(Line, 200);
pub const NAME: Bound = Bound::new(Line, 300);
pub const TITLE: Bound = Bound::new(Line, 300);
pub const LOT_TITLE: Bound = Bound::new(Line, 500);
pub const LOT_DETAIL: Bound = Bound::new(Line, 300);
pub const LOT_DESCRIPTION: Bound = Bound::new(Lines, 20_000);
pub const LOT_NOTES: Bound = Bound::new(Lines, 2_000);
pub const ADDRESS: Bound = Bound::new(Line, 500);
pub const SITE: Bound = Bound::new(Line, 500);
pub const LINK: Bound = Bound::new(Line, 2_000);
pub const BANNER_LINK: Bound = Bound::new(Line, 1_000);
pub const SLUG: Bound = Bound::new(Parsed, 80);
pub const LIFE_YEARS: Bound = Bound::new(Line, 100);
pub const SUMMARY: Bound = Bound::new(Lines, 1_000);
pub const SOURCE: Bound = Bound::new(Line, 500);
pub const NEWS_INFO: Bound = Bound::new(Lines, 2_000);
pub const KEYWORDS: Bound = Bound::new(Line, 500);
pub const NEWS_AUTHOR: Bound = Bound::new(Line, 200);
pub const MESSAGE: Bound = Bound::new(Lines, 2_000);
pub const LONG_MESSAGE: Bound = Bound::new(Lines, 4_000);
pub const ARTICLE: Bound = Bound::new(Html, 50_000);
pub const NEWS: Bound = Bound::new(Html, 100_000);
pub const RICH_TEXT: Bound = Bound::new(Html, rich_text::LIMIT);

/// Every text of a request's body: its schema, its property, its bound.
pub const INPUTS: &[(&str, &str, Bound)] = &[
    ("AcceptAndTrustRequest", "conclusion", MESSAGE),
    ("AcceptChangeRequest", "code", CODE),
    ("AcceptChangeRequest", "oldCode", CODE),
    ("AcceptChangeRequest", "oldSessionKey", SESSION_KEY),
    ("AcceptChangeRequest", "sessionKey", SESSION_KEY),
    ("AdminChangeEmailRequest", "email", CONTACT),
    ("AdminChangePhoneRequest", "number", CONTACT),
    ("ArtistRequest", "biography", ARTICLE),
    ("ArtistRequest", "lifeYears", LIFE_YEARS),
    ("ArtistRequest", "name", NAME),
    ("ArtistSearchRequest", "query", ARTIST_QUERY),
    ("AuctioneerRequest", "email", CONTACT),
    ("AuctioneerRequest", "number", CONTACT),
    ("Author", "name", NAME),
    ("AuthorLookUpRequest", "name", NAME),
    ("BannerRequest", "link", BANNER_LINK),
    ("BannerRequest", "title", TITLE),
    ("BetRequest", "FromUserId", PADDLE),
    ("CatalogRequest", "descriptionRu", RICH_TEXT),
    ("CatalogRequest", "title", TITLE),
    ("ChangePhoneRequest", "number", CONTACT),
    ("ConsentRequest", "version", CONSENT_VERSION),
    ("ContactRequest", "email", CONTACT),
    ("ContactRequest", "number", CONTACT),
    ("CreateAccountRequest", "displayName", DISPLAY_NAME),
    ("CreateAccountRequest", "eMail", CONTACT),
    ("CreateAccountRequest", "number", CONTACT),
    ("DecideOrderRequest", "conclusion", MESSAGE),
    ("EmailRequest", "email", CONTACT),
    ("EmailVerifyRequest", "code", CODE),
    ("EmailVerifyRequest", "email", CONTACT),
    ("EmailVerifyRequest", "personalDataConsent", CONSENT_VERSION),
    ("EmailVerifyRequest", "secondFactor", SECOND_FACTOR),
    ("EmailVerifyRequest", "sessionKey", SESSION_KEY),
    ("HelpArticleRequest", "content", ARTICLE),
    ("HelpArticleRequest", "slug", SLUG),
    ("HelpArticleRequest", "title", TITLE),
    ("HouseRequest", "address", ADDRESS),
    ("HouseRequest", "descriptionRu", RICH_TEXT),
    ("HouseRequest", "email", CONTACT),
    ("HouseRequest", "nameRu", NAME),
    ("HouseRequest", "phone", CONTACT),
    ("HouseRequest", "site", SITE),
    ("HouseRequest", "whatsupPhone", CONTACT),
    ("IssueTokenRequest", "name", TOKEN_NAME),
    ("LeaveRequest", "email", CONTACT),
    ("LeaveRequest", "number", CONTACT),
    ("LotDescription", "descriptionRu", LOT_DESCRIPTION),
    ("LotDescription", "materials", LOT_DETAIL),
    ("LotDescription", "notes", LOT_NOTES),
    ("LotDescription", "period", LOT_DETAIL),
    ("LotDescription", "size", LOT_DETAIL),
    ("LotDescription", "sourceCountryRu", LOT_DETAIL),
    ("LotDescription", "titleRu", LOT_TITLE),
    ("LotDescription", "videoLinks", LINK),
    ("LotDescription", "weight", LOT_DETAIL),
    ("LotSearchRequest", "searchQuery", QUERY),
    ("NewsRequest", "author", NEWS_AUTHOR),
    ("NewsRequest", "content", NEWS),
    ("NewsRequest", "info", NEWS_INFO),
    ("NewsRequest", "keywords", KEYWORDS),
    ("NewsRequest", "slug", SLUG),
    ("NewsRequest", "source", SOURCE),
    ("NewsRequest", "summary", SUMMARY),
    ("NewsRequest", "title", TITLE),
    ("NumberRequest", "number", CONTACT),
    ("PaymentAndDelivery", "text", RICH_TEXT),
    ("PriceAnswerRequest", "answer", LONG_MESSAGE),
    ("PauseRequest", "reason", PAUSE_REASON),
    ("PriceQueryRequest", "email", CONTACT),
    ("PriceQueryRequest", "message", MESSAGE),
    ("PriceQueryRequest", "number", CONTACT),
    ("ProfileRequest", "displayName", DISPLAY_NAME),
    ("SecondFactorCode", "code", SECOND_FACTOR),
    ("SendOrderRequest", "note", MESSAGE),
    ("SignInRequest", "personalDataConsent", CONSENT_VERSION),
    ("SignInRequest", "secondFactor", SECOND_FACTOR),
    ("SignInRequest", "sessionKey", SESSION_KEY),
    ("StaffRequest", "email", CONTACT),
    ("StaffRequest", "number", CONTACT),
    ("SystemMessageRequest", "subject", TITLE),
    ("SystemMessageRequest", "text", LONG_MESSAGE),
    ("UntrustedRequest", "email", CONTACT),
    ("UntrustedRequest", "login", CONTACT),
    ("VerifyRequest", "code", CODE),
    ("VerifyRequest", "sessionKey", SESSION_KEY),
];

/// The bound of a property, for its schema.
pub fn of(schema: &str, property: &str) -> Option<Bound> {
    let mut inputs = INPUTS.iter();
    let found = inputs.find(|(of, named, _)| (*of, *named) == (schema, property))?;
    Some(found.2)
}

/// The table for the API's description, in Markdown.
pub fn markdown() -> String {
    let mut text = String::from(
        "Lengths are counted in characters after trimming. A longer text is 422. In a line, line breaks and tabs become spaces; \
         from lines and texts, control characters and those that change the direction of writing are removed. Rich text is \
         sanitised, and its length is that of the markup sent.\n\n\
         | Schema | Property | Form | At most |\n|---|---|---|---|\n",
    );
    for (schema, property, bound) in INPUTS {
        let form = match bound.form {
            Line => "line",
            Lines => "text",
            Html => "rich text",
            Parsed => "as described",
        };
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "| `{schema}` | `{property}` | {form} | {} |",
            bound.most
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_stands_in_the_table_once_and_in_order() {
        assert!(INPUTS.is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1)));
    }
}

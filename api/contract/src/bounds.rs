//! Bounds of all input: form and length of texts, ranges of numbers, sizes of lists. [`Faults`] checks the texts of bodies,
//! the server's edge those of addresses; all are shown in the API's description, or written into its schemas.
//!
//! [`Faults`]: crate::fields::Faults

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use domain::Amount;
use texts::{characters, rich_text};
use wire::CHAT_CHARACTERS;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One line: line breaks become spaces, and invisible characters go.
    Line,
    /// Identifies something: like [`Self::Line`], but a line break inside and invisible characters are faults, because their
    /// removal might make it the name of something else.
    OneLine,
    /// Several lines, without other control or direction characters.
    Lines,
    /// Rich text, sanitised.
    Html,
    /// Read by rules of its own (an address, a code), which accept nothing longer.
    Parsed,
}

/// The form of a text and its greatest length in characters, as it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    pub form: Form,
    pub most: usize,
}

impl Bound {
    const fn new(form: Form, most: usize) -> Self {
        Self { form, most }
    }

    /// The text as it is stored.
    pub fn clean(self, text: &str) -> String {
        match self.form {
            Form::Line | Form::OneLine => characters::line(text),
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

use Form::{Html, Line, Lines, OneLine, Parsed};

pub const PADDLE: Bound = Bound::new(OneLine, 32);
/// The most lots in a group with the leading one.
pub const JOINED_LOTS: usize = 50;
pub const LANGUAGE: Bound = Bound::new(Line, 50);
pub const PAUSE_REASON: Bound = Bound::new(Line, 200);
pub const CORRECTION_REASON: Bound = Bound::new(Line, 200);
pub const DISPLAY_NAME: Bound = Bound::new(Line, 100);
pub const FILE_NAME: Bound = Bound::new(Line, 300);
pub const TOKEN_NAME: Bound = Bound::new(Line, 100);
pub const CONTACT: Bound = Bound::new(Parsed, 254);
pub const CODE: Bound = Bound::new(Parsed, 10);
pub const SECOND_FACTOR: Bound = Bound::new(Parsed, 40);
pub const SESSION_KEY: Bound = Bound::new(Parsed, 64);
pub const CONSENT_VERSION: Bound = Bound::new(Line, 50);
pub const QUERY: Bound = Bound::new(Line, 300);
/// A material to search for, as counts give it.
pub const MATERIAL: Bound = Bound::new(Line, 100);
pub const ARTIST_QUERY: Bound = Bound::new(Line, 200);
/// A letter that artists are listed under.
pub const LETTER: Bound = Bound::new(Line, 1);
pub const NAME: Bound = Bound::new(Line, 300);
/// What a picture shows, in words.
pub const PICTURE_ALT: Bound = Bound::new(Line, 500);
pub const TITLE: Bound = Bound::new(Line, 300);
pub const LOT_TITLE: Bound = Bound::new(Line, 500);
pub const LOT_DETAIL: Bound = Bound::new(Line, 300);
pub const LOT_DESCRIPTION: Bound = Bound::new(Lines, 20_000);
pub const LOT_NOTES: Bound = Bound::new(Lines, 2_000);
/// A cell of a table: its lot's form has the bound of each field.
pub const CELL: Bound = Bound::new(Parsed, 20_000);
/// The wire name of a lot's field.
pub const HEADING: Bound = Bound::new(Parsed, 100);
pub const ADDRESS: Bound = Bound::new(Line, 500);
pub const SITE: Bound = Bound::new(Line, 500);
pub const LINK: Bound = Bound::new(Line, 2_000);
pub const SITE_LINK: Bound = Bound::new(Line, 1_000);
pub const SOCIAL_NAME: Bound = Bound::new(Line, 50);
/// The address of a list on this site, with its filters.
pub const LIST_PATH: Bound = Bound::new(Parsed, 2_000);
/// The address of a browser at its push service.
pub const PUSH_ENDPOINT: Bound = Bound::new(Parsed, 2_000);
pub const PUSH_KEY: Bound = Bound::new(Parsed, 100);
/// A list whose settings staff keep.
pub const SETTINGS_LIST: Bound = Bound::new(Parsed, 40);
pub const SETTING_NAME: Bound = Bound::new(Line, 60);
/// The address of a view, or an answer to begin with.
pub const SETTING: Bound = LONG_MESSAGE;
pub const SEARCH_NAME: Bound = Bound::new(Line, 200);
pub const SYNONYM: Bound = Bound::new(Line, 100);
pub const SLUG: Bound = Bound::new(Parsed, 80);
pub const LIFE_YEARS: Bound = Bound::new(Line, 100);
pub const SUMMARY: Bound = Bound::new(Lines, 1_000);
pub const SOURCE: Bound = Bound::new(Line, 500);
pub const NEWS_INFO: Bound = Bound::new(Lines, 2_000);
pub const KEYWORDS: Bound = Bound::new(Line, 500);
pub const NEWS_AUTHOR: Bound = Bound::new(Line, 200);
pub const MESSAGE: Bound = Bound::new(Lines, 2_000);
pub const LONG_MESSAGE: Bound = Bound::new(Lines, 4_000);
pub const CHAT: Bound = Bound::new(Lines, *CHAT_CHARACTERS.end());
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
    ("ArtistMergeRequest", "biography", ARTICLE),
    ("ArtistMergeRequest", "lifeYears", LIFE_YEARS),
    ("ArtistMergeRequest", "name", NAME),
    ("ArtistRequest", "biography", ARTICLE),
    ("ArtistRequest", "lifeYears", LIFE_YEARS),
    ("ArtistRequest", "name", NAME),
    ("ArtistSearchRequest", "query", ARTIST_QUERY),
    ("AuctioneerRequest", "email", CONTACT),
    ("AuctioneerRequest", "number", CONTACT),
    ("Author", "name", NAME),
    ("AuthorLookUpRequest", "name", NAME),
    ("BannerRequest", "link", SITE_LINK),
    ("BannerRequest", "title", TITLE),
    ("BetRequest", "FromUserId", PADDLE),
    ("CallbackRequest", "number", CONTACT),
    ("CallbackRequest", "replaces", SESSION_KEY),
    ("CatalogRequest", "descriptionRu", RICH_TEXT),
    ("CatalogRequest", "title", TITLE),
    ("ChangePhoneRequest", "number", CONTACT),
    ("ConsentRequest", "version", CONSENT_VERSION),
    ("ContactRequest", "email", CONTACT),
    ("ContactRequest", "number", CONTACT),
    ("CorrectPaddleRequest", "paddle", PADDLE),
    ("CorrectPaddleRequest", "reason", CORRECTION_REASON),
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
    ("GridCell", "now", CELL),
    ("GridCell", "was", CELL),
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
    ("ImportCorrection", "field", HEADING),
    ("ImportCorrection", "value", CELL),
    ("ImportOptions", "columns", HEADING),
    ("ImportOptions", "fileName", FILE_NAME),
    ("IssueTokenRequest", "name", TOKEN_NAME),
    ("LeaveRequest", "email", CONTACT),
    ("LeaveRequest", "number", CONTACT),
    ("LotDescription", "auctioneerNote", LOT_NOTES),
    ("LotDescription", "descriptionRu", LOT_DESCRIPTION),
    ("LotDescription", "materials", LOT_DETAIL),
    ("LotDescription", "notes", LOT_NOTES),
    ("LotDescription", "period", LOT_DETAIL),
    ("LotDescription", "size", LOT_DETAIL),
    ("LotDescription", "sourceCountryRu", LOT_DETAIL),
    ("LotDescription", "titleRu", LOT_TITLE),
    ("LotDescription", "videoLinks", LINK),
    ("LotDescription", "weight", LOT_DETAIL),
    ("LotReadingRequest", "descriptionRu", LOT_DESCRIPTION),
    ("LotSearchRequest", "materials", MATERIAL),
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
    ("PaddleRequest", "caller", DISPLAY_NAME),
    ("PaddleRequest", "language", LANGUAGE),
    ("PaddleRequest", "name", DISPLAY_NAME),
    ("PaddleRequest", "number", PADDLE),
    ("PaddleRequest", "phone", CONTACT),
    ("PartnerRequest", "description", SUMMARY),
    ("PartnerRequest", "link", SITE_LINK),
    ("PartnerRequest", "name", NAME),
    ("PauseRequest", "reason", PAUSE_REASON),
    ("PaymentAndDelivery", "text", RICH_TEXT),
    ("PictureAltRequest", "alt", PICTURE_ALT),
    ("PriceAnswerRequest", "answer", LONG_MESSAGE),
    ("PriceQueryRequest", "email", CONTACT),
    ("PriceQueryRequest", "message", MESSAGE),
    ("PriceQueryRequest", "number", CONTACT),
    ("ProfileRequest", "displayName", DISPLAY_NAME),
    ("PushSubscriptionRequest", "auth", PUSH_KEY),
    ("PushSubscriptionRequest", "endpoint", PUSH_ENDPOINT),
    ("PushSubscriptionRequest", "p256dh", PUSH_KEY),
    ("SavedSearchChange", "name", SEARCH_NAME),
    ("SavedSearchRequest", "name", SEARCH_NAME),
    ("SavedSearchRequest", "path", LIST_PATH),
    ("SearchSynonymRequest", "finds", SYNONYM),
    ("SearchSynonymRequest", "words", SYNONYM),
    ("SecondFactorCode", "code", SECOND_FACTOR),
    ("SendOrderRequest", "note", MESSAGE),
    ("SignInRequest", "personalDataConsent", CONSENT_VERSION),
    ("SignInRequest", "secondFactor", SECOND_FACTOR),
    ("SignInRequest", "sessionKey", SESSION_KEY),
    ("SiteContacts", "address", ADDRESS),
    ("SiteContacts", "email", CONTACT),
    ("SiteContacts", "phone", CONTACT),
    ("SocialLink", "name", SOCIAL_NAME),
    ("SocialLink", "url", SITE_LINK),
    ("StaffRequest", "email", CONTACT),
    ("StaffRequest", "number", CONTACT),
    ("StaffSettingRequest", "list", SETTINGS_LIST),
    ("StaffSettingRequest", "name", SETTING_NAME),
    ("StaffSettingRequest", "value", SETTING),
    ("SystemMessageRequest", "subject", TITLE),
    ("SystemMessageRequest", "text", LONG_MESSAGE),
    ("UntrustedRequest", "email", CONTACT),
    ("UntrustedRequest", "login", CONTACT),
    ("UntrustedRequest", "reason", MESSAGE),
    ("VerifyRequest", "code", CODE),
    ("VerifyRequest", "sessionKey", SESSION_KEY),
];

/// Every text of an address, and every header that a call refuses if it is too long: its name, its bound. A name means the
/// same in all calls.
pub const PARAMETERS: &[(&str, Bound)] = &[
    ("Idempotency-Key", Bound::new(Parsed, 200)),
    ("catalogLotIds", Bound::new(Parsed, 2_000)),
    ("letter", LETTER),
    ("q", QUERY),
    ("search", QUERY),
    ("to", CONTACT),
    ("top", Bound::new(Parsed, 20)),
    ("url", LINK),
];

/// Every text of a socket event that is kept or sent on: the event, its argument, its bound.
pub const EVENTS: &[(&str, &str, Bound)] = &[("Send", "text", CHAT)];

/// The bound of a text of [`PARAMETERS`].
pub fn parameter(name: &str) -> Option<Bound> {
    let named = PARAMETERS.iter().find(|(known, _)| *known == name);
    named.map(|(_, bound)| *bound)
}

/// Texts that must have something to see.
const NEVER_BLANK: &[(&str, &str)] = &[
    ("ArtistMergeRequest", "name"),
    ("ArtistRequest", "name"),
    ("AuthorLookUpRequest", "name"),
    ("BannerRequest", "title"),
    ("CatalogRequest", "title"),
    ("ConsentRequest", "version"),
    ("CorrectPaddleRequest", "paddle"),
    ("EmailVerifyRequest", "personalDataConsent"),
    ("HelpArticleRequest", "content"),
    ("HelpArticleRequest", "title"),
    ("HouseRequest", "nameRu"),
    ("IssueTokenRequest", "name"),
    ("LotDescription", "titleRu"),
    ("NewsRequest", "content"),
    ("NewsRequest", "title"),
    ("PaddleRequest", "number"),
    ("PartnerRequest", "name"),
    ("PriceQueryRequest", "message"),
    ("SignInRequest", "personalDataConsent"),
    ("SocialLink", "name"),
    ("SocialLink", "url"),
    ("SavedSearchChange", "name"),
    ("SavedSearchRequest", "name"),
    ("StaffSettingRequest", "name"),
    ("SystemMessageRequest", "subject"),
    ("SystemMessageRequest", "text"),
];

/// Texts without invisible characters, which are not stripped.
const PRINTABLE: &[(&str, &str)] = &[
    ("CreateAccountRequest", "displayName"),
    ("ProfileRequest", "displayName"),
];

/// Phone numbers that may be blank.
const OPTIONAL_PHONES: &[(&str, &str)] = &[("HouseRequest", "whatsupPhone")];

/// Texts of a form of their own.
const SHAPES: &[(&str, &str, &str)] = &[
    ("HelpArticleRequest", "slug", BLANK_OR_SLUG),
    ("NewsRequest", "slug", BLANK_OR_SLUG),
    // A path of this site, of visible ASCII characters.
    (
        "SavedSearchRequest",
        "path",
        r"^\s*/([!-.0-\[\]-~][!-\[\]-~]*)?\s*$",
    ),
    ("StaffSettingRequest", "list", r"^\s*[a-z-]+\s*$"),
];

/// Contacts of calls that are about one contact.
const CONTACTS: &[(&str, &str)] = &[
    ("AdminChangeEmailRequest", "email"),
    ("AdminChangePhoneRequest", "number"),
    ("CallbackRequest", "number"),
    ("ChangePhoneRequest", "number"),
    ("EmailRequest", "email"),
    ("EmailVerifyRequest", "email"),
    ("NumberRequest", "number"),
];

/// Any text but U+0000, which the database does not store.
pub const ANY: &str = r"^[^\u0000]*$";
/// One character that is neither white space nor invisible. Classes cannot name those beyond U+FFFF in a way that every reader of
/// patterns understands.
const VISIBLE: &str = concat!(
    r"[^\s\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u180e\u200b-\u200f",
    r"\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]"
);
/// The same without those that only change their neighbours.
const PLAIN: &str = concat!(
    r"[^\s\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f",
    r"\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff]"
);
/// White space of a line. Not `\s`, which has other characters in each language.
const SPACE: &str = r"[\t \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]";
/// White space, with line breaks.
const AROUND: &str = r"[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]";
const EMAIL: &str = concat!(
    r#"^[^\s<>,;"@\u0000-\u001f\u007f-\u009f]+@"#,
    r#"([^\s<>,;"@.\-\u0000-\u001f\u007f-\u009f][^\s<>,;"@.\u0000-\u001f\u007f-\u009f]*\.)+"#,
    r#"[^\s<>,;"@.\-\u0000-\u001f\u007f-\u009f][^\s<>,;"@.\u0000-\u001f\u007f-\u009f]*$"#
);
/// Ten to fifteen digits, of which a number without a country has ten, or eleven after an 8.
const PHONE: &str = r"^(\+?[1-9]([ ().-]*[0-9]){9,14}|[0-9]([ ().-]*[0-9]){9})$";
const BLANK_OR_SLUG: &str = r"^\s*([a-z0-9]+(-[a-z0-9]+)*)?\s*$";

/// The pattern of one of [`ONE_OF_TWO`] contacts that is given.
pub fn contact_pattern(property: &str) -> String {
    match property {
        "number" => PHONE.to_owned(),
        "login" => format!("{EMAIL}|{PHONE}"),
        _ => EMAIL.to_owned(),
    }
}

/// The pattern of a text of [`INPUTS`], for its schema.
pub fn pattern(schema: &str, property: &str) -> String {
    let named = (schema, property);
    if CONTACTS.contains(&named) {
        let is_email = property == "email";
        return if is_email { EMAIL } else { PHONE }.to_owned();
    }
    if ONE_OF_TWO
        .iter()
        .any(|(request, either)| *request == schema && either.contains(&property))
    {
        return format!(r"^\s*$|{}", contact_pattern(property));
    }
    if OPTIONAL_PHONES.contains(&named) {
        return format!(r"^\s*$|{PHONE}");
    }
    let shape = SHAPES.iter().find(|(of, name, _)| (*of, *name) == named);
    if let Some((_, _, shape)) = shape {
        return (*shape).to_owned();
    }
    if PRINTABLE.contains(&named) {
        return format!(r"^\s*{VISIBLE}(\s|{VISIBLE})*$");
    }
    let is_one_line = INPUTS
        .iter()
        .any(|(of, name, bound)| (*of, *name) == named && bound.form == OneLine);
    if is_one_line {
        let line = format!("{PLAIN}({SPACE}*{PLAIN})*");
        let is_optional = if NEVER_BLANK.contains(&named) {
            ""
        } else {
            "?"
        };
        return format!("^{AROUND}*({line}){is_optional}{AROUND}*$");
    }
    if NEVER_BLANK.contains(&named) {
        return format!(r"^[^\u0000]*{VISIBLE}[^\u0000]*$");
    }
    ANY.to_owned()
}

const AMOUNT: RangeInclusive<i64> = 0..=Amount::MAX.0;
const BET: RangeInclusive<i64> = 1..=Amount::MAX.0;
/// The first year of a half century.
pub const PERIOD: RangeInclusive<i64> = 0..=2050;
const PERCENT: RangeInclusive<i64> = 0..=100;
const LOT_NUMBER: RangeInclusive<i64> = 1..=i32::MAX as i64;
/// Forms send back what they read.
const REVISION: RangeInclusive<i64> = 1..=i64::MAX;
const PLACE: RangeInclusive<i64> = i32::MIN as i64..=i32::MAX as i64;

/// Every number in a request's body except ids: its schema, its property, its range. Numbers of pages are clamped.
pub const NUMBERS: &[(&str, &str, RangeInclusive<i64>)] = &[
    ("AbsenteeRequest", "value", BET),
    ("AcceptAndTrustRequest", "revision", REVISION),
    ("BannerRequest", "position", PLACE),
    ("BetRequest", "betValue", BET),
    ("CatalogRequest", "commission", PERCENT),
    ("CatalogRequest", "lotSaleTimeoutInSeconds", 1..=86_400),
    ("CatalogRequest", "revision", REVISION),
    ("CreateLotRequest", "catalogLotId", LOT_NUMBER),
    ("DecideOrderRequest", "revision", REVISION),
    ("EditLotRequest", "catalogLotId", LOT_NUMBER),
    ("ExternalBidRequest", "bid_amount", BET),
    ("HelpArticleRequest", "position", PLACE),
    ("HouseRequest", "revision", REVISION),
    ("ImportCorrection", "row", 1..=u32::MAX as i64),
    ("IssueTokenRequest", "days", 1..=365),
    ("LeaveRequest", "days", 0..=30),
    ("LotDescription", "top", 0..=1000),
    ("LotNumber", "catalogLotId", LOT_NUMBER),
    ("LotPriceRequest", "estimatedFrom", AMOUNT),
    ("LotPriceRequest", "estimatedTo", AMOUNT),
    ("LotPriceRequest", "reserve", AMOUNT),
    ("LotPriceRequest", "start", AMOUNT),
    ("LotSearchRequest", "periods", PERIOD),
    ("LotSearchRequest", "priceFrom", AMOUNT),
    ("LotSearchRequest", "priceTo", AMOUNT),
    ("PaddleRequest", "deposit", AMOUNT),
    ("PaddleRequest", "limit", AMOUNT),
    ("PaddleRequest", "lots", LOT_NUMBER),
    ("PartnerRequest", "position", PLACE),
    ("PaymentAndDelivery", "commission", PERCENT),
    ("PictureCut", "turns", 0..=3),
    ("PicturePart", "height", 0..=1),
    ("PicturePart", "width", 0..=1),
    ("PicturePart", "x", 0..=1),
    ("PicturePart", "y", 0..=1),
    ("PutLotRequest", "catalogLotId", LOT_NUMBER),
    ("StepRow", "start", AMOUNT),
    ("StepRow", "step", BET),
];

/// Numbers of which only some are offered.
pub const CHOICES: &[(&str, &str, &[i64])] = &[
    ("DecideOrderRequest", "status", &[1, 2]),
    ("PriceAnswerRequest", "status", &[1, 2]),
    ("SubscriptionRequest", "durationDays", &DURATIONS),
];

/// Requests that name a person by one of two contacts. The other may be blank.
pub const ONE_OF_TWO: &[(&str, [&str; 2])] = &[
    ("AuctioneerRequest", ["email", "number"]),
    ("ContactRequest", ["email", "number"]),
    ("CreateAccountRequest", ["eMail", "number"]),
    ("LeaveRequest", ["email", "number"]),
    ("StaffRequest", ["email", "number"]),
    ("UntrustedRequest", ["email", "login"]),
];

/// How many days a subscription may last.
pub const DURATIONS: [i64; 5] = [30, 90, 180, 270, 360];

/// How many words and phrases each side of a group of synonyms may have.
pub const SYNONYMS: RangeInclusive<usize> = 0..=20;

/// How many social links the footer has room for.
pub const SOCIAL_LINKS: RangeInclusive<usize> = 0..=12;

/// Every list of a request's body: its schema, its property, how many items it may have.
pub const LISTS: &[(&str, &str, RangeInclusive<usize>)] = &[
    ("CatalogRequest", "stepsTable", 1..=100),
    ("GridChange", "cells", 0..=100),
    ("GridRequest", "changes", 0..=200),
    ("HouseRequest", "stepsTable", 1..=100),
    ("ImageOrderRequest", "images", 0..=7),
    ("ImportOptions", "corrections", 0..=5000),
    ("JoinLotsRequest", "withLotIds", 0..=JOINED_LOTS),
    ("LotDescription", "author", 0..=10),
    ("LotDescription", "videoLinks", 0..=10),
    ("LotSearchRequest", "categoryIds", 0..=1000),
    ("LotSearchRequest", "houseIds", 0..=100),
    ("LotSearchRequest", "materials", 0..=40),
    ("LotSearchRequest", "periods", 0..=20),
    ("PaddleRequest", "lots", 0..=1000),
    ("ReadNotificationsRequest", "ids", 0..=1000),
    ("RenumberRequest", "lots", 1..=2000),
    ("SearchSynonymRequest", "finds", SYNONYMS),
    ("SearchSynonymRequest", "words", SYNONYMS),
    ("SellRequest", "takeLotIds", 0..=JOINED_LOTS + 1),
    ("SiteContacts", "socialLinks", SOCIAL_LINKS),
];

/// The table for the API's description, in Markdown.
pub fn markdown() -> String {
    let mut text = String::from(
        "Lengths are counted in characters as sent, of chat messages after trimming. A longer text is 422, on a socket `validation_failed`. In a line, line breaks and tabs become spaces; in a line without breaks, line breaks and invisible characters are 422 (its pattern omits those beyond U+FFFF); \
         from lines and texts, control characters and those that change the direction of writing are removed. Rich text is \
         sanitised.\n\n\
         | Where | Name | Form | At most |\n|---|---|---|---|\n",
    );
    let mut row = |place: &str, name: &str, bound: Bound| {
        let form = match bound.form {
            Line => "line",
            OneLine => "line without breaks",
            Lines => "text",
            Html => "rich text",
            Parsed => "as described",
        };
        // Writing into a string cannot fail.
        let _ = writeln!(text, "| {place} | `{name}` | {form} | {} |", bound.most);
    };
    for (schema, property, bound) in INPUTS {
        row(&format!("`{schema}`"), property, *bound);
    }
    for (name, bound) in PARAMETERS {
        row("address or header", name, *bound);
    }
    for (event, argument, bound) in EVENTS {
        row(&format!("socket event `{event}`"), argument, *bound);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_stands_in_the_table_once_and_in_order() {
        assert!(INPUTS.is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1)));
        assert!(NUMBERS.is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1)));
        assert!(LISTS.is_sorted_by(|one, next| (one.0, one.1) < (next.0, next.1)));
    }
}

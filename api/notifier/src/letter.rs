//! The letter about one notification.

use mail::letters::{Content, NewLetter, Recipient};

use crate::kind::Kind;
use crate::message::Message;
use crate::unsubscribe::UnsubscribeLinks;

/// Builds the letter about one notification.
pub fn of_message(id: i64, message: &Message, links: &UnsubscribeLinks) -> NewLetter {
    let (label, path) = match (message.lot_id, message.catalog_id, message.house_id) {
        (_, _, Some(house)) if message.kind == Kind::PriceRequestReceived => (
            "Открыть кабинет дома",
            format!("/house-account/{house}/profile/"),
        ),
        (Some(lot), ..) => ("Открыть лот", format!("/lot/{lot}/lot")),
        (None, Some(catalog), _) => ("Открыть аукцион", format!("/auction/{catalog}/auction")),
        (None, None, Some(house)) => (
            "Открыть страницу дома",
            format!("/auction-house/{house}/house"),
        ),
        (None, None, None) => ("Открыть личный кабинет", "/account".to_owned()),
    };
    let content = Content::new(&message.subject)
        .paragraph(message.letter.as_ref().unwrap_or(&message.text))
        .button(label, path);
    NewLetter {
        to: Recipient::Account(message.account_id),
        key: format!("notification.{id}"),
        content: links.put(content, message.account_id, message.kind),
    }
}

//! The letter about one notification.

use mail::letters::{Content, NewLetter, Recipient};

use crate::message::Message;
use crate::place;
use crate::unsubscribe::UnsubscribeLinks;

/// Builds the letter about one notification.
pub fn of_message(id: i64, message: &Message, links: &UnsubscribeLinks) -> NewLetter {
    let place = place::of(message.kind.name(), message.named());
    let (label, path) = place.map_or_else(
        || ("Открыть личный кабинет", "/account".to_owned()),
        |place| (place.label, place.path),
    );
    let content = Content::new(&message.subject)
        .paragraph(message.letter.as_ref().unwrap_or(&message.text))
        .button(label, path);
    NewLetter {
        to: Recipient::Account(message.account_id),
        key: format!("notification.{id}"),
        content: links.put(content, message.account_id, message.kind),
    }
}

//! History of a sale before it was loaded, as commands of its room.

use std::collections::HashMap;

use anyhow::Context as _;
use domain::{Amount, Command, Eligibility, LotId, Participant, Timestamp, UserId};
use room_server::Request;
use time::{Duration, OffsetDateTime};

use crate::file::{Bet, Catalog, Lot, Outcome};

/// In a sale led by an auctioneer, a lot stays open at least this long …
const LED_AT_LEAST: Duration = Duration::seconds(35);
/// … and this long after its last bet.
const LED_AFTER_BET: Duration = Duration::seconds(14);

/// Builds the commands in order of time, ending at `now`.
///
/// Bets and absentee orders come from the file. A running or completed sale without automatic start is started at its start date; in a
/// classic led by an auctioneer the hammer falls on the first `history.played` lots in turn. Automatic starts and ends
/// are left to the rules' own timers.
pub fn of(
    catalog: &Catalog,
    lots: &[(i64, &Lot)],
    people: &HashMap<String, i64>,
    trusted: &HashMap<i64, bool>,
    now: OffsetDateTime,
) -> anyhow::Result<Vec<(Timestamp, Request)>> {
    let mut history: Vec<(OffsetDateTime, Request)> = Vec::new();
    let bidder = |bet: &Bet| {
        let id = *people
            .get(&bet.person)
            .with_context(|| format!("there is no person «{}»", bet.person))?;
        let eligibility = Eligibility {
            accepted: trusted.contains_key(&id),
            trusted: trusted.get(&id).copied().unwrap_or(false),
            controller: false,
        };
        anyhow::Ok((id, eligibility))
    };
    for (lot_id, lot) in lots {
        let lot_id = LotId(*lot_id);
        for bet in &lot.bets {
            let (id, eligibility) = bidder(bet)?;
            let command = Command::PlaceBet {
                lot: lot_id,
                by: Participant::User(UserId(id)),
                value: Amount(bet.value),
                eligibility,
            };
            history.push((bet.at.after(now), Request::new(command).by(id)));
        }
        for limit in &lot.limits {
            let (id, eligibility) = bidder(limit)?;
            let command = Command::PlaceOrder {
                lot: lot_id,
                user: UserId(id),
                maximum: Amount(limit.value),
                eligibility,
            };
            history.push((limit.at.after(now), Request::new(command).by(id)));
        }
    }
    let has_run = matches!(catalog.state, 1 | 2);
    let auctioneer = catalog
        .auctioneer
        .first()
        .and_then(|key| people.get(key))
        .copied();
    let by_auctioneer = |command| Request {
        account_id: auctioneer,
        ..Request::new(command)
    };
    if has_run && !catalog.is_auto_start {
        let start = catalog.start_date.map_or(now, |start| start.after(now));
        history.push((start, by_auctioneer(Command::Start)));
        let mut opened = start;
        for (_, lot) in lots
            .iter()
            .take(catalog.history.map_or(0, |history| history.played))
        {
            let last_bet = lot.bets.iter().map(|bet| bet.at.after(now)).max();
            let hammer = last_bet
                .map_or(opened, |bet| bet + LED_AFTER_BET)
                .max(opened + LED_AT_LEAST)
                .min(now);
            history.push((hammer, by_auctioneer(Command::Next { lot: None })));
            opened = hammer;
        }
    }
    history.push((now, Request::new(Command::Tick)));
    for (lot_id, lot) in lots {
        if lot.result == Some(Outcome::Paid) {
            history.push((
                now,
                by_auctioneer(Command::MarkPaid {
                    lot: LotId(*lot_id),
                }),
            ));
        }
    }
    history.sort_by_key(|(at, _)| *at);
    let ms = |at: OffsetDateTime| Timestamp((at.unix_timestamp_nanos() / 1_000_000) as i64);
    Ok(history
        .into_iter()
        .map(|(at, request)| (ms(at), request))
        .collect())
}

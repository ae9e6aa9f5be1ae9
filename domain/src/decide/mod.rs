//! The rulebook: what a command does, or why it is refused. Pure; the room is only read.
//!
//! Each rule checks its conditions in order; the first that fails decides the refusal.

mod bets;
mod catalog_changes;
mod checks;
mod choices;
mod classic;
mod due;
mod groups;
mod lot_changes;
mod orders;
mod outage;
mod plan;
mod revoke;
mod start;

use crate::{command::Command, event::Event, money::Timestamp, refusal::Refusal, room::Room};
use plan::Plan;

/// Decides a command at `now`. Returns the events to store and apply; none if nothing changes. `now` must not be before the
/// room's time, and all timers due by then must have run; [`crate::execute`] sees to both. A `Tick` runs only the first
/// timer that is due.
pub fn decide(room: &Room, command: &Command, now: Timestamp) -> Result<Vec<Event>, Refusal> {
    let plan = Plan::new(room, now);
    match command {
        Command::PlaceBet {
            lot,
            by,
            value,
            eligibility,
        } => bets::place(plan, *lot, by, *value, *eligibility),
        Command::PlaceOrder {
            lot,
            user,
            maximum,
            eligibility,
        } => orders::place(plan, *lot, *user, *maximum, *eligibility),
        Command::WithdrawOrder {
            lot,
            user,
            eligibility,
        } => orders::withdraw(plan, *lot, *user, *eligibility),
        Command::DropOrders { user } => orders::drop_all(plan, *user),

        Command::Schedule => start::schedule(plan),
        Command::Start => start::by_hand(plan),
        Command::Next { lot } => classic::next(plan, *lot),
        Command::Sell { lot, take, bet } => classic::sell(plan, *lot, take, *bet),
        Command::Skip { lot } => classic::skip(plan, *lot),
        Command::Previous => classic::previous(plan),
        Command::Jump { lot, from } => classic::jump(plan, *lot, *from),
        Command::Warn { lot } => classic::warn(plan, *lot),
        Command::Pause { reason } => classic::pause(plan, reason.as_deref()),
        Command::Resume => classic::resume(plan),
        Command::Revoke { lot, by, entitled } => revoke::last_batch(plan, *lot, *by, *entitled),
        Command::Return { lot } => classic::return_to_bidding(plan, *lot),
        Command::Join { lot, with, choice } => groups::join(plan, *lot, with, *choice),
        Command::Part { lot } => groups::part(plan, *lot),
        Command::CorrectPaddle {
            lot, bet, paddle, ..
        } => classic::correct_paddle(plan, *lot, *bet, paddle),
        Command::Finish => classic::finish(plan),
        Command::Cancel => catalog_changes::cancel(plan),

        Command::ChangeCatalog(patch) => catalog_changes::change(plan, patch),
        Command::SetHidden { hidden } => catalog_changes::set_hidden(plan, *hidden),
        Command::AddLot { lot, setup } => lot_changes::add(plan, *lot, *setup),
        Command::ChangeLot { lot, patch } => lot_changes::change(plan, *lot, *patch),
        Command::WithdrawLot { lot } => lot_changes::withdraw(plan, *lot),
        Command::ShowLot { lot } => lot_changes::show(plan, *lot),
        Command::RemoveLot { lot } => lot_changes::remove(plan, *lot),
        Command::MarkPaid { lot } => lot_changes::mark_paid(plan, *lot),

        Command::Tick => due::first(plan),
        Command::Recover { last_alive } => outage::recover(plan, *last_alive),
    }
}

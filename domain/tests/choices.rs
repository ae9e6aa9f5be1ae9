//! Lots on offer at the buyer's choice, by example.

#[expect(dead_code, reason = "shared with the other tests")]
mod support;

use domain::{
    BetNo, CatalogState, CatalogType::Classic, Command, Event, LotId, LotNumber, LotState,
    Participant, Refusal, ReserveState, Room,
};
use support::*;

const NEXT: Command = Command::Next { lot: None };
const SKIP: Command = Command::Skip { lot: None };

fn offer(lot: i64, with: &[i64]) -> Command {
    Command::Join {
        lot: LotId(lot),
        with: with.iter().map(|id| LotId(*id)).collect(),
        choice: true,
    }
}

fn take(lots: &[i64]) -> Command {
    Command::Sell {
        lot: None,
        take: lots.iter().map(|id| LotId(*id)).collect(),
        bet: None,
    }
}

fn jump(lot: i64) -> Command {
    Command::Jump {
        lot: LotId(lot),
        from: None,
    }
}

/// Lot 1 of five is open by hand, and lots 3 and 4 are on offer with it.
fn offered() -> Room {
    offered_with([None; 5])
}

fn offered_with(reserves: [Option<i64>; 5]) -> Room {
    let lots = reserves
        .into_iter()
        .zip(1..)
        .map(|(reserve, n)| (LotId(i64::from(n)), setup(n, 100, reserve)));
    let mut room = Room::new(catalog(Classic), CatalogState::Scheduled, lots);
    does(&mut room, 0, Command::Start);
    does(&mut room, 1, offer(1, &[3, 4]));
    room
}

/// User 1 leads the choice with 500, user 2 has bid 100.
fn led() -> Room {
    let mut room = offered();
    does(&mut room, 2, bet(2, 1, 100));
    does(&mut room, 3, bet(1, 1, 500));
    room
}

fn states(room: &Room) -> Vec<LotState> {
    room.lots().map(|(_, lot)| lot.state()).collect()
}

fn current(room: &Room) -> Option<i64> {
    room.current_lot().map(|lot| lot.0)
}

fn prices(room: &Room) -> Vec<Option<i64>> {
    let price = |lot: &domain::Lot| lot.leading().map(|bet| bet.value.0);
    room.lots().map(|(_, lot)| price(lot)).collect()
}

fn groups(room: &Room) -> Vec<usize> {
    room.lots().map(|(_, lot)| lot.together().len()).collect()
}

#[test]
fn each_lot_taken_is_sold_for_the_price_and_the_others_are_offered_again() {
    use LotState::{InProcess, None as Waits, Sold};
    let some = Some(500);
    for (lots, sold, price, comes) in [
        (
            &[1][..],
            [Sold, Waits, Waits, Waits, Waits],
            [some, None, None, None, None],
            2,
        ),
        (
            &[3, 1],
            [Sold, Waits, Sold, Waits, Waits],
            [some, None, some, None, None],
            2,
        ),
        (
            &[4],
            [Waits, Waits, Waits, Sold, Waits],
            [None, None, None, some, None],
            1,
        ),
        (
            &[3, 4, 3],
            [Waits, Waits, Sold, Sold, Waits],
            [None, None, some, some, None],
            1,
        ),
        (
            &[1, 3, 4],
            [Sold, Waits, Sold, Sold, Waits],
            [some, None, some, some, None],
            2,
        ),
    ] {
        let mut room = led();
        does(&mut room, 4, take(lots));
        assert_eq!(states(&room), sold, "{lots:?}");
        assert_eq!(prices(&room), price, "{lots:?}");
        assert_eq!(current(&room), Some(1), "the hammer has fallen on lot 1");
        for id in lots {
            assert_eq!(leads(&room, *id), Some(("1".to_owned(), 500)));
        }
        // The hammer has fallen: nothing is bid, sold or passed until the sale goes on.
        refuses(&room, 5, take(lots), Refusal::TradeTimeout);
        refuses(&room, 5, SKIP, Refusal::TradeTimeout);
        refuses(&room, 5, offer(1, &[2]), Refusal::TradeTimeout);
        refuses(
            &room,
            5,
            Command::Pause { reason: None },
            Refusal::NotForTrade,
        );

        does(&mut room, 6, NEXT);
        assert_eq!(current(&room), Some(comes), "{lots:?}");
        assert_eq!(groups(&room), [0; 5]);
        let mut order = vec![comes];
        while room.state() == CatalogState::InProcess {
            does(&mut room, 7, NEXT);
            order.extend(current(&room));
        }
        let left = (1..=5).filter(|id| !lots.contains(id)).collect::<Vec<_>>();
        assert_eq!(order, left, "{lots:?}");
        assert!(!states(&room).contains(&InProcess));
    }
}

#[test]
fn what_is_refused_while_lots_are_on_offer() {
    let open = started(catalog(Classic), 5);
    let mut ordered = open.clone();
    does(&mut ordered, 1, order(1, 3, 500));
    let mut single = open.clone();
    does(&mut single, 1, bet(1, 1, 100));
    let (offered, led) = (offered(), led());
    for (room, command, why) in [
        (&ordered, offer(1, &[3]), Refusal::LotHasOrders),
        (&single, offer(1, &[3]), Refusal::LotHasBets),
        (&single, take(&[1]), Refusal::NotInThisState),
        (&offered, take(&[1]), Refusal::NoAvailableBet),
        (&led, take(&[]), Refusal::NothingChosen),
        (&led, take(&[2]), Refusal::LotNotFound),
        (&led, take(&[1, 9]), Refusal::LotNotFound),
        (&led, NEXT, Refusal::NothingChosen),
        (&led, SKIP, Refusal::NotForTrade),
        (&led, jump(3), Refusal::LotJoined),
        (&led, bet(3, 3, 600), Refusal::LotIsNotCurrent),
        (&led, Command::Part { lot: LotId(1) }, Refusal::LotHasBets),
        (
            &led,
            Command::WithdrawLot { lot: LotId(3) },
            Refusal::LotJoined,
        ),
    ] {
        refuses(room, 5, command, why);
    }
    let mut parted = offered;
    does(&mut parted, 2, Command::Part { lot: LotId(1) });
    assert_eq!(groups(&parted), [0; 5]);
    assert!(parted.lots().all(|(_, lot)| !lot.is_choice()));
}

#[test]
fn each_lot_has_its_own_reserve() {
    let mut room = offered_with([Some(300), None, Some(600), Some(200), None]);
    let states =
        |room: &Room| [1, 3, 4].map(|lot| room.lot_view(LotId(lot)).unwrap().reserve_state);
    use ReserveState::{Achieved, NotAchieved, OneStepUntil};
    assert_eq!(states(&room), [NotAchieved; 3].map(Some));
    let version = room.lot(LotId(4)).unwrap().version();
    does(&mut room, 2, bet(1, 1, 190));
    assert_eq!(
        states(&room),
        [NotAchieved, NotAchieved, OneStepUntil].map(Some)
    );
    assert!(
        room.lot(LotId(4)).unwrap().version() > version,
        "clients hear of it"
    );
    // Below all of them the choice ends without a sale.
    let mut ends = room.clone();
    does(&mut ends, 3, NEXT);
    assert_eq!((current(&ends), groups(&ends)), (Some(1), vec![0; 5]));
    assert_eq!(standing(&ends, 1), []);
    does(&mut room.clone(), 3, SKIP);

    does(&mut room, 3, bet(2, 1, 300));
    assert_eq!(states(&room), [Achieved, NotAchieved, Achieved].map(Some));
    refuses(&room, 4, SKIP, Refusal::NotForTrade);
    // Below its reserve, at the auctioneer's discretion.
    does(&mut room, 4, take(&[3]));
    assert_eq!(leads(&room, 3), Some(("2".to_owned(), 300)));
    assert_eq!(states(&room)[1], Some(NotAchieved));
}

#[test]
fn lots_are_not_sold_to_another_bet_than_the_one_they_were_chosen_for() {
    let mut room = led();
    let meant = |bet| Command::Sell {
        lot: Some(LotId(1)),
        take: vec![LotId(3)],
        bet: Some(BetNo(bet)),
    };
    refuses(&room, 4, meant(1), Refusal::AnotherBetLeads);
    does(&mut room, 4, bet(2, 1, 600));
    refuses(&room, 5, meant(2), Refusal::AnotherBetLeads);
    does(&mut room, 5, meant(3));
    assert_eq!(prices(&room), [None, None, Some(600), None, None]);
}

#[test]
fn an_order_reaches_for_the_reserve_of_the_leading_lot_if_that_is_taken() {
    let mut room = offered_with([Some(300), None, Some(800), Some(800), None]);
    does(&mut room, 2, order(1, 1, 700));
    assert_eq!(leads(&room, 1), Some(("1".to_owned(), 100)));
    // The hammer would sell, so it is said which lots.
    refuses(&room, 3, NEXT, Refusal::NothingChosen);
    let mut both = room.clone();
    does(&mut both, 3, take(&[1, 3]));
    assert_eq!(prices(&both)[..3], [Some(300), None, Some(300)]);
    does(&mut room, 3, take(&[4]));
    assert_eq!(leads(&room, 4), Some(("1".to_owned(), 100)));
}

#[test]
fn orders_on_the_leading_lot_bid_for_the_choice_and_the_others_take_none() {
    let mut room = offered();
    refuses(&room, 2, order(2, 3, 900), Refusal::LotJoined);
    does(&mut room, 2, order(1, 1, 400));
    is_overtaken(&mut room, 3, bet(3, 1, 200));
    let mut taken = room.clone();
    does(&mut taken, 4, take(&[4]));
    // What was left for the choice is not left for lot 1 alone.
    assert_eq!(taken.lot(LotId(1)).unwrap().orders().iter().count(), 0);
    // Nor may an order for lot 1 alone bid for the choice, if the hammer is undone.
    refuses(&taken, 5, order(3, 1, 600), Refusal::LotJoined);
    does(&mut taken, 6, NEXT);
    does(&mut taken, 7, order(3, 1, 600));
    assert_eq!(leads(&taken, 1), Some(("3".to_owned(), 100)));
    does(&mut taken, 8, order(2, 3, 900));
    does(&mut taken, 9, NEXT);
    does(&mut taken, 10, NEXT);
    assert_eq!(current(&taken), Some(3));
    assert_eq!(leads(&taken, 3), Some(("2".to_owned(), 100)));
}

#[test]
fn a_choice_that_nobody_bids_for_ends_and_every_lot_is_offered_by_itself() {
    let mut room = offered();
    let mut singly = room.clone();
    does(&mut singly, 3, NEXT);
    assert_eq!((current(&singly), groups(&singly)), (Some(1), vec![0; 5]));
    assert!(singly.lot(LotId(1)).unwrap().is_open());
    does(&mut singly, 4, NEXT);
    assert_eq!(state(&singly, 1), LotState::NotSold);

    // Passed, they are all over.
    does(&mut room, 3, SKIP);
    use LotState::{InProcess, None, NotSold};
    assert_eq!(states(&room), [NotSold, InProcess, NotSold, NotSold, None]);
    does(&mut room, 4, NEXT);
    assert_eq!(current(&room), Some(5));
    assert_eq!(groups(&room), [0; 5]);
}

#[test]
fn the_hammer_is_undone_while_the_choice_is_on_the_block() {
    for (lots, bets) in [(&[1, 3][..], 2), (&[3, 4], 1)] {
        let mut room = led();
        does(&mut room, 4, take(lots));
        let mut paid = room.clone();
        does(&mut paid, 5, Command::MarkPaid { lot: LotId(3) });
        assert_eq!(state(&paid, 1), state(&room, 1), "each is paid by itself");
        refuses(&paid, 6, Command::Previous, Refusal::NotForTrade);

        does(&mut room, 5, Command::Previous);
        assert_eq!(current(&room), Some(1));
        assert!(room.lot(LotId(1)).unwrap().is_open());
        assert_eq!(leads(&room, 1), Some(("1".to_owned(), 500)));
        // Bets on a leading lot that was not taken are void but for the winner's.
        assert_eq!(standing(&room, 1).len(), bets);
        assert_eq!((standing(&room, 3), standing(&room, 4)), (vec![], vec![]));
        assert_eq!(groups(&room), [3, 0, 3, 3, 0]);
        does(&mut room, 6, bet(2, 1, 600));
        does(&mut room, 7, take(&[4]));
        assert_eq!(leads(&room, 4), Some(("2".to_owned(), 600)));
    }
    let mut room = led();
    does(&mut room, 4, take(&[1, 3]));
    let mut returned = room.clone();
    does(&mut returned, 5, Command::Return { lot: LotId(1) });
    assert_eq!(groups(&returned), [3, 0, 3, 3, 0]);
    // Once the sale has gone on, each comes back by itself, with its bet.
    does(&mut room, 5, NEXT);
    does(&mut room, 6, Command::Return { lot: LotId(3) });
    assert_eq!(state(&room, 3), LotState::None);
    assert_eq!(leads(&room, 3), Some(("1".to_owned(), 500)));
    does(&mut room, 7, Command::Previous);
    assert_eq!((current(&room), groups(&room)), (Some(1), vec![0; 5]));
    assert_eq!(standing(&room, 1).len(), 2);
}

#[test]
fn a_lot_that_was_taken_and_returned_is_taken_back_with_the_hammer() {
    let mut room = led();
    does(&mut room, 4, take(&[3, 4]));
    does(&mut room, 5, Command::Return { lot: LotId(3) });
    assert_eq!(leads(&room, 3), Some(("1".to_owned(), 500)));
    does(&mut room.clone(), 6, NEXT);
    does(&mut room, 6, Command::Previous);
    assert_eq!(standing(&room, 3), []);
    does(&mut room, 7, take(&[3]));
    assert_eq!(state(&room, 3), LotState::Sold);
}

#[test]
fn a_jump_leaves_the_settled_choice_and_may_lead_to_any_of_its_lots() {
    for to in [1, 2, 3] {
        let mut room = led();
        does(&mut room, 4, take(&[4]));
        does(&mut room, 5, jump(to));
        assert_eq!((current(&room), groups(&room)), (Some(to), vec![0; 5]));
        assert_eq!(room.lots().filter(|(_, lot)| lot.is_open()).count(), 1);
    }
}

#[test]
fn a_choice_that_is_put_back_keeps_its_bets_and_comes_up_again() {
    let mut room = led();
    does(&mut room, 4, jump(5));
    assert_eq!(groups(&room), [3, 0, 3, 3, 0]);
    does(&mut room, 5, NEXT);
    assert_eq!(current(&room), Some(1));
    does(&mut room, 6, take(&[3]));
    assert_eq!(leads(&room, 3), Some(("1".to_owned(), 500)));

    // Meanwhile nobody bids for lot 4.
    let mut room = offered_with([None, None, None, Some(200), None]);
    let reserve = |room: &Room| room.lot_view(LotId(4)).unwrap().reserve_state;
    does(&mut room, 2, bet(1, 1, 500));
    assert_eq!(reserve(&room), Some(ReserveState::Achieved));
    does(&mut room, 4, jump(5));
    assert_eq!(reserve(&room), Some(ReserveState::NotAchieved));
}

#[test]
fn cancelling_the_sale_keeps_what_was_taken() {
    for settled in [false, true] {
        let mut room = led();
        if settled {
            does(&mut room, 4, take(&[3]));
        }
        does(&mut room, 5, Command::Cancel);
        assert_eq!(groups(&room), [0; 5]);
        assert!(room.is_consistent());
        let sold = [LotState::None, LotState::Sold][usize::from(settled)];
        assert_eq!(state(&room, 3), sold);
        assert_eq!(standing(&room, 1), []);
    }
}

/// The winner's paddle is on each lot.
#[test]
fn the_hall_takes_lots_too() {
    let mut room = offered();
    does(&mut room, 2, hall("41", 1, 100));
    does(&mut room, 3, take(&[3, 4]));
    let bought = room.lot(LotId(4)).unwrap().leading().unwrap();
    assert_eq!(bought.by, Participant::hall("41"));
}

#[test]
fn choices_are_stored_as_such() {
    let joined = Event::LotJoined {
        at: s(1),
        lot: LotId(3),
        lots: vec![LotId(1), LotId(3)],
        choice: true,
    };
    for (value, stored) in [
        (
            serde_json::to_value(&joined),
            serde_json::json!({"joined": {"t": s(1), "lot": 3, "lots": [1, 3], "choice": true}}),
        ),
        (
            serde_json::to_value(offer(1, &[3])),
            serde_json::json!({"join": {"lot": 1, "with": [3], "choice": true}}),
        ),
        (
            serde_json::to_value(take(&[3])),
            serde_json::json!({"sell": {"lot": null, "take": [3]}}),
        ),
    ] {
        assert_eq!(value.unwrap(), stored);
    }
    let view = offered().lot_view(LotId(4)).unwrap();
    assert_eq!(view.together, [1, 3, 4].map(LotNumber));
    assert!(view.is_choice);
    // A group whose lots do not agree on what it is.
    let mut room = serde_json::to_value(offered()).unwrap();
    room["lots"]["3"].as_object_mut().unwrap().remove("choice");
    let room: Room = serde_json::from_value(room).unwrap();
    assert!(!room.is_consistent());
}

//! A room to try the rules on, and short names for what is said to it.

use domain::{
    Amount, CalculationType, Caps, Catalog, CatalogId, CatalogState, CatalogType, Command,
    Currency, Eligibility, Executed, HouseId, LotId, LotNumber, LotSetup, LotState, Outcome,
    Participant, Refusal, Revoker, Room, Timestamp, UserId, execute,
};

/// The start date; times of the tests count from here, in seconds.
pub const START: i64 = 1_800_000_000_000;
pub const TRUSTED: Eligibility = Eligibility {
    accepted: true,
    trusted: true,
    controller: false,
};
pub const UNTRUSTED: Eligibility = Eligibility {
    accepted: true,
    trusted: false,
    controller: false,
};
pub const STRANGER: Eligibility = Eligibility {
    accepted: false,
    trusted: false,
    controller: false,
};

pub fn s(seconds: i64) -> Timestamp {
    Timestamp(START + seconds * 1_000)
}

/// A catalog by the default step table that starts at 0 s and ends at 1000 s.
pub fn catalog(catalog_type: CatalogType) -> Catalog {
    Catalog {
        id: CatalogId(1),
        house: HouseId(1),
        catalog_type,
        calculation: CalculationType::ByStepTable,
        currency: Currency::Rub,
        steps: None,
        house_steps: None,
        start_date: Some(s(0)),
        end_date: Some(s(1_000)),
        auto_start: false,
        sale_timeout_s: Catalog::DEFAULT_SALE_TIMEOUT_S,
        hidden: false,
        caps: Caps::default(),
    }
}

pub fn setup(number: i32, start: i64, reserve: Option<i64>) -> LotSetup {
    LotSetup {
        number: LotNumber(number),
        start: Amount(start),
        reserve: reserve.map(Amount),
        hidden: false,
        state: LotState::None,
    }
}

/// Lots 1, 2, 3 … with those numbers and start price 100.
pub fn room(catalog: Catalog, lots: i64) -> Room {
    let lots = (1..=lots).map(|id| (LotId(id), setup(i32::try_from(id).unwrap(), 100, None)));
    Room::new(catalog, CatalogState::Scheduled, lots)
}

pub fn started(catalog: Catalog, lots: i64) -> Room {
    let mut room = room(catalog, lots);
    does(&mut room, 0, Command::Start);
    room
}

pub fn bet(user: i64, lot: i64, value: i64) -> Command {
    let by = Participant::User(UserId(user));
    Command::PlaceBet {
        lot: LotId(lot),
        by,
        value: Amount(value),
        eligibility: TRUSTED,
    }
}

pub fn hall(paddle: &str, lot: i64, value: i64) -> Command {
    Command::PlaceBet {
        lot: LotId(lot),
        by: Participant::hall(paddle),
        value: Amount(value),
        eligibility: STRANGER,
    }
}

pub fn order(user: i64, lot: i64, maximum: i64) -> Command {
    Command::PlaceOrder {
        lot: LotId(lot),
        user: UserId(user),
        maximum: Amount(maximum),
        eligibility: TRUSTED,
    }
}

pub fn withdraw(user: i64, lot: i64) -> Command {
    Command::WithdrawOrder {
        lot: LotId(lot),
        user: UserId(user),
        eligibility: TRUSTED,
    }
}

pub fn revoke(lot: i64) -> Command {
    Command::Revoke {
        lot: LotId(lot),
        by: Revoker::Admin,
        entitled: true,
    }
}

pub const fn sell(lot: Option<LotId>) -> Command {
    Command::Sell {
        lot,
        take: Vec::new(),
        bet: None,
    }
}

pub fn run(room: &mut Room, second: i64, command: Command) -> Executed {
    execute(room, &command, s(second))
}

/// It is accepted, and nobody's order overtakes it.
#[track_caller]
pub fn does(room: &mut Room, second: i64, command: Command) {
    let result = run(room, second, command.clone()).result;
    assert_eq!(result, Ok(Outcome::Success), "{command:?} at {second} s");
}

/// It is accepted, and another bidder's order overtakes it at once.
#[track_caller]
pub fn is_overtaken(room: &mut Room, second: i64, command: Command) {
    let result = run(room, second, command.clone()).result;
    assert_eq!(
        result,
        Ok(Outcome::OverbetByAbsentee),
        "{command:?} at {second} s"
    );
}

/// It is refused, and changes nothing beyond the timers before it.
#[track_caller]
pub fn refuses(room: &Room, second: i64, command: Command, why: Refusal) {
    let mut copy = room.clone();
    let executed = run(&mut copy, second, command.clone());
    assert_eq!(executed.result, Err(why), "{command:?} at {second} s");
    assert!(
        executed.own().is_empty(),
        "a refusal left {:?}",
        executed.own()
    );
    let mut without = room.clone();
    run(&mut without, second, Command::Tick);
    assert_eq!(
        copy, without,
        "{command:?} was refused and changed the room"
    );
}

/// The leading bet, as (user or paddle, value).
pub fn leads(room: &Room, lot: i64) -> Option<(String, i64)> {
    let leading = room.lot(LotId(lot))?.leading()?;
    let by = match &leading.by {
        Participant::User(user) => user.to_string(),
        Participant::Hall(_) => leading.by.to_string(),
    };
    Some((by, leading.value.0))
}

/// Every standing bet, oldest first, as (user, value).
pub fn standing(room: &Room, lot: i64) -> Vec<(i64, i64)> {
    let bets = room.lot(LotId(lot)).unwrap().bets();
    bets.iter()
        .map(|bet| (bet.by.user().map_or(0, |user| user.0), bet.value.0))
        .collect()
}

pub fn ends(room: &Room, lot: i64) -> Option<i64> {
    let end = room.lot(LotId(lot))?.end_trade_time()?;
    Some((end.0 - START) / 1_000)
}

pub fn state(room: &Room, lot: i64) -> LotState {
    room.lot(LotId(lot)).unwrap().state()
}

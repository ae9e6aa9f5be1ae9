//! Who may bid what.

use super::*;

/// Every row of the table, and of two rows that apply the earlier one.
#[test]
fn a_bet_is_refused_for_the_first_reason_that_applies() {
    use Refusal::*;
    let scheduled = |catalog| room(catalog, 2);
    let at_state = |state, catalog_type| {
        Room::new(
            catalog(catalog_type),
            state,
            [(LotId(1), setup(1, 100, None))],
        )
    };
    let led = || {
        let mut room = started(catalog(Classic), 2);
        does(&mut room, 1, bet(1, 1, 500));
        room
    };
    let sold = || {
        let mut room = led();
        does(&mut room, 2, SELL);
        room
    };
    let hidden = |catalog_type| with(|catalog| catalog.hidden = true, catalog_type);
    let hidden_lot = || {
        let lot = LotSetup {
            hidden: true,
            ..setup(1, 100, None)
        };
        Room::new(catalog(Classic), CatalogState::Scheduled, [(LotId(1), lot)])
    };

    let rows: Vec<(Room, i64, Command, Refusal)> = vec![
        // 401 comes before everything else.
        (
            at_state(CatalogState::Temporary, Classic),
            0,
            placed_by(STRANGER, 105),
            NotAccepted,
        ),
        (led(), 2, placed_by(STRANGER, 600), NotAccepted),
        // 1
        (
            at_state(CatalogState::Temporary, Classic),
            0,
            bet(1, 1, 100),
            CatalogNotFound,
        ),
        (
            at_state(CatalogState::Temporary, Classic),
            0,
            bet(1, 9, 100),
            CatalogNotFound,
        ),
        (
            at_state(CatalogState::Temporary, Classic),
            0,
            hall("7", 1, 100),
            CatalogNotFound,
        ),
        (
            scheduled(hidden(Classic)),
            0,
            bet(1, 1, 100),
            CatalogNotFound,
        ),
        (
            scheduled(hidden(Gallery)),
            0,
            bet(1, 9, 105),
            CatalogNotFound,
        ),
        // 2
        (led(), 2, bet(2, 9, 600), LotNotFound),
        (hidden_lot(), 0, bet(1, 1, 100), LotNotFound),
        (
            at_state(CatalogState::Completed, Classic),
            0,
            bet(1, 9, 100),
            LotNotFound,
        ),
        // 3
        (
            at_state(CatalogState::Completed, Classic),
            0,
            bet(1, 1, 100),
            TradeCompleted,
        ),
        (
            at_state(CatalogState::Canceled, Classic),
            0,
            bet(1, 1, 105),
            TradeCompleted,
        ),
        (
            at_state(CatalogState::Completed, Gallery),
            0,
            bet(1, 1, 100),
            TradeCompleted,
        ),
        // 4
        (scheduled(catalog(Gallery)), 0, bet(1, 1, 100), NotForTrade),
        (
            scheduled(catalog(PostAuction)),
            0,
            bet(1, 1, 105),
            NotForTrade,
        ),
        (
            scheduled(catalog(Parallel)),
            0,
            hall("7", 1, 100),
            NotForTrade,
        ),
        (
            scheduled(catalog(Parallel)),
            2_000,
            hall("7", 1, 100),
            NotForTrade,
        ),
        // 5
        (sold(), 3, bet(2, 1, 600), TradeTimeout),
        (sold(), 3, bet(1, 1, 605), TradeTimeout),
        (
            scheduled(catalog(Parallel)),
            1_000,
            bet(1, 1, 100),
            TradeTimeout,
        ),
        // 6
        (
            scheduled(with(
                |catalog| catalog.calculation = CalculationType::ByCatalogType,
                Parallel,
            )),
            0,
            bet(1, 1, 105),
            NotForTrade,
        ),
        // 7
        (led(), 2, bet(2, 2, 105), LotIsNotCurrent),
        // 10
        (led(), 2, bet(1, 1, 605), NotMultipleOf10),
        (led(), 2, placed_by(UNTRUSTED, 6_005), NotMultipleOf10),
        (
            scheduled(catalog(Parallel)),
            0,
            bet(1, 1, 105),
            NotMultipleOf10,
        ),
        // 11
        (led(), 2, placed_by(UNTRUSTED, 5_010), CAP),
        // 12
        (led(), 2, bet(1, 1, 600), ForbiddenToBetAgain),
        (led(), 2, bet(1, 1, 500), ForbiddenToBetAgain),
        // 13
        (led(), 2, bet(2, 1, 500), AnotherBetLeads),
        (led(), 2, bet(2, 1, 10), AnotherBetLeads),
        // 14
        (led(), 2, bet(2, 1, 540), LessThanMinimal),
        (
            scheduled(catalog(Classic)),
            0,
            bet(1, 1, 90),
            LessThanMinimal,
        ),
    ];
    for (room, second, command, why) in rows {
        refuses(&room, second, command, why);
    }

    for (mut room, second, command) in [
        (led(), 2, bet(2, 1, 550)),
        (led(), 2, bet(2, 1, 999_990)),
        (scheduled(catalog(Classic)), 0, placed_by(UNTRUSTED, 5_000)),
        (
            scheduled(hidden(Classic)),
            0,
            placed_by(
                Eligibility {
                    controller: true,
                    ..TRUSTED
                },
                100,
            ),
        ),
        (scheduled(catalog(Classic)), 0, hall("7", 1, 100)),
        (scheduled(catalog(Parallel)), 999, bet(1, 1, 100)),
    ] {
        does(&mut room, second, command);
    }
}

#[test]
fn the_untrusted_cap_is_the_currencys_and_configurable() {
    let in_currency = |currency, caps| {
        room(
            with(|c| (c.currency, c.caps) = (currency, caps), Classic),
            1,
        )
    };
    let tight = Caps {
        rub: Amount(100),
        ..Caps::default()
    };
    for (currency, caps, cap) in [
        (Currency::Rub, Caps::default(), 5_000),
        (Currency::Eur, Caps::default(), 50),
        (Currency::Usd, Caps::default(), 50),
        (Currency::Rub, tight, 100),
    ] {
        let why = Refusal::UntrustedCapExceeded {
            cap: Amount(cap),
            currency,
        };
        let room = in_currency(currency, caps);
        refuses(&room, 0, placed_by(UNTRUSTED, cap + 10), why);
        assert_eq!(why.code(), Some(11));
        does(&mut room.clone(), 0, hall("7", 1, 10_000));
    }
}

#[test]
fn the_same_number_means_different_things_in_the_two_code_sets() {
    use Refusal::*;
    for (bet, auctioneer) in [
        (LotIsNotCurrent, NoAvailableBet),
        (NotMultipleOf10, NoClassicAuction),
        (LessThanMinimal, UserIsNotAuctioneer),
    ] {
        assert_eq!(bet.code(), auctioneer.code());
        assert_eq!(
            (bet.code_set(), auctioneer.code_set()),
            (Some(CodeSet::Bet), Some(CodeSet::Auctioneer))
        );
    }
    for uncoded in [
        NotAccepted,
        Untrusted,
        NotInThisState,
        NothingToOpen,
        NoOrder,
        OrderLeads,
    ] {
        assert_eq!((uncoded.code(), uncoded.code_set()), (None, None));
    }
}

#[test]
fn unknown_people_in_the_hall_may_follow_each_other() {
    let mut room = started(catalog(Classic), 1);
    does(&mut room, 1, hall("", 1, 100));
    does(&mut room, 2, hall("  ", 1, 110));
    does(&mut room, 3, hall(" 7 ", 1, 120));
    refuses(&room, 4, hall("7", 1, 130), Refusal::ForbiddenToBetAgain);
    does(&mut room, 5, hall("12", 1, 130));
    assert_eq!(leads(&room, 1), Some(("hall:12".into(), 130)));
}

#[test]
fn people_get_a_number_with_their_first_bet_in_the_catalog() {
    let mut room = started(catalog(Parallel), 2);
    for (second, command) in [
        (1, bet(7, 1, 100)),
        (2, bet(5, 2, 100)),
        (3, bet(7, 2, 110)),
        (4, bet(6, 1, 110)),
    ] {
        does(&mut room, second, command);
    }
    let numbers = [7, 5, 6, 8].map(|user| room.participant_number(UserId(user)));
    assert_eq!(numbers, [Some(1), Some(2), Some(3), None]);
    // Revoked or not, a number stays theirs.
    does(&mut room, 5, revoke(1));
    assert_eq!(room.participant_number(UserId(6)), Some(3));
    let mut in_hall = started(catalog(Classic), 1);
    does(&mut in_hall, 1, hall("7", 1, 100));
    does(&mut in_hall, 2, bet(9, 1, 110));
    assert_eq!(in_hall.participant_number(UserId(9)), Some(1));
}

//! What the journal stores.

use super::*;

/// The journal's form is read by people and kept for years.
#[test]
fn events_are_short_and_readable() {
    let mut room = room(catalog(Classic), 1);
    does(&mut room, 0, order(5, 1, 300));
    let events = run(&mut room, 0, Command::Start).events;
    let stored = events
        .iter()
        .map(|event| serde_json::to_string(event).unwrap())
        .collect::<Vec<_>>();
    assert_eq!(
        stored,
        [
            r#"{"started":{"t":1800000000000}}"#,
            r#"{"opened":{"t":1800000000000,"lot":1}}"#,
            r#"{"bet":{"t":1800000000000,"lot":1,"no":2,"by":{"user":5},"v":100,"abs":true,"cause":"opening","pn":1}}"#,
        ]
    );
    let by_hand = run(&mut room, 1, bet(6, 1, 500)).events;
    assert_eq!(
        serde_json::to_string(&by_hand[0]).unwrap(),
        r#"{"bet":{"t":1800000001000,"lot":1,"no":3,"by":{"user":6},"v":500,"cause":"bet","pn":2}}"#
    );
    let cleared = run(&mut room, 1, patch(|p| p.end_date = Some(None)));
    assert_eq!(cleared.result, Err(Refusal::NotInThisState));
    let patched = Event::CatalogChanged {
        at: Timestamp(1),
        patch: Box::new(CatalogPatch {
            end_date: Some(None),
            ..CatalogPatch::default()
        }),
    };
    let stored = serde_json::to_string(&patched).unwrap();
    assert_eq!(
        stored,
        r#"{"catalog_changed":{"t":1,"patch":{"end_date":null}}}"#
    );
    assert_eq!(serde_json::from_str::<Event>(&stored).unwrap(), patched);
}

/// The wire has the enumerations' numbers; what is kept for years has their names.
#[test]
fn the_journal_spells_enumerations_by_name() {
    let changed = Event::CatalogChanged {
        at: Timestamp(1),
        patch: Box::new(CatalogPatch {
            catalog_type: Some(CatalogType::PostAuction),
            calculation: Some(CalculationType::TenPercentAndModTen),
            currency: Some(Currency::Eur),
            ..CatalogPatch::default()
        }),
    };
    let added = Event::LotAdded {
        at: Timestamp(1),
        lot: LotId(7),
        setup: LotSetup {
            state: LotState::NotSold,
            ..setup(3, 100, None)
        },
    };
    let waiting = Event::LotAdded {
        at: Timestamp(1),
        lot: LotId(8),
        setup: setup(4, 100, None),
    };
    for (event, stored) in [
        (
            changed,
            r#"{"catalog_changed":{"t":1,"patch":{"catalog_type":"post_auction","calculation":"ten_percent_and_mod_ten","currency":"eur"}}}"#,
        ),
        (
            waiting,
            r#"{"lot_added":{"t":1,"lot":8,"setup":{"number":4,"start":100,"reserve":null}}}"#,
        ),
        (
            added,
            r#"{"lot_added":{"t":1,"lot":7,"setup":{"number":3,"start":100,"reserve":null,"state":"not_sold"}}}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&event).unwrap(), stored);
        assert_eq!(serde_json::from_str::<Event>(stored).unwrap(), event);
    }
    let refusal = Refusal::UntrustedCapExceeded {
        cap: Amount(50),
        currency: Currency::Usd,
    };
    let stored = r#"{"untrusted_cap_exceeded":{"cap":50,"currency":"usd"}}"#;
    assert_eq!(serde_json::to_string(&refusal).unwrap(), stored);
    assert_eq!(serde_json::from_str::<Refusal>(stored).unwrap(), refusal);
    let room = room(catalog(Parallel), 1);
    let snapshot = serde_json::to_value(&room).unwrap();
    assert_eq!(snapshot["catalog"]["catalog_type"], "parallel");
    assert_eq!(snapshot["catalog"]["calculation"], "by_step_table");
    assert_eq!(snapshot["catalog"]["currency"], "rub");
    assert_eq!(serde_json::from_value::<Room>(snapshot).unwrap(), room);
    let unknown = r#"{"untrusted_cap_exceeded":{"cap":50,"currency":"gbp"}}"#;
    assert!(serde_json::from_str::<Refusal>(unknown).is_err());
}

#[test]
fn an_event_of_a_lot_that_is_gone_changes_nothing() {
    let mut room = room(catalog(Classic), 1);
    let before = room.lots().count();
    apply(
        &mut room,
        &Event::LotHammered {
            at: s(1),
            lot: LotId(9),
            sold: true,
        },
    );
    assert_eq!(room.lots().count(), before);
    assert!(room.is_consistent());
}

#[test]
fn a_step_table_is_stored_as_its_rows() {
    let rows = vec![
        StepRow {
            start: Amount(0),
            step: Amount(50),
        },
        StepRow {
            start: Amount(1_000),
            step: Amount(100),
        },
    ];
    let table = StepTable::new(rows.clone()).unwrap();
    let stored = serde_json::to_value(&table).unwrap();
    assert_eq!(stored, serde_json::to_value(&rows).unwrap());
    assert_eq!(serde_json::from_value::<StepTable>(stored).unwrap(), table);
    assert_eq!(Vec::from(table), rows);
}

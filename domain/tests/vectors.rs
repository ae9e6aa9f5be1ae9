//! The golden vectors: made by an independent implementation of the rules. The folder is `VECTORS_DIR`, by default the
//! project's own copy. `format.json` is about what people read and belongs to the client's tests.
#![expect(
    clippy::disallowed_methods,
    reason = "tests read files and the environment; the rules do not"
)]

use domain::{
    Amount, CalculationType, Caps, Catalog, CatalogId, CatalogState, CatalogType, Command,
    Commission, Currency, Eligibility, HouseId, Ladder, LotId, LotNumber, LotSetup, Participant,
    Refusal, Revoker, Room, StepTable, Timestamp, UserId, apply, execute,
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::{fs, path::PathBuf};

fn read<T: DeserializeOwned>(name: &str) -> Vec<T> {
    let folder = std::env::var_os("VECTORS_DIR").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/vectors"),
        PathBuf::from,
    );
    let path = folder.join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let rows: Vec<T> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(!rows.is_empty(), "{} is empty", path.display());
    rows
}

fn of<T: TryFrom<i16>>(number: i16) -> T {
    T::try_from(number).unwrap_or_else(|_| panic!("{number} is no {}", std::any::type_name::<T>()))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct LadderRow {
    catalog_type: i16,
    calculation_type: i16,
    steps_table: Option<StepTable>,
    start: Amount,
    leading: Option<Amount>,
}

impl LadderRow {
    fn ladder(&self) -> Ladder<'_> {
        Ladder::new(
            of(self.catalog_type),
            of(self.calculation_type),
            self.steps_table.as_ref(),
            None,
        )
    }

    fn minimum(&self) -> Amount {
        self.ladder().minimum(self.start, self.leading)
    }
}

#[test]
fn step() {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Row {
        steps_table: Option<StepTable>,
        price: Amount,
        step: Amount,
    }
    for (i, row) in read::<Row>("step.json").iter().enumerate() {
        let ladder = Ladder::new(
            CatalogType::Classic,
            CalculationType::ByStepTable,
            row.steps_table.as_ref(),
            None,
        );
        assert_eq!(ladder.step(row.price), row.step, "row {i}");
    }
}

#[test]
fn min_bet() {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Row {
        #[serde(flatten)]
        of: LadderRow,
        min_bet: Amount,
    }
    for (i, row) in read::<Row>("min_bet.json").iter().enumerate() {
        assert_eq!(row.of.minimum(), row.min_bet, "row {i}");
    }
}

#[test]
fn bet_options() {
    #[derive(Deserialize)]
    struct Row {
        #[serde(flatten)]
        of: LadderRow,
        absentee: bool,
        options: Vec<Amount>,
    }
    for (i, row) in read::<Row>("bet_options.json").iter().enumerate() {
        let ladder = row.of.ladder();
        let options = ladder.options(row.of.minimum(), ladder.options_offered(row.absentee));
        assert_eq!(options, row.options, "row {i}");
    }
}

#[test]
fn neighbours() {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Row {
        #[serde(flatten)]
        of: LadderRow,
        bet_value: Option<Amount>,
        below_bet_value: Option<Amount>,
        above_bet_value: Amount,
    }
    for (i, row) in read::<Row>("neighbours.json").iter().enumerate() {
        let neighbours = row.of.ladder().neighbours(row.of.minimum(), row.bet_value);
        assert_eq!(
            (neighbours.below, neighbours.above),
            (row.below_bet_value, row.above_bet_value),
            "row {i}"
        );
    }
}

#[test]
fn commission() {
    #[derive(Deserialize)]
    struct Row {
        price: Amount,
        commission: serde_json::Number,
        total: Amount,
    }
    for (i, row) in read::<Row>("commission.json").iter().enumerate() {
        let commission: Commission = row.commission.to_string().parse().expect("a commission");
        assert_eq!(commission.price_with(row.price), row.total, "row {i}");
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Scenario {
    name: String,
    catalog_type: i16,
    calculation_type: i16,
    steps_table: Option<StepTable>,
    state: i16,
    is_auto_start: bool,
    start_date: Option<Timestamp>,
    end_date: Option<Timestamp>,
    lot_sale_timeout_in_seconds: u32,
    currency: i16,
    lots: Vec<HeadLot>,
    trusted: Vec<String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct HeadLot {
    id: LotId,
    catalog_lot_id: LotNumber,
    start: Option<Amount>,
    reserve: Option<Amount>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Step {
    at: Timestamp,
    #[serde(rename = "do")]
    action: String,
    lot: Option<LotId>,
    value: Option<Amount>,
    user: Option<String>,
    paddle: Option<String>,
    last_alive: Option<Timestamp>,
    result: Value,
    after: Value,
}

impl Scenario {
    fn room(&self) -> Room {
        let catalog = Catalog {
            id: CatalogId(1),
            house: HouseId(1),
            catalog_type: of(self.catalog_type),
            calculation: of(self.calculation_type),
            currency: of::<Currency>(self.currency),
            steps: self.steps_table.clone(),
            house_steps: None,
            start_date: self.start_date,
            end_date: self.end_date,
            auto_start: self.is_auto_start,
            sale_timeout_s: self.lot_sale_timeout_in_seconds,
            hidden: false,
            caps: Caps::default(),
        };
        let lots = self.lots.iter().map(|lot| {
            let start = lot.start.unwrap_or_default();
            let setup = LotSetup {
                number: lot.catalog_lot_id,
                start,
                reserve: lot.reserve,
                hidden: false,
                state: domain::LotState::None,
            };
            (lot.id, setup)
        });
        Room::new(catalog, of::<CatalogState>(self.state), lots)
    }

    fn command(&self, step: &Step) -> Command {
        let eligibility = Eligibility {
            accepted: true,
            trusted: step
                .user
                .as_ref()
                .is_some_and(|user| self.trusted.contains(user)),
            controller: false,
        };
        let lot = || step.lot.expect("a lot");
        let user = || user_id(step.user.as_ref().expect("a user"));
        let value = || step.value.expect("a value");
        match step.action.as_str() {
            "start" => Command::Start,
            "bet" => {
                let by = match &step.paddle {
                    Some(paddle) => Participant::hall(paddle),
                    None => Participant::User(user()),
                };
                Command::PlaceBet {
                    lot: lot(),
                    by,
                    value: value(),
                    eligibility,
                }
            }
            "absentee" => Command::PlaceOrder {
                lot: lot(),
                user: user(),
                maximum: value(),
                eligibility,
            },
            "withdraw" => Command::WithdrawOrder {
                lot: lot(),
                user: user(),
                eligibility,
            },
            "next" => Command::Next { lot: step.lot },
            "sell" => Command::Sell {
                lot: step.lot,
                take: Vec::new(),
                bet: None,
            },
            "skip" => Command::Skip { lot: step.lot },
            "previous" => Command::Previous,
            "warn" => Command::Warn { lot: step.lot },
            "pause" => Command::Pause { reason: None },
            "resume" => Command::Resume,
            "revoke" => Command::Revoke {
                lot: lot(),
                by: Revoker::Admin,
                entitled: true,
            },
            "return" => Command::Return { lot: lot() },
            "finish" => Command::Finish,
            "tick" => Command::Tick,
            "recover" => Command::Recover {
                last_alive: step.last_alive.expect("a last heartbeat"),
            },
            other => panic!("{other:?} is no command of the vectors"),
        }
    }
}

/// The vectors call people u1, u2, …
fn user_id(name: &str) -> UserId {
    UserId(
        name.strip_prefix('u')
            .and_then(|number| number.parse().ok())
            .unwrap_or_else(|| panic!("user {name:?}")),
    )
}

fn shown(by: &Participant) -> String {
    match by {
        Participant::User(user) => format!("u{user}"),
        Participant::Hall(_) => by.to_string(),
    }
}

fn result(refusal: Refusal) -> Value {
    match refusal {
        Refusal::NotInThisState => json!("state"),
        Refusal::NothingToOpen => json!("empty"),
        Refusal::NoAvailableBet | Refusal::NoOrder => json!("no_bet"),
        Refusal::OrderLeads => json!("leads"),
        Refusal::Untrusted => json!("untrusted"),
        refusal => json!(
            refusal
                .code()
                .unwrap_or_else(|| panic!("{refusal:?} has no place in the vectors"))
        ),
    }
}

/// The view as the vectors write it, lots in the order in which the expected one has them.
fn view(room: &Room, expected: &Value) -> Value {
    let lots = expected["lots"]
        .as_array()
        .expect("lots")
        .iter()
        .map(|lot| {
            let id = LotId(lot["id"].as_i64().expect("an id"));
            let lot = room.lot_view(id).expect("a lot of the scenario");
            let mut shown = json!({
                "id": id,
                "state": lot.state.number(),
                "isBiddingOver": lot.is_bidding_over,
                "price": lot.leading.as_ref().map(|leading| leading.value),
                "leader": lot.leading.as_ref().map(|leading| shown(&leading.by)),
                "bets": lot.bets_count,
                "endTradeTime": lot.end_trade_time,
                "reservePriceState": lot.reserve_state.map(|state| state.as_str()),
            });
            if expected.get("pausedAt").is_some() {
                shown["warnedAt"] = json!(lot.warned_at);
            }
            shown
        });
    let mut shown = json!({
        "lots": lots.collect::<Vec<_>>(),
        "state": room.state().number(),
        "currentLotId": room.current_lot(),
    });
    // The scenarios without pauses do not mention them.
    if expected.get("pausedAt").is_some() {
        shown["pausedAt"] = json!(room.pause().map(|pause| pause.since));
    }
    shown
}

#[test]
fn scenarios() {
    play("scenarios.json");
}

#[test]
fn pauses() {
    play("pauses.json");
}

fn play(file: &str) {
    let mut wrong = Vec::new();
    for scenario in read::<Scenario>(file) {
        let initial = scenario.room();
        let mut room = initial.clone();
        let mut journal = Vec::new();
        for (i, step) in scenario.steps.iter().enumerate() {
            let executed = execute(&mut room, &scenario.command(step), step.at);
            journal.extend(executed.events.iter().cloned());
            let got = executed
                .result
                .map_or_else(result, |outcome| json!(outcome.code()));
            let after = view(&room, &step.after);
            if got != step.result || after != step.after {
                wrong.push(format!(
                    "{} step {i} {step:?}\n  result {got}\n  after  {after}\n  events {}",
                    scenario.name,
                    serde_json::to_string(&executed.events).expect("json")
                ));
                break;
            }
        }
        // The journal as it is stored gives the same room.
        let stored = serde_json::to_string(&journal).expect("json");
        let mut replayed = initial;
        for event in serde_json::from_str::<Vec<domain::Event>>(&stored).expect("events") {
            apply(&mut replayed, &event);
        }
        assert_eq!(
            replayed, room,
            "{}: a replay gives another room",
            scenario.name
        );
    }
    assert!(
        wrong.is_empty(),
        "{} scenarios differ; the first:\n{}",
        wrong.len(),
        wrong[0]
    );
}

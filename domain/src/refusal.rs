//! Why a command was refused: its wire code and its Russian text.

use crate::{kinds::Currency, money::Amount};
use serde::{Deserialize, Serialize};

/// Two tables of codes exist, and the same number means different things in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CodeSet {
    Bet,
    Auctioneer,
}

/// The rules said no. Every variant but [`Refusal::Invalid`] leaves the room as it was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    AnotherBetLeads,
    TradeTimeout,
    LotNotFound,
    CatalogNotFound,
    LotIsNotCurrent,
    NotMultipleOf10,
    LessThanMinimal,
    NotForTrade,
    NotTimeoutYet,
    TradeCompleted,
    UntrustedCapExceeded {
        cap: Amount,
        currency: Currency,
    },
    ForbiddenToBetAgain,

    NoAvailableBet,
    NoClassicAuction,
    UserIsNotAuctioneer,

    /// HTTP 401: the house has not accepted the bettor.
    NotAccepted,
    /// HTTP 403: absentee orders are for those whom the house trusts.
    Untrusted,
    /// HTTP 409: not possible in this state.
    NotInThisState,
    /// HTTP 409: there is nothing to open.
    NothingToOpen,
    /// HTTP 409: there is no absentee order to withdraw.
    NoOrder,
    /// HTTP 409: the order's owner leads on the open lot.
    OrderLeads,
    /// HTTP 422.
    Invalid(Invalid),
}

/// What is wrong with a catalog or lot that somebody wants to save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Invalid {
    /// Another lot of the catalog has this number.
    NumberTaken,
    /// A Parallel catalog needs an end after its start.
    EndNotAfterStart,
    /// A room that starts by itself needs a start date.
    StartDateMissing,
    /// The value is not within 0 < value ≤ 10^12 (a start price: 0 ≤ value).
    AmountOutOfRange,
    /// A sale timeout is 1 second to 1 day.
    TimeoutOutOfRange,
}

impl Refusal {
    /// The code of the wire, if it has one; [`Refusal::code_set`] says of which table.
    pub fn code(&self) -> Option<u8> {
        use Refusal::*;
        match self {
            AnotherBetLeads => Some(1),
            TradeTimeout => Some(2),
            LotNotFound => Some(3),
            CatalogNotFound => Some(4),
            LotIsNotCurrent => Some(5),
            NotMultipleOf10 => Some(6),
            LessThanMinimal => Some(7),
            NotForTrade => Some(8),
            NotTimeoutYet => Some(9),
            TradeCompleted => Some(10),
            UntrustedCapExceeded { .. } => Some(11),
            ForbiddenToBetAgain => Some(13),
            NoAvailableBet => Some(5),
            NoClassicAuction => Some(6),
            UserIsNotAuctioneer => Some(7),
            NotAccepted | Untrusted | NotInThisState | NothingToOpen | NoOrder | OrderLeads
            | Invalid(_) => None,
        }
    }

    /// Which table the code is of: 5, 6 and 7 are in both.
    pub fn code_set(&self) -> Option<CodeSet> {
        match self {
            Self::NoAvailableBet | Self::NoClassicAuction | Self::UserIsNotAuctioneer => {
                Some(CodeSet::Auctioneer)
            }
            _ => self.code().map(|_| CodeSet::Bet),
        }
    }

    /// What people read.
    pub fn text(&self) -> String {
        use Refusal::*;
        let text = match self {
            AnotherBetLeads => "На этот лот принята другая ставка",
            TradeTimeout => "Торги окончены",
            LotNotFound => "Лот не найден",
            CatalogNotFound => "Аукцион не найден",
            LotIsNotCurrent => "В настоящее время лот не участвует в классическом аукционе",
            NotMultipleOf10 => "Ставка должна быть кратна 10",
            LessThanMinimal => "Ставка ниже минимальной",
            NotForTrade => "Состояние лота не подходит для торговли",
            NotTimeoutYet => "Время торгов по лоту не истекло",
            TradeCompleted => "Торги в каталоге завершены",
            UntrustedCapExceeded { cap, currency } => {
                let unit = match currency {
                    Currency::Rub => "руб",
                    Currency::Eur => "евро",
                    Currency::Usd => "долл",
                };
                return format!("Ставка превышает допустимый лимит ({cap} {unit})");
            }
            ForbiddenToBetAgain => "Повторная ставка от того же самого пользователя",
            NoAvailableBet => "Ставка отсутствует",
            NoClassicAuction => "Отсутствует классический аукцион",
            UserIsNotAuctioneer => "У пользователя недостаточно прав для отмены ставки",
            NotAccepted => "Для совершения ставки необходимо зарегистрироваться в аукционном доме",
            Untrusted => "Заочные ставки доступны только доверенным пользователям",
            NotInThisState => "Действие невозможно в текущем состоянии",
            NothingToOpen => "Нет лотов для торгов",
            NoOrder => "Заочная ставка отсутствует",
            OrderLeads => "Ваша ставка лидирует, отозвать заочную ставку нельзя",
            Invalid(invalid) => match invalid {
                self::Invalid::NumberTaken => "Лот с таким номером уже есть в каталоге",
                self::Invalid::EndNotAfterStart => "Дата окончания должна быть позже даты начала",
                self::Invalid::StartDateMissing => "Укажите дату начала",
                self::Invalid::AmountOutOfRange => "Сумма вне допустимых пределов",
                self::Invalid::TimeoutOutOfRange => "Время торгов по лоту: от 1 секунды до 1 суток",
            },
        };
        text.to_owned()
    }
}

impl Invalid {
    /// The field of the wire the message belongs to.
    pub fn field(self) -> &'static str {
        match self {
            Self::NumberTaken => "catalogLotId",
            Self::EndNotAfterStart => "endDate",
            Self::StartDateMissing => "startDate",
            Self::AmountOutOfRange => "price",
            Self::TimeoutOutOfRange => "lotSaleTimeoutInSeconds",
        }
    }
}

//! The one table of errors: code, HTTP status, Russian text, and what a client does about it. [`ApiError`] takes its
//! titles from here, refusals of the rules their words, and the description of the API shows it whole.
//!
//! [`ApiError`]: crate::error::ApiError

use actix_web::http::StatusCode;
use domain::{CodeSet, Currency, Invalid, Outcome, Refusal};
use serde::Serialize;

/// What a client does about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Nothing went wrong.
    None,
    /// Show the text; the same request fails again.
    ShowText,
    /// Show each message beside its field and let the person correct it.
    CorrectFields,
    /// Ask the person to sign in, then repeat the request.
    SignIn,
    /// Offer registration in the house.
    Register,
    /// Reload what is on screen: it has changed or is gone.
    Reload,
    /// Show the answer's lot and offer its `minBet`.
    BetHigher,
    /// Wait the seconds of `Retry-After`, then repeat the request.
    WaitAndRepeat,
    /// Repeat the request under the same `Idempotency-Key`: it may have succeeded.
    RepeatSameKey,
    /// Offer another way to do the same.
    OfferAnotherWay,
    /// Show the text with the request's `eid`, for support.
    ShowEid,
    /// Correct the client: no input of a person causes this.
    FixClient,
}

impl Remedy {
    /// The remedy in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::None => "Nothing: it succeeded.",
            Self::ShowText => "Show the text; the same request fails again.",
            Self::CorrectFields => "Show each message beside its field.",
            Self::SignIn => "Ask the person to sign in, then repeat.",
            Self::Register => "Offer registration in the house.",
            Self::Reload => "Show the text and reload: what is on screen has changed.",
            Self::BetHigher => "Show the text and offer the lot's `minBet`.",
            Self::WaitAndRepeat => "Wait the seconds of `Retry-After`, then repeat.",
            Self::RepeatSameKey => "Repeat under the same `Idempotency-Key`.",
            Self::OfferAnotherWay => "Show the text and offer another way.",
            Self::ShowEid => "Show the text with the `eid`, for support.",
            Self::FixClient => "Correct the client.",
        }
    }
}

/// Where a code appears.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The `title` of a problem.
    Problem,
    /// An outcome of the rules: a number and a text in the answer, or the text alone.
    Rules,
    /// The `error` of a socket's acknowledgement.
    Socket,
}

/// A row of the table.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    pub place: Place,
    /// Stable, English.
    pub code: &'static str,
    /// Its set and number in the answers to bets and controls, which are 200.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<(CodeSet, u8)>,
    /// The HTTP status where no number answers; sockets have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What people read, unless the error says something more particular.
    pub text: &'static str,
    pub remedy: Remedy,
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal $status:ident $remedy:ident $text:expr;)+) => {
        /// The titles of problems.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name),+ }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The stable title.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $code),+ }
            }

            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),+ }
            }

            /// The general text.
            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            pub const fn remedy(self) -> Remedy {
                match self { $(Self::$name => Remedy::$remedy),+ }
            }
        }
    };
}

codes! {
    /// The request cannot be read. The framework's own refusals keep their 4xx status.
    MalformedRequest = "malformed_request" BAD_REQUEST FixClient "Неверный запрос";
    /// No token, or one that is no longer valid.
    NotAuthenticated = "not_authenticated" UNAUTHORIZED SignIn "Необходимо войти в систему";
    /// A bet or a message in a house that has not accepted the caller.
    NotRegisteredInHouse = "not_registered_in_house" UNAUTHORIZED Register
        "Для совершения ставки необходимо зарегистрироваться в аукционном доме";
    /// The caller is known and not entitled.
    Forbidden = "forbidden" FORBIDDEN ShowText "Недостаточно прав";
    AccountDeleted = "account_deleted" FORBIDDEN ShowText "Учётная запись удалена";
    /// Nothing is there for this caller.
    NotFound = "not_found" NOT_FOUND ShowText "Не найдено";
    WrongCode = "wrong_code" NOT_FOUND CorrectFields "Неверный пароль";
    FeatureIsOff = "feature_is_off" NOT_FOUND ShowText "На этом сайте не подключено";
    ImageUnavailable = "image_unavailable" NOT_FOUND ShowText "Изображение недоступно";
    MethodNotAllowed = "method_not_allowed" METHOD_NOT_ALLOWED FixClient "Действие не поддерживается";
    NotPossibleInThisState = "not_possible_in_this_state" CONFLICT Reload
        "Действие невозможно в текущем состоянии";
    /// Another account has the contact, or may get it back.
    ContactTaken = "contact_taken" CONFLICT CorrectFields
        "Этот телефон или e-mail уже используется в другой учётной записи";
    LoginNotConfirmed = "login_not_confirmed" CONFLICT WaitAndRepeat "Вход ещё не подтверждён";
    ContactNotConfirmed = "contact_not_confirmed" CONFLICT WaitAndRepeat "Контакт ещё не подтверждён";
    TooLarge = "too_large" PAYLOAD_TOO_LARGE CorrectFields "Слишком большой запрос";
    WrongContentType = "wrong_content_type" UNSUPPORTED_MEDIA_TYPE CorrectFields "Неподдерживаемый тип данных";
    ValidationFailed = "validation_failed" UNPROCESSABLE_ENTITY CorrectFields "Проверьте введённые данные";
    IdempotencyKeyReused = "idempotency_key_reused" UNPROCESSABLE_ENTITY FixClient
        "Этот ключ уже использован для другого запроса";
    /// The report of a dry run says which rows and pictures.
    ImportRefused = "import_refused" UNPROCESSABLE_ENTITY CorrectFields "Ничего не изменено";
    TooManyRequests = "too_many_requests" TOO_MANY_REQUESTS WaitAndRepeat
        "Слишком много запросов, подождите немного";
    TooManyWrongCodes = "too_many_wrong_codes" TOO_MANY_REQUESTS OfferAnotherWay
        "Слишком много неверных кодов, попробуйте позже";
    /// The cause is logged under the `eid`, never sent.
    InternalError = "internal_error" INTERNAL_SERVER_ERROR ShowEid
        "Что-то пошло не так. Попробуйте перезагрузить страницу или повторить запрос позже.";
    /// A part of the contract that no server offers.
    NotImplemented = "not_implemented" NOT_IMPLEMENTED ShowText "Действие не поддерживается";
    IncomingCallFailed = "incoming_call_failed" BAD_GATEWAY OfferAnotherWay
        "Вход по входящему звонку невозможен из-за оператора сотовой связи. Попробуйте исходящий звонок.";
    OutgoingCallFailed = "outgoing_call_failed" BAD_GATEWAY OfferAnotherWay
        "Вход по исходящему звонку сейчас невозможен. Попробуйте войти по e-mail или повторите попытку позже.";
    EmailFailed = "email_failed" BAD_GATEWAY OfferAnotherWay
        "Не удалось отправить письмо с кодом. Проверьте адрес, войдите по телефону или повторите попытку позже.";
    /// Where a room answers so, nothing has happened; a change that was being committed when the database went away may
    /// have been stored.
    TemporarilyUnavailable = "temporarily_unavailable" SERVICE_UNAVAILABLE WaitAndRepeat
        "Сервис временно недоступен, повторите попытку";
    ExternalUnavailable = "external_unavailable" SERVICE_UNAVAILABLE WaitAndRepeat
        "Внешний сервис сейчас недоступен. Повторите попытку позже";
    /// The request may have succeeded, or may yet. An upload that stands still is refused with 408.
    Timeout = "timeout" GATEWAY_TIMEOUT RepeatSameKey "Сервер не успел ответить. Повторите запрос";
    /// The other site did not say whether it took the bid; repeating may bid twice.
    BidInDoubt = "bid_in_doubt" GATEWAY_TIMEOUT ShowText
        "Сервис арт-инвестиций не ответил. Проверьте, принята ли ставка, прежде чем повторять её";
}

/// What a socket's refusal is called in its acknowledgement, and how a client words it.
const SOCKET: [(&str, &str, Remedy); 7] = [
    ("not_found", "Аукцион не найден", Remedy::ShowText),
    (
        "not_authenticated",
        "Войдите, чтобы писать в чат",
        Remedy::SignIn,
    ),
    (
        "not_registered_in_house",
        "Писать могут участники, зарегистрированные в аукционном доме",
        Remedy::Register,
    ),
    ("forbidden", "Недостаточно прав", Remedy::ShowText),
    (
        "too_many_requests",
        "Слишком много сообщений. Подождите несколько секунд",
        Remedy::WaitAndRepeat,
    ),
    (
        "validation_failed",
        "Сообщение должно быть от 1 до 1000 символов",
        Remedy::CorrectFields,
    ),
    (
        "unavailable",
        "Сервер не отвечает. Повторите чуть позже",
        Remedy::WaitAndRepeat,
    ),
];

/// A refusal of the rules: the code it travels under as a problem, its text, and the remedy. `{cap}` stands for the cap
/// with its currency.
pub const fn of_refusal(refusal: &Refusal) -> (Code, &'static str, Remedy) {
    use Refusal::*;
    const NOT_NOW: Code = Code::NotPossibleInThisState;
    match refusal {
        AnotherBetLeads => (
            NOT_NOW,
            "На этот лот принята другая ставка",
            Remedy::BetHigher,
        ),
        TradeTimeout => (NOT_NOW, "Торги окончены", Remedy::Reload),
        LotNotFound => (Code::NotFound, "Лот не найден", Remedy::Reload),
        CatalogNotFound => (Code::NotFound, "Аукцион не найден", Remedy::Reload),
        LotIsNotCurrent => (
            NOT_NOW,
            "В настоящее время лот не участвует в классическом аукционе",
            Remedy::Reload,
        ),
        NotMultipleOf10 => (
            Code::ValidationFailed,
            "Ставка должна быть кратна 10",
            Remedy::CorrectFields,
        ),
        LessThanMinimal => (
            Code::ValidationFailed,
            "Ставка ниже минимальной",
            Remedy::BetHigher,
        ),
        NotForTrade => (
            NOT_NOW,
            "Состояние лота не подходит для торговли",
            Remedy::Reload,
        ),
        NotTimeoutYet => (NOT_NOW, "Время торгов по лоту не истекло", Remedy::ShowText),
        TradeCompleted => (NOT_NOW, "Торги в каталоге завершены", Remedy::Reload),
        UntrustedCapExceeded { .. } => (
            NOT_NOW,
            "Ставка превышает допустимый лимит ({cap})",
            Remedy::CorrectFields,
        ),
        ForbiddenToBetAgain => (
            NOT_NOW,
            "Повторная ставка от того же самого пользователя",
            Remedy::ShowText,
        ),
        NoAvailableBet => (NOT_NOW, "Ставка отсутствует", Remedy::Reload),
        NoClassicAuction => (NOT_NOW, "Отсутствует классический аукцион", Remedy::Reload),
        UserIsNotAuctioneer => (
            NOT_NOW,
            "У пользователя недостаточно прав для отмены ставки",
            Remedy::ShowText,
        ),
        NotAccepted => (
            Code::NotRegisteredInHouse,
            Code::NotRegisteredInHouse.text(),
            Remedy::Register,
        ),
        Untrusted => (
            Code::Forbidden,
            "Заочные ставки доступны только доверенным пользователям",
            Remedy::ShowText,
        ),
        NotInThisState => (NOT_NOW, NOT_NOW.text(), Remedy::Reload),
        NothingToOpen => (NOT_NOW, "Нет лотов для торгов", Remedy::ShowText),
        NoOrder => (NOT_NOW, "Заочная ставка отсутствует", Remedy::Reload),
        OrderLeads => (
            NOT_NOW,
            "Ваша ставка лидирует, отозвать заочную ставку нельзя",
            Remedy::ShowText,
        ),
        Invalid(invalid) => (
            Code::ValidationFailed,
            field_text(*invalid),
            Remedy::CorrectFields,
        ),
    }
}

/// The message for a field with this fault.
pub const fn field_text(invalid: Invalid) -> &'static str {
    match invalid {
        Invalid::NumberTaken => "Лот с таким номером уже есть в каталоге",
        Invalid::EndNotAfterStart => "Дата окончания должна быть позже даты начала",
        Invalid::StartDateMissing => "Укажите дату начала",
        Invalid::AmountOutOfRange => "Сумма вне допустимых пределов",
        Invalid::TimeoutOutOfRange => "Время торгов по лоту: от 1 секунды до 1 суток",
    }
}

/// The request's field with this fault.
pub const fn field(invalid: Invalid) -> &'static str {
    match invalid {
        Invalid::NumberTaken => "catalogLotId",
        Invalid::EndNotAfterStart => "endDate",
        Invalid::StartDateMissing => "startDate",
        Invalid::AmountOutOfRange => "price",
        Invalid::TimeoutOutOfRange => "lotSaleTimeoutInSeconds",
    }
}

/// What people read about a refusal of the rules.
pub fn refusal_text(refusal: &Refusal) -> String {
    let (_, text, _) = of_refusal(refusal);
    match refusal {
        Refusal::UntrustedCapExceeded { cap, currency } => {
            let unit = match currency {
                Currency::Rub => "руб",
                Currency::Eur => "евро",
                Currency::Usd => "долл",
            };
            text.replace("{cap}", &format!("{cap} {unit}"))
        }
        _ => text.to_owned(),
    }
}

/// What a bettor reads about an accepted bet or order.
pub const fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Success => "Ставка принята",
        Outcome::OverbetByAbsentee => "Ставка перекрыта заочной ставкой",
    }
}

/// The whole table.
pub fn table() -> Vec<Row> {
    let problems = Code::ALL.iter().map(|code| Row {
        place: Place::Problem,
        code: code.title(),
        number: None,
        status: Some(code.status().as_u16()),
        text: code.text(),
        remedy: code.remedy(),
    });
    let outcomes = Outcome::ALL.into_iter().map(|outcome| Row {
        place: Place::Rules,
        code: outcome.name(),
        number: Some((CodeSet::Bet, outcome.code())),
        status: Some(200),
        text: outcome_text(outcome),
        remedy: Remedy::None,
    });
    let refusals = Refusal::EVERY.iter().map(|refusal| {
        let (code, text, remedy) = of_refusal(refusal);
        Row {
            place: Place::Rules,
            code: match refusal {
                Refusal::Invalid(invalid) => invalid.name(),
                _ => refusal.name(),
            },
            number: refusal.code_set().zip(refusal.code()),
            status: Some(code.status().as_u16()),
            text,
            remedy,
        }
    });
    let sockets = SOCKET.into_iter().map(|(code, text, remedy)| Row {
        place: Place::Socket,
        code,
        number: None,
        status: None,
        text,
        remedy,
    });
    problems
        .chain(outcomes)
        .chain(refusals)
        .chain(sockets)
        .collect()
}

/// The table in Markdown, for the description of the API.
pub fn markdown() -> String {
    let mut text = String::from(
        "Every `title` of a problem, every outcome of the rules and every `error` of a socket.\n\n\
         | Where | Code | Number | HTTP | Text | What the client does |\n|---|---|---|---|---|---|\n",
    );
    for row in table() {
        let place = match row.place {
            Place::Problem => "problem",
            Place::Rules => "rules",
            Place::Socket => "socket",
        };
        let number = match row.number {
            Some((CodeSet::Bet, number)) => format!("bet {number}"),
            Some((CodeSet::Auctioneer, number)) => format!("auctioneer {number}"),
            None => String::new(),
        };
        let status = row
            .status
            .map_or(String::new(), |status| status.to_string());
        text.push_str(&format!(
            "| {place} | `{}` | {number} | {status} | {} | {} |\n",
            row.code,
            row.text,
            row.remedy.sentence()
        ));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Amount;
    use std::collections::BTreeSet;

    #[test]
    fn no_code_means_two_things_in_one_place() {
        let rows = table();
        let unique: BTreeSet<_> = rows.iter().map(|row| (row.place as u8, row.code)).collect();
        assert_eq!(unique.len(), rows.len());
        assert!(rows.iter().all(|row| !row.text.is_empty()));
    }

    #[test]
    fn the_same_number_is_worded_by_its_set() {
        for (bet, auctioneer) in [
            (Refusal::LotIsNotCurrent, Refusal::NoAvailableBet),
            (Refusal::NotMultipleOf10, Refusal::NoClassicAuction),
            (Refusal::LessThanMinimal, Refusal::UserIsNotAuctioneer),
        ] {
            assert_eq!(bet.code(), auctioneer.code());
            assert_ne!(refusal_text(&bet), refusal_text(&auctioneer));
        }
    }

    #[test]
    fn a_cap_is_named_with_its_currency() {
        for (currency, cap, text) in [
            (
                Currency::Rub,
                5_000,
                "Ставка превышает допустимый лимит (5000 руб)",
            ),
            (
                Currency::Eur,
                50,
                "Ставка превышает допустимый лимит (50 евро)",
            ),
            (
                Currency::Usd,
                50,
                "Ставка превышает допустимый лимит (50 долл)",
            ),
            (
                Currency::Rub,
                100,
                "Ставка превышает допустимый лимит (100 руб)",
            ),
        ] {
            let refusal = Refusal::UntrustedCapExceeded {
                cap: Amount(cap),
                currency,
            };
            assert_eq!(refusal_text(&refusal), text);
        }
        assert_eq!(
            refusal_text(&Refusal::Untrusted),
            "Заочные ставки доступны только доверенным пользователям"
        );
    }

    #[test]
    fn every_refusal_of_a_socket_is_in_the_table() {
        let listed: BTreeSet<_> = SOCKET.iter().map(|(code, ..)| *code).collect();
        let sent: BTreeSet<_> = room_server::gateway::Refused::ALL
            .iter()
            .map(|refused| refused.code())
            .collect();
        assert_eq!(listed, sent);
    }
}

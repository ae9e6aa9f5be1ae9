//! The single table of errors: code, HTTP status, Russian text and client remedy. [`ApiError`] takes its titles from
//! here, refusals of the rules take their texts, and the OpenAPI document shows it in full.
//!
//! [`ApiError`]: crate::error::ApiError

use actix_web::http::StatusCode;
use domain::{CodeSet, Currency, Invalid, Outcome, Refusal};
use serde::Serialize;

/// A client's reaction to an error.
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
    /// Reload the screen: the data has changed or is gone.
    Reload,
    /// Show the answer's lot and offer its `minBet`.
    BetHigher,
    /// Wait the seconds of `Retry-After`, then repeat the request.
    WaitAndRepeat,
    /// Repeat the request under the same `Idempotency-Key`: it may have succeeded.
    RepeatSameKey,
    /// Offer another way to the same result.
    OfferAnotherWay,
    /// Show the text with the request's `eid`, for support.
    ShowEid,
    /// Fix the client: no user input causes this.
    FixClient,
}

impl Remedy {
    /// The remedy in a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::None => "Nothing: the request succeeded.",
            Self::ShowText => "Show the text; the same request fails again.",
            Self::CorrectFields => "Show each message beside its field.",
            Self::SignIn => "Ask the person to sign in, then repeat.",
            Self::Register => "Offer registration in the house.",
            Self::Reload => "Show the text and reload: the data on screen is stale.",
            Self::BetHigher => "Show the text and offer the lot's `minBet`.",
            Self::WaitAndRepeat => "Wait the seconds of `Retry-After`, then repeat.",
            Self::RepeatSameKey => "Repeat under the same `Idempotency-Key`.",
            Self::OfferAnotherWay => "Show the text and offer another way.",
            Self::ShowEid => "Show the text with the `eid`, for support.",
            Self::FixClient => "Fix the client.",
        }
    }
}

/// The part of the protocol that uses a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// The `title` of a problem.
    Problem,
    /// An outcome of the rules: a number and a text in the answer, or only the text.
    Rules,
    /// The `error` of a socket's acknowledgement.
    Socket,
}

/// A row of the table.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeRow {
    pub place: Place,
    /// Stable and English.
    pub code: &'static str,
    /// The set and number in answers to bets and controls, whose status is 200.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<(CodeSet, u8)>,
    /// The HTTP status of answers without a number; sockets have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The text shown to people, unless the error carries a more specific one.
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

            /// The default text.
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
    /// The request cannot be parsed. The framework's own refusals keep their 4xx status.
    MalformedRequest = "malformed_request" BAD_REQUEST FixClient "Неверный запрос";
    /// The token is missing or no longer valid.
    NotAuthenticated = "not_authenticated" UNAUTHORIZED SignIn "Необходимо войти в систему";
    /// The caller bets or writes in a house that has not accepted them.
    NotRegisteredInHouse = "not_registered_in_house" UNAUTHORIZED Register
        "Для совершения ставки необходимо зарегистрироваться в аукционном доме";
    /// The caller is signed in but not entitled.
    Forbidden = "forbidden" FORBIDDEN ShowText "Недостаточно прав";
    /// The account's rights require a second factor, and it has none. Only setting one up is open.
    SecondFactorNotSet = "second_factor_not_set" FORBIDDEN ShowText
        "Включите двухэтапный вход в профиле: без него эти права не действуют";
    /// The login has not proved the second factor in the last 10 minutes.
    StepUpRequired = "step_up_required" FORBIDDEN OfferAnotherWay
        "Подтвердите действие кодом из приложения";
    AccountDeleted = "account_deleted" FORBIDDEN ShowText "Учётная запись удалена";
    /// Nothing exists there for this caller.
    NotFound = "not_found" NOT_FOUND ShowText "Не найдено";
    WrongCode = "wrong_code" NOT_FOUND CorrectFields "Неверный пароль";
    WrongSecondFactor = "wrong_second_factor" NOT_FOUND CorrectFields "Неверный код";
    FeatureIsOff = "feature_is_off" NOT_FOUND ShowText "На этом сайте не подключено";
    ImageUnavailable = "image_unavailable" NOT_FOUND ShowText "Изображение недоступно";
    MethodNotAllowed = "method_not_allowed" METHOD_NOT_ALLOWED FixClient "Действие не поддерживается";
    NotPossibleInThisState = "not_possible_in_this_state" CONFLICT Reload
        "Действие невозможно в текущем состоянии";
    /// The request's `revision` is not the stored one.
    ChangedMeanwhile = "changed_meanwhile" CONFLICT Reload "Пока вы правили, другой сотрудник сохранил изменения";
    /// An upload's next part begins elsewhere; `Upload-Offset` says where.
    OffsetMismatch = "offset_mismatch" CONFLICT Reload "Загрузка продолжается с другого места";
    /// Another account has the contact, or may still be restored with it.
    ContactTaken = "contact_taken" CONFLICT CorrectFields
        "Этот телефон или e-mail уже используется в другой учётной записи";
    LoginNotConfirmed = "login_not_confirmed" CONFLICT WaitAndRepeat "Вход ещё не подтверждён";
    ContactNotConfirmed = "contact_not_confirmed" CONFLICT WaitAndRepeat "Контакт ещё не подтверждён";
    /// A change of a contact needs a proof of a present one: the account has no e-mail that could stop it.
    OldContactRequired = "old_contact_required" CONFLICT OfferAnotherWay
        "Подтвердите прежний контакт. Если он вам больше не доступен, напишите нам";
    /// The contact is proved; repeat the sign-in with `secondFactor`.
    SecondFactorRequired = "second_factor_required" CONFLICT CorrectFields
        "Введите код из приложения или код восстановления";
    SecondFactorIsOn = "second_factor_is_on" CONFLICT Reload "Двухэтапный вход уже включён";
    /// Admins and owners of houses keep it on.
    SecondFactorIsObligatory = "second_factor_is_obligatory" CONFLICT ShowText
        "Администраторы и владельцы домов не могут отключить двухэтапный вход";
    /// The request speaks another version of the protocol of uploads. `Tus-Version` names the server's.
    UnsupportedVersion = "unsupported_version" PRECONDITION_FAILED FixClient "Неизвестная версия протокола загрузки";
    TooLarge = "too_large" PAYLOAD_TOO_LARGE CorrectFields "Слишком большой запрос";
    WrongContentType = "wrong_content_type" UNSUPPORTED_MEDIA_TYPE CorrectFields "Неподдерживаемый тип данных";
    ValidationFailed = "validation_failed" UNPROCESSABLE_ENTITY CorrectFields "Проверьте введённые данные";
    /// Another request is writing to the upload.
    UploadBusy = "upload_busy" LOCKED WaitAndRepeat "Эта загрузка уже идёт. Подождите немного";
    IdempotencyKeyReused = "idempotency_key_reused" UNPROCESSABLE_ENTITY FixClient
        "Этот ключ уже использован для другого запроса";
    /// The report of a dry run lists the refused rows and pictures.
    ImportRefused = "import_refused" UNPROCESSABLE_ENTITY CorrectFields "Ничего не изменено";
    TooManyRequests = "too_many_requests" TOO_MANY_REQUESTS WaitAndRepeat
        "Слишком много запросов, подождите немного";
    TooManyWrongCodes = "too_many_wrong_codes" TOO_MANY_REQUESTS OfferAnotherWay
        "Слишком много неверных кодов, попробуйте позже";
    /// The cause is logged under the `eid` and never sent.
    InternalError = "internal_error" INTERNAL_SERVER_ERROR ShowEid
        "Что-то пошло не так. Попробуйте перезагрузить страницу или повторить запрос позже.";
    /// A part of the contract that no server implements.
    NotImplemented = "not_implemented" NOT_IMPLEMENTED ShowText "Действие не поддерживается";
    IncomingCallFailed = "incoming_call_failed" BAD_GATEWAY OfferAnotherWay
        "Вход по входящему звонку невозможен из-за оператора сотовой связи. Попробуйте исходящий звонок.";
    OutgoingCallFailed = "outgoing_call_failed" BAD_GATEWAY OfferAnotherWay
        "Вход по исходящему звонку сейчас невозможен. Попробуйте войти по e-mail или повторите попытку позже.";
    EmailFailed = "email_failed" BAD_GATEWAY OfferAnotherWay
        "Не удалось отправить письмо с кодом. Проверьте адрес, войдите по телефону или повторите попытку позже.";
    /// If a room answers so, nothing has changed. A change whose commit was in progress when the database connection
    /// broke may have been stored.
    TemporarilyUnavailable = "temporarily_unavailable" SERVICE_UNAVAILABLE WaitAndRepeat
        "Сервис временно недоступен, повторите попытку";
    ExternalUnavailable = "external_unavailable" SERVICE_UNAVAILABLE WaitAndRepeat
        "Внешний сервис сейчас недоступен. Повторите попытку позже";
    /// The request may have succeeded or may still succeed. A stalled upload is refused with 408.
    Timeout = "timeout" GATEWAY_TIMEOUT RepeatSameKey "Сервер не успел ответить. Повторите запрос";
    /// The other site did not confirm the bid. A retry may bid twice.
    BidInDoubt = "bid_in_doubt" GATEWAY_TIMEOUT ShowText
        "Сервис арт-инвестиций не ответил. Проверьте, принята ли ставка, прежде чем повторять её";
}

/// Socket refusals: the `error` of the acknowledgement, its text and its remedy.
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
    (
        "muted",
        "Ведущий аукциона отключил вам сообщения в этом чате",
        Remedy::ShowText,
    ),
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

/// The problem code, text and remedy of a refusal of the rules. `{cap}` stands for the cap with its currency.
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
        LotJoined => (
            NOT_NOW,
            "Лот продаётся вместе с другими лотами",
            Remedy::Reload,
        ),
        NothingChosen => (
            NOT_NOW,
            "Укажите лоты, которые берёт покупатель",
            Remedy::ShowText,
        ),
        LotHasBets => (NOT_NOW, "На лот уже сделана ставка", Remedy::Reload),
        LotHasOrders => (NOT_NOW, "На лот оставлены заочные ставки", Remedy::ShowText),
        Invalid(invalid) => (
            Code::ValidationFailed,
            field_text(*invalid),
            Remedy::CorrectFields,
        ),
    }
}

/// The message shown beside the field.
pub const fn field_text(invalid: Invalid) -> &'static str {
    match invalid {
        Invalid::NumberTaken => "Лот с таким номером уже есть в каталоге",
        Invalid::EndNotAfterStart => "Дата окончания должна быть позже даты начала",
        Invalid::StartDateMissing => "Укажите дату начала",
        Invalid::AmountOutOfRange => "Сумма вне допустимых пределов",
        Invalid::TimeoutOutOfRange => "Время торгов по лоту: от 1 секунды до 1 суток",
    }
}

/// The name of the field in the request.
pub const fn field(invalid: Invalid) -> &'static str {
    match invalid {
        Invalid::NumberTaken => "catalogLotId",
        Invalid::EndNotAfterStart => "endDate",
        Invalid::StartDateMissing => "startDate",
        Invalid::AmountOutOfRange => "price",
        Invalid::TimeoutOutOfRange => "lotSaleTimeoutInSeconds",
    }
}

/// The text of a refusal of the rules, as shown to people.
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

/// The text of an accepted bet or order, as shown to the bidder.
pub const fn outcome_text(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Success => "Ставка принята",
        Outcome::OverbetByAbsentee => "Ставка перекрыта заочной ставкой",
    }
}

/// The whole table.
pub fn table() -> Vec<CodeRow> {
    let problems = Code::ALL.iter().map(|code| CodeRow {
        place: Place::Problem,
        code: code.title(),
        number: None,
        status: Some(code.status().as_u16()),
        text: code.text(),
        remedy: code.remedy(),
    });
    let outcomes = Outcome::ALL.into_iter().map(|outcome| CodeRow {
        place: Place::Rules,
        code: outcome.name(),
        number: Some((CodeSet::Bet, outcome.code())),
        status: Some(200),
        text: outcome_text(outcome),
        remedy: Remedy::None,
    });
    let refusals = Refusal::EVERY.iter().map(|refusal| {
        let (code, text, remedy) = of_refusal(refusal);
        CodeRow {
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
    let sockets = SOCKET.into_iter().map(|(code, text, remedy)| CodeRow {
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

/// The table in Markdown, for the OpenAPI document.
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
        // Bets and controls answer a number with 200; absentee orders and edits refuse with the status.
        let status = match (row.number, row.status) {
            (Some(_), Some(status)) if status != 200 => format!("200, else {status}"),
            (_, status) => status.map_or(String::new(), |status| status.to_string()),
        };
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
    fn every_code_is_unique_in_its_place_and_has_a_text() {
        let rows = table();
        let unique: BTreeSet<_> = rows.iter().map(|row| (row.place as u8, row.code)).collect();
        assert_eq!(unique.len(), rows.len());
        assert!(rows.iter().all(|row| !row.text.is_empty()));
    }

    #[test]
    fn the_text_of_a_number_depends_on_its_set() {
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
    fn the_text_of_a_cap_names_its_currency() {
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
    fn the_table_lists_exactly_the_refusals_that_sockets_send() {
        let listed: BTreeSet<_> = SOCKET.iter().map(|(code, ..)| *code).collect();
        let sent: BTreeSet<_> = wire::Refused::ALL
            .iter()
            .map(|refused| refused.code())
            .collect();
        assert_eq!(listed, sent);
    }
}

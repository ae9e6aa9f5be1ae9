//! The kinds of notifications, and the settings that switch off their e-mails.

use contract::dto::NotificationSettings;
use time::Duration;

/// How long before a sale begins or a timed lot ends people are notified: the specification's start gap.
pub const GAP: Duration = Duration::minutes(15);

/// The kind of a notification.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    #[default]
    System,
    Outbid,
    AbsenteeOvertaken,
    LotWon,
    BetRevoked,
    SaleCancelled,
    OrderCancelled,
    StartMissed,
    RegistrationAccepted,
    RegistrationRejected,
    PriceRequestReceived,
    PriceRequestAnswered,
    LotListed,
    LotStarting,
    LotEnding,
    CatalogStarting,
    NewDevice,
    StaffInvited,
}

impl Kind {
    /// The name in the database and on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Outbid => "outbid",
            Self::AbsenteeOvertaken => "absentee_overtaken",
            Self::LotWon => "lot_won",
            Self::BetRevoked => "bet_revoked",
            Self::SaleCancelled => "sale_cancelled",
            Self::OrderCancelled => "order_cancelled",
            Self::StartMissed => "start_missed",
            Self::RegistrationAccepted => "registration_accepted",
            Self::RegistrationRejected => "registration_rejected",
            Self::PriceRequestReceived => "price_request_received",
            Self::PriceRequestAnswered => "price_request_answered",
            Self::LotListed => "lot_listed",
            Self::LotStarting => "lot_starting",
            Self::LotEnding => "lot_ending",
            Self::CatalogStarting => "catalog_starting",
            Self::NewDevice => "new_device",
            Self::StaffInvited => "staff_invited",
        }
    }

    pub const fn is_outbid(self) -> bool {
        matches!(self, Self::Outbid | Self::AbsenteeOvertaken)
    }

    /// Whether it expires soon, so that browsers get it at once (Web Push).
    pub const fn is_urgent(self) -> bool {
        matches!(self.setting(), Some(Setting::Outbid | Setting::LotStarting))
    }

    /// The setting that decides whether it is also sent by e-mail. `None`: it never is. (A login from a new
    /// device and an invitation enqueue letters of their own, which no setting switches off.)
    pub const fn setting(self) -> Option<Setting> {
        Some(match self {
            Self::System | Self::NewDevice | Self::StaffInvited => return None,
            Self::Outbid | Self::AbsenteeOvertaken => Setting::Outbid,
            Self::LotWon => Setting::LotWon,
            Self::BetRevoked | Self::SaleCancelled | Self::OrderCancelled => Setting::BetCancelled,
            Self::StartMissed | Self::PriceRequestReceived => Setting::House,
            Self::RegistrationAccepted | Self::RegistrationRejected => Setting::Registration,
            Self::PriceRequestAnswered => Setting::PriceRequest,
            Self::LotListed => Setting::ArtistLots,
            Self::LotStarting | Self::LotEnding | Self::CatalogStarting => Setting::LotStarting,
        })
    }
}

/// One of a person's notification settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    Outbid,
    BetCancelled,
    LotStarting,
    LotWon,
    Registration,
    PriceRequest,
    ArtistLots,
    House,
}

impl Setting {
    const ALL: [Self; 8] = [
        Self::Outbid,
        Self::BetCancelled,
        Self::LotStarting,
        Self::LotWon,
        Self::Registration,
        Self::PriceRequest,
        Self::ArtistLots,
        Self::House,
    ];

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outbid => "outbid",
            Self::BetCancelled => "betCancelled",
            Self::LotStarting => "lotStarting",
            Self::LotWon => "lotWon",
            Self::Registration => "registration",
            Self::PriceRequest => "priceRequest",
            Self::ArtistLots => "artistLots",
            Self::House => "house",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|setting| setting.name() == name)
    }

    /// The title, worded as in the profile.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Outbid => "Моя ставка перебита",
            Self::BetCancelled => "Ставка или аукцион отменены",
            Self::LotStarting => "Скорое начало и конец торгов из подписок",
            Self::LotWon => "Выигранные лоты",
            Self::Registration => "Решение аукционного дома по моей заявке",
            Self::PriceRequest => "Запросы цен и ответы на них",
            Self::ArtistLots => "Новые лоты авторов из подписок",
            Self::House => "Дела аукционного дома, в котором я работаю",
        }
    }

    pub fn of(self, settings: &NotificationSettings) -> bool {
        match self {
            Self::Outbid => settings.outbid,
            Self::BetCancelled => settings.bet_cancelled,
            Self::LotStarting => settings.lot_starting,
            Self::LotWon => settings.lot_won,
            Self::Registration => settings.registration,
            Self::PriceRequest => settings.price_request,
            Self::ArtistLots => settings.artist_lots,
            Self::House => settings.house,
        }
    }

    /// The settings with this one switched off.
    pub fn off(self, mut settings: NotificationSettings) -> NotificationSettings {
        let field = match self {
            Self::Outbid => &mut settings.outbid,
            Self::BetCancelled => &mut settings.bet_cancelled,
            Self::LotStarting => &mut settings.lot_starting,
            Self::LotWon => &mut settings.lot_won,
            Self::Registration => &mut settings.registration,
            Self::PriceRequest => &mut settings.price_request,
            Self::ArtistLots => &mut settings.artist_lots,
            Self::House => &mut settings.house,
        };
        *field = false;
        settings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_matches_the_wire_field_of_its_name() {
        for setting in Setting::ALL {
            assert_eq!(Setting::of_name(setting.name()), Some(setting));
            let all = NotificationSettings::default();
            assert!(setting.of(&all));
            let off = serde_json::to_value(setting.off(all)).unwrap();
            let fields = off.as_object().unwrap().iter();
            let off: Vec<&str> = fields
                .filter(|(_, value)| **value == false)
                .map(|(name, _)| name.as_str())
                .collect();
            assert_eq!(off, [setting.name()]);
        }
        assert_eq!(Setting::of_name("everything"), None);
    }
}

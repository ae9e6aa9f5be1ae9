-- «Последний раз» on a lot, and the pause of a Classic sale, as the room holds them.
alter table lot_trade add column warned_at timestamptz;
alter table catalog_trade add column paused_at timestamptz,
    add column pause_reason text check (pause_reason is null or char_length(pause_reason) between 1 and 200),
    add check (pause_reason is null or paused_at is not null);

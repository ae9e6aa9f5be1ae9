-- The numbers of the lots that are sold as one with this one, its own included; the bets are on the first.
alter table lot_trade add column together integer[] not null default '{}';

-- How often the start date was changed. A date that is moved away and back is announced again, so the names of announcements contain it.
set local lock_timeout = '900ms';

alter table catalog_trade add column start_revision bigint not null default 0;

-- The name of a sale's start in the keys of notifications: its date, and the revision once it was changed.
create function start_name(sale catalog_trade) returns text language sql stable parallel safe
    return extract(epoch from sale.start_date)::bigint || case when sale.start_revision > 0 then ':' || sale.start_revision else '' end;

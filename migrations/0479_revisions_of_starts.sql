-- A start that is moved away and back is another announcement, so announcements name how often the date was changed, not the date.
alter table catalog_trade add column start_revision bigint not null default 0;

create function start_was_moved() returns trigger language plpgsql as $$
begin
    new.start_revision := old.start_revision + 1;
    return new;
end
$$;
create trigger start_was_moved before update of start_date on catalog_trade
    for each row when (old.start_date is distinct from new.start_date) execute function start_was_moved();

-- What was announced lately is not announced again under its new name.
update notification n
set event_key = format('catalog_starting:%s:%s', t.catalog_id, t.start_revision)
from catalog_trade t
where t.start_date > now() - interval '30 minutes' and n.catalog_id = t.catalog_id and n.created > now() - interval '30 minutes'
    and n.event_key = format('catalog_starting:%s:%s', t.catalog_id, extract(epoch from t.start_date)::bigint);
update notification n
set event_key = format('lot_starting:%s:%s:%s', t.catalog_id, n.lot_id, t.start_revision)
from catalog_trade t
where t.start_date > now() - interval '30 minutes' and n.catalog_id = t.catalog_id and n.created > now() - interval '30 minutes'
    and n.event_key = format('lot_starting:%s:%s:%s', t.catalog_id, n.lot_id, extract(epoch from t.start_date)::bigint);

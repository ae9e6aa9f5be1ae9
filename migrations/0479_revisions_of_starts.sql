-- How often the start date was changed. Announcements are named after it and not the date, so one that is moved away and back is announced
-- again.
alter table catalog_trade add column start_revision bigint not null default 0;

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

-- A trigger, so that decisions made by nodes of the previous version are counted too.
create function count_order_decision() returns trigger language plpgsql as $$
begin
    new.revision := old.revision + 1;
    return new;
end $$;
create trigger house_order_decided before update of decided on house_order
    for each row execute function count_order_decision();

-- Until all nodes are upgraded, those of the previous version still write listings without the categories above a lot's own.
insert into outbox (topic, key, not_before)
select 'relist', lot_id::text, now() + interval '1 hour' from lot_listing;

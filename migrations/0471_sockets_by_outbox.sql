-- What sockets get of notifications is a topic of the outbox, so a notification is written once. Nodes of the previous version still
-- look for rows that are not `pushed`; what they store is enqueued for the others. The column, its index and the trigger can go when there are none.
set local lock_timeout = '900ms';

create function notification_to_sockets() returns trigger language plpgsql as $$
begin
    insert into outbox (topic, key) values ('sockets', new.id::text);
    new.pushed := true;
    return new;
end
$$;
create trigger notification_to_sockets before insert on notification for each row when (not new.pushed)
    execute function notification_to_sockets();

with waiting as (update notification set pushed = true where not pushed returning id)
insert into outbox (topic, key) select 'sockets', id::text from waiting order by id;

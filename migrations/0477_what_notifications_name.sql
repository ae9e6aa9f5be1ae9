-- The notifier locks the houses, sales and lots that its notifications name, once for all of a batch. As foreign keys they were looked up
-- and locked for each notification, which took half of the time that inserting one takes.
-- Locks the tables that the keys reference, too, so it does not wait long for any.
set local lock_timeout = '200ms';

alter table notification drop constraint notification_account_id_fkey, drop constraint notification_house_id_fkey,
    drop constraint notification_catalog_id_fkey, drop constraint notification_lot_id_fkey;

-- What the keys did when something was deleted.
create function notifications_forget() returns trigger language plpgsql as $$
begin
    if exists (select from gone) then
        execute format('update notification set %1$I = null where %1$I in (select id from gone)', tg_argv[0]);
    end if;
    return null;
end
$$;
create trigger notifications_forget after delete on house referencing old table as gone
    for each statement execute function notifications_forget('house_id');
create trigger notifications_forget after delete on catalog referencing old table as gone
    for each statement execute function notifications_forget('catalog_id');
create trigger notifications_forget after delete on lot referencing old table as gone
    for each statement execute function notifications_forget('lot_id');

create function account_has_no_notifications() returns trigger language plpgsql as $$
begin
    if exists (select from notification where account_id = old.id) then
        raise foreign_key_violation
            using message = 'account ' || old.id || ' has notifications', constraint = 'notification_account_id';
    end if;
    return null;
end
$$;
create constraint trigger account_has_no_notifications after delete on account for each row
    execute function account_has_no_notifications();

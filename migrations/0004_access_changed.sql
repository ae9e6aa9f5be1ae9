-- Processes keep who may do what in memory. Whatever changes it, by whichever program, tells them so on commit:
-- 'account:<id>' for rights and profile, 'session:<id>' for a login that ended.

create function notify_access_changed() returns trigger language plpgsql as $$
begin
    if tg_op in ('UPDATE', 'DELETE') then
        perform pg_notify('access_changed', 'account:' || (to_jsonb(old) ->> tg_argv[0]));
    end if;
    if tg_op in ('INSERT', 'UPDATE') then
        perform pg_notify('access_changed', 'account:' || (to_jsonb(new) ->> tg_argv[0]));
    end if;
    return null;
end $$;

create trigger access_changed after update on account
    for each row execute function notify_access_changed('id');
create trigger access_changed after insert or update or delete on house_staff
    for each row execute function notify_access_changed('account_id');
create trigger access_changed after insert or update or delete on house_order
    for each row execute function notify_access_changed('account_id');
create trigger access_changed after insert or update or delete on house_trust
    for each row execute function notify_access_changed('account_id');
create trigger access_changed after insert or update or delete on catalog_auctioneer
    for each row execute function notify_access_changed('account_id');

create function notify_session_ended() returns trigger language plpgsql as $$
begin
    perform pg_notify('access_changed', 'session:' || old.id);
    return null;
end $$;

create trigger session_ended after update of ended, expires on session
    for each row execute function notify_session_ended();
create trigger session_deleted after delete on session
    for each row execute function notify_session_ended();

-- A row without a key holds all jobs that a commit of the rooms enqueues for a topic: `[{"key": …, "payload": …}, …]`. Under load a
-- commit stores the bets of many rooms.
alter table outbox alter column key drop not null,
    add constraint outbox_jobs check (key is not null or jsonb_typeof(payload) = 'array');

-- The jobs that wait, one a row.
create view outbox_job as
select o.id, o.topic, coalesce(o.key, job.value ->> 'key') as key,
    case when o.key is null then job.value -> 'payload' else o.payload end as payload, o.created, o.attempts, o.not_before,
    coalesce(job.place, 1) as place
from outbox o
left join lateral jsonb_array_elements(case when o.key is null then o.payload end) with ordinality as job (value, place) on true;

-- Work for the sockets is in the outbox too, so a notification is written once. Nodes of the previous version go by this column until all
-- are upgraded; the others store `true`.
comment on column notification.pushed is 'false: stored by a version that marks what it has sent';

-- Bets are a projection of `room_command`, written in the same statement. The account of a bet is that of a command, which references
-- it. A lot with a bet is in `lot_trade`, which references it. Checking each bet again took a fifth of the statement's time, so only what
-- those two references do not prevent is left to check: that a lot which was taken out of its sale is deleted in spite of its bets.
alter table bet drop constraint bet_lot_id_fkey, drop constraint bet_account_id_fkey, drop constraint bet_revoked_by_fkey;

create function lot_has_no_bets() returns trigger language plpgsql as $$
begin
    if exists (select from bet where lot_id = old.id) then
        raise foreign_key_violation using message = 'lot ' || old.id || ' has bets', constraint = 'bet_lot_id';
    end if;
    return null;
end
$$;
create constraint trigger lot_has_no_bets after delete on lot for each row execute function lot_has_no_bets();

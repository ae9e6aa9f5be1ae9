-- Bets are a projection of the journal. A lot with a bet is in `lot_trade`, which references it, and who bids has given a command, an
-- absentee order at least, whose row in `room_command` references the account and is never deleted. Checking each bet again took a fifth of
-- the time that storing it takes. What those references do not prevent is checked when a lot is deleted: it may have bets and no longer be in a sale.
set local lock_timeout = '900ms';

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

-- Only signed-in users send commands, and the product never deletes accounts. The foreign key locked the bidder's account row for every bet
-- and logged the lock. A trigger protects accounts with commands from being deleted by hand.
set local lock_timeout = '900ms';

alter table room_command drop constraint room_command_account_id_fkey;

create function account_has_no_commands() returns trigger language plpgsql as $$
begin
    if exists (select from room_command where account_id = old.id) then
        raise foreign_key_violation
            using message = 'account ' || old.id || ' has given commands', constraint = 'room_command_account_id';
    end if;
    return null;
end
$$;
create constraint trigger account_has_no_commands after delete on account for each row execute function account_has_no_commands();

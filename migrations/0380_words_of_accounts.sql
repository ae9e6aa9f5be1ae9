-- Accounts are found by the words of a search in any order, short ones only where a word begins. The function of the same
-- name with one pattern stays for servers of the version before.

-- No plan uses it: a contact of a merged account matches, too.
drop index account_search;

-- Whether an admin's list shows an account, for counting and listing alike. All `patterns` match the name or a contact.
-- All `beginnings` do where marks are spaces, since a word also begins after one: «Анна-Мария», petr@demo.example; only
-- accounts that the patterns leave pay for them. `contact` is the full contact of a deleted account, or of one merged
-- into this one.
create function account_is_listed(
    a account,
    is_deleted boolean,
    patterns text[],
    beginnings text[],
    id bigint,
    phone text,
    contact text,
    role_flags integer,
    staff_of bigint,
    is_staff boolean
) returns boolean language sql stable as $$
    select (a.deleted is not null) = is_deleted
        and (patterns is null
            or replace(lower(a.display_name), 'ё', 'е') || ' ' || coalesce(a.email, '') || ' ' || coalesce(a.phone, '') like all (patterns)
                and (beginnings is null
                    or ' ' || translate(lower(a.display_name) || ' ' || coalesce(a.email, '') || ' ' || coalesce(a.phone, ''),
                        'ё-_.@+("«', 'е        ') like all (beginnings))
            or a.id = account_is_listed.id
            or a.phone = account_is_listed.phone
            or not is_deleted and exists (select from account d
                where d.merged_into = a.id and (d.phone = contact or d.email = contact))
            or is_deleted and exists (select from deleted_account d join account owner on owner.id = d.account_id
                where coalesce(owner.merged_into, owner.id) = a.id and (d.phone = contact or d.email = contact)))
        and (role_flags is null or a.roles & role_flags = role_flags)
        and (staff_of is null
            or exists (select from house_staff s where s.account_id = a.id and s.house_id = staff_of)
            or exists (select from catalog_auctioneer x join catalog c on c.id = x.catalog_id
                where x.account_id = a.id and c.house_id = staff_of))
        and (not is_staff
            or exists (select from house_staff s where s.account_id = a.id)
            or exists (select from catalog_auctioneer x where x.account_id = a.id))
$$;

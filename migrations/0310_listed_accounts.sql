-- Whether an admin's list shows an account, for counting and listing alike. `pattern` matches the name or a contact;
-- `contact` is the full contact of a deleted account, or of one merged into this one.
create function account_is_listed(
    a account,
    is_deleted boolean,
    pattern text,
    id bigint,
    phone text,
    contact text,
    role_flags integer,
    staff_of bigint,
    is_staff boolean
) returns boolean language sql stable as $$
    select (a.deleted is not null) = is_deleted
        and (pattern is null
            or (lower(a.display_name) || ' ' || coalesce(a.email, '') || ' ' || coalesce(a.phone, '')) like pattern
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

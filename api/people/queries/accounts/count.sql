-- Counts the accounts that list.sql lists. $1 to $8 as there, $9 as $14 there. Without a filter no account pays for the call.
select count(*) as "count!" from account a
where (a.deleted is not null) = $1
    and ($2::text[] is null and $6::integer is null and $7::bigint is null and not $8
        or account_is_listed(a, $1, $2, $9, $3, $4, $5, $6, $7, $8))

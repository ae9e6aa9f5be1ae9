-- Counts the accounts that list.sql lists. $1 to $8 as there.
select count(*) as "count!" from account a where account_is_listed(a, $1, $2, $3, $4, $5, $6, $7, $8)

-- How much of what merging moves an account has. $1 is the account.
select
    (select count(*) from session where account_id = $1 and ended is null and expires > now()) as "sessions!",
    (select count(*) from favourite where account_id = $1) as "favourites!",
    (select count(*) from lot_subscription where account_id = $1)
        + (select count(*) from catalog_subscription where account_id = $1)
        + (select count(*) from artist_subscription where account_id = $1)
        + (select count(*) from saved_search where account_id = $1) as "subscriptions!",
    (select count(*) from house_order where account_id = $1 and status in (0, 1)) as "registrations!",
    (select count(*) from house_trust where account_id = $1 and trusted) as "trusted!",
    (select count(*) from house_trust where account_id = $1 and not trusted) as "untrusted!",
    (select count(*) from price_query where account_id = $1) as "price_queries!",
    (select count(*) from notification where account_id = $1) as "notifications!",
    (select count(*) from bet where account_id = $1 and revoked is null) as "bets!",
    (select count(*) from lot_trade where leading_account_id = $1 and lot_is_sold(state)) as "purchases!"

-- The absentee order and the last bet of the account $2 on the lot $1.
select
    (select value from absentee_order as mine where mine.lot_id = lot.id and mine.account_id = $2) as "absentee?",
    (
        select value from bet
        where bet.lot_id = lot.id and bet.catalog_id = lot.catalog_id
            and bet.account_id in (select id from account where id = $2 or merged_into = $2) and bet.revoked is null
        order by bet.id desc limit 1
    ) as "last_bet?"
from lot
where lot.id = $1

-- Deletes rehearsal $1 and everything that refers to it. One statement: foreign keys are checked at its end. The caller
-- holds the lock of the room, which can store nothing more.
with lots as (select id from lot where catalog_id = $1),
crowds as (delete from rehearsal_crowd where catalog_id = $1),
room_commands as (delete from room_command where catalog_id = $1),
snapshots as (delete from room_snapshot where catalog_id = $1),
bets as (delete from bet where id between $1::bigint << 24 and (($1::bigint + 1) << 24) - 1),
orders as (delete from absentee_order where catalog_id = $1),
participants as (delete from participant where catalog_id = $1),
lot_trades as (delete from lot_trade where catalog_id = $1),
trades as (delete from catalog_trade where catalog_id = $1),
messages as (delete from chat_message where catalog_id = $1),
mutes as (delete from chat_mute where catalog_id = $1),
paddles as (delete from paddle where catalog_id = $1),
invitations as (delete from staff_invitation where catalog_id = $1),
auctioneers as (delete from catalog_auctioneer where catalog_id = $1),
catalog_subscriptions as (delete from catalog_subscription where catalog_id = $1),
notifications as (delete from notification where catalog_id = $1 or lot_id in (select id from lots)),
listings as (delete from lot_listing where lot_id in (select id from lots)),
authors as (delete from lot_author where lot_id in (select id from lots)),
pictures as (delete from lot_image where lot_id in (select id from lots)),
favourites as (delete from favourite where lot_id in (select id from lots)),
unsold as (delete from unsold_lot where catalog_id = $1),
views as (delete from lot_view where lot_id in (select id from lots)),
view_counts as (delete from lot_view_count where lot_id in (select id from lots)),
subscriptions as (delete from lot_subscription where lot_id in (select id from lots)),
price_queries as (delete from price_query where lot_id in (select id from lots)),
-- What staff changed meanwhile: subjects by the event's hundred, chat by its messages, and bets by their ids.
records as (
    delete from journal_record
    where (event between 300 and 399 and event not in (341, 342) and subject_id = $1)
        or (event in (341, 342) and subject_id in (select id from chat_message where catalog_id = $1))
        or (event between 400 and 499 and event <> 411 and subject_id in (select id from lots))
        or (event = 411 and subject_id >> 24 = $1)
),
gone as (delete from lot where catalog_id = $1)
delete from catalog where id = $1

-- A lot of a finished sale is no longer on sale, even if its own bidding never began: the sale may have been cancelled.
insert into outbox (topic, key)
select distinct 'catalog', catalog_id::text from lot_listing where catalog_is_finished(catalog_state) and not is_bidding_over;

-- The cabinet counts a house's requests by their state and lists the newest first, again and again while it is open.
create index house_order_house on house_order (house_id, created desc, id desc) include (status);

-- The lots of `together` are on offer at the buyer's choice, not sold as one.
alter table lot_trade add column is_choice boolean not null default false;

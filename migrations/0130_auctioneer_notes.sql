-- The house's own remarks for the auctioneer: read from the console, never public.
alter table lot add column auctioneer_note text;

-- The browser of a login, as its device marks name it: a login that replaces another in the same browser ends that one.
alter table session add column device text check (length(device) <= 100);
create index session_device on session (account_id, device) where ended is null;

-- «Выйти везде»: marks that devices were given before then no longer count.
alter table account add column devices_since timestamptz;

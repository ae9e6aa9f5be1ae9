-- A rehearsal is a copy of a sale, conducted before it by the house's staff with invented bidders, and deleted whole.
-- Hidden, so that every query that keeps hidden catalogs from the public keeps rehearsals from it.
alter table catalog
    add column rehearsal_of bigint references catalog (id),
    add constraint rehearsal_is_hidden check (rehearsal_of is null or hidden);
-- One rehearsal of a sale at a time. Also finds the few there are.
create unique index catalog_rehearsal on catalog (rehearsal_of) where rehearsal_of is not null;

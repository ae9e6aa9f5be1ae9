-- A decision sends the revision it is based on, so that a manager cannot overwrite a colleague's decision unseen.
alter table house_order add column revision bigint not null default 1;

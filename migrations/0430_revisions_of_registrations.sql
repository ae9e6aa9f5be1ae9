-- A decision names the revision it was made on, so that the second of two managers does not undo the first one's decision.
alter table house_order add column revision bigint not null default 1;

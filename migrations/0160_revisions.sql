-- Forms say which revision they were opened with, so that the second of two people does not undo the first one's change.
alter table house add column revision bigint not null default 1;
alter table catalog add column revision bigint not null default 1;

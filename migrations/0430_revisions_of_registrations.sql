-- A decision sends the revision it is based on, so that a manager cannot overwrite a colleague's decision unseen.
alter table house_order add column revision bigint not null default 1;

-- Counted here and not by the statement that decides, so that decisions of a node of the previous version count too.
create function count_order_decision() returns trigger language plpgsql as $$
begin
    new.revision := old.revision + 1;
    return new;
end $$;
create trigger house_order_decided before update of decided on house_order
    for each row execute function count_order_decision();

-- What the numbers of states and roles mean to statements. Tests compare it with the enumerations of the domain.
-- The functions are single expressions of their arguments: the planner inlines them, so they can use indexes.

-- InProcess, WaitForEnd.
create function catalog_is_running(state smallint) returns boolean
    language sql immutable parallel safe return state in (1, 5);

-- Completed, Canceled.
create function catalog_is_finished(state smallint) returns boolean
    language sql immutable parallel safe return state in (2, 3);

-- Scheduled or running: announced, and not finished.
create function catalog_is_unfinished(state smallint) returns boolean
    language sql immutable parallel safe return state in (0, 1, 5);

-- Sold, Paid.
create function lot_is_sold(state smallint) returns boolean
    language sql immutable parallel safe return state in (2, 8);

alter table house_staff
    add column is_manager boolean not null generated always as (role = 0) stored,
    add column is_owner boolean not null generated always as (role = 1) stored,
    add column is_newsmaker boolean not null generated always as (role = 2) stored;

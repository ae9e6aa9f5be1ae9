-- By which contact a person was named to the staff of a house: 0 his number, 1 his e-mail; null: by whoever runs the site. The house
-- knows that one. It must not learn the other one by naming people.
alter table house_staff add column named_by smallint check (named_by in (0, 1));

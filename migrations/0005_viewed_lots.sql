-- «Вы ранее просматривали» shows the latest first; a day alone does not tell.
alter table lot_view add column at timestamptz not null default now();
create index lot_view_visitor on lot_view (visitor, at desc);

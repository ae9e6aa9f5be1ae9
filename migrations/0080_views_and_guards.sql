-- How often lots were looked at, apart from them: whoever looks waits for nobody who changes a lot, or lists it anew.
create table lot_view_count (
    lot_id bigint primary key references lot (id) on delete cascade,
    views bigint not null
) with (fillfactor = 50);
insert into lot_view_count select id, views_count from lot where views_count > 0;
alter table lot drop column views_count;

-- A browser may have seen a lot without being counted: it is told all the same what it looked at.
alter table lot_view add column counted boolean not null default true;
-- Rows are forgotten by age.
create index lot_view_day on lot_view using brin (day);

-- Whose picture it is, is asked whenever one is shown, and before one that is nobody's is taken away.
create index lot_image_picture on lot_image (picture_id);
create index account_photo on account (photo) where photo is not null;
create index deleted_account_photo on deleted_account (photo) where photo is not null;
create index house_photo on house (photo) where photo is not null;
create index catalog_logo on catalog (logo) where logo is not null;
create index author_logo on author (logo) where logo is not null;
create index banner_image on banner (image) where image is not null;

-- Who has bet did so knowing the commission. Looked at when the transaction ends: its room takes no bets from before then
-- until it has ended, so none can slip through.
create function keep_commission() returns trigger language plpgsql as $$
begin
    if exists (select from catalog_trade where catalog_id = new.id and state in (2, 3))
        or exists (
            select from bet
            where id between new.id << 24 and ((new.id + 1) << 24) - 1 and revoked is null
        )
    then
        raise exception 'the commission of catalog % is fixed', new.id
            using errcode = 'check_violation', constraint = 'catalog_commission_fixed';
    end if;
    return null;
end $$;
create constraint trigger commission_fixed after update of commission on catalog
    deferrable initially deferred
    for each row when (old.commission is distinct from new.commission) execute function keep_commission();

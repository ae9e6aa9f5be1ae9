-- Authors that someone typed into the form of a lot: public while a public lot names them, and deleted with the last lot
-- that does. An admin who edits one makes it an artist of the site.
alter table author add column is_typed boolean not null default false;

create function author_is_public(author author) returns boolean
    language sql stable parallel safe
    return not author.is_typed or exists (
        select from lot_author join lot_listing on lot_listing.lot_id = lot_author.lot_id
        where lot_author.author_id = author.id and not lot_listing.is_hidden
    );

update author set is_typed = true
where life_years is null and biography is null and logo is null
    and not exists (select from author_image where author_id = author.id)
    and exists (select from lot_author where author_id = author.id)
    and not exists (
        select from lot_author join lot_listing on lot_listing.lot_id = lot_author.lot_id
        where lot_author.author_id = author.id and not lot_listing.is_hidden
    );

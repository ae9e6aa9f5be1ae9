-- The server draws no pictures any more: the demonstration site brings them as files. A demonstration loaded before this
-- step loses its pictures until it is loaded again (`./ops/run --fresh`).
delete from lot_image where picture_id in (select id from picture where source is not null);
delete from author_image where picture_id in (select id from picture where source is not null);
update house set photo = null where photo in (select id from picture where source is not null);
update catalog set logo = null where logo in (select id from picture where source is not null);
update news set image = null where image in (select id from picture where source is not null);
update author set logo = null where logo in (select id from picture where source is not null);
update banner set image = null where image in (select id from picture where source is not null);
delete from picture where source is not null;
alter table picture drop column source;

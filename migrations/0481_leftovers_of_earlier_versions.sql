-- What only servers of earlier versions needed: functions that others replaced, and what told sockets of notifications before the
-- outbox did. `pushed` is true for servers that do not name it, and can go once none does.
set local lock_timeout = '900ms';

drop function take_work(text[], bigint);
drop function account_is_listed(account, boolean, text, bigint, text, text, integer, bigint, boolean);

drop trigger notification_to_sockets on notification;
drop function notification_to_sockets();
drop index notification_to_push;
alter table notification alter column pushed set default true;
comment on column notification.pushed is 'Always true. Servers of the version before name it.';

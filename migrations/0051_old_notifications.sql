-- Notifications are cleared away when they are old: those that were read earlier than those that were not.
create index notification_read on notification (created) where read is not null and not awaits_completion;
create index notification_created on notification (created) where not awaits_completion;

-- When the letter about a notification was enqueued: the next one about the lot follows five minutes after it.
alter table notification add column letter_at timestamptz;
update notification set letter_at = created where mailed;

-- The number that the user is to call, in digits. Attempts of one contact that wait for a call to the same number cannot be told
-- apart, unless they are of one line: each begun in place of the one before.
alter table login_attempt add column rings text, add column line bigint;

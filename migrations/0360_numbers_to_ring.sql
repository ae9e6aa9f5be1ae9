-- The number that the user is to call. Attempts of one contact that wait for a call to the same number cannot be told apart.
alter table login_attempt add column rings text;

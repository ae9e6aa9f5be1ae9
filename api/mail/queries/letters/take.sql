-- Leases due letters to one sender until $3. If that sender dies, another takes them when the lease expires. An address that
-- another person entered counts as none until its owner verifies it.
with due as (
    select letter.id, coalesce(letter.address, account.email) as address
    from letter left join account
        on account.id = letter.account_id and account.deleted is null and not account.unproved_email
    where letter.done is null and letter.not_before <= $1
    order by letter.not_before, letter.id
    limit $2
    for update of letter skip locked
)
update letter set attempts = attempts + 1, not_before = $3
from due where letter.id = due.id
returning letter.id, letter.key, due.address, letter.content as "content!", letter.created, letter.attempts, letter.refusals

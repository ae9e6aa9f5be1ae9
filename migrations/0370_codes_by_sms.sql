-- A call that several attempts waited for opens none of them; a code sent to the number by SMS does. They share it.
alter table login_attempt
    add column texted timestamptz,
    drop constraint login_attempt_check,
    add constraint login_attempt_code check (
        case when channel = 1 then (code_hash is null) = (texted is null) else code_hash is not null and texted is null end
    );

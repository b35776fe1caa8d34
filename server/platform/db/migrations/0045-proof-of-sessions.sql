-- When the session's user last entered the password: at sign-in, or before a call that requires it.
alter table session add column proved_at timestamptz;
update session set proved_at = created_at;
alter table session alter column proved_at set default now(), alter column proved_at set not null;

-- This shop's data, told apart from another shop's and from what it was before a restore: the ids of
-- e-mails contain it, since mailboxes drop a second one of the same id.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

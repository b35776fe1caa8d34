-- Identifies this shop's data, as opposed to another shop's or its own before a restore: the ids of
-- e-mails contain it, since mailboxes drop a second e-mail with the same id.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid()
);
insert into installation default values;

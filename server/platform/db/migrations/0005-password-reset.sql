-- Links to set a new password. Only their hash is stored; using a link is a single
-- conditional update.
create table password_reset (
  token_hash bytea primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index password_reset_user on password_reset (user_id);

-- A second factor: codes from an authenticator app (RFC 6238), and recovery codes in case it is
-- lost. The time it was turned on is in app_user, whose row every sign-in locks.
alter table app_user add column second_factor_at timestamptz;

create table second_factor (
  user_id bigint primary key references app_user (id),
  secret bytea not null,
  -- The time step of the last accepted code: each code is accepted once.
  last_step bigint not null default 0
);

create table recovery_code (
  code_hash bytea primary key,
  user_id bigint not null references app_user (id)
);
create index recovery_code_user on recovery_code (user_id);

-- Sign-ins with a correct password that are waiting for a code.
create table sign_in_challenge (
  token_hash bytea primary key,
  user_id bigint not null references app_user (id),
  expires_at timestamptz not null
);
create index sign_in_challenge_user on sign_in_challenge (user_id);

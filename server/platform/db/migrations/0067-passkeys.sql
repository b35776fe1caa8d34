-- Passkeys (WebAuthn) as a second factor, beside an app or instead of one. An app counts once
-- `second_factor.last_step` is above 0: its first code was accepted.
create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  -- As browsers send it: base64url.
  credential_id text not null unique,
  -- In COSE.
  public_key bytea not null,
  -- How often it signed, as it says; 0 for ever of one that does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- What a passkey is to sign: one for each session and purpose, or sign-in under way.
create table passkey_challenge (
  holder text primary key,
  user_id bigint not null references app_user (id),
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_user on passkey_challenge (user_id);

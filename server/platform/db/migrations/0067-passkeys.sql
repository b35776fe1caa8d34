-- Passkeys (WebAuthn) as a second factor, with or instead of an app. An app counts once
-- `second_factor.last_step` is above 0, which means that its first code was accepted.
create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  -- In base64url, as sent by browsers.
  credential_id text not null unique,
  -- In COSE format.
  public_key bytea not null,
  -- The passkey's own count of its signatures; always 0 for one that does not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- The challenge for a passkey: one for each session and purpose, or for each sign-in in progress.
create table passkey_challenge (
  holder text primary key,
  user_id bigint not null references app_user (id),
  challenge text not null,
  expires_at timestamptz not null
);
create index passkey_challenge_user on passkey_challenge (user_id);

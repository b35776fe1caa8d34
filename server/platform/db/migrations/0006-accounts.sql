-- Sign-in with Google, changes of e-mail, devices of sessions, sent e-mails.

-- An account deleted by its customer keeps its row without any personal data, since orders refer to
-- it.
alter table app_user add column deleted_at timestamptz;

-- The browser and system from the User-Agent, without versions; null for sessions that are older
-- than this column.
alter table session add column device text;

create index session_device on session (user_id, device);

-- The event whose e-mail carries the token: each attempt at sending creates another token, and all
-- of them work, since any of the e-mails may have arrived.
alter table password_reset add column event_id bigint;

create index password_reset_expiry on password_reset (expires_at);

-- A user's identity at a provider. Its e-mail may change there; issuer and subject never do.
create table identity (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id bigint not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

create index identity_user on identity (user_id);

-- Sign-ins in progress at the provider. The browser has the cookie; this is its hash.
create table google_flow (
  cookie_hash bytea primary key,
  state text not null,
  nonce text not null,
  verifier text not null,
  expires_at timestamptz not null
);

create index google_flow_expiry on google_flow (expires_at);

-- Sign-ins that have returned from the provider: a code for the page, valid in the same browser
-- only. If a subject is set, the code waits for the account's password to link the identity.
create table google_code (
  code_hash bytea primary key,
  cookie_hash bytea not null,
  user_id bigint not null references app_user (id) on delete cascade,
  link_issuer text,
  link_subject text,
  expires_at timestamptz not null,
  check ((link_issuer is null) = (link_subject is null))
);

create index google_code_expiry on google_code (expires_at);

create index google_code_user on google_code (user_id);

-- A change of e-mail takes effect at once and is reverted unless the new address confirms it in
-- time; until then the old address can undo it, and nobody else can take it (decision 0009).
create table email_change (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  undone_at timestamptz
);

create index email_change_user on email_change (user_id);

create index email_change_old on email_change (lower(old_email)) where undone_at is null;

create index email_change_expiry on email_change (expires_at);

-- Tokens in the two e-mails about a change; each attempt at sending creates another.
create table email_change_token (
  token_hash bytea primary key,
  change_id bigint not null references email_change (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'undo'))
);

create index email_change_token_change on email_change_token (change_id);

-- E-mails handed to the mail server, by the id that all attempts share: none is sent twice.
create table sent_mail (
  id text primary key,
  sent_at timestamptz not null default now()
);

create index sent_mail_time on sent_mail (sent_at);

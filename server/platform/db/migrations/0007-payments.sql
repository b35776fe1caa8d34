-- Payments that a provider takes on pages of its own, and what it tells the shop about them.

-- Money of another amount than was asked for waits in 'review' until people have looked at it.
alter table payment drop constraint payment_state_check;

alter table payment add constraint payment_state_check check
  (state in ('started', 'authorized', 'captured', 'failed', 'voided', 'refunded', 'review'));

-- When the provider was last asked what became of it; null before the first time.
alter table payment add column checked_at timestamptz;

create index payment_started on payment (coalesce(checked_at, created_at)) where state = 'started';

-- What providers said, word for word; each is applied once.
create table provider_event (
  id text primary key,
  type text not null,
  body text not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz
);

create index provider_event_waiting on provider_event (received_at) where applied_at is null;

create index provider_event_time on provider_event (received_at);

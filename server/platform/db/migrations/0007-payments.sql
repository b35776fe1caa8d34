-- Payments on a provider's own pages, and the events that providers send about them.

-- A payment of a different amount than requested stays in 'review' until staff have looked at it.
alter table payment drop constraint payment_state_check;

alter table payment add constraint payment_state_check check
  (state in ('started', 'authorized', 'captured', 'failed', 'voided', 'refunded', 'review'));

-- When the provider was last asked about the outcome; null if never.
alter table payment add column checked_at timestamptz;

create index payment_started on payment (coalesce(checked_at, created_at)) where state = 'started';

-- Events from providers; each is applied once.
create table provider_event (
  id text primary key,
  type text not null,
  body text not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz
);

create index provider_event_waiting on provider_event (received_at) where applied_at is null;

create index provider_event_time on provider_event (received_at);

-- The URLs of the owners' programs that receive the shop's events.
create table webhook (
  id bigint generated always as identity primary key,
  url text not null,
  events text[] not null,
  -- Signs the messages; not encrypted, like the keys of authenticator apps (decision 0055).
  secret bytea not null,
  is_active boolean not null,
  -- Why the shop switched the webhook off.
  failure text check (failure is null or (failure in ('gone', 'failing') and not is_active))
);

-- One event for one webhook. Triggers write it in the transaction of the change, whatever code
-- makes it; server/webhooks/ sends it.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhook (id) on delete cascade,
  -- Lets the receiver recognise messages that it already has.
  message_id uuid not null default gen_random_uuid(),
  event text not null,
  data jsonb not null,
  at timestamptz not null default now(),
  attempts integer not null default 0,
  -- When the next attempt is due; null once the message is delivered or abandoned.
  next_at timestamptz default now(),
  -- Until this time, a process is sending the message.
  held_until timestamptz,
  delivered_at timestamptz,
  -- The outcome of the last attempt.
  status integer,
  error text
);

create index webhook_delivery_due on webhook_delivery (webhook_id, next_at) where next_at is not null;
create index webhook_delivery_log on webhook_delivery (webhook_id, id);
create index webhook_delivery_at on webhook_delivery (at);

create function note_webhook_event(happened text, facts jsonb) returns void
language sql
as $$
  insert into webhook_delivery (webhook_id, event, data)
  select id, happened, facts from webhook
  where is_active and happened = any(events) order by id
$$;

-- The invented past orders of the demo send none.
create function note_order_webhooks() returns trigger
language plpgsql
as $$
begin
  if exists (select from webhook where is_active) then
    perform note_webhook_event(
      case added.move when 'place' then 'order.placed' else 'order.status_changed' end,
      jsonb_build_object('orderId', orders.id, 'purchaseId', batch_id, 'move', added.move,
        'state', added.to_state, 'totalCents', total_cents,
        'discountCents', discount_cents, 'isTest', is_test))
    from added join orders on orders.id = added.order_id
    where not orders.demo
    order by added.id;
  end if;
  return null;
end
$$;

create trigger order_history_webhooks after insert on order_history
referencing new table as added
for each statement execute function note_order_webhooks();

create function note_refund_webhooks() returns trigger
language plpgsql
as $$
begin
  perform note_webhook_event('order.refunded', jsonb_build_object(
    'orderId', orders.id, 'purchaseId', batch_id, 'refundId', new.id, 'kind', new.kind,
    'units', new.units, 'amountCents', new.amount_cents, 'isTest', is_test))
  from orders where id = new.order_id and not demo;
  return null;
end
$$;

create trigger refund_webhooks after insert on refund
for each row execute function note_refund_webhooks();

create function note_low_stock_webhooks() returns trigger
language plpgsql
as $$
begin
  perform note_webhook_event('product.stock_low', jsonb_build_object('productId', new.payload -> 'productId'));
  return null;
end
$$;

create trigger outbox_low_stock_webhooks after insert on outbox
for each row when (new.topic = 'stock-low') execute function note_low_stock_webhooks();

-- Sending is a timestamp beside the four states. Orders in the same parcel have one parcel number
-- and the same carrier and tracking (invariant "parcels").
create sequence parcel_number;

alter table orders
  add column sent_at timestamptz,
  add column parcel_id bigint,
  add column carrier text check (length(carrier) between 1 and 100),
  add column tracking_number text check (length(tracking_number) between 1 and 100),
  add column tracking_url text check (length(tracking_url) <= 500 and tracking_url ~ '^https://'),
  add check (sent_at is null or (paid_at is not null and parcel_id is not null)),
  add check (parcel_id is not null or coalesce(carrier, tracking_number, tracking_url) is null);

create index orders_parcel on orders (parcel_id) where parcel_id is not null;

alter table order_history drop constraint order_history_move_check;

alter table order_history add constraint order_history_move_check
  check (move in ('place', 'confirm', 'pay', 'send', 'deliver', 'cancel', 'refund'));

-- Orders to be sent, longest waiting and newest first, and orders on their way.
drop index orders_undelivered;

create index orders_unsent on orders (paid_at, id)
where state = 'complete' and delivered_at is null and sent_at is null;

create index orders_unsent_new on orders (created_at desc, id desc)
where state = 'complete' and delivered_at is null and sent_at is null;

create index orders_sent on orders (created_at desc, id desc)
where state = 'complete' and delivered_at is null and sent_at is not null;

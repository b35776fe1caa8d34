-- More data for the owner's screens: customers by what they bought, the orders that have waited
-- longest, and the comparison with the payment provider.

-- The number of orders of each customer, and the amount spent on orders that are paid and not
-- refunded. Updated by triggers: customers are sorted by it, and adding up a million orders for a
-- list takes too long. A separate table, since every order would have to write to the indexes of
-- app_user.
create table customer_sales (
  user_id bigint primary key references app_user (id) on delete cascade,
  orders integer not null default 0 check (orders >= 0),
  spend_cents bigint not null default 0 check (spend_cents >= 0)
);

create index customer_sales_spend on customer_sales (spend_cents desc, user_id desc);

create index customer_sales_orders on customer_sales (orders desc, user_id desc);

-- A process of the previous version may still be selling: what it commits between the sums and the
-- triggers would be missing from both. The reference above has locked the accounts. The orders are
-- locked fully, as creating their indexes below requires: taking that lock only then could deadlock
-- with readers.
lock table orders in access exclusive mode;

insert into customer_sales (user_id, orders, spend_cents)
select app_user.id, count(orders.id),
  coalesce(sum(total_cents) filter (where state = 'complete'), 0)
from app_user left join orders on orders.user_id = app_user.id
group by app_user.id;

create function start_customer_sales() returns trigger
language plpgsql
as $$
begin
  insert into customer_sales (user_id) values (new.id) on conflict do nothing;
  return null;
end
$$;

create trigger customer_sales_start after insert on app_user
for each row execute function start_customer_sales();

create function note_customer_sales() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' then
    update customer_sales set orders = orders - 1,
      spend_cents = spend_cents - case when old.state = 'complete' then old.total_cents else 0 end
    where user_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' then
    update customer_sales set orders = orders + 1,
      spend_cents = spend_cents + case when new.state = 'complete' then new.total_cents else 0 end
    where user_id = new.user_id;
  end if;
  return null;
end
$$;

create trigger orders_note_new after insert on orders
for each row execute function note_customer_sales();

create trigger orders_note_gone after delete on orders
for each row execute function note_customer_sales();

-- Does not fire when an order is confirmed or delivered, or canceled unpaid.
create trigger orders_note_change after update on orders
for each row when (
  (old.state = 'complete') <> (new.state = 'complete')
  or old.user_id <> new.user_id
  or (new.state = 'complete' and old.total_cents <> new.total_cents)
) execute function note_customer_sales();

-- Late orders are sorted by how long they have waited; the others by when they were placed.
drop index orders_undelivered;

create index orders_undelivered on orders (paid_at, id) where state = 'complete' and delivered_at is null;

create index orders_shipped on orders (created_at desc, id desc)
where state = 'complete' and delivered_at is null;

create index orders_delivered on orders (created_at desc, id desc)
where state = 'complete' and delivered_at is not null;

create index orders_refunded on orders (created_at desc, id desc)
where state = 'canceled' and paid_at is not null;

-- Differences between the shop's ledger and the payment provider, as of the last comparison.
create table payment_difference (
  id bigint generated always as identity primary key,
  payment_id uuid not null,
  -- Null for a payment unknown to the shop.
  order_id bigint references orders (id) on delete cascade,
  kind text not null check (kind in ('unknown', 'not_captured', 'not_taken', 'amount', 'not_refunded', 'refunded')),
  ours_cents bigint,
  theirs_cents bigint,
  found_at timestamptz not null default now(),
  unique (payment_id, kind)
);

create index payment_difference_order on payment_difference (order_id);

-- One row: when the ledger was last compared, and how many payments were.
create table payment_comparison (
  id boolean primary key default true check (id),
  began_at timestamptz not null,
  ended_at timestamptz,
  payments integer not null default 0
);

create index payment_in_review on payment (created_at) where state = 'review';

create index payment_of_provider on payment (provider, created_at);

-- Pictures that were stored recently, or are about to be removed. A day later each is in use, or
-- its files are deleted.
create table new_picture (
  key text primary key,
  kept_at timestamptz not null default now()
);

create index new_picture_time on new_picture (kept_at);

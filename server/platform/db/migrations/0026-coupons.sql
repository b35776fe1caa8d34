-- Coupons, edited by staff. A purchase keeps a copy of the terms it was placed with, and a coupon
-- is never deleted, only removed from the list (deleted_at).
create table coupon (
  id bigint generated always as identity primary key,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{2,31}$'),
  -- The kind of discount: a percentage of the items, an amount, or the delivery fee.
  kind text not null check (kind in ('percent', 'amount', 'delivery')),
  percent smallint check (percent between 1 and 100),
  amount_cents bigint check (amount_cents between 1 and 100000000),
  starts_at timestamptz,
  ends_at timestamptz,
  -- The minimum sum of all items.
  least_cents bigint check (least_cents between 1 and 100000000),
  -- The items it covers: names of categories, and products; if both are null, everything.
  categories text[] check (cardinality(categories) between 1 and 20),
  product_ids jsonb check (
    jsonb_typeof(product_ids) = 'array' and jsonb_array_length(product_ids) between 1 and 200
  ),
  max_uses integer check (max_uses between 1 and 1000000),
  max_uses_per_customer integer check (max_uses_per_customer between 1 and 1000),
  -- The number of purchases that use it; see order_batch.coupon_returned_at.
  uses integer not null default 0 check (uses >= 0),
  is_active boolean not null default true,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint coupon_used_up check (uses <= max_uses),
  check (starts_at < ends_at),
  check ((kind = 'percent') = (percent is not null)),
  check ((kind = 'amount') = (amount_cents is not null))
);

create unique index coupon_code on coupon (code) where deleted_at is null;

create table coupon_customer (
  coupon_id bigint not null references coupon (id),
  user_id bigint not null references app_user (id) on delete cascade,
  uses integer not null check (uses >= 0),
  primary key (coupon_id, user_id)
);

-- If a customer places two orders at once, the second waits for the row of the first, and this
-- counts both.
create function limit_coupon_customer() returns trigger
language plpgsql
as $$
begin
  -- Returning a use is always allowed, since staff may have lowered the limit meanwhile.
  if tg_op = 'UPDATE' and new.uses <= old.uses then
    return new;
  end if;
  if new.uses > (select max_uses_per_customer from coupon where id = new.coupon_id) then
    raise exception 'coupon % is used up by customer %', new.coupon_id, new.user_id
      using errcode = 'check_violation', constraint = 'coupon_customer_used_up';
  end if;
  return new;
end
$$;

create trigger coupon_customer_limit before insert or update of uses on coupon_customer
for each row execute function limit_coupon_customer();

alter table order_batch
  add column coupon_id bigint references coupon (id),
  add column coupon jsonb check (jsonb_typeof(coupon) = 'object'),
  add column discount_cents bigint not null default 0 check (discount_cents >= 0),
  -- When the use of the coupon was returned.
  add column coupon_returned_at timestamptz,
  add check ((coupon_id is null) = (coupon is null)),
  add check (discount_cents = 0 or coupon_id is not null);

create index order_batch_coupon on order_batch (coupon_id) where coupon_id is not null;

-- The order's share of the purchase's discount.
alter table orders
  add column discount_cents bigint not null default 0,
  add check (discount_cents between 0 and total_cents);

create or replace function order_cost(o orders) returns bigint
language sql immutable
as $$ select o.total_cents - o.discount_cents $$;

-- A purchase returns its coupon when all its orders are canceled and nothing was ever paid,
-- whichever statement or version of the shop cancels them. The purchase is locked, so that if two
-- orders are canceled at once, the second sees the first.
create function return_coupon() returns trigger
language plpgsql
as $$
declare
  used bigint;
begin
  perform from order_batch
  where id = new.batch_id and coupon_id is not null and coupon_returned_at is null
  for no key update;
  if not found then
    return null;
  end if;
  update order_batch set coupon_returned_at = now()
  where id = new.batch_id and not exists (
    select from orders
    where batch_id = new.batch_id and (state <> 'canceled' or paid_at is not null)
  ) returning coupon_id into used;
  update coupon set uses = uses - 1 where id = used;
  update coupon_customer set uses = uses - 1 where coupon_id = used and user_id = new.user_id;
  return null;
end
$$;

create trigger orders_return_coupon after update of state on orders
for each row when (new.state = 'canceled' and old.state <> 'canceled')
execute function return_coupon();

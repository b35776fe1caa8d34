-- One row for every amount refunded to a customer (decision 0031).
create table refund (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders (id) on delete cascade,
  payment_id uuid not null references payment (id) on delete cascade,
  amount_cents bigint not null check (amount_cents > 0),
  kind text not null check (kind in ('goods', 'delivery')),
  -- The units of the order that were refunded.
  units integer not null default 0 check (units >= 0),
  -- Whether the order stays paid because something of it is left.
  is_part boolean not null default false,
  -- Shown to the customer.
  reason text check (length(reason) between 1 and 300),
  -- The staff member who made the refund.
  actor_id bigint references app_user (id),
  created_at timestamptz not null default now(),
  check (kind = 'goods' or (units = 0 and not is_part))
);

create index refund_order on refund (order_id, id);

create index refund_payment on refund (payment_id);

create index refund_part on refund (created_at) where is_part;

create unique index refund_delivery on refund (payment_id) where kind = 'delivery';

-- The sum of the partial refunds; kept when the order is refunded in full.
alter table orders
  add column refunded_units integer not null default 0,
  add column refunded_cents bigint not null default 0,
  -- Refunding all that is left is a full refund.
  add check (refunded_units >= 0 and refunded_units < quantity),
  add check (refunded_cents >= 0 and (refunded_cents < total_cents or refunded_cents = 0));

-- What an order costs, in cents: the one definition for all sums of money.
create function order_cost(o orders) returns bigint
language sql immutable
as $$ select o.total_cents $$;

-- Records full refunds and returned delivery fees, whichever statement or version of the shop makes
-- them.
create function keep_refund_of_goods() returns trigger
language plpgsql
as $$
declare
  was_paid boolean := true;
  -- A payment inserted as refunded belongs to an invented past.
  is_past boolean := tg_op = 'INSERT';
begin
  if not is_past then
    -- A payment that came too late paid for no units.
    was_paid := old.state = 'captured';
  end if;
  insert into refund (order_id, payment_id, amount_cents, kind, units, created_at)
  select new.order_id, new.id, left_over.cents, 'goods',
    case when was_paid and o.paid_at is not null then o.quantity - o.refunded_units else 0 end,
    case when is_past then coalesce(o.canceled_at, now()) else now() end
  from orders o cross join lateral (
    select new.amount_cents - new.delivery_cents - coalesce(sum(amount_cents), 0) as cents
    from refund where payment_id = new.id and kind = 'goods'
  ) left_over
  where o.id = new.order_id and left_over.cents > 0;
  return null;
end
$$;

create trigger payment_refunded after update of state on payment
for each row when (new.state = 'refunded' and old.state <> 'refunded')
execute function keep_refund_of_goods();

create trigger payment_added_refunded after insert on payment
for each row when (new.state = 'refunded')
execute function keep_refund_of_goods();

create function keep_refund_of_delivery() returns trigger
language plpgsql
as $$
begin
  insert into refund (order_id, payment_id, amount_cents, kind)
  values (new.order_id, new.id, new.delivery_cents, 'delivery');
  return null;
end
$$;

create trigger payment_delivery_returned after update of delivery_returned_at on payment
for each row when (new.delivery_returned_at is not null and old.delivery_returned_at is null)
execute function keep_refund_of_delivery();

-- Existing refunds. The triggers above have locked the payments, so none can be refunded during the insert.
insert into refund (order_id, payment_id, amount_cents, kind, units, created_at)
select o.id, p.id, p.amount_cents - p.delivery_cents, 'goods',
  case when o.canceled_at is not null and o.paid_at is not null
    and row_number() over (partition by o.id order by p.created_at, p.id) = 1
    then o.quantity else 0 end,
  coalesce(o.canceled_at, p.updated_at)
from payment p join orders o on o.id = p.order_id
where p.state = 'refunded' and p.amount_cents > p.delivery_cents
order by p.updated_at, p.id;

insert into refund (order_id, payment_id, amount_cents, kind, created_at)
select order_id, id, delivery_cents, 'delivery', delivery_returned_at
from payment where delivery_returned_at is not null
order by delivery_returned_at, id;

-- A move changes the stock of an order once, and so does each partial refund.
alter table stock_ledger add column refund_id bigint references refund (id);

alter table stock_ledger drop constraint stock_ledger_order_id_reason_key;

create unique index stock_ledger_move on stock_ledger (order_id, reason) where refund_id is null;

create unique index stock_ledger_refund on stock_ledger (refund_id) where refund_id is not null;

-- Partial refunds count when they are made; a later full refund counts what is left.
create or replace view sale_event as
select created_at as at, product_id, 1 as placed, 0 as paid, 0 as refunded, 0 as canceled,
  0 as units, 0::bigint as gross_cents, 0::bigint as refund_cents
from orders
union all
select paid_at, product_id, 0, 1, 0, 0, quantity, order_cost(orders), 0
from orders where paid_at is not null
union all
select canceled_at, product_id, 0, 0, case when paid_at is null then 0 else 1 end, 1,
  case when paid_at is null then 0 else refunded_units - quantity end, 0,
  case when paid_at is null then 0 else order_cost(orders) - refunded_cents end
from orders where canceled_at is not null
union all
select refund.created_at, orders.product_id, 0, 0, 0, 0, -refund.units, 0, refund.amount_cents
from refund join orders on orders.id = refund.order_id where refund.is_part;

-- A customer's spending excludes refunds.
create or replace function note_customer_sales() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' then
    update customer_sales set orders = orders - 1,
      spend_cents = spend_cents
        - case when old.state = 'complete' then order_cost(old) - old.refunded_cents else 0 end
    where user_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' then
    update customer_sales set orders = orders + 1,
      spend_cents = spend_cents
        + case when new.state = 'complete' then order_cost(new) - new.refunded_cents else 0 end
    where user_id = new.user_id;
  end if;
  return null;
end
$$;

drop trigger orders_note_change on orders;

create trigger orders_note_change after update on orders
for each row when (
  (old.state = 'complete') <> (new.state = 'complete')
  or old.user_id <> new.user_id
  or (new.state = 'complete'
    and (order_cost(old), old.refunded_cents) <> (order_cost(new), new.refunded_cents))
) execute function note_customer_sales();

-- A step of an order goes into one e-mail, and so does each partial refund.
alter table email_step add column refund_id bigint references refund (id) on delete cascade;

alter table email_step drop constraint email_step_order_id_step_key;

create unique index email_step_move on email_step (order_id, step) where refund_id is null;

create unique index email_step_refund on email_step (refund_id) where refund_id is not null;

create function note_part_refund() returns trigger
language plpgsql
as $$
begin
  insert into email_step (step, purchase_id, order_id, refund_id)
  select 'refund-part', batch_id, id, new.id from orders where id = new.order_id and not demo;
  return null;
end
$$;

create trigger refund_part_email after insert on refund
for each row when (new.is_part) execute function note_part_refund();

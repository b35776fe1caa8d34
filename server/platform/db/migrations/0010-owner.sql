-- What the owner's view needs besides: customers by what they bought, orders that wait longest, and
-- the account of what the payment provider says.

-- What each customer placed, and spent on orders that are paid and not refunded. Kept by triggers:
-- customers are sorted by it, and nobody adds up a million orders for a list. A table of its own,
-- since app_user has indexes that every order would have to write to.
create table customer_sales (
  user_id bigint primary key references app_user (id) on delete cascade,
  orders integer not null default 0 check (orders >= 0),
  spend_cents bigint not null default 0 check (spend_cents >= 0)
);

create index customer_sales_spend on customer_sales (spend_cents desc, user_id desc);

create index customer_sales_orders on customer_sales (orders desc, user_id desc);

-- A process of the version before may still sell: what it commits between the sums and the triggers
-- would be in neither. The reference above has locked the accounts. Of the orders the whole lock, which
-- their indexes need below: asked for only then, it could wait in a ring with whoever reads them.
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

-- Confirming, delivering and giving up an unpaid order pass by here.
create trigger orders_note_change after update on orders
for each row when (
  (old.state = 'complete') <> (new.state = 'complete')
  or old.user_id <> new.user_id
  or (new.state = 'complete' and old.total_cents <> new.total_cents)
) execute function note_customer_sales();

-- Late orders are listed by how long they wait; the others by when they were placed.
drop index orders_undelivered;

create index orders_undelivered on orders (paid_at, id) where state = 'complete' and delivered_at is null;

create index orders_shipped on orders (created_at desc, id desc)
where state = 'complete' and delivered_at is null;

create index orders_delivered on orders (created_at desc, id desc)
where state = 'complete' and delivered_at is not null;

create index orders_refunded on orders (created_at desc, id desc)
where state = 'canceled' and paid_at is not null;

-- Where the books of the shop and of its payment provider differ, as of the last comparison.
create table payment_difference (
  id bigint generated always as identity primary key,
  payment_id uuid not null,
  -- Null for money that the shop knows nothing of.
  order_id bigint references orders (id) on delete cascade,
  kind text not null check (kind in ('unknown', 'not_captured', 'not_taken', 'amount', 'not_refunded', 'refunded')),
  ours_cents bigint,
  theirs_cents bigint,
  found_at timestamptz not null default now(),
  unique (payment_id, kind)
);

create index payment_difference_order on payment_difference (order_id);

-- One row: when the books were last compared, and how many payments that were.
create table payment_comparison (
  id boolean primary key default true check (id),
  began_at timestamptz not null,
  ended_at timestamptz,
  payments integer not null default 0
);

create index payment_in_review on payment (created_at) where state = 'review';

create index payment_of_provider on payment (provider, created_at);

-- Pictures that were kept lately, or that are about to be removed. A day later each is shown
-- somewhere, or its files go.
create table new_picture (
  key text primary key,
  kept_at timestamptz not null default now()
);

create index new_picture_time on new_picture (kept_at);

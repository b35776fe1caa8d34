-- Cash on delivery: a purchase that is sent unpaid, and complete once staff have taken the money.
alter table order_batch
  add column payment text not null default 'online' check (payment in ('online', 'cash')),
  add unique (id, payment);

-- The same as its purchase's, so that a constraint on orders can use it.
alter table orders
  add column payment text not null default 'online',
  add foreign key (batch_id, payment) references order_batch (id, payment);

-- The database chose the name of this constraint.
do $$
declare
  sent_paid text;
begin
  select conname into strict sent_paid from pg_constraint
  where conrelid = 'orders'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%sent_at IS NULL%paid_at%';
  execute format('alter table orders drop constraint %I', sent_paid);
end
$$;

alter table orders add constraint orders_sent_paid
  check (sent_at is null or (parcel_id is not null and (paid_at is not null or payment = 'cash')));

-- Whether customers may choose cash on delivery, set by staff: one row.
create table cash_on_delivery (
  only_row boolean primary key default true check (only_row),
  is_on boolean not null default false,
  -- The largest total of a purchase; null if there is no limit.
  max_cents bigint check (max_cents > 0),
  updated_at timestamptz not null default now()
);

insert into cash_on_delivery default values;

-- Orders to be sent, longest waiting and newest first, and orders on their way: paid, or confirmed
-- for cash on delivery.
drop index orders_unsent;

drop index orders_unsent_new;

drop index orders_sent;

create index orders_unsent on orders ((coalesce(paid_at, confirmed_at)), id)
where delivered_at is null and sent_at is null
  and (state = 'complete' or (state = 'confirm' and payment = 'cash'));

create index orders_unsent_new on orders (created_at desc, id desc)
where delivered_at is null and sent_at is null
  and (state = 'complete' or (state = 'confirm' and payment = 'cash'));

create index orders_sent on orders (created_at desc, id desc)
where delivered_at is null and sent_at is not null
  and (state = 'complete' or (state = 'confirm' and payment = 'cash'));

-- Orders on their way keep their address, paid or not: as in migrations 0018 and 0019, except for
-- `sent_at`.
create or replace function keep_delivery_address() returns trigger
language plpgsql
as $$
begin
  if old.state = 'canceled' or old.delivered_at is not null or old.sent_at is not null
    or (old.state = 'complete' and old.delivery_address is not null) then
    raise exception 'the address of order % is fixed', old.id;
  end if;
  return new;
end
$$;

create or replace function erase_addresses() returns trigger
language plpgsql
as $$
begin
  delete from address where user_id = new.id;
  perform from orders where user_id = new.id and delivery_address is not null
  order by id for no key update;
  update orders set delivery_address = null
  where user_id = new.id and delivery_address is not null
    and not (state = 'complete' and delivered_at is null)
    and not (state = 'confirm' and (
      sent_at is not null
      or coalesce(hold_expires_at > now(), false)
      or exists (
        select from payment
        where order_id = orders.id and payment.state in ('started', 'authorized', 'review')
      )
    ));
  return null;
end
$$;

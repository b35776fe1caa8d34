-- The owner's administration: an audit log, imports, lists that stay fast, and sales figures.

-- The audit log: who changed what. Written in the transaction of the change and never updated.
create table audit_entry (
  id bigint generated always as identity primary key,
  actor_id bigint not null references app_user (id),
  action text not null check (length(action) between 1 and 40),
  entity text not null check (length(entity) between 1 and 40),
  entity_id bigint,
  -- The changed fields with their old and new values; null if the row did not exist before or
  -- after.
  before jsonb,
  after jsonb,
  at timestamptz not null default now()
);

create index audit_entry_at on audit_entry (at desc, id desc);

create index audit_entry_actor on audit_entry (actor_id, at desc, id desc);

create index audit_entry_entity on audit_entry (entity, entity_id, at desc, id desc);

create index audit_entry_kind on audit_entry (entity, at desc, id desc);

create function refuse_audit_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'audit_entry is append-only';
end
$$;

create trigger audit_entry_append_only before update or delete on audit_entry
for each row execute function refuse_audit_change();

-- An import of products. Its progress is written in the transaction of each chunk, so it is
-- accurate even after a crash.
create table import_job (
  id bigint generated always as identity primary key,
  actor_id bigint not null references app_user (id) on delete cascade,
  state text not null default 'running' check (state in ('running', 'done', 'stopped')),
  total integer not null,
  done integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  -- [{row, field, reason}] for the rows that were not applied.
  problems jsonb not null default '[]' check (jsonb_typeof(problems) = 'array'),
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A product that was never ordered may be removed together with its ledger entries.
create or replace function refuse_ledger_change() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and old.product_id::text = current_setting('barq.removed_product', true) then
    return old;
  end if;
  raise exception 'stock_ledger is append-only';
end
$$;

-- Products with few available units left (LOW_STOCK in contract/limits.ts). A separate table: with
-- an index on the units of product, every order would have to write to all indexes of product.
create table scarce_product (
  product_id bigint primary key references product (id) on delete cascade,
  available integer not null check (available between 0 and 5)
);

create index scarce_product_available on scarce_product (available, product_id);

insert into scarce_product (product_id, available)
select id, on_hand - reserved from product where on_hand - reserved <= 5 and deleted_at is null;

create function note_scarcity() returns trigger
language plpgsql
as $$
begin
  if new.on_hand - new.reserved > 5 or new.deleted_at is not null then
    delete from scarce_product where product_id = new.id;
  else
    insert into scarce_product (product_id, available) values (new.id, new.on_hand - new.reserved)
    on conflict (product_id) do update set available = excluded.available;
  end if;
  return null;
end
$$;

create trigger product_starts_scarce after insert on product
for each row when (new.on_hand - new.reserved <= 5) execute function note_scarcity();

-- Does not fire for orders of products with enough units.
create trigger product_scarcity after update of on_hand, reserved, deleted_at on product
for each row when (
  least(old.on_hand - old.reserved, 6) <> least(new.on_hand - new.reserved, 6)
  or (old.deleted_at is null) <> (new.deleted_at is null)
) execute function note_scarcity();

create index product_name on product (lower(name), id) where deleted_at is null;

create index product_deleted on product (deleted_at desc, id desc) where deleted_at is not null;

alter table app_user add column search_text text not null generated always as (
  fold_text(username || ' ' || email || ' ' || coalesce(phone, ''))
) stored;

create index app_user_search on app_user using gin (search_text gin_trgm_ops)
where account_type = 'customer';

create index app_user_newest on app_user (created_at desc, id desc)
where account_type = 'customer';

-- The staff's order lists are sorted by time, whatever their filter.
drop index orders_state;

create index orders_state on orders (state, created_at desc, id desc);

drop index orders_product;

create index orders_product on orders (product_id, created_at desc, id desc);

create index orders_created on orders (created_at desc, id desc);

create index orders_undelivered on orders (created_at desc, id desc, paid_at)
where state = 'complete' and delivered_at is null;

create index orders_paid on orders (paid_at) where paid_at is not null;

create index orders_canceled on orders (canceled_at) where canceled_at is not null;

-- The events of orders, each at its own time: the one definition behind all sales figures. Returned
-- units and refunds count at the time of the refund, not of the order.
create view sale_event as
select created_at as at, product_id, 1 as placed, 0 as paid, 0 as refunded, 0 as canceled,
  0 as units, 0::bigint as gross_cents, 0::bigint as refund_cents
from orders
union all
select paid_at, product_id, 0, 1, 0, 0, quantity, total_cents, 0
from orders where paid_at is not null
union all
select canceled_at, product_id, 0, 0, case when paid_at is null then 0 else 1 end, 1,
  case when paid_at is null then 0 else -quantity end, 0,
  case when paid_at is null then 0 else total_cents end
from orders where canceled_at is not null;

-- Totals of days (UTC) that are over; see docs/decisions/0007-daily-sales-rollup.md.
create table sales_by_product (
  product_id bigint not null,
  day date not null,
  placed integer not null,
  paid integer not null,
  refunded integer not null,
  canceled integer not null,
  units integer not null,
  gross_cents bigint not null,
  refund_cents bigint not null,
  primary key (product_id, day)
);

create index sales_by_product_day on sales_by_product (day);

-- The same totals by each product's current category.
create table sales_by_day (
  day date not null,
  category_id bigint not null,
  placed bigint not null,
  paid bigint not null,
  refunded bigint not null,
  canceled bigint not null,
  units bigint not null,
  gross_cents bigint not null,
  refund_cents bigint not null,
  primary key (day, category_id)
);

-- The same totals from each day on which a period of the dashboard may start to the last closed
-- day.
create table sales_window (
  starts date not null,
  product_id bigint not null,
  units bigint not null,
  revenue_cents bigint not null,
  primary key (starts, product_id)
);

create index sales_window_best on sales_window (starts, revenue_cents desc, product_id);

-- One row: all days up to this day are closed. No row: no day is closed, whatever the tables above
-- contain.
create table sales_closed (
  id boolean primary key default true check (id),
  through date not null
);

-- Days are closed an hour after they end. Changes that reach further back (an import of old orders,
-- the removal of demo data) reopen all days, and their totals are calculated again.
create function reopen_days() returns trigger
language plpgsql
as $$
begin
  delete from sales_closed;
  return null;
end
$$;

create trigger orders_added_to_past after insert on orders
for each row when (new.created_at < now() - interval '50 minutes')
execute function reopen_days();

create trigger orders_taken_from_past after delete on orders
for each row execute function reopen_days();

create trigger orders_changed_in_past after update on orders
for each row when (
  (old.paid_at is distinct from new.paid_at
    and least(old.paid_at, new.paid_at) < now() - interval '50 minutes')
  or (old.canceled_at is distinct from new.canceled_at
    and least(old.canceled_at, new.canceled_at) < now() - interval '50 minutes')
  or old.created_at <> new.created_at
  or old.product_id <> new.product_id
  or old.quantity <> new.quantity
  or old.total_cents <> new.total_cents
) execute function reopen_days();

-- A product takes its sales with it into its new category.
create function move_sales() returns trigger
language plpgsql
as $$
begin
  -- Waits for a closing in progress, which may still see the old category.
  lock table sales_closed in row exclusive mode;
  insert into sales_by_day as d (day, category_id, placed, paid, refunded, canceled, units,
    gross_cents, refund_cents)
  select day, new.category_id, placed, paid, refunded, canceled, units, gross_cents, refund_cents
  from sales_by_product where product_id = new.id
  on conflict (day, category_id) do update set
    placed = d.placed + excluded.placed, paid = d.paid + excluded.paid,
    refunded = d.refunded + excluded.refunded, canceled = d.canceled + excluded.canceled,
    units = d.units + excluded.units, gross_cents = d.gross_cents + excluded.gross_cents,
    refund_cents = d.refund_cents + excluded.refund_cents;
  update sales_by_day d set
    placed = d.placed - s.placed, paid = d.paid - s.paid, refunded = d.refunded - s.refunded,
    canceled = d.canceled - s.canceled, units = d.units - s.units,
    gross_cents = d.gross_cents - s.gross_cents, refund_cents = d.refund_cents - s.refund_cents
  from sales_by_product s
  where s.product_id = new.id and d.day = s.day and d.category_id = old.category_id;
  return null;
end
$$;

create trigger product_category_changed after update of category_id on product
for each row when (old.category_id <> new.category_id) execute function move_sales();

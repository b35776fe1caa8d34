-- Events that are not in an e-mail yet. Triggers write them in the transaction of the change,
-- whatever code makes it; server/order-emails/ removes them in the statement that writes the
-- e-mail's event, so that each step is in exactly one e-mail.
create table email_step (
  id bigint generated always as identity primary key,
  -- The move of an order (order_history.move), or `stock-low` for a product.
  step text not null,
  -- The purchase: its steps of one kind go into one e-mail.
  purchase_id bigint references order_batch (id) on delete cascade,
  order_id bigint references orders (id) on delete cascade,
  product_id bigint references product (id) on delete cascade,
  at timestamptz not null default now(),
  unique (order_id, step),
  unique (product_id, step),
  check (num_nonnulls(order_id, product_id) = 1),
  check ((order_id is null) = (purchase_id is null))
);

create index email_step_purchase on email_step (purchase_id, step);

-- The invented past orders of the demo send none.
create function note_order_steps() returns trigger
language plpgsql
as $$
begin
  insert into email_step (step, purchase_id, order_id)
  select added.move, orders.batch_id, orders.id
  from added join orders on orders.id = added.order_id
  where not orders.demo
  order by added.id
  on conflict do nothing;
  return null;
end
$$;

create trigger order_history_emails after insert on order_history
referencing new table as added
for each statement execute function note_order_steps();

create function note_low_stock() returns trigger
language plpgsql
as $$
begin
  insert into email_step (step, product_id)
  select new.topic, id from product where id = (new.payload ->> 'productId')::bigint
  on conflict do nothing;
  return null;
end
$$;

create trigger outbox_low_stock after insert on outbox
for each row when (new.topic = 'stock-low') execute function note_low_stock();

-- Kinds of e-mail that have no row are on.
create table email_switch (
  kind text primary key,
  is_on boolean not null,
  changed_at timestamptz
);

-- Finds the recipients of e-mails to staff without reading every customer.
create index app_user_staff on app_user (id) where account_type = 'admin' and disabled_at is null;

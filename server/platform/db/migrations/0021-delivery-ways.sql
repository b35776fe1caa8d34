-- How orders reach a customer, kept by staff. A purchase keeps a copy of the way it was placed with,
-- and a way is never deleted, only taken off the list (deleted_at).
create table delivery_way (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  name_ar text not null check (length(name_ar) between 1 and 80),
  -- Countries (AE) and regions (AE-DU: the country, then the region of `address`); null: everywhere.
  places text[] check (cardinality(places) between 1 and 300),
  fee_cents bigint not null default 0 check (fee_cents between 0 and 100000000),
  -- From this sum of the ordered products on, the way costs nothing.
  free_from_cents bigint check (free_from_cents between 1 and 100000000),
  -- Days from the day on which it is sent; null where nothing is promised.
  days_min smallint check (days_min between 0 and 90),
  days_max smallint check (days_max between 0 and 90),
  -- The hour (UTC) from which an order is sent on the next day; null: at any hour on the same day.
  last_hour smallint check (last_hour between 1 and 23),
  is_active boolean not null default true,
  position integer not null,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((days_min is null) = (days_max is null)),
  check (days_min <= days_max),
  check (last_hour is null or days_min is not null)
);

insert into delivery_way (name, name_ar, position) values ('Delivery', 'توصيل', 0);

create function keep_delivery_way() returns trigger
language plpgsql
as $$
begin
  raise exception 'delivery way % is taken off the list by deleted_at: purchases refer to it', old.id;
end
$$;

create trigger delivery_way_kept before delete on delivery_way
for each row execute function keep_delivery_way();

-- What the delivery of a purchase costs, and a copy of the way that it was placed with; null for
-- earlier purchases and those of the demo. There is no foreign key: every order would lock the one row
-- that most orders name, and `delivery_way_kept` keeps that row.
alter table order_batch
  add column delivery_cents bigint not null default 0 check (delivery_cents >= 0),
  add column delivery jsonb check (jsonb_typeof(delivery) = 'object'),
  add check (delivery_cents = 0 or delivery is not null);

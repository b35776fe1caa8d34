-- Shipping methods, edited by staff. A purchase keeps a copy of its shipping method, and a method
-- is never deleted, only removed from the list (deleted_at).
create table delivery_way (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  name_ar text not null check (length(name_ar) between 1 and 80),
  -- Countries (AE) and regions (AE-DU: the country, then the region of `address`); null for
  -- everywhere.
  places text[] check (cardinality(places) between 1 and 300),
  fee_cents bigint not null default 0 check (fee_cents between 0 and 100000000),
  -- The sum of ordered products from which delivery is free.
  free_from_cents bigint check (free_from_cents between 1 and 100000000),
  -- Days from the day of dispatch; null if nothing is promised.
  days_min smallint check (days_min between 0 and 90),
  days_max smallint check (days_max between 0 and 90),
  -- The hour (UTC) from which orders are sent the next day; null if all are sent the same day.
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

-- The delivery fee of a purchase, and a copy of its shipping method; null for earlier purchases and
-- those of the demo. There is no foreign key, since every order would lock the one row that most
-- orders refer to; `delivery_way_kept` protects that row instead.
alter table order_batch
  add column delivery_cents bigint not null default 0 check (delivery_cents >= 0),
  add column delivery jsonb check (jsonb_typeof(delivery) = 'object'),
  add check (delivery_cents = 0 or delivery is not null);

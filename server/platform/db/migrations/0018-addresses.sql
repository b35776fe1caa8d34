-- Customers' delivery addresses. The rules of each country are in server/addresses/check-
-- address.ts; these are the rules that every version of the shop must keep.
create table address (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- E.164
  phone text not null check (phone ~ '^\+[1-9][0-9]{4,14}$'),
  -- ISO 3166-1 alpha-2
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- The region's key in the country's data, if the country has regions.
  region text check (length(region) between 1 and 200),
  city text check (length(city) between 1 and 200),
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 10),
  postcode text check (length(postcode) between 1 and 200),
  note text check (length(note) between 1 and 2000),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- At most one default address per customer. That there is one is a rule in server/invariants.ts.
create unique index address_default on address (user_id) where is_default;

create index address_user on address (user_id, id);

-- An order keeps a copy: later changes to the address book do not affect it.
alter table orders
  add column delivery_address jsonb check (jsonb_typeof(delivery_address) = 'object'),
  add column address_at timestamptz,
  add check (delivery_address is null or address_at is not null);

-- A missing address can be added to an order until it is delivered or canceled, and an existing one
-- replaced until it is paid. Erasing the copy for a closed account is always allowed.
create function keep_delivery_address() returns trigger
language plpgsql
as $$
begin
  if old.state = 'canceled' or old.delivered_at is not null
    or (old.state = 'complete' and old.delivery_address is not null) then
    raise exception 'the address of order % is fixed', old.id;
  end if;
  return new;
end
$$;

create trigger orders_keep_address before update of delivery_address on orders
for each row when (
  new.delivery_address is not null and new.delivery_address is distinct from old.delivery_address
) execute function keep_delivery_address();

-- An account may be closed while an order is on its way: its copy is erased once the order is
-- delivered or canceled, whichever statement or version of the shop does so.
create function forget_delivery_address() returns trigger
language plpgsql
as $$
begin
  if exists (select from app_user where id = new.user_id and deleted_at is not null) then
    new.delivery_address := null;
  end if;
  return new;
end
$$;

create trigger orders_forget_address before update of state, delivered_at on orders
for each row when (
  new.delivery_address is not null and (new.state = 'canceled' or new.delivered_at is not null)
) execute function forget_delivery_address();

-- Where customers want their orders delivered. What belongs to which country is in
-- server/addresses/check-address.ts; here are the rules that no version of the shop may break.
create table address (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- E.164
  phone text not null check (phone ~ '^\+[1-9][0-9]{4,14}$'),
  -- ISO 3166-1 alpha-2
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- The key of the region in the data of the country, where it has any.
  region text check (length(region) between 1 and 200),
  city text check (length(city) between 1 and 200),
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) between 1 and 10),
  postcode text check (length(postcode) between 1 and 200),
  note text check (length(note) between 1 and 2000),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- One default to a customer. That there is one is a rule of server/invariants.ts.
create unique index address_default on address (user_id) where is_default;

create index address_user on address (user_id, id);

-- An order keeps a copy: what the customer changes in the address book later does not move it.
alter table orders
  add column delivery_address jsonb check (jsonb_typeof(delivery_address) = 'object'),
  add column address_at timestamptz,
  add check (delivery_address is null or address_at is not null);

-- An order can be given an address until it is over, and another one until it is paid.
-- Erasing the copy of a closed account is always allowed.
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

-- An account may be closed while an order is on its way: its copy goes once the order is over,
-- whichever statement or version of the shop ends it.
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

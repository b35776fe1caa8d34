-- Every price that a product has had, written by triggers: no way of changing a price can miss it.
create table price_history (
  product_id bigint not null references product (id) on delete cascade,
  since timestamptz not null,
  price_cents integer not null check (price_cents >= 0),
  primary key (product_id, since)
);

insert into price_history (product_id, since, price_cents)
select id, now(), price_cents from product;

alter table product
  -- The lowest price of the 30 days before its reduction began; null if there is no reduction, or
  -- no price before it.
  add column prior_cents integer check (prior_cents >= 0);

create function note_first_price() returns trigger
language plpgsql
as $$
begin
  insert into price_history (product_id, since, price_cents)
  select id, least(created_at, now()), price_cents from added;
  return null;
end
$$;

create trigger product_first_price after insert on product
referencing new table as added for each statement execute function note_first_price();

-- The row is locked and each statement here sees what was committed before, so changes are
-- serialised. That is why the clock is used rather than the time of the transaction, which may have
-- begun before a change that it waited for.
create function note_price() returns trigger
language plpgsql
as $$
declare
  at timestamptz := clock_timestamp();
begin
  new.prior_cents := null;
  if new.compare_at_cents is not null then
    select min(price_cents) into new.prior_cents from price_history
    where product_id = new.id and since >= coalesce((
      -- The price that applied 30 days ago had begun earlier.
      select max(since) from price_history where product_id = new.id and since <= at - interval '30 days'
    ), '-infinity');
  end if;
  if new.price_cents <> old.price_cents then
    insert into price_history (product_id, since, price_cents) values (new.id, at, new.price_cents);
  end if;
  return new;
end
$$;

create trigger product_price before update of price_cents, compare_at_cents on product
for each row when (
  old.price_cents <> new.price_cents or (old.compare_at_cents is null) <> (new.compare_at_cents is null)
)
execute function note_price();

-- How the prior price is shown beside a struck-through price: null if not at all. If it is
-- required, the struck-through price is the prior price, and a product whose price is not below the
-- prior price is not reduced.
alter table shop_details
  add column prior_prices text check (prior_prices in ('shown', 'required'));

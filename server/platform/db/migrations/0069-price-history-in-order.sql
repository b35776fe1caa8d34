-- Each price begins after the previous one, even if the clock has been set back.
create or replace function note_price() returns trigger
language plpgsql
as $$
declare
  at timestamptz := greatest(clock_timestamp(), (
    select max(since) + interval '1 microsecond' from price_history where product_id = new.id
  ));
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

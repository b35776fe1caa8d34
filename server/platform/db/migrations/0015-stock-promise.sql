-- What is not paid lets go of its stock in time, and a few networks never empty a shelf.

-- A payment that is begun may outlast the time in which the order can be paid, and does so twice at
-- most: how often it has, and until when the last one did.
alter table orders
  add column prolonged smallint not null default 0 check (prolonged between 0 and 2),
  add column prolonged_until timestamptz;

-- Where an unpaid order came from: the key that attempts are counted by (address-key.ts). Personal,
-- so it goes with what it is for, whichever statement or version of the shop moves the order.
alter table orders add column network text
  check (network is null or state in ('pending', 'confirm'));

create function forget_network() returns trigger
language plpgsql
as $$
begin
  new.network := null;
  return new;
end
$$;

create trigger orders_forget_network before update of state on orders
for each row when (new.network is not null and new.state not in ('pending', 'confirm'))
execute function forget_network();

create index orders_unpaid_network on orders (network)
where state in ('pending', 'confirm') and network is not null;

-- What an account ordered within the hour.
create index order_batch_user on order_batch (user_id, created_at);

-- Which limit of one product the order would break, or null for none; the products are locked.
--   'share'                of what is left, of the account
--   'kept'                 of the last units, which go one to a network until they are paid
--   'neighbours'           of what is left, of all accounts of one address
-- A customer who has paid for an order may have the last units, too.
create function product_limit(
  customer bigint, network_key text, limits jsonb, product_ids bigint[], quantities integer[]
) returns text language sql volatile as $$
  with held as (
    select product_id, coalesce(sum(quantity) filter (where user_id = customer), 0) as own,
      sum(quantity) as together
    from orders
    where state in ('pending', 'confirm') and not demo
      and (user_id = customer or network = network_key)
    group by product_id
  ), wanted as (
    select product_id, sum(quantity) as quantity
    from unnest(product_ids, quantities) as line (product_id, quantity) group by product_id
  ), judged as (
    select coalesce(own, 0) + quantity as own, coalesce(together, 0) + quantity as together,
      on_hand - reserved + coalesce(own, 0) as own_of,
      on_hand - reserved + coalesce(together, 0) as together_of,
      on_hand - reserved - quantity as remaining, on_hand,
      (limits -> 'account' ->> 'least')::integer as own_least,
      (limits -> 'account' ->> 'oneIn')::integer as own_one_in,
      (limits -> 'network' ->> 'least')::integer as together_least,
      (limits -> 'network' ->> 'oneIn')::integer as together_one_in,
      (limits -> 'kept' ->> 'least')::integer as kept_least,
      (limits -> 'kept' ->> 'oneIn')::integer as kept_one_in
    from wanted join product on id = product_id left join held using (product_id)
  ), broken as (
    select own > greatest(own_least, own_of / own_one_in) as of_account,
      together > greatest(together_least, together_of / together_one_in) as of_network,
      together > 1 and remaining < least(
        on_hand - own_least, greatest(kept_least, ceil(on_hand::numeric / kept_one_in))
      ) and not exists (
        select from orders where user_id = customer and state = 'complete' and not demo
      ) as of_kept,
      together > own as has_neighbours
    from judged
  )
  select case
    when bool_or(of_account) then 'share'
    when bool_or(of_kept and not has_neighbours) then 'kept'
    when bool_or(of_kept or of_network) then 'neighbours'
  end from broken
$$;

-- Which limit the order would break, or null for none:
--   'hour'                 the account placed as many as it may within an hour
--   'orders', 'units'      of the account, before paying
--   'unconfirmed'          of an account whose e-mail is not confirmed, before paying
--   'network'              of all accounts of one address, before paying
-- and those of `product_limit`. `limits` is UnpaidLimits (server/orders/unpaid-limits.ts) as JSON.
-- Orders of one account, of one network and of one product are judged one after the other: the locks
-- go in that order everywhere, and what a volatile function reads after them is what the order
-- before has committed. An order that is refused for its account or its network locks no product.
-- What is not in stock is left to the statement that orders: it says how much there is.
create function unpaid_limit(
  customer bigint, network_key text, limits jsonb, product_ids bigint[], quantities integer[]
) returns text language plpgsql volatile as $$
declare
  is_confirmed boolean;
  own jsonb;
  broken text;
begin
  select email_confirmed_at is not null into is_confirmed
  from app_user where id = customer for no key update;
  if (limits ->> 'perHour')::integer <= (
    select count(*) from order_batch
    where user_id = customer and created_at > now() - interval '1 hour'
  ) then
    return 'hour';
  end if;
  perform pg_advisory_xact_lock(hashtext('unpaid orders'), hashtext(network_key));
  is_confirmed := is_confirmed or jsonb_typeof(limits -> 'unconfirmed') = 'null';
  own := limits -> case when is_confirmed then 'account' else 'unconfirmed' end;
  with held as materialized (
    select batch_id, quantity, user_id = customer as by_account,
      coalesce(network = network_key, false) as by_network
    from orders
    where state in ('pending', 'confirm') and not demo
      and (user_id = customer or network = network_key)
  ), sums as (
    select count(distinct batch_id) filter (where by_account) as own_orders,
      coalesce(sum(quantity) filter (where by_account), 0) as own_units,
      count(distinct batch_id) filter (where by_network) as network_orders,
      coalesce(sum(quantity) filter (where by_network), 0) as network_units,
      (select sum(one) from unnest(quantities) as one) as more
    from held
  )
  select case
    when own_orders >= (own ->> 'orders')::integer
      then case when is_confirmed then 'orders' else 'unconfirmed' end
    when own_units + more > (own ->> 'units')::integer
      then case when is_confirmed then 'units' else 'unconfirmed' end
    when network_key is not null
      and (network_orders >= (limits -> 'network' ->> 'orders')::integer
        or network_units + more > (limits -> 'network' ->> 'units')::integer)
      then 'network'
  end into broken from sums;
  if broken is not null then
    return broken;
  end if;
  perform from product where id = any(product_ids) and deleted_at is null
  order by id for no key update;
  if exists (
    select from unnest(product_ids, quantities) as line (product_id, quantity)
    left join product on id = product_id and deleted_at is null
    group by product_id, on_hand, reserved
    having coalesce(sum(quantity) > on_hand - reserved, true)
  ) then
    return null;
  end if;
  return product_limit(customer, network_key, limits -> 'ofProduct', product_ids, quantities);
end
$$;

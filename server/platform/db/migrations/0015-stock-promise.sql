-- Unpaid orders release their stock in time, and a few networks cannot reserve all of it.

-- A payment in progress may extend the time in which the order can be paid, twice at most: how
-- often this has happened, and until when the last extension lasted.
alter table orders
  add column prolonged smallint not null default 0 check (prolonged between 0 and 2),
  add column prolonged_until timestamptz;

-- The network of an unpaid order: the key by which attempts are counted (address-key.ts). It is
-- personal data, so it is erased when it is no longer needed, whichever statement or version of the
-- shop moves the order.
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

-- For counting an account's orders within the last hour.
create index order_batch_user on order_batch (user_id, created_at);

-- Which limit of one product the order would break, or null for none; the products are locked.
--   'share'                the account's share of the remaining units
--   'kept'                 the last units, of which each network gets one until it has paid
--   'neighbours'           the share of all accounts on one network
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
--   'hour'                 orders placed by the account within an hour
--   'orders', 'units'      unpaid orders or units of the account
--   'unconfirmed'          unpaid orders of an account whose e-mail is not confirmed
--   'network'              unpaid orders of all accounts on one network
-- and those of `product_limit`. `limits` is UnpaidLimits (server/orders/unpaid-limits.ts) as JSON.
-- Orders of one account, one network and one product are checked one at a time: the locks are
-- always taken in that order, and since the function is volatile, its next query sees what the
-- previous order committed. An order refused for its account or network locks no product. Products
-- out of stock are left to the statement that orders, which reports the available units.
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

-- What is not paid lets go of its stock in time, and a few accounts never empty a shelf.

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

-- Which limit the order would break, or null for none:
--   'hour'                 the account placed as many as it may within an hour
--   'orders', 'units'      of the account, before paying
--   'unconfirmed'          of an account whose e-mail is not confirmed, before paying
--   'network'              of all accounts of one address, before paying
--   'share'                of what is left of a product, of the account or its address
-- `limits` is UnpaidLimits (server/orders/unpaid-limits.ts) as JSON. Orders of one account, of one
-- network and of one product are judged one after the other: the locks go in that order everywhere,
-- and what a volatile function reads after them is what the order before has committed. What is
-- not in stock is left to the statement that orders: it says how much there is.
create function unpaid_limit(
  customer bigint, network_key text, limits jsonb, product_ids bigint[], quantities integer[]
) returns text language plpgsql volatile as $$
declare
  is_confirmed boolean;
  own jsonb;
begin
  select email_confirmed_at is not null into is_confirmed
  from app_user where id = customer for no key update;
  perform pg_advisory_xact_lock(hashtext('unpaid orders'), hashtext(network_key));
  perform from product where id = any(product_ids) and deleted_at is null
  order by id for no key update;
  is_confirmed := is_confirmed or jsonb_typeof(limits -> 'unconfirmed') = 'null';
  own := limits -> case when is_confirmed then 'account' else 'unconfirmed' end;
  return (
    with held as materialized (
      select batch_id, product_id, quantity, user_id = customer as by_account,
        coalesce(network = network_key, false) as by_network
      from orders
      where state in ('pending', 'confirm') and not demo
        and (user_id = customer or network = network_key)
    ), held_of as (
      select product_id, coalesce(sum(quantity) filter (where by_account), 0) as by_account,
        coalesce(sum(quantity) filter (where by_network), 0) as by_network
      from held group by product_id
    ), wanted as (
      select product_id, sum(quantity) as quantity, p.on_hand - p.reserved as available,
        coalesce(held_of.by_account, 0) as by_account,
        coalesce(held_of.by_network, 0) as by_network
      from unnest(product_ids, quantities) as line (product_id, quantity)
      left join product p on p.id = product_id and p.deleted_at is null
      left join held_of using (product_id)
      group by product_id, p.id, held_of.by_account, held_of.by_network
    ), sums as (
      select count(distinct batch_id) filter (where by_account) as own_orders,
        coalesce(sum(quantity) filter (where by_account), 0) as own_units,
        count(distinct batch_id) filter (where by_network) as network_orders,
        coalesce(sum(quantity) filter (where by_network), 0) as network_units,
        (select sum(quantity) from wanted) as more
      from held
    )
    select case
      when exists (select from wanted where coalesce(quantity > available, true)) then null
      when (limits ->> 'perHour')::integer <= (
        select count(*) from order_batch
        where user_id = customer and created_at > now() - interval '1 hour'
      ) then 'hour'
      when own_orders >= (own ->> 'orders')::integer
        then case when is_confirmed then 'orders' else 'unconfirmed' end
      when own_units + more > (own ->> 'units')::integer
        then case when is_confirmed then 'units' else 'unconfirmed' end
      when network_key is not null
        and (network_orders >= (limits -> 'network' ->> 'orders')::integer
          or network_units + more > (limits -> 'network' ->> 'units')::integer)
        then 'network'
      when exists (
        select from wanted
        where by_account + quantity > greatest(1, (available + by_account) / (limits ->> 'oneIn')::integer)
          or (network_key is not null and by_network + quantity >
            greatest(1, (available + by_network) / (limits ->> 'oneIn')::integer))
      ) then 'share'
    end from sums
  );
end
$$;

-- Unpaid orders may not reserve all the stock.

create index orders_unpaid_user on orders (user_id) where state in ('pending', 'confirm');

-- Which limit the customer's order would break: 'orders', 'units' or null for none. A customer's
-- orders are checked one at a time: the customer's row is locked, and since the function is
-- volatile, its next query sees what the previous order committed.
create function unpaid_limit(
  customer bigint, orders_max integer, units_max integer, product_ids bigint[], quantities integer[]
) returns text language plpgsql volatile as $$
begin
  perform from app_user where id = customer for no key update;
  if orders_max <= (
    select count(distinct batch_id) from orders
    where user_id = customer and state in ('pending', 'confirm') and not demo
  ) then
    return 'orders';
  end if;
  if exists (
    select from unnest(product_ids, quantities) as wanted (product_id, quantity)
    group by product_id
    having sum(quantity) + (
      select coalesce(sum(o.quantity), 0) from orders o
      where o.user_id = customer and o.product_id = wanted.product_id
        and o.state in ('pending', 'confirm') and not o.demo
    ) > units_max
  ) then
    return 'units';
  end if;
  return null;
end
$$;

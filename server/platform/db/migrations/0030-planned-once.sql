-- The limits on unpaid orders were planned again for every order, which took longer than checking
-- them: a function in SQL is planned on each call, and plans for specific values looked cheaper
-- than a generic one. Now each connection plans them once.
create or replace function product_limit(
  customer bigint, network_key text, limits jsonb, product_ids bigint[], quantities integer[]
) returns text language plpgsql volatile as $$
begin
  return (
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
  );
end
$$;

alter function unpaid_limit(bigint, text, jsonb, bigint[], integer[])
  set plan_cache_mode = force_generic_plan;

-- PL/pgSQL caches the plans of its statements; a function in SQL is planned again in each statement
-- that calls it, and every order and every e-mail calls these.
create or replace function shop_zone() returns text
language plpgsql stable
as $$ begin return coalesce((select time_zone from shop_details), 'UTC'); end $$;

create or replace function shop_names() returns jsonb
language plpgsql stable
as $$
begin
  return (
    select jsonb_build_object('name', coalesce(name, 'Barq'), 'name_ar', coalesce(name_ar, name, 'برق'))
    from shop_details
  );
end
$$;

-- As in migration 0044, which looked for unsent e-mails about deliveries on every step.
create or replace function note_order_steps() returns trigger
language plpgsql
as $$
declare
  unsent bigint[] := '{}';
begin
  if exists (select from added where move = 'undeliver') then
    with taken as (
      delete from email_step using added
      where added.move = 'undeliver' and email_step.order_id = added.order_id and step = 'deliver'
      returning email_step.order_id
    )
    select coalesce(array_agg(order_id), '{}') into unsent from taken;
  end if;
  insert into email_step (step, purchase_id, order_id)
  select added.move, orders.batch_id, orders.id
  from added join orders on orders.id = added.order_id
  where not orders.demo and not (added.move = 'undeliver' and orders.id = any(unsent))
  order by added.id
  on conflict do nothing;
  return null;
end
$$;

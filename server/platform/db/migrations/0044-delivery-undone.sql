-- Staff can undo marking an order as delivered.
alter table order_history drop constraint order_history_move_check;

alter table order_history add constraint order_history_move_check
  check (move in ('place', 'confirm', 'pay', 'send', 'deliver', 'undeliver', 'cancel', 'refund'));

-- Only a delivery can happen again, after it was undone.
create unique index order_history_once on order_history (order_id, move)
where move not in ('deliver', 'undeliver');

create index order_history_order on order_history (order_id, id);

alter table order_history drop constraint order_history_order_id_move_key;

-- As in migration 0023, but a delivery undone before its e-mail was written sends none.
create or replace function note_order_steps() returns trigger
language plpgsql
as $$
declare
  unsent bigint[];
begin
  with taken as (
    delete from email_step using added
    where added.move = 'undeliver' and email_step.order_id = added.order_id and step = 'deliver'
    returning email_step.order_id
  )
  select coalesce(array_agg(order_id), '{}') into unsent from taken;
  insert into email_step (step, purchase_id, order_id)
  select added.move, orders.batch_id, orders.id
  from added join orders on orders.id = added.order_id
  where not orders.demo and not (added.move = 'undeliver' and orders.id = any(unsent))
  order by added.id
  on conflict do nothing;
  return null;
end
$$;

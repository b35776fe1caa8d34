-- Closing an account erases its addresses, whichever version of the server closes it. Its orders
-- keep their copies while they are on their way or may still be paid; they are erased when the
-- order is delivered or canceled (migration 0018).
create function erase_addresses() returns trigger
language plpgsql
as $$
begin
  delete from address where user_id = new.id;
  -- After the addresses, so that an order that copies one in the meantime is seen; the orders are
  -- locked before the payments are read, since a new payment writes to its order's row.
  perform from orders where user_id = new.id and delivery_address is not null
  order by id for no key update;
  update orders set delivery_address = null
  where user_id = new.id and delivery_address is not null
    and not (state = 'complete' and delivered_at is null)
    and not (state = 'confirm' and (
      coalesce(hold_expires_at > now(), false)
      or exists (
        select from payment
        where order_id = orders.id and payment.state in ('started', 'authorized', 'review')
      )
    ));
  return null;
end
$$;

create trigger app_user_erase_addresses after update of deleted_at on app_user
for each row when (old.deleted_at is null and new.deleted_at is not null)
execute function erase_addresses();

-- A cart can contain as many products as an order (ORDER_LINES_MAX in contract/limits.ts). The
-- lines are counted under a lock on the customer's row, so that each insert sees those before it: a
-- count within the inserting statement would miss concurrent inserts.
create function refuse_full_cart() returns trigger
language plpgsql
as $$
begin
  perform from app_user where id = new.user_id for no key update;
  if (select count(*) from cart_item where user_id = new.user_id and product_id <> new.product_id) >= 100 then
    raise exception 'the cart is full' using errcode = 'BQ001';
  end if;
  return new;
end
$$;

create trigger cart_item_limit before insert on cart_item
for each row execute function refuse_full_cart();

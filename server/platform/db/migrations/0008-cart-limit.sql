-- A cart holds as many products as one order may name (ORDER_LINES_MAX in contract/limits.ts).
-- Counted behind the customer's lock, where each add sees the lines of those before it: a count in
-- the statement that adds would not see what is being added beside it.
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

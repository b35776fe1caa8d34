-- Staff correct the address of an order until it is sent, also once it is paid: then within its country, whose tax is on
-- the invoice. Customers change it only until they pay: server/orders/order-address.ts.
create or replace function keep_delivery_address() returns trigger
language plpgsql
as $$
begin
  if old.state = 'canceled' or old.delivered_at is not null or old.sent_at is not null
    or (old.state = 'complete' and old.delivery_address is not null
      and old.delivery_address ->> 'country' is distinct from new.delivery_address ->> 'country') then
    raise exception 'the address of order % is fixed', old.id;
  end if;
  return new;
end
$$;

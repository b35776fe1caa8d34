-- Whether the country's tax is on an invoice for the order.
create function is_taxed_in(of_order bigint, of_country text) returns boolean
language sql stable
as $$
  select exists (
    select from payment join invoice using (charge_id)
    where payment.order_id = of_order and invoice.tax_country = of_country
  )
$$;

-- Staff correct the address of an order until it is sent, also once it is paid. The address of a paid order is replaced
-- only by one in the same country or in the country whose tax is on its invoice; a paid order without an address gets
-- one in any country. Customers change an address only until they pay: server/orders/order-address.ts.
create or replace function keep_delivery_address() returns trigger
language plpgsql
as $$
begin
  if old.state = 'canceled' or old.delivered_at is not null or old.sent_at is not null
    or (old.state = 'complete' and old.delivery_address is not null
      and old.delivery_address ->> 'country' is distinct from new.delivery_address ->> 'country'
      and not is_taxed_in(old.id, new.delivery_address ->> 'country')) then
    raise exception 'the address of order % is fixed', old.id;
  end if;
  return new;
end
$$;

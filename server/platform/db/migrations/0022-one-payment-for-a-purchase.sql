-- One payment for a purchase: the amount that the provider takes at once is a charge. Each of its
-- orders has a payment of its own, its share of the money (decision 0028).

-- The id of the money at the provider: the payment's own id, or one that several payments share.
alter table payment add column charge_id uuid;

update payment set charge_id = id;

alter table payment alter column charge_id set not null;

-- During an upgrade, an older server, which does not know charges, may start a payment.
create function charge_of_one_payment() returns trigger
language plpgsql
as $$
begin
  new.charge_id := new.id;
  return new;
end
$$;

create trigger payment_charge before insert on payment
for each row when (new.charge_id is null) execute function charge_of_one_payment();

-- Each charge contains an order at most once. All payments of a charge share its reference, which is
-- no longer unique; a rule in server/invariant-rules checks that it belongs to one charge only.
create unique index payment_charge_order on payment (charge_id, order_id);

alter table payment drop constraint payment_provider_ref_key;

create unique index payment_provider_ref on payment (provider_ref, order_id);

-- The delivery fee of the whole purchase, contained in the amount of one of its payments, and when
-- it was refunded, which may be before or after the price of the goods.
alter table payment
  add column delivery_cents bigint not null default 0,
  add column delivery_returned_at timestamptz,
  add check (delivery_cents between 0 and amount_cents),
  add check (delivery_returned_at is null or delivery_cents > 0);

-- A purchase pays its delivery fee once, and only while it has an order that is not canceled:
-- anything else is refunded. Its orders are locked, or only one of them changes; then the others
-- are read once the purchase is locked.
create function return_delivery_fees(purchase bigint) returns void
language plpgsql
as $$
begin
  perform from payment p join orders o on o.id = p.order_id
  where o.batch_id = purchase and p.delivery_cents > 0 and p.delivery_returned_at is null;
  if not found then
    return;
  end if;
  perform from order_batch where id = purchase for no key update;
  with held as (
    select p.id, row_number() over (order by p.state, p.created_at, p.id) = 1
      and exists (select from orders where batch_id = purchase and state <> 'canceled') as is_kept
    from payment p join orders o on o.id = p.order_id
    where o.batch_id = purchase and p.state in ('captured', 'refunded')
      and p.delivery_cents > 0 and p.delivery_returned_at is null
  ), returned as (
    update payment set delivery_returned_at = now(), updated_at = now()
    from held where payment.id = held.id and not held.is_kept
    returning payment.id, provider
  )
  insert into outbox (topic, payload)
  select 'refund-share',
    jsonb_build_object('paymentId', id, 'provider', provider, 'part', 'delivery')
  from returned;
end
$$;

create function return_fees_of_canceled() returns trigger
language plpgsql
as $$
begin
  perform return_delivery_fees(new.batch_id);
  return null;
end
$$;

-- Fires whichever statement or version of the shop cancels or refunds the order.
create trigger orders_return_fees after update of state on orders
for each row when (new.state = 'canceled' and old.state <> 'canceled')
execute function return_fees_of_canceled();

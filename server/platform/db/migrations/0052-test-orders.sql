-- Orders paid through a provider that takes no money, in a shop that is no demo: set once, when
-- they are paid.
alter table orders add column is_test boolean not null default false;

create index orders_test on orders (state) where is_test;

-- Test orders are excluded from all figures.
create or replace view sale_event as
select created_at as at, product_id, 1 as placed, 0 as paid, 0 as refunded, 0 as canceled,
  0 as units, 0::bigint as gross_cents, 0::bigint as refund_cents
from orders where not is_test
union all
select paid_at, product_id, 0, 1, 0, 0, quantity, order_cost(orders), 0
from orders where paid_at is not null and not is_test
union all
select canceled_at, product_id, 0, 0, case when paid_at is null then 0 else 1 end, 1,
  case when paid_at is null then 0 else refunded_units - quantity end, 0,
  case when paid_at is null then 0 else order_cost(orders) - refunded_cents end
from orders where canceled_at is not null and not is_test
union all
select refund.created_at, orders.product_id, 0, 0, 0, 0, -refund.units, 0, refund.amount_cents
from refund join orders on orders.id = refund.order_id where refund.is_part and not is_test;

-- The order was counted as placed on a day that may be closed.
create trigger orders_test_in_past after update on orders
for each row when (old.is_test <> new.is_test and new.created_at < now() - interval '50 minutes')
execute function reopen_days();

create or replace function note_customer_sales() returns trigger
language plpgsql
as $$
begin
  if tg_op <> 'INSERT' then
    update customer_sales set orders = orders - 1, spend_cents = spend_cents
        - case when old.state = 'complete' and not old.is_test then order_cost(old) - old.refunded_cents else 0 end
    where user_id = old.user_id;
  end if;
  if tg_op <> 'DELETE' then
    update customer_sales set orders = orders + 1, spend_cents = spend_cents
        + case when new.state = 'complete' and not new.is_test then order_cost(new) - new.refunded_cents else 0 end
    where user_id = new.user_id;
  end if;
  return null;
end
$$;

-- Invoices and credit notes of test orders have a series of their own, so that the others have no
-- gaps.
alter table invoice_series drop constraint invoice_series_series_check;

alter table invoice_series add constraint invoice_series_series_check
check (series in ('invoice', 'credit', 'demo', 'test'));

alter table invoice drop constraint invoice_series_check;

alter table invoice add constraint invoice_series_check
check (series in ('invoice', 'credit', 'demo', 'test'));

-- As in 0027, but test orders have a series of their own.
create or replace function write_invoice(charge uuid, at timestamptz default null) returns void
language plpgsql
as $$
declare
  paid record;
  of_series text;
  taken record;
  shop record;
begin
  if exists (select from invoice where charge_id = charge) then
    return;
  end if;
  select o.batch_id, o.user_id, array_agg(p.id::text order by o.id) as payment_ids,
    bool_or(o.is_test) as is_test, sum(p.amount_cents)::bigint as cents, sum(p.delivery_cents)::bigint as delivery,
    (array_agg(o.delivery_address order by o.id) filter (where o.delivery_address is not null))[1]
      as address,
    jsonb_agg(jsonb_build_object('order_id', o.id, 'name', o.product_name, 'name_ar', o.product_name_ar,
      'quantity', o.quantity, 'price_cents', o.unit_price_cents,
      'discount_cents', o.discount_cents, 'cents', p.amount_cents - p.delivery_cents)
      order by o.id) as lines
  into paid
  from payment p join orders o on o.id = p.order_id
  where p.charge_id = charge and p.state = 'captured'
  group by o.batch_id, o.user_id;
  if not found then
    return;
  end if;
  select case when demo then 'demo' when paid.is_test then 'test' else 'invoice' end into of_series
  from app_user where id = paid.user_id;
  select * into taken from take_invoice_number(of_series, at);
  -- One statement, so that the seller and the rate are consistent.
  select seller.name, seller.name_ar, seller.address, seller.address_ar, seller.tax_number,
    rate.name as tax_name, rate.name_ar as tax_name_ar, rate.basis_points
  into shop
  from seller left join tax_rate rate
    on rate.country = coalesce(paid.address ->> 'country', seller.country);
  insert into invoice (series, year, number, charge_id, purchase_id, user_id, payment_ids, issued_at,
    body, total_cents, tax_cents)
  select of_series, taken.of_year, taken.number, charge, paid.batch_id, paid.user_id,
    paid.payment_ids, taken.issued,
    jsonb_build_object(
      'seller', jsonb_build_object('name', shop.name, 'name_ar', shop.name_ar,
        'address', shop.address, 'address_ar', shop.address_ar, 'tax_number', shop.tax_number),
      'buyer', jsonb_build_object('name', u.username, 'email', u.email, 'address', paid.address),
      'lines', paid.lines, 'delivery_cents', paid.delivery,
      'tax', case when shop.basis_points is not null then jsonb_build_object('name', shop.tax_name,
        'name_ar', shop.tax_name_ar, 'basis_points', shop.basis_points) end),
    paid.cents, coalesce(tax_within(paid.cents, shop.basis_points), 0)
  from app_user u where u.id = paid.user_id;
end
$$;

-- As in 0039; a credit note for a demo or test order is in the same series as its invoice.
create or replace function write_credit_note(refunded bigint) returns void
language plpgsql
as $$
declare
  back refund;
  about invoice;
  line jsonb;
  paid bigint;
  taken record;
  points integer;
  before record;
begin
  if exists (select from invoice where refund_id = refunded) then
    return;
  end if;
  select * into back from refund where id = refunded;
  select * into about from invoice where refund_id is null and back.payment_id::text = any(payment_ids)
    and charge_id = (select charge_id from payment where id = back.payment_id);
  if about.id is null then
    return;
  end if;
  select one into line from jsonb_array_elements(about.body -> 'lines') one
  where (one ->> 'order_id')::bigint = back.order_id and back.kind = 'goods';
  if line is not null then
    -- A refund of an amount covers no units.
    select case when back.units = 0 then back.amount_cents else cents_of_units((line ->> 'cents')::bigint,
      (line ->> 'quantity')::integer, coalesce(sum(units), 0)::integer, back.units) end into paid
    from refund where order_id = back.order_id and kind = 'goods' and id < back.id;
    line := line || jsonb_build_object('quantity', back.units, 'cents', back.amount_cents,
      'discount_cents', greatest((line ->> 'price_cents')::bigint * back.units - paid, 0),
      'refunded_before_cents', paid - back.amount_cents);
  end if;
  points := coalesce((about.body -> 'tax' ->> 'basis_points')::integer, 0);
  select * into taken from take_invoice_number(
    case when about.series = 'invoice' then 'credit' else about.series end, null);
  -- Includes the earlier credit notes, so that the taxes of all parts add up to that of the
  -- invoice.
  select coalesce(sum(total_cents), 0)::bigint as cents, coalesce(sum(tax_cents), 0)::bigint as tax
  into before from invoice where corrects_id = about.id;
  insert into invoice (series, year, number, refund_id, corrects_id, purchase_id, user_id, payment_ids,
    issued_at, body, total_cents, tax_cents)
  select case when about.series = 'invoice' then 'credit' else about.series end, taken.of_year, taken.number,
    back.id, about.id, about.purchase_id, about.user_id, array[back.payment_id::text], taken.issued,
    about.body || jsonb_build_object(
      'lines', case when line is null then '[]'::jsonb else jsonb_build_array(line) end,
      'delivery_cents', case when back.kind = 'delivery' then back.amount_cents else 0 end),
    back.amount_cents, tax_within(before.cents + back.amount_cents, points) - before.tax;
end
$$;

-- The amounts on the line of a credit note can be multiplied out, like those on the line of its
-- invoice.

-- The amount paid for the next units of an order, divided as in contract/refund-share.ts.
create function cents_of_units(cost bigint, quantity integer, already integer, units integer) returns bigint
language sql immutable
as $$ select cost / quantity * units
  + least(already + units, cost % quantity) - least(already, cost % quantity) $$;

-- Writes the credit note for a refund if there is an invoice for its payment. Its line can be
-- multiplied out: units times price, less their share of the discount, less what was already
-- refunded for them as an amount.
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
    case about.series when 'demo' then 'demo' else 'credit' end, null);
  -- Includes the earlier credit notes, so that the taxes of all parts add up to that of the
  -- invoice.
  select coalesce(sum(total_cents), 0)::bigint as cents, coalesce(sum(tax_cents), 0)::bigint as tax
  into before from invoice where corrects_id = about.id;
  insert into invoice (series, year, number, refund_id, corrects_id, purchase_id, user_id, payment_ids,
    issued_at, body, total_cents, tax_cents)
  select case about.series when 'demo' then 'demo' else 'credit' end, taken.of_year, taken.number,
    back.id, about.id, about.purchase_id, about.user_id, array[back.payment_id::text], taken.issued,
    about.body || jsonb_build_object(
      'lines', case when line is null then '[]'::jsonb else jsonb_build_array(line) end,
      'delivery_cents', case when back.kind = 'delivery' then back.amount_cents else 0 end),
    back.amount_cents, tax_within(before.cents + back.amount_cents, points) - before.tax;
end
$$;

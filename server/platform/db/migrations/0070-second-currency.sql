-- The second currency in which invoices also state their tax, where the law requires it: one row or
-- none.
create table second_currency (
  id boolean primary key default true check (id),
  -- ISO 4217
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Units of this currency for one unit of the shop's currency, and the date of the rate.
  rate numeric(13, 6) not null check (rate > 0),
  rate_date date not null,
  -- Decimals of this currency, and of the shop's currency, which cannot change while this row
  -- exists.
  digits smallint not null check (digits between 0 and 3),
  shop_digits smallint not null check (shop_digits between 0 and 3)
);

-- Converts the smallest units of the shop's currency to those of an invoice's second currency,
-- rounding half up. There is no upper limit, so that no rate can stop a payment.
create function in_second_currency(cents numeric, of_invoice jsonb) returns numeric
language sql immutable
as $$
  select round(cents * (of_invoice ->> 'rate')::numeric
    * 10::numeric ^ ((of_invoice ->> 'digits')::integer - (of_invoice ->> 'shop_digits')::integer))
$$;

-- An invoice that contains tax keeps the second currency and the rate of its day; a credit note has
-- the currency and the rate of its invoice. A credit note's tax and total are converted together with
-- the amounts of earlier credit notes, whose converted amounts are then subtracted: that way, the
-- credit notes of a fully refunded invoice add up to its tax and total in that currency too.
create function set_second_currency() returns trigger
language plpgsql
as $$
declare
  second jsonb;
  before record;
begin
  if new.corrects_id is null then
    select jsonb_build_object('currency', currency, 'digits', digits, 'shop_digits', shop_digits,
      'rate', rate, 'date', rate_date) into second
    from second_currency where jsonb_typeof(new.body -> 'tax') = 'object';
  else
    second := new.body -> 'second_currency';
  end if;
  if second is null then
    return new;
  end if;
  select coalesce(sum(total_cents), 0) as cents, coalesce(sum(tax_cents), 0) as tax,
    coalesce(sum((body #>> '{second_currency,total_cents}')::numeric), 0) as second_cents,
    coalesce(sum((body #>> '{second_currency,tax_cents}')::numeric), 0) as second_tax
  into before from invoice where corrects_id = new.corrects_id;
  new.body := new.body || jsonb_build_object('second_currency', second || jsonb_build_object(
    'tax_cents', in_second_currency(before.tax + new.tax_cents, second) - before.second_tax,
    'total_cents', in_second_currency(before.cents + new.total_cents, second) - before.second_cents));
  return new;
end
$$;

-- Also used by write_credit_note, which adds up the earlier credit notes.
create index invoice_corrects on invoice (corrects_id) where corrects_id is not null;

create trigger invoice_second_currency before insert on invoice
for each row execute function set_second_currency();

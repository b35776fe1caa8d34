-- The seller named on invoices: one row, edited by staff.
create table seller (
  id boolean primary key default true check (id),
  name text not null default 'Barq' check (length(name) between 1 and 200),
  name_ar text not null default 'برق' check (length(name_ar) between 1 and 200),
  -- Several lines.
  address text not null default '' check (length(address) <= 1000),
  address_ar text not null default '' check (length(address_ar) <= 1000),
  tax_number text check (length(tax_number) between 1 and 50),
  -- Purchases that have no address are taxed at this country's rate. ISO 3166-1 alpha-2
  country text check (country ~ '^[A-Z]{2}$'),
  updated_at timestamptz not null default now(),
  -- Payments before this time have no invoice.
  invoices_since timestamptz not null default now()
);

insert into seller default values;

-- The tax contained in prices, by the country of delivery.
create table tax_rate (
  country text primary key check (country ~ '^[A-Z]{2}$'),
  name text not null check (length(name) between 1 and 40),
  name_ar text not null check (length(name_ar) between 1 and 40),
  -- Hundredths of a percent.
  basis_points integer not null check (basis_points between 1 and 10000)
);

-- The last number of each series and year (UTC); 'demo' contains both invoices and credit notes. A
-- transaction takes its number when it commits and locks the series until then: a rollback also
-- takes the number back, so none is missing.
create table invoice_series (
  series text not null check (series in ('invoice', 'credit', 'demo')),
  year integer not null,
  last integer not null check (last > 0),
  primary key (series, year)
);

-- Invoices for payments, and credit notes for refunds: with copies of everything that they state.
create table invoice (
  id bigint generated always as identity primary key,
  series text not null check (series in ('invoice', 'credit', 'demo')),
  year integer not null,
  number integer not null check (number > 0),
  -- For an invoice, the charge; for a credit note, the refund and the invoice that it corrects.
  charge_id uuid unique,
  refund_id bigint unique,
  corrects_id bigint references invoice (id),
  purchase_id bigint not null references order_batch (id),
  user_id bigint not null references app_user (id),
  -- The payments that the document covers.
  payment_ids text[] not null,
  issued_at timestamptz not null,
  -- seller, buyer, lines, delivery_cents, tax; see StoredInvoice in tables.ts
  body jsonb not null check (jsonb_typeof(body) = 'object'),
  total_cents bigint not null check (total_cents >= 0),
  tax_cents bigint not null check (tax_cents between 0 and total_cents),
  unique (series, year, number),
  check (num_nonnulls(charge_id, refund_id) = 1),
  check ((refund_id is null) = (corrects_id is null))
);

create index invoice_purchase on invoice (purchase_id, id);

create index invoice_user on invoice (user_id, id);

create index invoice_issued on invoice (issued_at desc, id desc);

-- Invoices are never changed, and only those of the demo are deleted.
create function keep_invoice() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'DELETE' and old.series = 'demo' then
    return old;
  end if;
  raise exception 'invoice % is issued: it cannot be changed', old.id;
end
$$;

create trigger invoice_kept before update or delete on invoice
for each row execute function keep_invoice();

-- The next number of a series and the time of issue, which is read once the series is locked, so
-- that times are in the order of the numbers, even at the turn of a year. @param at null for now.
create function take_invoice_number(of_series text, at timestamptz, out issued timestamptz,
  out of_year integer, out number integer)
language plpgsql
as $$
begin
  perform pg_advisory_xact_lock(hashtext('barq invoices'), hashtext(of_series));
  issued := coalesce(at, clock_timestamp());
  of_year := extract(year from issued at time zone 'UTC');
  insert into invoice_series (series, year, last) values (of_series, of_year, 1)
  on conflict (series, year) do update set last = invoice_series.last + 1
  returning last into number;
end
$$;

-- The tax contained in an amount.
create function tax_within(cents bigint, points integer) returns bigint
language sql immutable
as $$ select round(cents::numeric * points / (10000 + points))::bigint $$;

-- Writes the invoice for a charge, unless it has one or all its money was refunded. Accounts of the
-- demo have a series of their own, which is deleted with them. @param at null for now.
create function write_invoice(charge uuid, at timestamptz default null) returns void
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
    sum(p.amount_cents)::bigint as cents, sum(p.delivery_cents)::bigint as delivery,
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
  select case when demo then 'demo' else 'invoice' end into of_series
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

-- Writes the credit note for a refund if there is an invoice for its payment.
create function write_credit_note(refunded bigint) returns void
language plpgsql
as $$
declare
  back refund;
  about invoice;
  line jsonb;
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
  select one || jsonb_build_object('quantity', back.units, 'discount_cents', 0,
    'cents', back.amount_cents) into line
  from jsonb_array_elements(about.body -> 'lines') one
  where (one ->> 'order_id')::bigint = back.order_id and back.kind = 'goods';
  points := coalesce((about.body -> 'tax' ->> 'basis_points')::integer, 0);
  select * into taken from take_invoice_number(
    case about.series when 'demo' then 'demo' else 'credit' end, null);
  -- Includes the earlier credit notes, so that the taxes of all parts add up to that of the
  -- invoice.
  select coalesce(sum(total_cents), 0)::bigint as cents, coalesce(sum(tax_cents), 0)::bigint as tax
  into before from invoice where corrects_id = about.id;
  insert into invoice (series, year, number, refund_id, corrects_id, purchase_id, user_id, payment_ids,
    issued_at, body, total_cents, tax_cents)
  select case about.series when 'demo' then 'demo' else 'credit' end, taken.of_year, taken.number, back.id, about.id, about.purchase_id,
    about.user_id, array[back.payment_id::text], taken.issued,
    about.body || jsonb_build_object(
      'lines', case when line is null then '[]'::jsonb else jsonb_build_array(line) end,
      'delivery_cents', case when back.kind = 'delivery' then back.amount_cents else 0 end),
    back.amount_cents, tax_within(before.cents + back.amount_cents, points) - before.tax;
end
$$;

create function invoice_of_payment() returns trigger
language plpgsql
as $$
begin
  perform write_invoice(new.charge_id);
  return null;
end
$$;

-- At commit, whichever statement or version of the shop captures the payment: by then all payments
-- of the charge are known, and the series is locked as briefly as possible.
create constraint trigger payment_invoice after update of state on payment
deferrable initially deferred
for each row when (new.state = 'captured' and old.state <> 'captured' and not new.demo)
execute function invoice_of_payment();

create constraint trigger payment_added_invoice after insert on payment
deferrable initially deferred
for each row when (new.state = 'captured' and not new.demo)
execute function invoice_of_payment();

create function credit_note_of_refund() returns trigger
language plpgsql
as $$
begin
  perform write_credit_note(new.id);
  return null;
end
$$;

create constraint trigger refund_credit_note after insert on refund
deferrable initially deferred
for each row execute function credit_note_of_refund();

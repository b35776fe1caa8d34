import { sql } from 'kysely'
import type { Rule } from './rule.ts'

export const PAYMENTS_RULES: readonly Rule[] = [
  {
    rule: 'cash payments',
    statement: 'cash payments belong to cash-on-delivery purchases, and are captured immediately',
    breaches: sql`
      select p.id, p.state, o.payment from payment p join orders o on o.id = p.order_id
      where p.provider = 'cash'
        and (o.payment <> 'cash' or p.state not in ('captured', 'refunded'))`,
  },
  {
    rule: 'E6',
    statement:
      "a completed order has exactly one captured payment, whose amount excluding delivery equals the order's cost; any other order has none, and has been refunded if it was paid",
    breaches: sql`
      select o.id, o.state, order_cost(o) as cost, money.*
      from orders o cross join lateral (
        select count(*) filter (where state = 'captured') as captures,
          coalesce(sum(amount_cents - delivery_cents) filter (where state = 'captured'), 0) as captured,
          -- If an order was paid twice, at least one of the two payments must equal its cost.
          count(*) filter (
            where state = 'refunded' and amount_cents - delivery_cents = order_cost(o)
          ) as given_back
        from payment where order_id = o.id
      ) money
      where case when o.state = 'complete' then captures <> 1 or captured <> order_cost(o)
        else captures <> 0 or (o.paid_at is not null and given_back = 0) end`,
  },
  {
    rule: 'E6 refunds',
    statement:
      'the refunds of a payment belong to its order; refunds of items do not exceed the amount paid for items while the payment is captured, equal that amount once the payment is refunded, and are zero otherwise; refunds of delivery are zero until the delivery fee is returned, and then equal the fee',
    breaches: sql`
      select p.id, p.order_id, p.state, p.amount_cents, p.delivery_cents, back.*
      from payment p cross join lateral (
        select coalesce(sum(amount_cents) filter (where kind = 'goods'), 0) as goods,
          coalesce(sum(amount_cents) filter (where kind = 'delivery'), 0) as delivery,
          coalesce(bool_or(order_id <> p.order_id), false) as is_elsewhere
        from refund where payment_id = p.id
      ) back
      where is_elsewhere
        or delivery <> case when p.delivery_returned_at is null then 0 else p.delivery_cents end
        or case p.state
          when 'refunded' then goods <> p.amount_cents - p.delivery_cents
          when 'captured' then goods > p.amount_cents - p.delivery_cents
          else goods > 0 end`,
  },
  {
    rule: 'E6 parts',
    statement:
      "an order's refunded units and amount are the sums of its partial refunds, which leave at least one unit",
    breaches: sql`
      select o.id, o.quantity, o.refunded_units, o.refunded_cents, part.*
      from orders o cross join lateral (
        select coalesce(sum(units), 0) as units, coalesce(sum(amount_cents), 0) as cents
        from refund where order_id = o.id and is_part
      ) part
      where o.refunded_units <> part.units or o.refunded_cents <> part.cents
        or (o.refunded_units > 0 and o.refunded_units = o.quantity)`,
  },
  {
    rule: 'E6 units',
    statement:
      'a paid order is canceled if and only if all its units are refunded, and each refund returned its units to stock, or wrote them off, exactly once',
    breaches: sql`
      select o.id, o.state, o.quantity, back.*
      from orders o cross join lateral (
        select coalesce(sum(units), 0) as units,
          coalesce(bool_or(units <> 0 and (
            select count(*) filter (where (reason, d_on_hand) in (('return', refund.units), ('write_off', 0)))
            from stock_ledger ledger
            where ledger.order_id = o.id and ledger.reason in ('return', 'write_off')
              and ledger.refund_id is not distinct from case when refund.is_part then refund.id end
          ) <> 1), false) as is_elsewhere
        from refund where order_id = o.id and kind = 'goods'
      ) back
      where o.paid_at is not null
        and (is_elsewhere or (o.state = 'canceled') <> (back.units = o.quantity))`,
  },
  {
    rule: 'invoices numbers',
    statement:
      "the invoice numbers of a series and year have no gaps and end at the series' last recorded number",
    breaches: sql`
      select s.series, s.year, s.last, count(i.id) as invoices, max(i.number) as highest
      from invoice_series s left join invoice i on i.series = s.series and i.year = s.year
      where s.series <> 'demo'
      group by s.series, s.year, s.last
      having count(i.id) <> s.last or max(i.number) is distinct from s.last`,
  },
  {
    rule: 'invoices paid',
    statement:
      'every charge paid since invoices were introduced has an invoice for the amount paid',
    breaches: sql`
      select p.charge_id, sum(p.amount_cents) as paid, i.total_cents
      from payment p cross join seller
        left join invoice i on i.charge_id = p.charge_id and p.id::text = any(i.payment_ids)
      where p.state in ('captured', 'refunded') and not p.demo
        and p.created_at > seller.invoices_since
        -- A payment that came too late was refunded in full, so it has no invoice.
        and exists (
          select from orders o where o.id = p.order_id and o.paid_at is not null
            and (p.state = 'captured' or not exists (
              select from payment other where other.order_id = o.id and other.id <> p.id
                and other.state in ('captured', 'refunded')
            ))
        )
      group by p.charge_id, i.total_cents
      having i.total_cents is distinct from sum(p.amount_cents)`,
  },
  {
    rule: 'credit notes',
    statement: 'every refunded amount of an invoiced payment has a credit note',
    breaches: sql`
      select r.id, r.amount_cents, note.total_cents
      from refund r join invoice i on i.refund_id is null and r.payment_id::text = any(i.payment_ids)
      left join invoice note on note.refund_id = r.id
      where r.amount_cents > 0 and note.total_cents is distinct from r.amount_cents`,
  },
  {
    rule: 'invoices lines',
    statement:
      "each line total on an invoice or credit note is price times quantity, less deductions, and the line totals and the delivery fee add up to the document's total",
    breaches: sql`
      select i.id, i.total_cents, lines.*
      from invoice i cross join lateral (
        select coalesce(sum(cents), 0) as cents,
          -- Credit notes from before migration 0039 do not contain the discount.
          coalesce(bool_or(quantity > 0 and (i.refund_id is null or refunded_before_cents is not null)
            and quantity * price_cents - discount_cents - coalesce(refunded_before_cents, 0) <> cents
          ), false) as is_wrong
        from jsonb_to_recordset(i.body -> 'lines') as line (quantity bigint, price_cents bigint,
          discount_cents bigint, refunded_before_cents bigint, cents bigint)
      ) lines
      where is_wrong or lines.cents + (i.body ->> 'delivery_cents')::bigint <> i.total_cents`,
  },
  {
    rule: 'charges',
    statement:
      'all payments of a charge have the same purchase, provider and reference, and are captured together',
    breaches: sql`
      select p.charge_id, array_agg(p.order_id) as orders, array_agg(p.state) as states
      from payment p join orders o on o.id = p.order_id
      group by p.charge_id
      having count(distinct o.batch_id) > 1 or count(distinct p.provider) > 1
        or count(distinct p.provider_ref) > 1 or count(distinct p.order_id) < count(*)
        or (bool_or(p.state = 'captured')
          and bool_or(p.state in ('started', 'authorized', 'failed', 'voided', 'review')))`,
  },
  {
    rule: 'charges references',
    statement: "a provider's reference belongs to one charge",
    breaches: sql`
      select provider_ref, count(distinct charge_id) as charges from payment
      where provider_ref is not null
      group by provider_ref having count(distinct charge_id) > 1`,
  },
  {
    rule: 'delivery fees',
    statement:
      'a purchase with a paid order has paid its delivery fee once, unless the fee was to be collected in cash with a parcel; the fee is returned if all orders are canceled, and not before the payment that contains it is refunded',
    breaches: sql`
      select b.id, b.delivery_cents, fee.*, placed.*
      from order_batch b
      cross join lateral (
        select coalesce(sum(p.delivery_cents) filter (where p.delivery_returned_at is null), 0) as held,
          coalesce(max(p.delivery_cents), 0) as paid,
          -- If the fee was paid twice, one of the two fees is returned while its payment stays captured.
          count(*) filter (where p.delivery_cents > 0) = 1
            and bool_or(p.state = 'captured' and p.delivery_returned_at is not null) as is_early
        from payment p join orders o on o.id = p.order_id
        where o.batch_id = b.id and p.state in ('captured', 'refunded', 'review')
      ) fee
      cross join lateral (
        select bool_or(state = 'complete') as is_paid, bool_and(state = 'canceled') as is_over,
          -- A cash order that is on its way, or was refused at the door after other orders were paid.
          bool_or(payment = 'cash' and sent_at is not null and paid_at is null) as is_to_come
        from orders where batch_id = b.id
      ) placed
      where held > b.delivery_cents or paid > b.delivery_cents or (is_over and held > 0) or is_early
        or (is_paid and not is_to_come and paid < b.delivery_cents)`,
  },
]

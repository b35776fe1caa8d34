/** Rows for a database of any version, to test upgrades of a used shop; they satisfy the invariants. */
import { type Kysely, sql } from 'kysely'

/** The statements to run after a migration, keyed by the migration's number. */
const ROWS: Record<string, string[]> = {
  '0001': [
    `insert into app_user (username, email, password_hash, account_type)
     select 'Person ' || i, 'person' || i || '@barq.example', 'hash',
       case when i = 1 then 'admin' else 'customer' end from generate_series(1, 30) i`,
    `insert into session (token_hash, user_id, expires_at)
     select decode(md5(i::text), 'hex'), 1 + i % 30, now() + interval '1 day' from generate_series(1, 60) i`,
    `insert into category (name, name_ar, position) values
     ('Phones', 'هواتف', 0), ('Accessories', 'إكسسوارات', 1), ('Electronics', 'إلكترونيات', 2)`,
    `insert into product (category_id, user_id, seller, name, name_ar, description, description_ar, price_cents, on_hand)
     select 1 + i % 3, 1, 'Barq', 'Product ' || i, 'منتج ' || i, 'Described', 'موصوف', 1000 + i, 100
     from generate_series(1, 40) i`,
    `insert into stock_ledger (product_id, d_on_hand, reason) select id, 100, 'initial' from product`,
    `insert into cart_item (user_id, product_id, quantity)
     select 1 + i % 30, 1 + i % 40, 1 + i % 5 from generate_series(1, 120) i`,
    `insert into rating (user_id, product_id, stars)
     select 1 + i % 30, 1 + i % 40, 1 + i % 5 from generate_series(1, 120) i`,
    `update product set rating_sum = given.stars, rating_count = given.people
     from (select product_id, sum(stars) as stars, count(*) as people from rating group by product_id) given
     where given.product_id = product.id`,
    `insert into order_batch (user_id, body_hash, order_count)
     select 1 + i % 30, '\\x00', 1 from generate_series(1, 200) i order by i`,
    `insert into orders (batch_id, user_id, product_id, product_name, product_name_ar, quantity,
       unit_price_cents, total_cents, state, confirmed_at, paid_at, canceled_at, created_at)
     select b.id, b.user_id, p.id, p.name, p.name_ar, 1 + b.id % 3, p.price_cents, p.price_cents * (1 + b.id % 3),
       (array['pending', 'confirm', 'complete', 'canceled'])[1 + b.id % 4],
       case when b.id % 4 in (1, 2) then now() end, case when b.id % 4 = 2 then now() end,
       case when b.id % 4 = 3 then now() end, now() - b.id * interval '7 hours'
     from order_batch b join product p on p.id = 1 + b.id % 40 order by b.id`,
    ...[
      ['place', 'null', 'pending', 'true'],
      ['confirm', `'pending'`, 'confirm', `state in ('confirm', 'complete')`],
      ['pay', `'confirm'`, 'complete', `state = 'complete'`],
      ['cancel', `'pending'`, 'canceled', `state = 'canceled'`],
    ].map(
      ([move, from, to, where]) =>
        `insert into order_history (order_id, move, from_state, to_state, actor)
         select id, '${move}', ${from}, '${to}', 'server' from orders where ${where}`,
    ),
    `insert into outbox (topic, payload, history_id)
     select 'order.placed', jsonb_build_object('orderId', order_id), id from order_history`,
    `insert into stock_ledger (product_id, d_reserved, reason, order_id)
     select product_id, quantity, 'reserve', id from orders`,
    `insert into stock_ledger (product_id, d_reserved, reason, order_id)
     select product_id, -quantity, 'release', id from orders where state = 'canceled'`,
    `insert into stock_ledger (product_id, d_on_hand, d_reserved, reason, order_id)
     select product_id, -quantity, -quantity, 'sale', id from orders where state = 'complete'`,
    `update product set on_hand = ledger.on_hand, reserved = ledger.reserved, sold = 100 - ledger.on_hand
     from (select product_id, sum(d_on_hand) as on_hand, sum(d_reserved) as reserved
       from stock_ledger group by product_id) ledger
     where ledger.product_id = product.id`,
    `insert into payment (id, order_id, provider, amount_cents, state)
     select gen_random_uuid(), id, 'sandbox', total_cents, 'captured' from orders where state = 'complete'`,
  ],
  '0002': [
    `insert into slide (title, title_ar, cta, cta_ar, link, picture_key, position)
     values ('Sale', 'تخفيضات', 'Look', 'شاهد', '/offers', 'slide', 0)`,
    `insert into partner (name, name_ar, logo, position) values ('Partner', 'شريك', '/media/brands/p.svg', 0)`,
    `insert into milestone (name) values ('once')`,
  ],
  '0003': [
    `insert into audit_entry (actor_id, action, entity, entity_id) select 1, 'update', 'product', id from product`,
    `insert into import_job (actor_id, total) values (1, 10)`,
  ],
  '0005': [
    `insert into password_reset (token_hash, user_id, expires_at) values ('\\x01', 2, now())`,
  ],
  '0006': [
    `insert into identity (issuer, subject, user_id) values ('https://accounts.example', 'subject', 3)`,
    `insert into email_change (user_id, old_email, new_email, expires_at)
     values (4, 'old@barq.example', 'person4@barq.example', now() + interval '1 day')`,
    `insert into sent_mail (id) values ('mail')`,
  ],
  '0007': [`insert into provider_event (id, type, body) values ('evt_1', 'any', '{}')`],
  '0008': [
    `insert into cart_item (user_id, product_id, quantity)
     select 30, id, 1 from product on conflict do nothing`,
  ],
  '0009': [
    `update orders set hold_expires_at = now() + interval '10 minutes' where state = 'confirm' and id % 3 = 0`,
  ],
  '0010': [
    `insert into app_user (username, email, password_hash)
     select 'Later person ' || i, 'later' || i || '@barq.example', 'hash' from generate_series(1, 5) i`,
    `insert into payment_comparison (began_at, ended_at, payments) values (now(), now(), 50)`,
    `insert into payment_difference (payment_id, order_id, kind, ours_cents)
     select id, order_id, 'not_taken', amount_cents from payment limit 3`,
    `insert into new_picture (key) values ('kept')`,
  ],
  '0011': [
    `insert into opening_figures (product_id, sold, rating_count, rating_sum) select id, 3, 2, 9 from product`,
    `insert into stock_ledger (product_id, d_on_hand, reason)
     select id, units, reason from product, (values (3, 'restock'), (-3, 'sale')) as entry (units, reason)`,
    `update product set sold = sold + 3, rating_count = rating_count + 2, rating_sum = rating_sum + 9`,
  ],
  '0014': [
    `insert into email_confirmation (token_hash, user_id, email, expires_at)
     values ('\\x02', 5, 'person5@barq.example', now() + interval '1 day')`,
    `insert into rating (user_id, product_id, stars, counted) values (6, 40, 1, false)
     on conflict do nothing`,
  ],
}

export function hasRows(migration: string): boolean {
  return migration.slice(0, 4) in ROWS
}

export async function populate(db: Kysely<never>, migration: string): Promise<void> {
  for (const statement of ROWS[migration.slice(0, 4)] ?? []) await sql.raw(statement).execute(db)
}

/**
 * What happens to the events that transactions record, counted outside the shop: a journal kept by
 * triggers, the mails in the folder, and the events received by a socket of the owner.
 */
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { ADMIN_CHANNEL, ORDER_PLACED } from '#contract/events.ts'
import { PASSWORD_LINK_TOPIC } from '#server/accounts/accounts.events.ts'
import { KINDS } from '#server/order-emails/email-kinds.ts'
import { ORDER_EMAIL_TOPIC } from '#server/order-emails/gather-steps.ts'
import type { Handle } from '#server/platform/db/database.ts'
import { RawClient } from '#tests/kit/live.ts'

/**
 * One purchase in ten requests a mail in its own transaction and has mails about its orders, so that
 * kills hit mails in progress and the mails of all others do not outlast the test.
 */
const ORDERS_PER_MAIL = 10
const HAS_MAILS = sql`% ${sql.lit(ORDERS_PER_MAIL)} = 0`

/** Records each claim, release and delivery of an event, in the transaction that makes it. */
export async function keepJournal(db: Handle): Promise<void> {
  for (const statement of JOURNAL) await statement.execute(db)
}

const JOURNAL = [
  sql`create table delivery (event_id bigint not null, what text not null)`,
  sql`create function note_delivery() returns trigger language plpgsql as $$ begin
    if new.attempts > old.attempts then insert into delivery values (new.id, 'taken'); end if;
    if new.attempts < old.attempts then insert into delivery values (new.id, 'given back'); end if;
    if new.done_at is distinct from old.done_at then insert into delivery values (new.id, 'done'); end if;
    return null;
  end $$`,
  sql`create trigger note_delivery after update on outbox for each row execute function note_delivery()`,
  sql`create function ask_for_mail() returns trigger language plpgsql as $$ begin
    insert into outbox (topic, payload) select ${sql.lit(PASSWORD_LINK_TOPIC.name)},
      jsonb_build_object('email', email, 'locale', 'en') from app_user where id = new.user_id;
    return null;
  end $$`,
  sql`create trigger ask_for_mail after insert on order_batch for each row
    when (new.id ${HAS_MAILS}) execute function ask_for_mail()`,
  sql`create function have_no_mail() returns trigger language plpgsql as $$ begin
    return null;
  end $$`,
  sql`create trigger have_no_mail before insert on email_step for each row
    when (new.purchase_id ${HAS_MAILS} is not true) execute function have_no_mail()`,
]

const MAIL_TOPICS = [PASSWORD_LINK_TOPIC.name, ORDER_EMAIL_TOPIC.name]

export interface Journal {
  /**
   * How often each event was claimed for delivery, and how often it was marked delivered; void is one
   * that asks for the payment of orders that are paid or canceled, whose mail may be left out.
   */
  events: Array<{ id: number; topic: string; taken: number; done: number; is_void: boolean }>
  /** Ids of the mails in the folder; a mail interrupted by a kill may be there twice. */
  mailIds: string[]
  /** For each move of an order that has mails: in how many mails to its customer it is. */
  steps: Array<{ order_id: number; move: string; mails: number }>
  /** Ids of the orders that a socket received, repetitions included. */
  heard: number[]
  /** Ids of all stored orders. */
  orders: number[]
}

/** @param mailFolder where mails are files, named by their time and id. */
export async function readJournal(
  db: Handle,
  mailFolder: string,
  heard: readonly number[],
): Promise<Journal> {
  const { rows: events } = await sql<Journal['events'][number]>`
    select o.id, o.topic,
      count(*) filter (where what = 'taken') - count(*) filter (where what = 'given back') as taken,
      count(*) filter (where what = 'done') as done,
      coalesce(payload ->> 'kind' = 'confirmed' and not exists (
        select from jsonb_array_elements_text(payload -> 'orderIds') as meant (id)
          join orders on orders.id = meant.id::bigint
        where paid_at is null and canceled_at is null), false) as is_void
    from outbox o left join delivery d on d.event_id = o.id group by o.id`.execute(db)
  const steps = await readSteps(db)
  const { rows: orders } = await sql<{ id: number }>`select id from orders`.execute(db)
  const files = await readdir(mailFolder).catch(() => [] as string[])
  return {
    events,
    mailIds: files.flatMap((name) => /Z-([a-z-]+-\d+)\.eml$/.exec(name)?.[1] ?? []),
    steps,
    heard: [...heard],
    orders: orders.map(({ id }) => id),
  }
}

async function readSteps(db: Handle): Promise<Journal['steps']> {
  const toCustomer = Object.entries(KINDS).filter(([, { to }]) => to === 'customer')
  const { rows } = await sql<Journal['steps'][number]>`
    select order_id, move, count(mail.id) as mails
    from order_history join orders on orders.id = order_id
      left join unnest(${toCustomer.map(([kind]) => kind)}::text[],
        ${toCustomer.map(([, { step }]) => step)}::text[]) as kind (kind, step) on step = move
      left join outbox mail on mail.topic = ${ORDER_EMAIL_TOPIC.name}
        and payload ->> 'kind' = kind.kind and payload -> 'orderIds' @> to_jsonb(order_id)
        and mail.user_id = orders.user_id
    where batch_id ${HAS_MAILS}
    group by order_id, move`.execute(db)
  return rows
}

/** Call it when every event is marked delivered. @returns what is wrong, in words. */
export function compareDeliveries(journal: Journal): string[] {
  const { events, mailIds, steps, heard, orders } = journal
  const asked = events
    .filter(({ topic }) => MAIL_TOPICS.includes(topic))
    .map(({ id, topic, is_void }) => ({ name: `${topic}-${id}`, is_void }))
  const askedNames = asked.map(({ name }) => name)
  const stored = new Set(orders)
  return [
    ...(heard.length === 0 ? ['no socket received any order'] : []),
    ...events.filter(({ taken }) => taken < 1).map(({ id }) => `event ${id} was never claimed`),
    ...events
      .filter(({ done }) => done !== 1)
      .map(({ id, done }) => `event ${id} was done ${done} times`),
    ...asked
      .filter(({ name, is_void }) => !is_void && !mailIds.includes(name))
      .map(({ name }) => `${name} was never sent`),
    ...mailIds.filter((id) => !askedNames.includes(id)).map((id) => `${id} was never requested`),
    ...steps
      .filter(({ mails }) => mails !== 1)
      .map(({ order_id, move, mails }) => `${move} of order ${order_id} is in ${mails} mails`),
    ...heard
      .filter((id) => !stored.has(id))
      .map((id) => `order ${id} was published and is not stored`),
  ]
}

/** A socket of the owner, on each process of the shop in turn. */
export class Listener {
  readonly #token: string
  readonly #clients: RawClient[] = []

  constructor(token: string) {
    this.#token = token
  }

  async listenTo(url: string, realtimePort: number): Promise<void> {
    const client = await RawClient.connect({ realtimePort })
    this.#clients.push(client)
    await client.subscribe({ url }, this.#token, ADMIN_CHANNEL)
  }

  /** Ids of placed orders, as often as they were received. */
  get heard(): number[] {
    return this.#clients
      .flatMap(({ frames }) => frames)
      .filter(({ event }) => event === ORDER_PLACED.name)
      .map(({ data }) => JSON.parse(data).id)
  }
}

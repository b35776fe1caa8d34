/**
 * What happens to the events that transactions record, counted outside the shop: a journal kept by
 * triggers, the mails in the folder, and the events received by a socket of the owner.
 */
import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import { ADMIN_CHANNEL, ORDER_PLACED } from '#contract/events.ts'
import { PASSWORD_LINK_TOPIC } from '#server/accounts/accounts.events.ts'
import type { Handle } from '#server/platform/db/database.ts'
import { RawClient } from '#tests/kit/live.ts'

/** One order in ten requests a mail in its own transaction, so that kills hit mails in progress. */
const ORDERS_PER_MAIL = 10

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
    when (new.id % ${sql.lit(ORDERS_PER_MAIL)} = 0) execute function ask_for_mail()`,
]

export interface Journal {
  /** How often each event was claimed for delivery, and how often it was marked delivered. */
  events: Array<{ id: number; topic: string; taken: number; done: number }>
  /** Ids of the mails in the folder; a mail interrupted by a kill may be there twice. */
  mailIds: string[]
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
      count(*) filter (where what = 'done') as done
    from outbox o left join delivery d on d.event_id = o.id group by o.id`.execute(db)
  const { rows: orders } = await sql<{ id: number }>`select id from orders`.execute(db)
  const files = await readdir(mailFolder).catch(() => [] as string[])
  return {
    events,
    mailIds: files.flatMap((name) => /Z-([a-z-]+-\d+)\.eml$/.exec(name)?.[1] ?? []),
    heard: [...heard],
    orders: orders.map(({ id }) => id),
  }
}

/** Call it when every event is marked delivered. @returns what is wrong, in words. */
export function compareDeliveries({ events, mailIds, heard, orders }: Journal): string[] {
  const asked = events
    .filter(({ topic }) => topic === PASSWORD_LINK_TOPIC.name)
    .map(({ id }) => mailId(id))
  const stored = new Set(orders)
  return [
    ...(heard.length === 0 ? ['no socket received any order'] : []),
    ...events.filter(({ taken }) => taken < 1).map(({ id }) => `event ${id} was never claimed`),
    ...events
      .filter(({ done }) => done !== 1)
      .map(({ id, done }) => `event ${id} was done ${done} times`),
    ...asked.filter((id) => !mailIds.includes(id)).map((id) => `${id} was never sent`),
    ...mailIds.filter((id) => !asked.includes(id)).map((id) => `${id} was never requested`),
    ...heard
      .filter((id) => !stored.has(id))
      .map((id) => `order ${id} was published and is not stored`),
  ]
}

function mailId(eventId: number): string {
  return `${PASSWORD_LINK_TOPIC.name}-${eventId}`
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

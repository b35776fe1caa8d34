/** The real application, called without a port, on its own database; factories make up all values not passed. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import type { AccountType } from '#contract/accounts.ts'
import type { Category } from '#contract/locale.ts'
import { toCents } from '#contract/money.ts'
import { hashPassword } from '#server/accounts/sign-in/passwords.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { checkInvariants } from '#server/invariants.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Environment } from '#server/platform/environment.ts'
import { hashToken, newToken } from '#server/platform/secret-token.ts'
import { openDemoDatabase, openTestDatabase } from './databases.ts'

/** `body` is the parsed JSON; null if the response has none. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape
  body: any
  text: string
  headers: Record<string, unknown>
}

export interface CallOptions {
  token?: string | undefined
  body?: unknown
  /** Sent unchanged; its content type is JSON unless a header says otherwise. */
  payload?: string | Buffer
  headers?: Record<string, string>
  query?: Record<string, string>
  /** The client's IP address; attempts are counted per address. */
  address?: string
}

export interface Person {
  id: number
  username: string
  email: string
  token: string
}

export interface PersonFields {
  username?: string
  email?: string
  password?: string
}

export interface ProductFields {
  name?: string
  name_ar?: string
  description?: string
  description_ar?: string
  seller?: string
  seller_ar?: string
  category?: Category
  /** In the shop's currency, such as 19.99. */
  price?: number
  compareAtPrice?: number | null
  stock?: number
  createdAt?: Date
  pictures?: Array<{ key: string; alt: string; alt_ar: string }>
  specs?: Array<{ key: string; label: string; label_ar: string; value: string; value_ar: string }>
}

/** Settings with a mail server, so that customers must confirm their email addresses; nothing listens on port 9. */
export const CAN_MAIL: Environment = { SMTP_URL: 'smtp://127.0.0.1:9' }

export const PASSWORD = 'correct horse'

let defaultHash: Promise<string> | null = null

export class Shop {
  #db: Database | null = null
  #app: FastifyInstance | null = null
  #seller: Promise<Person> | null = null
  readonly folder: string
  /** Override the settings that all test shops have. */
  readonly settings: Environment

  constructor(folder = mkdtempSync(join(tmpdir(), 'barq-shop-')), settings: Environment = {}) {
    this.settings = settings
    this.folder = folder
  }

  /** A shop on a database that is already open. Until `openApp`, only its factories can be used. */
  static over(db: Database): Shop {
    const shop = new Shop()
    shop.#db = db
    return shop
  }

  /** @param db used instead of a new database; `close` closes it too */
  async open(db?: Database): Promise<void> {
    this.#seller = null
    this.#db = db ?? (await openTestDatabase())
    await this.openApp()
  }

  async openApp(): Promise<void> {
    this.#app = await this.anotherApp()
  }

  async closeApp(): Promise<void> {
    await this.#app?.close()
    await rm(this.folder, { recursive: true, force: true })
  }

  /** A second application on the same database, as another process would open it. The caller must close it. */
  async anotherApp(
    env: Environment = {},
    { marksTestOrders = false } = {},
  ): Promise<FastifyInstance> {
    const config = readConfig({
      DEMO: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: this.folder,
      // The limits on unpaid orders have tests of their own.
      UNPAID_ORDERS_MAX: 'off',
      // Most tests order without an address; addresses have tests of their own.
      ADDRESS: 'later',
      ...this.settings,
      ...env,
    })
    // Most tests pay in the sandbox and check sales figures, which exclude test orders.
    const app = await createApp({ ...config, marksTestOrders }, this.db)
    await app.ready()
    return app
  }

  async close(): Promise<void> {
    await this.closeApp()
    await this.#db?.close()
  }

  get db(): Database {
    if (!this.#db) throw new Error('the shop is not open yet: use it inside a test or a hook')
    return this.#db
  }

  get app(): FastifyInstance {
    if (!this.#app) throw new Error('the shop is not open yet: use it inside a test or a hook')
    return this.#app
  }

  /**
   * Runs a statement: shop.sql`delete from outbox`.
   * @returns its rows.
   */
  async sql<Row>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> {
    return (await sql<Row>(strings, ...values).execute(this.db.run)).rows
  }

  /**
   * The value of the only column of the first row: shop.value`select count(*) from orders`.
   * @throws if there is no row.
   */
  async value<Value = number>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Value> {
    const [row] = await this.sql<Record<string, Value>>(strings, ...values)
    const [value] = Object.values(row ?? {})
    if (value === undefined) throw new Error('the statement returned no value')
    return value
  }

  keepInvariants(after = afterEach): void {
    after(async () => expect(await checkInvariants(this.db.run)).toEqual([]))
  }

  /** Sends a request through the whole application: `shop.call('GET', '/api/user', { token })`. */
  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const { token, body, payload, headers, query, address } = options
    const content = payload ?? (body === undefined ? undefined : JSON.stringify(body))
    const reply = await this.app.inject({
      method: method as 'GET',
      url: path,
      ...(query && { query }),
      ...(content !== undefined && { payload: content }),
      ...(address && { remoteAddress: address }),
      headers: {
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    })
    return {
      status: reply.statusCode,
      body: parsed(reply.payload),
      text: reply.payload,
      headers: reply.headers,
    }
  }

  /** Sends a request as a person: `shop.as(sara, 'POST', '/api/user/cart', { cart })`. */
  as(
    { token }: Pick<Person, 'token'>,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    return this.call(method, path, { token, body })
  }

  customer(fields: PersonFields = {}): Promise<Person> {
    return this.#person('customer', fields)
  }

  /** A signed-in owner. */
  admin(fields: PersonFields = {}): Promise<Person> {
    return this.#person('admin', fields)
  }

  /** Creates several customers, with only two statements in total. */
  async customers(count: number): Promise<Person[]> {
    const people = Array.from({ length: count }, () => madeUp({}))
    const hash = await hashOf(undefined)
    const rows = await this.sql<{ id: number; email: string }>`
      insert into app_user (username, email, password_hash)
      select username, email, ${hash}
      from unnest(${people.map((p) => p.username)}::text[], ${people.map((p) => p.email)}::text[]) as t (username, email)
      returning id, email`
    const ids = new Map(rows.map(({ id, email }) => [email, id]))
    const full = people.map((person) => ({ ...person, id: ids.get(person.email) ?? 0 }))
    await this.sql`
      insert into session (token_hash, user_id, expires_at, address)
      select decode(hash, 'hex'), user_id, now() + interval '1 day', '127.0.0.1'
      from unnest(${full.map((p) => Buffer.from(hashToken(p.token)).toString('hex'))}::text[], ${full.map((p) => p.id)}::bigint[])
        as t (hash, user_id)`
    return full
  }

  /**
   * Creates another session for the person.
   * @returns its token.
   */
  async signIn(person: Pick<Person, 'id'>): Promise<string> {
    const token = newToken()
    await this.sql`
      insert into session (token_hash, user_id, expires_at, address)
      values (${hashToken(token)}, ${person.id}, now() + interval '1 day', '127.0.0.1')`
    return token
  }

  async #person(accountType: AccountType, fields: PersonFields): Promise<Person> {
    const person = madeUp(fields)
    const id = await this.value`
      insert into app_user (username, email, password_hash, account_type)
      values (${person.username}, ${person.email}, ${await hashOf(fields.password)}, ${accountType})
      returning id`
    return { ...person, id, token: await this.signIn({ id }) }
  }

  /**
   * Creates a product and its opening entry in the stock ledger.
   * @returns its id.
   */
  async product(fields: ProductFields = {}): Promise<number> {
    const [id = 0] = await this.products(1, fields)
    return id
  }

  /**
   * Creates products, in one statement, that differ only in id and, unless passed, in name and creation time.
   * @returns their ids, in ascending order.
   */
  async products(count: number, fields: ProductFields = {}): Promise<number[]> {
    this.#seller ??= this.admin({ username: 'Seller' })
    const seller = await this.#seller
    const names = Array.from(
      { length: count },
      () => fields.name ?? `Product ${randomBytes(4).toString('hex')}`,
    )
    const rows = await this.sql<{ id: number }>`
      with made as (
        insert into product (category_id, user_id, seller, seller_ar, name, name_ar, description,
          description_ar, price_cents, compare_at_cents, on_hand, pictures, specs, created_at)
        select category.id, ${seller.id}, ${fields.seller ?? 'Barq'}, ${fields.seller_ar ?? ''},
          names.name, ${fields.name_ar ?? 'منتج'}, ${fields.description ?? 'A product of a test'},
          ${fields.description_ar ?? 'منتج اختبار'}, ${toCents(fields.price ?? 19.99)},
          ${fields.compareAtPrice ? toCents(fields.compareAtPrice) : null}, ${fields.stock ?? 100},
          ${JSON.stringify(fields.pictures ?? [])}, ${JSON.stringify(fields.specs ?? [])},
          coalesce(${fields.createdAt ?? null}, clock_timestamp())
        from unnest(${names}::text[]) with ordinality as names (name, place)
          join category on category.name = ${fields.category ?? 'Phones'}
        order by place
        returning id, on_hand
      ), opened as (
        insert into stock_ledger (product_id, d_on_hand, reason)
        select id, on_hand, 'initial' from made
      )
      select id from made order by id`
    return rows.map(({ id }) => id)
  }

  available(productId: number): Promise<number> {
    return this.value`select on_hand - reserved from product where id = ${productId}`
  }
}

/**
 * Runs the suite on a new shop: `describeShop('cart', (shop) => { it('adds', () => shop.customer()) })`.
 * @param settings such as `CAN_MAIL`.
 * @param openIts opens the shop's database, by default an empty one.
 */
export function describeShop(
  name: string,
  suite: (shop: Shop) => void,
  settings: Environment = {},
  openIts = openTestDatabase,
): void {
  describe(name, () => {
    const shop = new Shop(undefined, settings)
    beforeAll(async () => shop.open(await openIts()))
    afterAll(() => shop.close())
    suite(shop)
  })
}

export function describeDemoShop(name: string, suite: (shop: Shop) => void): void {
  describeShop(name, suite, {}, openDemoDatabase)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function madeUp(fields: PersonFields): Person {
  const tag = randomBytes(6).toString('hex')
  return {
    id: 0,
    username: fields.username ?? `Someone ${tag}`,
    email: fields.email ?? `someone.${tag}@barq.example`,
    token: newToken(),
  }
}

/** Hashing is slow by design, so the default password is hashed once per process. */
function hashOf(password: string | undefined): Promise<string> {
  if (password !== undefined) return hashPassword(password)
  defaultHash ??= hashPassword(PASSWORD)
  return defaultHash
}

/**
 * A2: only the fields in an endpoint's schema are read from a body. Each request with a body is sent as is, then again
 * with every column of every table added; both must leave the same rows behind.
 */
import type { TSchema } from 'typebox'
import { beforeAll, expect, it } from 'vitest'
import { AUDIT_FIELDS, AUDITED, type Audited } from '#contract/audit-kinds.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contractEndpoints } from '#tests/kit/endpoints.ts'
import { describeShop, type Shop } from '#tests/kit/shop.ts'
import { type Prepared, prepare } from './requests.ts'
import { alike, type Effect, effectOf } from './rows.ts'

const WITH_BODY = (await contractEndpoints()).filter(({ body }) => body)

/** The id of an existing account, so that no foreign key rejects it as a planted `user_id` or `actor_id`. */
const VICTIM = 888_000_111
const PLANTED_NUMBER = 777_000_123
const PLANTED_TIME = '2001-02-03T04:05:06.000Z'
const PLANTED_TEXT = 'planted'

/** More names to plant: request and response fields, and methods that every object inherits. */
const OTHER_NAMES: Record<string, unknown> = {
  role: 'admin',
  roles: ['admin'],
  isAdmin: true,
  is_admin: true,
  admin: true,
  accountType: 'admin',
  userId: VICTIM,
  user: VICTIM,
  orderBy: VICTIM,
  owner: VICTIM,
  price: 0.01,
  total: 0.01,
  amount: 0.01,
  rating: 5,
  ratings: 999,
  isRead: true,
  profileImage: '/media/planted/96.webp',
  dateOrder: PLANTED_TIME,
  paymentMethod: PLANTED_TEXT,
  deliveryMethod: PLANTED_TEXT,
  createdAt: PLANTED_TIME,
  toString: PLANTED_TEXT,
  hasOwnProperty: PLANTED_TEXT,
}

describeShop('fields that no schema names', (shop) => {
  let planted: Record<string, unknown> = {}

  beforeAll(async () => {
    planted = { ...(await columnValues(shop)), ...OTHER_NAMES }
    await shop.sql`
      insert into app_user (id, username, email) overriding system value
      values (${VICTIM}, 'Victim', 'victim@barq.example')`
  })

  it('change nothing in any call that has a body, not even all together', async () => {
    const complaints: string[] = []
    const succeeded = new Set<string>()
    for (const endpoint of WITH_BODY) {
      const found = await check(shop, endpoint, planted)
      complaints.push(...found.complaints)
      if (found.status < 400) succeeded.add(endpoint.call)
    }

    expect(complaints).toEqual([])
    const refused = WITH_BODY.filter(({ call }) => !succeeded.has(call)).map(({ call }) => call)
    expect(refused, 'These calls were refused, so they were not really tried.').toEqual([
      'POST /api/auth/google/link',
      'POST /api/auth/google/token',
      'POST /api/guests',
      'POST /broadcasting/auth',
      'POST /broadcasting/user-auth',
      'POST /pusher/user-auth',
    ])
  })

  it('are not in the audit log, and every field there has a text', async () => {
    const rows = await shop.sql<{ entity: Audited; field: string }>`
      select distinct entity, field from audit_entry,
        jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) as field`

    expect(rows.filter(({ field }) => !AUDIT_FIELDS[field])).toEqual([])
    const recorded = new Set(rows.map(({ entity }) => entity))
    // This suite sends only requests with a body, and blocking a customer takes none.
    expect(AUDITED.filter((kind) => !recorded.has(kind))).toEqual(['customer'])
  })
})

async function columnValues(shop: Shop): Promise<Record<string, unknown>> {
  const rows = await shop.sql<{ name: string; type: string }>`
    select distinct column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' order by name`
  return Object.fromEntries(rows.map(({ name, type }) => [name, valueFor(name, type)]))
}

function valueFor(name: string, type: string): unknown {
  if (name === 'account_type') return 'admin'
  if (name === 'state') return 'complete'
  if (name === 'user_id' || name === 'actor_id') return VICTIM
  if (type === 'boolean') return true
  if (type.startsWith('timestamp') || type === 'date') return PLANTED_TIME
  if (type === 'jsonb') return { planted: PLANTED_TEXT }
  return /int|double|numeric/.test(type) ? PLANTED_NUMBER : PLANTED_TEXT
}

/** The oracle: the added fields change neither the status nor the stored rows, and no planted value is stored. */
async function check(
  shop: Shop,
  endpoint: Endpoint,
  planted: Record<string, unknown>,
): Promise<{ complaints: string[]; status: number }> {
  const { call } = endpoint
  const complaints: string[] = []
  const honest = await tried(shop, endpoint, {})
  const effect = await tried(shop, endpoint, planted)
  if (effect.status !== honest.status) {
    complaints.push(`${call} is a ${effect.status}, not a ${honest.status}: ${effect.text}`)
  }
  for (const row of effect.came) {
    if (/planted|777000123|888000111|2001-02-03/.test(row)) complaints.push(`${call}: ${row}`)
  }
  const [is, was] = [alike(effect.came), alike(honest.came)]
  if (is.join() !== was.join()) {
    const odd = is.filter((row) => !was.includes(row))
    complaints.push(`${call} leaves other rows: ${odd.join(', ').slice(0, 600)}`)
  }
  if (JSON.stringify(effect.grown) !== JSON.stringify(honest.grown)) {
    complaints.push(`${call} makes tables grow by ${JSON.stringify(effect.grown)}`)
  }
  return { complaints, status: honest.status }
}

/** Sends a valid body with `addition` added to each of its objects. */
async function tried(
  shop: Shop,
  endpoint: Endpoint,
  addition: Record<string, unknown>,
): Promise<Effect & { status: number; text: string }> {
  const prepared = await prepare(shop, endpoint)
  const body = withFields(prepared.body, endpoint.body, addition) as Record<string, unknown>
  const [{ status, text }, effect] = await effectOf(shop, () => send(shop, { ...prepared, body }))
  return { status, text, ...effect }
}

let address = 0

/** Uses a new IP address each time, because attempts are counted per IP address. */
function send(shop: Shop, { method, path, token, body }: Prepared) {
  address++
  return shop.call(method, path, {
    token,
    body,
    address: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
  })
}

interface ObjectSchema {
  properties?: Record<string, TSchema>
  items?: TSchema
  anyOf?: TSchema[]
}

/** Adds the fields to each object in the body, unless the object's schema names them. */
function withFields(
  value: unknown,
  schema: TSchema | undefined,
  fields: Record<string, unknown>,
): unknown {
  const { properties, items, anyOf } = (schema ?? {}) as ObjectSchema
  if (Array.isArray(value)) return value.map((entry) => withFields(entry, items, fields))
  if (typeof value !== 'object' || value === null) return value
  const ofChoice = (anyOf as ObjectSchema[] | undefined)?.find((one) => one.properties)
  const named = properties ?? ofChoice?.properties ?? {}
  const known = Object.entries(value).map(([name, inner]) => [
    name,
    withFields(inner, named[name], fields),
  ])
  const added = Object.entries(fields).filter(([name]) => !Object.hasOwn(named, name))
  return Object.fromEntries([...added, ...known])
}

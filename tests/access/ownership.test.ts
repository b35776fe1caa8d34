/**
 * A1: to everybody but its owner, a thing behaves as if it did not exist. Every declared route with
 * every kind of caller and every kind of id; routes come from the framework, so a forgotten one
 * fails here.
 */
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { getOrder } from '#contract/orders.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createApi } from '#server/platform/http/api.ts'
import { contractEndpoints, methodOf, pathOf, withAt } from '#tests/kit/endpoints.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { openLive, RawClient } from '#tests/kit/live.ts'
import { type Answer, describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { acceptedBy, bodyOf, idPlaces } from './bodies.ts'
import { contractCalls, declaredRoutes, expectedAccess, isPublicFile } from './routes.ts'
import { FIELDS_OF_OWNER, order, THINGS } from './things.ts'

const ENDPOINTS = await contractEndpoints()
const WITH_ID = ENDPOINTS.filter(({ call }) => call.includes('{id}'))
const MISSING = 999_999

/** Values in an address that are not ids. */
const NO_IDS: Record<string, string> = {
  zero: '0',
  SQL: '1%20or%201=1',
  ...volume<Record<string, string>>(
    {},
    {
      'a negative number': '-1',
      '2^63': '9223372036854775808',
      'a fraction': '1.0',
      'a UUID': '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      'a list': '1,2',
      'a list in JSON': '%5B1%5D',
    },
  ),
}

/** Values in a body that are not ids. */
const NO_BODY_IDS: Record<string, unknown> = {
  zero: 0,
  '2^63': 2 ** 63,
  SQL: '1 or 1=1',
  'an object': { id: 1 },
  ...volume<Record<string, unknown>>(
    {},
    {
      'a negative number': -1,
      '2^63 as text': '9223372036854775808',
      'a fraction': '1.0',
      'a UUID': '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      'a list': [1],
    },
  ),
}

type Kind = 'nobody' | 'stranger' | 'staff' | 'owner'
type People = Record<Kind, Person | null>

describeShop('who may reach what', (shop) => {
  it('every declared route is known, with the access that its address requires', async () => {
    const known = await contractCalls()

    const routes = await declaredRoutes(shop)

    const fix = 'Declare it in contract/, or say in access/routes.ts why it shows nothing personal.'
    expect(
      routes.filter((call) => !known.has(call) && !isPublicFile(call)),
      fix,
    ).toEqual([])
    const wrong = [...known].filter(([call, { access }]) => expectedAccess(call) !== access)
    expect(wrong.map(([call]) => call)).toEqual([])
    expect(
      WITH_ID.map(({ call }) => call).filter((call) => !THINGS[call]),
      'Say in access/things.ts what its id refers to.',
    ).toEqual([])
    expect(routes.length).toBeGreaterThan(100)
  })

  it("another's thing is answered like a missing one, and nothing of it changes", async () => {
    const people = await everybody(shop)
    const complaints: string[] = []
    for (const endpoint of WITH_ID) {
      const owner = people.owner as Person
      const thing = (await THINGS[endpoint.call]?.(shop, owner)) ?? 0
      complaints.push(...(await check(shop, endpoint, people, thing)))
    }

    expect(complaints).toEqual([])
    const control = await checkUnowned(shop, people)
    expect(control.length).toBeGreaterThan(0)
  })

  it('every call refuses callers it is not for before it looks at anything else', async () => {
    const people = await everybody(shop)
    const kinds = ['nobody', 'stranger', 'staff'] as const
    const letIn: string[] = []
    const before = await fingerprint(shop)
    for (const endpoint of ENDPOINTS) {
      const access = expectedAccess(endpoint.call)
      for (const kind of kinds) {
        const status = errorOf(access, kind)
        if (status === null) continue
        const answer = await send(shop, endpoint, people[kind], 1)
        if (answer.status !== status) letIn.push(`${endpoint.call} by ${kind}: ${answer.status}`)
      }
    }
    const changed = changedTables(before, await fingerprint(shop))
    expect(letIn).toEqual([])
    expect(changed).toEqual([])
  })

  it('ids in bodies are treated like ids in addresses', async () => {
    const people = await everybody(shop)
    const owner = people.owner as Person
    const places = ENDPOINTS.flatMap((endpoint) =>
      endpoint.body ? idPlaces(endpoint.body).map((place) => ({ endpoint, place })) : [],
    )
    const product = await shop.product()
    await shop.call('POST', '/api/user/cart', { token: owner.token, body: { cart: product } })
    const before = await fingerprint(shop)
    const wrong: string[] = []
    for (const { endpoint, place } of places) {
      const caller = expectedAccess(endpoint.call) === 'admin' ? people.staff : people.stranger
      const with_ = (id: unknown) =>
        shop.call(methodOf(endpoint), pathOf(endpoint), {
          token: caller?.token,
          body: withAt(bodyOf(endpoint), place, id),
        })
      for (const [name, id] of Object.entries(NO_BODY_IDS)) {
        const answer = await with_(id)
        // A cart line may also be sent as an object with its id.
        const isLine = place.join('.') === 'carts.0' && name === 'an object'
        if (answer.status !== (isLine ? 200 : 422)) {
          wrong.push(`${endpoint.call} ${place} ${name}: ${answer.status}`)
        }
      }
      // An id of another customer's thing, and a missing one.
      const isName = place.at(-1) === 'orderBy'
      const theirs = await with_(isName ? owner.id : MISSING - 1)
      const missing = await with_(MISSING)
      if (plain(theirs) !== plain(missing)) wrong.push(`${endpoint.call} ${place}: another's`)
    }
    const changed = changedTables(before, await fingerprint(shop))
    expect(wrong).toEqual([])
    expect(changed).toEqual([])
    expect(places.map(({ endpoint, place }) => `${endpoint.call} ${place.join('.')}`)).toEqual([
      'POST /api/admin/attributes choices.0.id',
      'POST /api/admin/coupons product_ids.0',
      'POST /api/admin/families axes.0',
      'POST /api/admin/families products.0',
      'POST /api/admin/families/{id}/products products.0.values.0.attribute',
      'POST /api/admin/families/{id}/products products.0.values.0.choice',
      'POST /api/admin/parcels orders.0',
      'POST /api/admin/products brand',
      'POST /api/admin/products attributes.0.attribute',
      'POST /api/admin/products attributes.0.choice',
      'POST /api/admin/purchases/{id}/cash parcel',
      'POST /api/user/cart cart',
      'POST /api/user/cart/markItRead carts.0',
      'POST /api/user/cart/markItRead carts.0.id',
      'POST /api/user/devices device',
      'POST /api/user/order orders.0.Product',
      'POST /api/user/order orders.0.orderBy',
      'POST /api/user/order addressId',
      'POST /api/user/order delivery',
      'POST /api/user/quote orders.0.Product',
      'POST /api/user/quote orders.0.orderBy',
      'POST /api/user/quote addressId',
      'POST /api/user/quote delivery',
      'POST /api/user/rate productId',
      'PUT /api/admin/attributes ids.0',
      'PUT /api/admin/attributes/{id} choices.0.id',
      'PUT /api/admin/brands ids.0',
      'PUT /api/admin/coupons/{id} product_ids.0',
      'PUT /api/admin/families/{id} axes.0',
      'PUT /api/admin/families/{id} products.0',
      'PUT /api/admin/partners ids.0',
      'PUT /api/admin/products/{id} brand',
      'PUT /api/admin/products/{id} attributes.0.attribute',
      'PUT /api/admin/products/{id} attributes.0.choice',
      'PUT /api/admin/products/{id}/fits rows.0.device',
      'PUT /api/admin/products/{id}/fits rows.0.family',
      'PUT /api/admin/products/{id}/fits rows.0.conditions.0.attribute',
      'PUT /api/admin/products/{id}/fits rows.0.conditions.0.choice',
      'PUT /api/admin/shipping-methods ids.0',
      'PUT /api/admin/slides ids.0',
      'PUT /api/admin/sub-categories ids.0',
      'PUT /api/user/order/{id}/address addressId',
    ])
  })

  it("lines of another's cart are ignored like missing ones", async () => {
    const { owner, stranger } = await everybody(shop)
    const product = await shop.product()
    await shop.call('POST', '/api/user/cart', { token: owner?.token, body: { cart: product } })
    const mark = (id: number) =>
      shop.call('POST', '/api/user/cart/markItRead', {
        token: stranger?.token,
        body: { carts: [id, { id, user_id: owner?.id }] },
      })
    const before = await fingerprint(shop)

    const [theirs, missing] = [await mark(product), await mark(MISSING)]

    expect(plain(theirs)).toBe(plain(missing))
    expect(await fingerprint(shop)).toEqual(before)
  })

  it("another's channel is refused like one that does not exist", async () => {
    const { owner, stranger, staff } = await everybody(shop)
    const live = await openLive(shop.db)
    try {
      const client = await RawClient.connect(live)
      const denials = new Map<string, { status: number; text: string }>()
      const names = [owner?.id, MISSING, ...Object.values(NO_IDS)].map((id) => `private-user.${id}`)
      const others = ['private-admin', 'private-user.', 'presence-shop', 'my-channel', '']
      for (const name of [...names, ...others]) {
        denials.set(name, await authorize(live.url, stranger, client.socketId, name))
      }
      const signed = [...denials].filter(([, { status }]) => status !== 403)
      const answers = new Set([...denials.values()].map(({ text }) => text))
      const own = await authorize(live.url, owner, client.socketId, `private-user.${owner?.id}`)
      const staffOwn = await authorize(live.url, staff, client.socketId, 'private-admin')

      expect(signed).toEqual([])
      expect(answers.size).toBe(1)
      expect([own.status, staffOwn.status]).toEqual([200, 200])
      client.socket.terminate()
    } finally {
      await live.close()
    }
  })
})

async function everybody(shop: Shop): Promise<People> {
  const [owner, stranger, staff] = await Promise.all([
    shop.customer(),
    shop.customer(),
    shop.admin(),
  ])
  return { nobody: null, owner, stranger, staff }
}

/** The status that a caller of this kind must get; null when the call is for them. */
function errorOf(access: Endpoint['access'], kind: Kind): number | null {
  if (access === 'public' || access === 'optional') return null
  if (kind === 'nobody') return 401
  return access === 'admin' && kind !== 'staff' ? 403 : null
}

/**
 * The oracle: to everybody but its owner, an existing thing, a missing one and an invalid id give
 * the same response, byte for byte; and the owner does reach it.
 */
async function check(
  shop: Shop,
  endpoint: Endpoint,
  people: People,
  thing: number,
  asked: typeof send = send,
): Promise<string[]> {
  const access = expectedAccess(endpoint.call)
  const complaints: string[] = []
  const before = await fingerprint(shop)
  for (const [kind, person] of Object.entries(people) as Array<[Kind, Person | null]>) {
    const mayReach = access === 'public' || kind === (access === 'admin' ? 'staff' : 'owner')
    const missing = plain(await asked(shop, endpoint, person, MISSING))
    const ids: Record<string, string | number> = { ...NO_IDS, ...(!mayReach && { theirs: thing }) }
    for (const [name, id] of Object.entries(ids)) {
      const answer = plain(await asked(shop, endpoint, person, id))
      if (answer !== missing) complaints.push(`${endpoint.call}, ${name} by ${kind}: ${answer}`)
    }
  }
  const tables = changedTables(before, await fingerprint(shop))
  if (tables.length > 0) complaints.push(`${endpoint.call} changed ${tables}`)
  for (const [kind, person] of Object.entries(people) as Array<[Kind, Person | null]>) {
    if (kind !== (access === 'admin' ? 'staff' : 'owner')) continue
    const fields = person && (await FIELDS_OF_OWNER[endpoint.call]?.(shop, person))
    const answer = await asked(shop, endpoint, person, thing, fields)
    // Without this a call that answers 404 to everything would look safe.
    if (answer.status >= 400 && !endpoint.call.includes('/demo/')) {
      complaints.push(`${endpoint.call} is a ${answer.status} to its ${kind}: ${answer.text}`)
    }
  }
  return complaints
}

/** The control: reading an order without an owner check. @returns the oracle's complaints. */
async function checkUnowned(shop: Shop, people: People): Promise<string[]> {
  const app = await createApp(
    readConfig({ DEMO: 'off', LOG_LEVEL: 'silent', DATA_DIR: shop.folder }),
    shop.db,
  )
  const callers = Object.values(people).filter((person) => person !== null)
  const guards = {
    authenticate: async (token: string) => {
      const found = callers.find((person) => person.token === token)
      return found ? { id: found.id, sessionId: 0 } : null
    },
    isAdmin: async () => false,
  }
  const broken = { ...getOrder, call: 'GET /api/user/unowned/{id}' } as const
  createApi(app, guards).route({ ...broken, replies: {} }, async ({ params, reply }) => {
    const row = await shop.db.run
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', Number(params.id))
      .executeTakeFirst()
    return row ? reply.send(row) : reply.code(404).send({ error: 'not_found', message: '' })
  })
  const thing = await order(shop, people.owner as Person)
  try {
    const complaints = await check(shop, broken, people, thing, (_shop, endpoint, person, id) =>
      send({ app } as Shop, endpoint, person, id),
    )
    return complaints.filter((text) => text.includes('theirs'))
  } finally {
    await app.close()
  }
}

async function send(
  { app }: Pick<Shop, 'app'>,
  endpoint: Endpoint,
  person: Person | null,
  id: string | number,
  fields?: object | null,
): Promise<Answer> {
  const { body, payload, headers } = acceptedBy(endpoint)
  const content =
    payload ?? (body === undefined ? undefined : JSON.stringify({ ...body, ...fields }))
  const reply = await app.inject({
    method: methodOf(endpoint) as 'GET',
    url: pathOf(endpoint, id),
    ...(content !== undefined && { payload: content }),
    headers: {
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      ...(person && { authorization: `Bearer ${person.token}` }),
    },
  })
  return { status: reply.statusCode, body: null, text: reply.payload, headers: reply.headers }
}

function changedTables(before: unknown, after: unknown): string[] {
  const [was, is] = [before, after] as Array<Record<string, string>>
  return Object.keys({ ...was, ...is }).filter((table) => was?.[table] !== is?.[table])
}

/** Everything that a caller sees of a response, except the time. */
function plain({ status, text, headers }: Answer): string {
  const { date: _, ...rest } = headers
  return JSON.stringify([status, text, rest])
}

async function authorize(
  url: string,
  person: Person | null,
  socketId: string,
  channel: string,
): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${url}/broadcasting/auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id: socketId, channel_name: channel }),
  })
  return { status: reply.status, text: await reply.text() }
}

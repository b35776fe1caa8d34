/**
 * A1: to everyone but its owner, a resource appears not to exist. Tries every declared route as every kind of caller,
 * and every id in a path or body with every kind of id. The routes come from the framework, so a forgotten one fails
 * here.
 */
import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { contractEndpoints, methodOf, pathOf, withAt } from '#tests/kit/endpoints.ts'
import { fingerprint } from '#tests/kit/fingerprint.ts'
import { type Answer, describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { IS_FULL, volume } from '#tests/kit/volume.ts'
import { acceptedBy, bodyOf, idPlaces } from './bodies.ts'
import { contractCalls, declaredRoutes, expectedAccess, isPublicFile } from './routes.ts'
import { address, FIELDS_OF_OWNER, order, THINGS } from './things.ts'

const ENDPOINTS = await contractEndpoints()
const WITH_ID = ENDPOINTS.filter(({ call }) => call.includes('{id}'))
const MISSING = 999_999

const NO_IDS = ['0', '1%20or%201=1'].concat(
  volume(
    [],
    [
      '-1',
      '+1',
      '01',
      '1.0',
      '1e3',
      '1,2',
      '%5B1%5D',
      "1'",
      '%00',
      '1%00',
      '%D9%A1',
      'null',
      '9223372036854775808',
      '1'.repeat(500),
      '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    ],
  ),
)

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

    const fix =
      'Declare the route in contract/, or say in access/routes.ts why it shows nothing personal.'
    expect(
      routes.filter((call) => !known.has(call) && !isPublicFile(call)),
      fix,
    ).toEqual([])
    const wrong = [...known].filter(([call, { access }]) => expectedAccess(call) !== access)
    expect(wrong.map(([call]) => call)).toEqual([])
    expect(
      WITH_ID.map(({ call }) => call).filter((call) => !THINGS[call]),
      'Say in access/things.ts what the id of the call refers to.',
    ).toEqual([])
    expect(routes.length).toBeGreaterThan(100)
  })

  it("another customer's thing is answered like a missing one, and does not change", async () => {
    const people = await everybody(shop)
    const complaints: string[] = []
    for (const endpoint of WITH_ID) {
      const owner = people.owner as Person
      const thing = (await THINGS[endpoint.call]?.(shop, owner)) ?? 0
      complaints.push(...(await check(shop, endpoint, people, thing)))
    }

    expect(complaints).toEqual([])
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
    /** The owner's resources, keyed by the body field that refers to them. */
    const things = { orderBy: owner.id, addressId: await address(shop, owner), carts: product }
    const strangers = await order(shop, people.stranger as Person)
    const before = await fingerprint(shop)
    const wrong: string[] = []
    for (const { endpoint, place } of places) {
      const caller = expectedAccess(endpoint.call) === 'admin' ? people.staff : people.stranger
      // If the field is an address, everything else in the request is the stranger's own, so that only the address can
      // be rejected.
      const isAddress = place.at(-1) === 'addressId'
      const path = pathOf(endpoint, isAddress ? strangers : 1)
      const body = isAddress ? { orders: [{ Product: product }] } : bodyOf(endpoint)
      const with_ = (id: unknown) =>
        shop.call(methodOf(endpoint), path, {
          token: caller?.token,
          body: withAt(body, place, id),
        })
      for (const [name, id] of Object.entries(NO_BODY_IDS)) {
        const answer = await with_(id)
        const isLine = place.join('.') === 'carts.0' && name === 'an object'
        if (answer.status !== (isLine ? 200 : 422)) {
          wrong.push(`${endpoint.call} ${place} ${name}: ${answer.status}`)
        }
      }
      // The id of the owner's resource or, if this field's resources have no owner, an id that does not exist.
      const [, thing = MISSING - 1] =
        Object.entries(things).find(([field]) => place.includes(field)) ?? []
      const theirs = await with_(thing)
      const missing = await with_(MISSING)
      // Makes the ids equal, because the responses to bulk changes list the skipped ones.
      const said = plain(theirs).replaceAll(String(MISSING - 1), String(MISSING))
      if (said !== plain(missing)) wrong.push(`${endpoint.call} ${place}: another's`)
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
      'POST /api/admin/products/changes changes.0.id',
      'POST /api/admin/products/changes changes.0.brand',
      'POST /api/admin/purchases/{id}/cash parcel',
      'POST /api/user/cart cart',
      'POST /api/user/cart/join lines.0.id',
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
})

async function everybody(shop: Shop): Promise<People> {
  const [owner, stranger, staff] = await Promise.all([
    shop.customer(),
    shop.customer(),
    shop.admin(),
  ])
  return { nobody: null, owner, stranger, staff }
}

/** The status that rejects a caller of this kind; null if the endpoint is open to them. */
function errorOf(access: Endpoint['access'], kind: Kind): number | null {
  if (access === 'public' || access === 'optional') return null
  if (kind === 'nobody') return 401
  return access === 'admin' && kind !== 'staff' ? 403 : null
}

/**
 * The oracle: everyone but the owner gets the same response, byte for byte, for an existing resource, a missing one and
 * an invalid id; and the owner does reach the resource.
 */
async function check(
  shop: Shop,
  endpoint: Endpoint,
  people: People,
  thing: number,
): Promise<string[]> {
  const access = expectedAccess(endpoint.call)
  const complaints: string[] = []
  const before = await fingerprint(shop)
  for (const [kind, person] of Object.entries(people) as Array<[Kind, Person | null]>) {
    const mayReach = access === 'public' || kind === (access === 'admin' ? 'staff' : 'owner')
    const missing = plain(await send(shop, endpoint, person, MISSING))
    // In the sample, callers that are rejected for any id try only a missing and an existing resource.
    const noIds = IS_FULL || errorOf(access, kind) === null ? NO_IDS : []
    for (const id of mayReach ? noIds : [...noIds, thing]) {
      const answer = plain(await send(shop, endpoint, person, id))
      if (answer !== missing) complaints.push(`${endpoint.call}, ${id} by ${kind}: ${answer}`)
    }
  }
  const tables = changedTables(before, await fingerprint(shop))
  if (tables.length > 0) complaints.push(`${endpoint.call} changed ${tables}`)
  const person = people[access === 'admin' ? 'staff' : 'owner'] as Person
  const fields = await FIELDS_OF_OWNER[endpoint.call]?.(shop, person)
  const answer = await send(shop, endpoint, person, thing, fields)
  // Without this check, an endpoint that always returns 404 would look safe.
  if (answer.status >= 400 && !endpoint.call.includes('/demo/')) {
    complaints.push(`${endpoint.call} is a ${answer.status} to its caller: ${answer.text}`)
  }
  return complaints
}

function send(
  shop: Shop,
  endpoint: Endpoint,
  person: Person | null,
  id: string | number,
  fields?: object,
): Promise<Answer> {
  const { body, ...sent } = acceptedBy(endpoint)
  return shop.call(methodOf(endpoint), pathOf(endpoint, id), {
    ...sent,
    token: person?.token,
    ...(body !== undefined && { body: { ...body, ...fields } }),
  })
}

function changedTables(before: unknown, after: unknown): string[] {
  const [was, is] = [before, after] as Array<Record<string, string>>
  return Object.keys({ ...was, ...is }).filter((table) => was?.[table] !== is?.[table])
}

function plain({ status, text, headers }: Answer): string {
  const { date: _, ...rest } = headers
  return JSON.stringify([status, text, rest])
}

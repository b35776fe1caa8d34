/**
 * No stale reads: a read that starts after a change was acknowledged shows the change. Tested here with one process,
 * and in tests/races/two-processes.test.ts with two.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Live, openLive } from '#tests/kit/live.ts'
import { describeShop, type Person, type Shop } from '#tests/kit/shop.ts'
import { volume } from '#tests/kit/volume.ts'
import { call, change, createCounter, type View, watch, withMemory } from './freshness.ts'

const CHANGES = volume(2, 60)
const KEY = 'a'.repeat(24)

// biome-ignore lint/suspicious/noExplicitAny: each view reads a response of its own shape
type Ask = (path: string) => Promise<any>

describeShop('what staff changed', (shop) => {
  let live: Live
  let staff: Staff
  const counters = { form: createCounter(1), stock: createCounter(100), shown: createCounter(2) }

  beforeAll(async () => {
    live = await openLive(shop.db)
    staff = await openStaff(shop, live)
  })
  afterAll(() => live.close())

  it('is in every read that begins after the answer', async () => {
    const { token } = await shop.customer()
    const asks = {
      anonymous: askOf(live),
      'with a token': askOf(live, token),
      'with an ETag': revalidating(live),
    }
    const views = Object.entries(asks).flatMap(([who, ask]) => viewsOf(who, ask))

    const complaints = await watch(views, 0, () => changeAll(CHANGES))

    expect(complaints.slice(0, 10)).toEqual([])

    // The oracle must report a cache that is never invalidated.
    const late = await watch(viewsOf('late', withMemory(askOf(live))), 0, () => changeAll(1))
    expect(late.length).toBeGreaterThan(0)
  })

  async function changeAll(times: number): Promise<void> {
    for (let round = 0; round < times; round++) {
      await change(counters.form, staff.edit)
      await change(counters.stock, staff.addUnit)
      await change(counters.shown, (value) => staff.show(value % 2 === 0))
    }
  }

  function viewsOf(who: string, ask: Ask): View[] {
    const lists = {
      'the category': '/api/products?category=Phones',
      'the best-selling': '/api/products?sort=sold',
      'the home page': '/api/',
      'a search': '/api/products?search=Lampion',
    }
    const isIts = ({ id }: { id: number }) => id === staff.id
    return [
      ...Object.entries(lists).map(([name, path]) =>
        formView(`${name} ${who}`, async () => (await ask(path)).products.find(isIts)),
      ),
      formView(`suggestions ${who}`, async () =>
        (await ask('/api/products/suggest?q=lampi')).suggestions.find(isIts),
      ),
      formView(`the product ${who}`, () => ask(`/api/products/${staff.id}`)),
      formView(`the comparison ${who}`, async () => {
        const { products } = await ask(`/api/products/compare?ids=${staff.id},999999`)
        return products[0]
      }),
      {
        name: `the picture ${who}`,
        counter: counters.form,
        read: async () => Number((await ask(`/api/products/${staff.id}`)).pictures[0].alt),
      },
      {
        name: `the stock ${who}`,
        counter: counters.stock,
        read: async () => (await ask(`/api/products/${staff.id}`)).quantity,
      },
      visibilityView(`the hidden product ${who}`, async () => {
        const { id } = await ask(`/api/products/${staff.hiddenId}`)
        return id === staff.hiddenId
      }),
      visibilityView(`the list without it ${who}`, async () => {
        const { products, total, facets } = await ask('/api/products?category=Electronics')
        expect(total).toBe(facets.category.Electronics)
        return products.some(({ id }: { id: number }) => id === staff.hiddenId)
      }),
    ]
  }

  function formView(name: string, read: () => Promise<{ name: string; price: number }>): View {
    const both = async () => {
      const { name: shown, price } = await read()
      // The name and the price changed together, so they must show the same change.
      expect(shown).toBe(`Lampion ${price}`)
      return price
    }
    return { name, counter: counters.form, read: both }
  }

  /** Even changes show the product, odd ones hide it: a read counts as showing the newest change that fits. */
  function visibilityView(name: string, read: () => Promise<boolean>): View {
    const { shown: counter } = counters
    const newest = async () => {
      const isShown = await read()
      const fits = (counter.sent % 2 === 0) === isShown
      return fits ? counter.sent : counter.sent - 1
    }
    return { name, counter, read: newest }
  }
})

describeShop('what a customer did', (shop) => {
  let live: Live
  let buyer: Person
  let own: Ask
  let anybody: Ask

  beforeAll(async () => {
    live = await openLive(shop.db)
    buyer = await shop.customer()
    own = askOf(live, buyer.token)
    anybody = askOf(live)
  })
  afterAll(() => live.close())

  const order = (Product: number) =>
    send(live, 'POST', '/api/user/order', buyer.token, { orders: [{ Product, quantity: 1 }] })
  const inList = async (ask: Ask, path: string, id: number) =>
    (await ask(path)).products.find((one: { id: number }) => one.id === id)

  it('is in all their reads, and on the product page for everybody', async () => {
    const id = await shop.product({ name: 'Lampion', stock: 1000 })
    const lists = ['/api/products?category=Phones', '/api/products?sort=sold', '/api/']
    const rounds = volume(2, 25)

    for (let round = 1; round <= rounds; round++) {
      const quantity = 1000 - round
      for (const path of lists) await anybody(path)
      await order(id)
      for (const ask of [anybody, own])
        expect(await ask(`/api/products/${id}`)).toMatchObject({ quantity })
      for (const path of lists) expect(await inList(own, path, id)).toMatchObject({ quantity })
      const rating = 1 + (round % 5)
      await send(live, 'POST', '/api/user/rate', buyer.token, { productId: id, rating })
      expect(await anybody(`/api/products/${id}`)).toMatchObject({ rating })
      for (const path of lists) expect(await inList(own, path, id)).toMatchObject({ rating })
    }
  })

  it('is in lists for other people a moment later', async () => {
    const id = await shop.product({ name: 'Lampion', stock: 50 })
    // The factory does not invalidate caches, so this URL must not have been read yet.
    const path = '/api/products?category=Phones&limit=30'
    const quantity = async () => (await inList(anybody, path, id)).quantity
    expect(await quantity()).toBe(50)

    await order(id)

    await expect.poll(quantity, { timeout: 60_000, interval: 20 }).toBe(49)
  })

  it('is in the counts of products in stock that they read next', async () => {
    const id = await shop.product({ name: 'Lastunit', category: 'Electronics', stock: 2 })
    // Changes the stock through the API, because the shop does not notice a direct write to its database.
    const { token } = await shop.admin()
    await send(live, 'POST', `/api/admin/products/${id}/stock`, token, { change: -1 })
    const path = '/api/products?category=Electronics&inStock=true'
    expect((await own(path)).total).toBe(1)

    await order(id)

    const { total, facets, products } = await own(path)
    expect([total, facets.category.Electronics, products]).toEqual([0, 0, []])
  })
})

interface Staff {
  id: number
  hiddenId: number
  edit(value: number): Promise<void>
  addUnit(): Promise<void>
  show(isShown: boolean): Promise<void>
}

/** Creates two products: staff change the form and the stock of one, and the visibility of the other. */
async function openStaff(shop: Shop, live: Live): Promise<Staff> {
  const { token } = await shop.admin()
  const call = (method: string, path: string, body?: unknown) =>
    send(live, method, `/api/admin/products/${path}`, token, body)
  const pictures = [{ key: KEY, alt: '1', alt_ar: '1' }]
  const id = await shop.product({ name: 'Lampion 1', price: 1, stock: 100, pictures })
  const hiddenId = await shop.product({ category: 'Electronics' })
  // Deleting an ordered product only hides it.
  await shop.call('POST', '/api/user/order', {
    token: (await shop.customer()).token,
    body: { orders: [{ Product: hiddenId, quantity: 1 }] },
  })
  let { version } = (await call('GET', `${id}`)).data
  return {
    id,
    hiddenId,
    async edit(value) {
      const { data } = await call('PUT', `${id}`, {
        name: `Lampion ${value}`,
        name_ar: 'فانوس',
        price: value,
        version,
        description: 'Lit',
        description_ar: 'مضاء',
        category: 'Phones',
        seller: 'Barq',
        pictures: [{ key: KEY, alt: `${value}`, alt_ar: `${value}` }],
      })
      version = data.version
    },
    async addUnit() {
      const { data } = await call('POST', `${id}/stock`, { change: 1 })
      version = data.version
    },
    async show(isShown) {
      if (isShown) await call('POST', `${hiddenId}/restore`)
      else await call('DELETE', `${hiddenId}`)
    },
  }
}

function askOf(live: Live, token?: string): Ask {
  return async (path) => (await call(live, 'GET', path, token)).body
}

function revalidating(live: Live): Ask {
  const known = new Map<string, { body: unknown; etag: string }>()
  return async (path) => {
    const before = known.get(path)
    const answer = await fetch(live.url + path, {
      headers: before ? { 'if-none-match': before.etag } : {},
    })
    if (answer.status === 304 && before) return before.body
    const body = await answer.json()
    known.set(path, { body, etag: answer.headers.get('etag') ?? '' })
    return body
  }
}

async function send(live: Live, method: string, path: string, token: string, body?: unknown) {
  const answer = await call(live, method, path, token, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer.body
}

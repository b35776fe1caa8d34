/** What customers do all day, at a steady rate: mostly looking, some of it buying. */
import { randomUUID } from 'node:crypto'
import type { Person } from '../shop.ts'

/** Everybody signs in with it (server/testing/shop.ts). */
export interface Visitor extends Pick<Person, 'email' | 'token'> {
  password: string
}

interface Call {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

export class MixedLoad {
  /** How many answers there were of each status. */
  readonly statuses = new Map<number, number>()
  readonly #address: string
  readonly #visitors: readonly Visitor[]
  /** Orders that are neither paid nor cancelled yet, with their customer; the oldest first. */
  readonly #open: Array<{ id: number; visitor: Visitor }> = []
  #products: number[] = []
  #calls = 0

  constructor(address: string, visitors: readonly Visitor[]) {
    this.#address = address
    this.#visitors = visitors
  }

  /** Learns what there is to buy. */
  async open(): Promise<void> {
    const { json } = await this.#send({
      method: 'GET',
      path: '/api/products?limit=30&inStock=true',
    })
    this.#products = json.products.map(({ id }: { id: number }) => id)
  }

  get calls(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0)
  }

  /** So many calls at once; resolves when all are answered. */
  async send(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#next(this.#calls++)))
  }

  async #next(index: number): Promise<void> {
    const visitor = pick(this.#visitors, index)
    const id = pick(this.#products, index)
    if (index % 1_000 === 5) await this.#signInAndOut(visitor)
    else if (index % 50 === 8) await this.#order(visitor, id)
    else if (index % 50 === 18) await this.#payOrCancel(index)
    else await this.#send(lookOrCollect(index, id), visitor.token)
  }

  async #order(visitor: Visitor, id: number): Promise<void> {
    const { status, json } = await this.#send(
      {
        method: 'POST',
        path: '/api/user/order',
        body: { orders: [{ Product: id }] },
        headers: { 'idempotency-key': randomUUID() },
      },
      visitor.token,
    )
    if (status === 201) this.#open.push({ id: json.data[0].id, visitor })
  }

  /** One of three is paid, if it is confirmed by then; the others give their unit back. */
  async #payOrCancel(index: number): Promise<void> {
    const order = this.#open.shift()
    if (!order) return
    const what = index % 150 === 18 ? 'payment' : 'cancel'
    const path = `/api/user/order/${order.id}/${what}`
    const { status } = await this.#send({ method: 'POST', path, body: {} }, order.visitor.token)
    if (status !== 200) this.#open.push(order)
  }

  async #signInAndOut({ email, password }: Visitor): Promise<void> {
    const { json } = await this.#send({
      method: 'POST',
      path: '/api/auth/login',
      body: { email, password },
    })
    await this.#send({ method: 'POST', path: '/api/auth/logout' }, json.access_token)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the callers know the shape
  async #send(call: Call, token?: string): Promise<{ status: number; json: any }> {
    const { method, path, body, headers } = call
    const reply = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    this.statuses.set(reply.status, (this.statuses.get(reply.status) ?? 0) + 1)
    const text = await reply.text()
    return { status: reply.status, json: text.startsWith('{') ? JSON.parse(text) : null }
  }
}

function lookOrCollect(index: number, id: number): Call {
  if (index % 10 === 7) return { method: 'POST', path: '/api/user/cart', body: { cart: id } }
  if (index % 50 === 9) {
    const body = { productId: id, rating: 1 + (index % 5) }
    return { method: 'POST', path: '/api/user/rate', body }
  }
  if (index % 20 === 11) return { method: 'DELETE', path: `/api/user/cart/${id}` }
  const looks = [
    '/api/',
    `/api/products/${id}`,
    `/api/products?search=phone&limit=${1 + (index % 50)}`,
    `/api/products/suggest?q=${'orvane sonveil'.slice(0, 1 + (index % 12))}`,
    '/api/user',
    '/api/user/cart',
    '/api/user/order',
    // A path that nobody has asked for before, and an address that never comes again.
    `/api/nothing/${index}`,
    `/api/products?search=${index}`,
  ]
  return { method: 'GET', path: pick(looks, index) }
}

function pick<T>(things: readonly T[], index: number): T {
  const thing = things[index % things.length]
  if (thing === undefined) throw new Error('nothing to pick from')
  return thing
}

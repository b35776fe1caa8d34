/** A steady load like that of real customers: mostly reading, some buying. */
import { randomUUID } from 'node:crypto'
import { PASSWORD, type Person } from '#tests/kit/shop.ts'

/** A prime number: with thirty products, every fiftieth request would concern one of the same three products. */
const PRODUCTS = 29

/**
 * The expected statuses, including those with which a correct shop rejects requests: adding or ordering a product that
 * is sold out, paying for an unconfirmed order, removing a line that is not in the cart.
 */
const EXPECTED = new Set([200, 201, 404, 409])

export class MixedLoad {
  calls = 0
  orders = { asked: 0, placed: 0, ended: 0 }
  readonly unexpected: string[] = []
  readonly #address: string
  readonly #visitors: readonly Person[]
  /** Orders that are neither paid nor canceled, each with the token of its customer. */
  readonly #open: Array<{ id: number; token: string }> = []
  #products: number[] = []

  constructor(address: string, visitors: readonly Person[]) {
    this.#address = address
    this.#visitors = visitors
  }

  async open(): Promise<void> {
    const { json } = await this.#send('GET', `/api/products?limit=${PRODUCTS}&inStock=true`)
    this.#products = json.products.map(({ id }: { id: number }) => id)
  }

  async send(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#next(this.calls++)))
  }

  async #next(index: number): Promise<void> {
    const { token, email } = this.#visitors[index % this.#visitors.length] as Person
    const id = this.#products[index % this.#products.length] ?? 0
    if (index % 1_000 === 5) {
      const body = { email, password: PASSWORD }
      const { json } = await this.#send('POST', '/api/auth/login', { body })
      await this.#send('POST', '/api/auth/logout', { token: json.access_token })
    } else if (index % 50 === 8) await this.#order(token, id)
    else if (index % 50 === 18) await this.#payOrCancel(index)
    else if (index % 10 === 7)
      await this.#send('POST', '/api/user/cart', { token, body: { cart: id } })
    else if (index % 50 === 9) {
      const body = { productId: id, rating: 1 + (index % 5) }
      await this.#send('POST', '/api/user/rate', { token, body })
    } else if (index % 20 === 11) await this.#send('DELETE', `/api/user/cart/${id}`, { token })
    else await this.#send('GET', pathToRead(index, id), { token })
  }

  async #order(token: string, id: number): Promise<void> {
    this.orders.asked++
    const body = { orders: [{ Product: id }] }
    const { status, json } = await this.#send('POST', '/api/user/order', { token, body })
    if (status !== 201) return
    this.orders.placed++
    this.#open.push({ id: json.data[0].id, token })
  }

  /** Pays one order in three, if it has been confirmed, and cancels the others. */
  async #payOrCancel(index: number): Promise<void> {
    const order = this.#open.shift()
    if (!order) return
    const move = index % 150 === 68 ? 'payment' : 'cancel'
    const path = `/api/user/order/${order.id}/${move}`
    const { status } = await this.#send('POST', path, { token: order.token })
    if (status === 200) this.orders.ended++
    else this.#open.push(order)
  }

  async #send(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: object } = {},
    // biome-ignore lint/suspicious/noExplicitAny: the callers know the shape
  ): Promise<{ status: number; json: any }> {
    const reply = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!EXPECTED.has(reply.status)) this.unexpected.push(`${method} ${path}: ${reply.status}`)
    return { status: reply.status, json: text.startsWith('{') ? JSON.parse(text) : null }
  }
}

function pathToRead(index: number, id: number): string {
  const paths = [
    '/api/',
    `/api/products/${id}`,
    `/api/products?search=phone&limit=${1 + (index % 50)}`,
    `/api/products/suggest?q=${'orvane sonveil'.slice(0, 1 + (index % 12))}`,
    '/api/user',
    '/api/user/cart',
    '/api/user/order',
    // The last two paths differ for every request, so the responses are not cached.
    `/api/nothing/${index}`,
    `/api/products?search=${index}`,
  ]
  return paths[index % paths.length] ?? '/api/'
}

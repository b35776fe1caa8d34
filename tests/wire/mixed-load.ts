/** A steady load like that of real customers: mostly reading, some of it buying. */
import { randomUUID } from 'node:crypto'
import type { Person } from '#tests/kit/shop.ts'

/** The password of all visitors (tests/kit/shop.ts). */
export interface Visitor extends Pick<Person, 'email' | 'token'> {
  password: string
}

/**
 * The actions, and the statuses that a correct shop may answer: it refuses to add or order sold-out
 * products, to take a payment for an unconfirmed order, and to remove a line that is not in the
 * cart.
 */
const ALLOWED = {
  look: [200],
  'look at nothing': [404],
  collect: [200, 409],
  'put back': [200, 404],
  rate: [200],
  order: [201, 409],
  pay: [200, 409],
  cancel: [200],
  'sign in': [200],
  'sign out': [200],
} as const satisfies Record<string, readonly number[]>

type Kind = keyof typeof ALLOWED

interface Call {
  kind: Kind
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
}

/** A prime: with thirty, every fiftieth call would concern one of only three products. */
const PRODUCTS = 29

export class MixedLoad {
  /** The number of responses by action and status: `order 201`. */
  readonly #answers = new Map<string, number>()
  readonly #address: string
  readonly #visitors: readonly Visitor[]
  /** Orders that are neither paid nor cancelled yet, with their customer, oldest first. */
  readonly #open: Array<{ id: number; visitor: Visitor }> = []
  #products: number[] = []
  #calls = 0

  constructor(address: string, visitors: readonly Visitor[]) {
    this.#address = address
    this.#visitors = visitors
  }

  /** Loads the products on sale. */
  async open(): Promise<void> {
    const { json } = await this.#send({
      kind: 'look',
      method: 'GET',
      path: `/api/products?limit=${PRODUCTS}&inStock=true`,
    })
    this.#products = json.products.map(({ id }: { id: number }) => id)
  }

  get calls(): number {
    return this.#count(() => true)
  }

  /** How often the action succeeded. */
  done(kind: Kind): number {
    return this.#count((one, status) => one === kind && status < 300)
  }

  /** How often the action was requested. */
  asked(kind: Kind): number {
    return this.#count((one) => one === kind)
  }

  /** Responses that a correct shop does not give: `order 409: 12`. */
  get unexpected(): string[] {
    return [...this.#answers]
      .filter(([answer]) => {
        const [kind, status] = split(answer)
        return !(ALLOWED[kind] as readonly number[]).includes(status)
      })
      .map(([answer, count]) => `${answer}: ${count}`)
  }

  #count(isWanted: (kind: Kind, status: number) => boolean): number {
    return [...this.#answers]
      .filter(([answer]) => isWanted(...split(answer)))
      .reduce((sum, [, count]) => sum + count, 0)
  }

  /** Makes `count` calls at once; resolves when all are answered. */
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
        kind: 'order',
        method: 'POST',
        path: '/api/user/order',
        body: { orders: [{ Product: id }] },
        headers: { 'idempotency-key': randomUUID() },
      },
      visitor.token,
    )
    if (status === 201) this.#open.push({ id: json.data[0].id, visitor })
  }

  /** Pays one order of three, if it is confirmed by then, and cancels the others. */
  async #payOrCancel(index: number): Promise<void> {
    const order = this.#open.shift()
    if (!order) return
    const kind = index % 150 === 68 ? 'pay' : 'cancel'
    const path = `/api/user/order/${order.id}/${kind === 'pay' ? 'payment' : 'cancel'}`
    const call: Call = { kind, method: 'POST', path, body: {} }
    const { status } = await this.#send(call, order.visitor.token)
    if (status !== 200) this.#open.push(order)
  }

  async #signInAndOut({ email, password }: Visitor): Promise<void> {
    const { json } = await this.#send({
      kind: 'sign in',
      method: 'POST',
      path: '/api/auth/login',
      body: { email, password },
    })
    const out: Call = { kind: 'sign out', method: 'POST', path: '/api/auth/logout' }
    await this.#send(out, json.access_token)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the callers know the shape
  async #send(call: Call, token?: string): Promise<{ status: number; json: any }> {
    const { kind, method, path, body, headers } = call
    const reply = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = `${kind} ${reply.status}`
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1)
    const text = await reply.text()
    return { status: reply.status, json: text.startsWith('{') ? JSON.parse(text) : null }
  }
}

function lookOrCollect(index: number, id: number): Call {
  if (index % 10 === 7) {
    return { kind: 'collect', method: 'POST', path: '/api/user/cart', body: { cart: id } }
  }
  if (index % 50 === 9) {
    const body = { productId: id, rating: 1 + (index % 5) }
    return { kind: 'rate', method: 'POST', path: '/api/user/rate', body }
  }
  if (index % 20 === 11) {
    return { kind: 'put back', method: 'DELETE', path: `/api/user/cart/${id}` }
  }
  const looks = [
    '/api/',
    `/api/products/${id}`,
    `/api/products?search=phone&limit=${1 + (index % 50)}`,
    `/api/products/suggest?q=${'orvane sonveil'.slice(0, 1 + (index % 12))}`,
    '/api/user',
    '/api/user/cart',
    '/api/user/order',
    // A path that was not requested before, and a client address that is used once.
    `/api/nothing/${index}`,
    `/api/products?search=${index}`,
  ]
  const path = pick(looks, index)
  const kind = path.startsWith('/api/nothing') ? 'look at nothing' : 'look'
  return { kind, method: 'GET', path }
}

function split(answer: string): [kind: Kind, status: number] {
  const at = answer.lastIndexOf(' ')
  return [answer.slice(0, at) as Kind, Number(answer.slice(at + 1))]
}

function pick<T>(things: readonly T[], index: number): T {
  const thing = things[index % things.length]
  if (thing === undefined) throw new Error('nothing to pick from')
  return thing
}

/**
 * Clients that send random requests, as a customer or the owner would, one after another without pauses. After a crash,
 * they resend unanswered requests with the same key.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Person, Shop } from '#tests/kit/shop.ts'
import type { Answered, ClientLog, Sent } from './client-log.ts'

export interface Goods {
  sold: number[]
  /** Ids of products that clients add to carts but never order, so that carts show exactly what was added. */
  carted: number[]
}

const CUSTOMERS = 15

export async function stock(shop: Shop): Promise<{ people: Person[]; goods: Goods }> {
  const customers = await shop.customers(CUSTOMERS)
  const goods = {
    sold: await shop.products(6, { stock: 10_000 }),
    carted: await shop.products(4),
  }
  return { people: [...customers, await shop.admin()], goods }
}

export class Clients {
  readonly #clients: Client[]

  constructor(people: readonly Person[], goods: Goods, log: ClientLog) {
    const isOwner = (index: number) => index === people.length - 1
    const orders: number[] = []
    this.#clients = people.map(
      (person, index) => new Client(person, goods, log, orders, isOwner(index)),
    )
  }

  /**
   * Runs all clients until the shop is down or the signal aborts.
   * @returns the number of clients that gave up because they received no response, or a non-JSON one.
   */
  async run(address: string, signal: AbortSignal): Promise<number> {
    const ends = await Promise.all(this.#clients.map((client) => client.run(address, signal)))
    return ends.filter((end) => end === 'no answer').length
  }

  async resend(address: string): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.resend(address)))
  }
}

class Client {
  readonly #person: Person
  readonly #goods: Goods
  readonly #log: ClientLog
  /** Ids of all customers' orders, for the owner to confirm. */
  readonly #placed: number[]
  readonly #isOwner: boolean
  /** Ids of this customer's orders that may still be paid or canceled. */
  #open: number[] = []
  #unanswered: Omit<Sent, 'id'> | null = null

  constructor(person: Person, goods: Goods, log: ClientLog, placed: number[], isOwner: boolean) {
    this.#person = person
    this.#goods = goods
    this.#log = log
    this.#placed = placed
    this.#isOwner = isOwner
  }

  async run(address: string, signal: AbortSignal): Promise<'stopped' | 'no answer'> {
    while (!signal.aborted) {
      this.#unanswered ??= this.#isOwner ? this.#ownersWish() : this.#wish()
      const answer = await this.#send(address, this.#unanswered).catch(() => null)
      if (!answer) return 'no answer'
      if (answer.status === 503) {
        await pause(50)
        continue
      }
      this.#learn(this.#unanswered, answer)
      this.#unanswered = null
    }
    return 'stopped'
  }

  async resend(address: string): Promise<void> {
    const request = this.#unanswered
    if (!request) return
    for (const deadline = Date.now() + 180_000; ; await pause(100)) {
      const answer = await this.#send(address, request).catch(() => null)
      if (answer && answer.status < 500) {
        this.#learn(request, answer)
        this.#unanswered = null
        return
      }
      if (Date.now() > deadline) throw new Error(`no answer to ${JSON.stringify(request)}`)
    }
  }

  #send(address: string, request: Omit<Sent, 'id'>): Promise<Answered> {
    return this.#log.send(address, this.#person, request)
  }

  #learn({ what, about = 0 }: Omit<Sent, 'id'>, { status, body }: Answered): void {
    if (what === 'order' && status === 201) {
      const ids = body.data.map(({ id }: { id: number }) => id)
      this.#open.push(...ids)
      this.#placed.push(...ids)
    }
    const isOver = (what === 'pay' || what === 'cancel') && status === 200
    if (isOver) this.#open = this.#open.filter((id) => id !== about)
  }

  #wish(): Omit<Sent, 'id'> {
    const draw = Math.random()
    const order = anyOf(this.#open)
    if (order && draw < 0.25) return this.#ask('pay', `/api/user/order/${order}/payment`, {}, order)
    if (order && draw < 0.35)
      return this.#ask('cancel', `/api/user/order/${order}/cancel`, {}, order)
    if (draw < 0.5) {
      const cart = anyOf(this.#goods.carted) ?? 0
      return this.#ask('add', '/api/user/cart', { cart }, cart)
    }
    if (draw < 0.6) {
      const productId = anyOf(this.#goods.sold) ?? 0
      const rating = 1 + Math.floor(Math.random() * 5)
      return this.#ask('rate', '/api/user/rate', { productId, rating }, productId)
    }
    const orders = Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => ({
      Product: anyOf(this.#goods.sold) ?? 0,
      quantity: 1 + Math.floor(Math.random() * 2),
    }))
    return { ...this.#ask('order', '/api/user/order', { orders }), key: randomUUID() }
  }

  #ownersWish(): Omit<Sent, 'id'> {
    const order = this.#placed.shift()
    if (order && Math.random() < 0.9) {
      return this.#ask('confirm', `/api/admin/orders/${order}/confirm`, {}, order)
    }
    const product = anyOf(this.#goods.sold) ?? 0
    return this.#ask('restock', `/api/admin/products/${product}/stock`, { change: 3 }, product)
  }

  #ask(what: Sent['what'], path: string, body: unknown, about?: number): Omit<Sent, 'id'> {
    const userId = this.#person.id
    return { userId, what, path, body, ...(about !== undefined && { about }) }
  }
}

function anyOf<T>(list: readonly T[]): T | undefined {
  return list[Math.floor(Math.random() * list.length)]
}

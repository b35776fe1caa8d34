/** Runs the steps of the model in the real application. */
import { sql } from 'kysely'
import type { Person } from '#tests/kit/shop.ts'
import type { StripeShop } from '#tests/kit/stripe-shop.ts'
import { CUSTOMERS, type Model, PRODUCTS, STOCK, type Step } from './model.ts'

export class Real {
  readonly #stripe: StripeShop
  readonly #people: Person[]
  readonly #admin: Person
  readonly #products: number[]
  readonly #orders: number[] = []
  /** The provider's events by order, so that a repeated event is identical. */
  readonly #events = new Map<number, unknown>()
  #latest: { who: number; body: unknown; key: string; ids: number[] } | null = null

  private constructor(stripe: StripeShop, people: Person[], admin: Person, products: number[]) {
    this.#stripe = stripe
    this.#people = people
    this.#admin = admin
    this.#products = products
  }

  /** Creates its own people and products in a shop that others may use too. */
  static async create(stripe: StripeShop): Promise<Real> {
    const { shop } = stripe
    return new Real(
      stripe,
      await shop.customers(CUSTOMERS),
      await shop.admin(),
      (await shop.products(PRODUCTS, { stock: STOCK })).sort((a, b) => a - b),
    )
  }

  /** @returns the status of the answer. */
  async take(step: Step): Promise<number> {
    switch (step.does) {
      case 'add':
        return this.#ask('POST', '/api/user/cart', step.who, { cart: this.#products[step.product] })
      case 'remove':
        return this.#ask('DELETE', `/api/user/cart/${this.#products[step.product]}`, step.who)
      case 'order':
        return this.#order(step)
      case 'repeat':
        return this.#repeat()
      case 'restock':
        return this.#own(`products/${this.#products[step.product]}/stock`, { change: step.units })
      case 'rate': {
        const body = { productId: this.#products[step.product], rating: step.stars }
        return this.#ask('POST', '/api/user/rate', step.who, body)
      }
      case 'read':
        return this.#ask('POST', '/api/user/cart/markItRead', step.who, { carts: this.#products })
      case 'logout':
        return this.#logOut(step.who)
      case 'reopen':
        await this.#stripe.replaceProcess()
        return 200
      default:
        return this.#move(step.does, step.order)
    }
  }

  /** The state of the shop in the terms of the model. */
  async state(): Promise<Omit<Model, 'latest'>> {
    const db = this.#stripe.shop.db.run
    const { rows: products } = await sql<{ onHand: number; reserved: number }>`
      select on_hand as "onHand", reserved from product
      where id = any(${this.#products}::bigint[]) order by id`.execute(db)
    const { rows: ratings } = await sql<{ user_id: number; product_id: number; stars: number }>`
      select user_id, product_id, stars from rating
      where product_id = any(${this.#products}::bigint[])`.execute(db)
    const placed: Model['orders'] = []
    const carts: Model['carts'] = []
    for (const [who, { token }] of this.#people.entries()) {
      const cart = await this.#stripe.call('GET', '/api/user/cart', token)
      carts.push(
        new Map(
          cart.body.Carts.map(({ id, quantity, isRead }: Record<string, unknown>) => [
            this.#products.indexOf(id as number),
            { quantity, isRead },
          ]),
        ),
      )
      const orders = await this.#stripe.call('GET', '/api/user/order', token)
      for (const { id, Product, quantity, state } of orders.body.data) {
        const payment = paymentIn(await this.#stripe.stateOf({ id }))
        const product = this.#products.indexOf(Product)
        placed[this.#orders.indexOf(id)] = { who, product, quantity, state, payment }
      }
    }
    return {
      products,
      carts,
      orders: placed,
      ratings: this.#people.map(
        ({ id }) =>
          new Map(
            ratings
              .filter((row) => row.user_id === id)
              .map((row) => [this.#products.indexOf(row.product_id), row.stars]),
          ),
      ),
    }
  }

  async #order({ who, lines }: Extract<Step, { does: 'order' }>): Promise<number> {
    const orders = lines.map(({ product, quantity }) => ({
      Product: this.#products[product],
      quantity,
    }))
    const key = crypto.randomUUID()
    const { status, body } = await this.#place(who, { orders }, key)
    if (status === 201) {
      const ids = body.data.map(({ id }: { id: number }) => id)
      this.#orders.push(...ids)
      this.#latest = { who, body: { orders }, key, ids }
    }
    return status
  }

  /** Repeats the latest order request, which must return the same orders. */
  async #repeat(): Promise<number> {
    if (!this.#latest) throw new Error('there is nothing to repeat')
    const { who, body, key, ids } = this.#latest
    const again = await this.#place(who, body, key)
    const same = again.body.data?.map(({ id }: { id: number }) => id).join() === ids.join()
    return same ? again.status : -1
  }

  #place(who: number, body: unknown, key: string) {
    return this.#stripe.call('POST', '/api/user/order', this.#token(who), body, {
      'idempotency-key': key,
    })
  }

  async #move(does: Extract<Step, { order: number }>['does'], index: number): Promise<number> {
    const id = this.#orders[index % this.#orders.length] ?? 0
    switch (does) {
      case 'confirm':
        return this.#own(`orders/${id}/confirm`, {})
      case 'refund':
        return this.#own(`orders/${id}/refund`, { goodsBack: true })
      case 'settle':
        return this.#settle(id)
      case 'begin':
        return this.#ask('POST', `/api/user/order/${id}/payment`, await this.#ownerOf(id), {})
      case 'cancel':
        return this.#ask('POST', `/api/user/order/${id}/cancel`, await this.#ownerOf(id))
      case 'deliver':
        return this.#ask('POST', `/api/user/order/${id}/delivered`, await this.#ownerOf(id))
    }
  }

  /** The customer pays on the provider's page and the provider sends the event, or repeats it. */
  async #settle(id: number): Promise<number> {
    const event = this.#events.get(id) ?? (await this.#payOnPage(id))
    this.#events.set(id, event)
    return this.#stripe.send(event)
  }

  async #payOnPage(id: number): Promise<unknown> {
    const { fake, shop } = this.#stripe
    const rows = await shop.sql<{ id: string }>`
      select id from payment where order_id = ${id} and state = 'started'`
    const [session] = fake.sessionsOf(rows[0]?.id ?? '')
    if (!session) throw new Error(`no page is open for order ${id}`)
    return fake.pay(session)
  }

  async #logOut(who: number): Promise<number> {
    const token = this.#token(who)
    const { status } = await this.#stripe.call('POST', '/api/auth/logout', token)
    const after = await this.#stripe.call('GET', '/api/user/cart', token)
    const person = this.#people[who]
    if (person) person.token = await this.#stripe.shop.signIn(person)
    return after.status === 401 ? status : -1
  }

  async #ownerOf(id: number): Promise<number> {
    const { rows } = await sql<{ user_id: number }>`
      select user_id from orders where id = ${id}`.execute(this.#stripe.shop.db.run)
    return this.#people.findIndex((person) => person.id === rows[0]?.user_id)
  }

  async #own(path: string, body: unknown): Promise<number> {
    return (await this.#stripe.call('POST', `/api/admin/${path}`, this.#admin.token, body)).status
  }

  async #ask(
    method: 'POST' | 'DELETE',
    path: string,
    who: number,
    body?: unknown,
  ): Promise<number> {
    return (await this.#stripe.call(method, path, this.#token(who), body)).status
  }

  #token(who: number): string {
    return this.#people[who]?.token ?? ''
  }
}

function paymentIn(state: string): Model['orders'][number]['payment'] {
  if (state.endsWith('started')) return 'open'
  if (state.endsWith('captured')) return 'paid'
  return state.endsWith('refunded') ? 'refunded' : 'none'
}

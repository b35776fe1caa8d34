/**
 * The simplest model of the shop: what two customers and the owner may do, the response to each
 * step, and the state afterwards. No clock, no money except "paid", one step at a time.
 */

export type Step =
  | { does: 'add' | 'remove'; who: number; product: number }
  | { does: 'order'; who: number; lines: Array<{ product: number; quantity: number }> }
  | { does: 'repeat' }
  /** `order` is an index into the placed orders, modulo their number. */
  | { does: 'confirm' | 'begin' | 'settle' | 'cancel' | 'refund' | 'deliver'; order: number }
  | { does: 'restock'; product: number; units: number }
  | { does: 'rate'; who: number; product: number; stars: number }
  | { does: 'read' | 'logout'; who: number }
  | { does: 'reopen' }

export interface ModelOrder {
  who: number
  product: number
  quantity: number
  state: 'pending' | 'confirm' | 'complete' | 'canceled'
  payment: 'none' | 'open' | 'paid' | 'refunded'
}

export interface Model {
  products: Array<{ onHand: number; reserved: number }>
  /** The lines of each customer's cart, by product. */
  carts: Array<Map<number, { quantity: number; isRead: boolean }>>
  orders: ModelOrder[]
  ratings: Array<Map<number, number>>
  /** The latest order request: repeating it returns the same orders. */
  latest: { who: number; first: number; lines: number } | null
}

export const CUSTOMERS = 2
export const PRODUCTS = 3
export const STOCK = 8
const CART_MAX = 99

export function freshModel(): Model {
  return {
    products: Array.from({ length: PRODUCTS }, () => ({ onHand: STOCK, reserved: 0 })),
    carts: Array.from({ length: CUSTOMERS }, () => new Map()),
    orders: [],
    ratings: Array.from({ length: CUSTOMERS }, () => new Map()),
    latest: null,
  }
}

/** Whether the step is possible now: its order or request must exist. */
export function isPossible({ orders, latest }: Model, step: Step): boolean {
  if ('order' in step) {
    const order = orders[step.order % orders.length]
    return order !== undefined && (step.does !== 'settle' || order.payment !== 'none')
  }
  return step.does !== 'repeat' || latest !== null
}

/** Takes the step. @returns the status that the shop must answer. */
export function take(model: Model, step: Step): number {
  switch (step.does) {
    case 'add':
      return add(model, step.who, step.product)
    case 'remove':
      return model.carts[step.who]?.delete(step.product) ? 200 : 404
    case 'order':
      return order(model, step.who, step.lines)
    case 'repeat':
      return 201
    case 'restock':
      at(model.products, step.product).onHand += step.units
      return 200
    case 'rate':
      at(model.ratings, step.who).set(step.product, step.stars)
      return 200
    case 'read':
      for (const line of at(model.carts, step.who).values()) line.isRead = true
      return 200
    case 'logout':
    case 'reopen':
      return 200
    default:
      return move(model, step.does, at(model.orders, step.order % model.orders.length))
  }
}

function add({ products, carts }: Model, who: number, product: number): number {
  const { onHand, reserved } = at(products, product)
  const cart = at(carts, who)
  if (onHand - reserved <= (cart.get(product)?.quantity ?? 0)) return 409
  const quantity = Math.min(CART_MAX, (cart.get(product)?.quantity ?? 0) + 1)
  cart.set(product, { quantity, isRead: false })
  return 200
}

function order(
  model: Model,
  who: number,
  lines: Extract<Step, { does: 'order' }>['lines'],
): number {
  const wanted = model.products.map((_, index) =>
    lines.reduce((sum, line) => sum + (line.product === index ? line.quantity : 0), 0),
  )
  if (model.products.some((p, index) => p.onHand - p.reserved < at(wanted, index))) return 409
  model.latest = { who, first: model.orders.length, lines: lines.length }
  for (const { product, quantity } of lines) {
    at(model.products, product).reserved += quantity
    at(model.carts, who).delete(product)
    model.orders.push({ who, product, quantity, state: 'pending', payment: 'none' })
  }
  return 201
}

type Move = Extract<Step, { order: number }>['does']

function move(model: Model, does: Move, order: ModelOrder): number {
  const { state, payment, quantity } = order
  const product = at(model.products, order.product)
  switch (does) {
    case 'confirm':
      if (state === 'pending') order.state = 'confirm'
      return state === 'pending' || state === 'confirm' ? 200 : 409
    case 'begin':
      if (state === 'confirm' && payment === 'none') order.payment = 'open'
      return state === 'confirm' || state === 'complete' ? 200 : 409
    case 'settle':
      // A provider's event is accepted however often it arrives, and counts once.
      if (payment === 'open') {
        Object.assign(order, { state: 'complete', payment: 'paid' })
        product.onHand -= quantity
        product.reserved -= quantity
      }
      return 200
    case 'deliver':
      return state === 'complete' ? 200 : 409
    case 'cancel':
      if (state === 'canceled') return payment === 'refunded' ? 409 : 200
      if (state === 'complete') return 409
      // Its open payment page is closed first.
      Object.assign(order, { state: 'canceled', payment: 'none' })
      product.reserved -= quantity
      return 200
    case 'refund':
      if (payment === 'refunded') return 200
      if (state !== 'complete') return 409
      Object.assign(order, { state: 'canceled', payment: 'refunded' })
      product.onHand += quantity
      return 200
  }
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error(`the model has nothing at ${index}`)
  return item
}

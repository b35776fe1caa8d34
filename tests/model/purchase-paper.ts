/** A purchase as a clerk would keep it on paper: plain arithmetic in cents, independent of the shop's code. */

export const STOCK = 50

/** `least` is the minimum item subtotal. */
export interface Coupon {
  code: string
  kind: 'percent' | 'amount' | 'delivery'
  percent: number | null
  amount: number | null
  least: number | null
  phonesOnly: boolean
}

/** Shipping methods; delivery is free once the item subtotal reaches `freeFrom`. */
export const METHODS = [
  { fee: 0, freeFrom: null },
  { fee: 735, freeFrom: null },
  { fee: 1500, freeFrom: 5000 },
]

/** What a customer ordered; `method` is an index into METHODS. */
export interface Bought {
  lines: Array<{ price: number; quantity: number; isPhone: boolean }>
  coupon: Coupon | null
  method: number
}

/** A refund of some units, or of a percentage of what is left; with neither, a full refund. */
export interface Refund {
  goodsBack: boolean
  units: number | null
  share: number | null
}

export interface PaperOrder {
  state: 'pending' | 'confirm' | 'complete' | 'canceled'
  total: number
  discount: number
  quantity: number
  /** Whether the customer canceled the order before paying. */
  isGivenUp: boolean
  /** Cents paid for each unit that the customer keeps. */
  units: number[]
  /** Cents paid for the order and not refunded. */
  kept: number
  isPaid: boolean
  onHand: number
  reserved: number
  writtenOff: number
}

export class Paper {
  readonly orders: PaperOrder[]
  fee: number
  /** The delivery fee that was paid; null before the payment, 0 after its refund. */
  feeTaken: number | null = null
  taken = 0
  returned = 0
  readonly #given: Bought

  constructor(given: Bought) {
    this.#given = given
    const { coupon, lines } = given
    const totals = lines.map(({ price, quantity }) => price * quantity)
    const eligible = lines.map(({ isPhone }, n) =>
      coupon && (isPhone || !coupon.phonesOnly) ? (totals[n] ?? 0) : 0,
    )
    const discount = discountOf(coupon, sum(eligible))
    this.orders = lines.map(({ quantity }, n) => ({
      state: 'pending',
      isGivenUp: false,
      units: [],
      kept: 0,
      isPaid: false,
      total: totals[n] ?? 0,
      quantity,
      // The discounts up to and including each line add up to their exact sum, rounded.
      discount:
        sum(eligible) === 0
          ? 0
          : rounded(discount * sum(eligible.slice(0, n + 1)), sum(eligible)) -
            rounded(discount * sum(eligible.slice(0, n)), sum(eligible)),
      onHand: STOCK,
      reserved: quantity,
      writtenOff: 0,
    }))
    this.fee = this.#feeFor(sum(totals))
  }

  get #isOver(): boolean {
    return this.orders.every(({ state }) => state === 'canceled')
  }

  #holds(items: number): boolean {
    return items >= (this.#given.coupon?.least ?? 0)
  }

  #feeFor(items: number): number {
    const { fee, freeFrom } = METHODS[this.#given.method] ?? { fee: 0, freeFrom: null }
    if (freeFrom !== null && items >= freeFrom) return 0
    return this.#given.coupon?.kind === 'delivery' && this.#holds(items) ? 0 : fee
  }

  cancel(order: PaperOrder, byCustomer: boolean): void {
    order.state = 'canceled'
    order.isGivenUp = byCustomer
    order.reserved = 0
    if (byCustomer) this.#priceRest()
    this.#endFee()
  }

  /** Once the customer has canceled an order, the rest must qualify for the discount and free delivery on its own. */
  #priceRest(): void {
    const open = this.orders.filter(({ state }) => state === 'pending' || state === 'confirm')
    if (open.length === 0) return
    const items = sum(this.orders.filter(({ isGivenUp }) => !isGivenUp).map(({ total }) => total))
    if (!this.#holds(items)) for (const order of open) order.discount = 0
    if (!this.orders.some(({ isPaid }) => isPaid)) this.fee = this.#feeFor(items)
  }

  /** Charges for these orders, unless they may not be paid without the others. @returns whether it charged them */
  pay(orders: PaperOrder[]): boolean {
    if (!this.#areEarnedBy(orders)) return false
    this.take(orders)
    return true
  }

  take(orders: PaperOrder[]): void {
    if (this.feeTaken === null) {
      this.feeTaken = this.fee
      this.taken += this.fee
    }
    for (const order of orders) {
      const cost = order.total - order.discount
      Object.assign(order, { state: 'complete', isPaid: true, kept: cost, reserved: 0 })
      order.onHand -= order.quantity
      order.units = Array.from({ length: order.quantity }, (_, n) =>
        coinsOf(cost, order.quantity, n),
      )
      this.taken += cost
    }
  }

  /** Nobody may pay only for the discounted items and leave out those that qualified for the discount. */
  #areEarnedBy(meant: PaperOrder[]): boolean {
    const counted = this.orders.filter(
      (order) =>
        meant.includes(order) || (order.state === 'canceled' ? !order.isGivenUp : order.isPaid),
    )
    const items = sum(counted.map(({ total }) => total))
    const isReduced = meant.some(({ discount }) => discount > 0)
    return (this.#holds(items) || !isReduced) && this.fee >= this.#feeFor(items)
  }

  /** @returns false if the clerk rejects the refund */
  refund(order: PaperOrder, { units, share, goodsBack }: Refund): boolean {
    if (units !== null && share !== null) return false
    if (share !== null) {
      const cents = amountOf(share, order.kept)
      if (cents < 1 || cents > order.kept) return false
      this.#release(order, cents, 0, goodsBack)
      return true
    }
    const count = units ?? order.units.length
    if (count > order.units.length) return false
    const worth = sum(order.units.slice(0, count))
    const isLast = count === order.units.length
    this.#release(order, isLast ? order.kept : Math.min(worth, order.kept), count, goodsBack)
    if (isLast) order.state = 'canceled'
    this.#endFee()
    return true
  }

  #release(order: PaperOrder, cents: number, units: number, goodsBack: boolean): void {
    order.units.splice(0, units)
    order.kept -= cents
    this.returned += cents
    order[goodsBack ? 'onHand' : 'writtenOff'] += units
  }

  /** Refunds the delivery fee once the whole purchase is over. */
  #endFee(): void {
    if (!this.#isOver || this.feeTaken === null) return
    this.returned += this.feeTaken
    this.feeTaken = 0
  }

  get usesCoupon(): boolean {
    return this.#given.coupon !== null && !(this.#isOver && !this.orders.some((one) => one.isPaid))
  }
}

function discountOf(coupon: Coupon | null, eligible: number): number {
  if (coupon?.kind === 'percent') return rounded(eligible * (coupon.percent ?? 0), 100)
  if (coupon?.kind === 'amount') return Math.min(coupon.amount ?? 0, eligible)
  return 0
}

export const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** `over / under` rounded to a whole number, halves up. */
const rounded = (over: number, under: number) => Math.floor((2 * over + under) / (2 * under))

/** The share of `cost` for the unit at index `place`, in cents: the remainder is dealt out one cent at a time. */
const coinsOf = (cost: number, quantity: number, place: number) =>
  Math.floor(cost / quantity) + (place < cost % quantity ? 1 : 0)

export const amountOf = (share: number, left: number) =>
  share > 100 ? left + 1 : Math.ceil((left * share) / 100)

export function isAccepted({ coupon, lines }: Bought): boolean {
  const total = sum(lines.map(({ price, quantity }) => price * quantity))
  const isForSome = lines.some(({ isPhone }) => isPhone || !coupon?.phonesOnly)
  return coupon !== null && total >= (coupon.least ?? 0) && isForSome
}

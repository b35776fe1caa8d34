/** R11: concurrent changes of orders. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { PlacedOrder } from '#tests/kit/stripe-shop.ts'
import { asAdmin, asks, caller, type Flow, type Interleaving, type World } from './interleaving.ts'

async function confirmed({ stripe }: World) {
  const order = await stripe.order()
  const end = () => stripe.stateOf(order)
  return { order, end, ...flowsOf(order) }
}

async function paidOnPage(world: World) {
  const { stripe } = world
  const scene = await confirmed(world)
  const event = stripe.fake.pay(await stripe.begin(scene.order))
  const { payload, signature } = stripe.signed(event)
  const webhook: Flow = ({ payments }) => payments.receive(Buffer.from(payload), signature)
  return { ...scene, webhook }
}

/** Two orders of one charge with a delivery fee; the first of them is paid alone, or cancelled. */
async function purchased(world: World) {
  const { stripe } = world
  const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
  const [one, other] = purchase.orders
  if (!one || !other) throw new Error('two orders')
  const { pay, cancel } = flowsOf(one)
  const payAll: Flow = ({ payments }) =>
    payments.payPurchase(caller(purchase.buyer), purchase.id, { shownCents: null })
  const end = async () => (await stripe.statesOf(purchase)).join(', ')
  const paid = async (): Promise<Flow> => {
    const { payload, signature } = stripe.signed(
      stripe.fake.pay(await stripe.beginPurchase(purchase)),
    )
    return ({ payments }) => payments.receive(Buffer.from(payload), signature)
  }
  return { purchase, one, other, pay, cancel, payAll, paid, end }
}

/** An order that is paid and can be refunded. */
async function completed(world: World) {
  const { webhook, order } = await paidOnPage(world)
  await webhook({
    shop: world.shop,
    payments: world.stripe.payments(),
    orders: world.stripe.orders(),
  })
  const refund = asAdmin(world, 'POST', `orders/${order.id}/refund`, { goodsBack: true })
  const part = asAdmin(world, 'POST', `orders/${order.id}/refund`, { goodsBack: true, units: 1 })
  const end = async () => {
    const refunds = await world.stripe.refundsAsked(order)
    return `${await world.stripe.stateOf(order)}, refunds ${refunds.length}`
  }
  return { webhook, refund, part, end }
}

async function pending(world: World) {
  const { shop, stripe } = world
  const buyer = await shop.customer()
  const productId = await shop.product()
  const body = { orders: [{ Product: productId, quantity: 1 }] }
  const placed = await shop.call('POST', '/api/user/order', { token: buyer.token, body })
  const order = { id: placed.body.data[0].id, buyer, productId }
  const confirm = asAdmin(world, 'POST', `orders/${order.id}/confirm`)
  return { confirm, ...flowsOf(order), end: () => stripe.stateOf(order) }
}

function flowsOf({ id, buyer }: PlacedOrder) {
  const flows = {
    pay: ({ payments }) => payments.pay(caller(buyer), id),
    cancel: ({ orders }) => orders.cancel(caller(buyer), id),
    expire: ({ orders }) => orders.cancelUnpaid(0),
  } satisfies Record<string, Flow>
  return flows
}

async function ordering({ shop }: World, stock: number) {
  const buyer = await shop.customer()
  const product = await shop.product({ stock, price: 10 })
  const order: Flow = ({ orders }) => orders.place(caller(buyer), [{ Product: product }], null)
  const end = async () => {
    const { rows } = await sql<{ text: string }>`
      select concat(count(o.id), ' at ', coalesce(max(o.unit_price_cents), 0), ', left ', max(p.on_hand - p.reserved),
        ', cart ', (select coalesce(sum(quantity), 0) from cart_item where user_id = ${buyer.id})) as text
      from product p left join orders o on o.product_id = p.id where p.id = ${product}`.execute(
      shop.db.run,
    )
    return rows[0]?.text ?? ''
  }
  return { buyer, product, order, end }
}

/** Orders against payments, prices, stock and time. */
export const ORDER_INTERLEAVINGS: Interleaving[] = [
  {
    name: 'the browser polls while the provider reports the payment',
    begin: async (world) => {
      const { pay, webhook, end } = await paidOnPage(world)
      return { stopped: pay, meanwhile: webhook, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the provider reports the payment while the browser polls',
    begin: async (world) => {
      const { pay, webhook, end } = await paidOnPage(world)
      return { stopped: webhook, meanwhile: pay, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the customer cancels between the capture and its commit',
    begin: async (world) => {
      const { cancel, webhook, end } = await paidOnPage(world)
      return { stopped: webhook, meanwhile: cancel, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the sweeper settles a payment while the provider reports it',
    begin: async (world) => {
      const { webhook, order, end } = await paidOnPage(world)
      await world.stripe.age(order, 120)
      return { stopped: webhook, meanwhile: ({ payments }) => payments.sweep(), end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the provider reports a payment while the sweeper settles it',
    begin: async (world) => {
      const { webhook, order, end } = await paidOnPage(world)
      await world.stripe.age(order, 120)
      return { stopped: ({ payments }) => payments.sweep(), meanwhile: webhook, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the customer cancels while a payment begins',
    begin: async (world) => {
      const { pay, cancel, end } = await confirmed(world)
      return { stopped: pay, meanwhile: cancel, end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'a payment begins while the customer cancels',
    begin: async (world) => {
      const { pay, cancel, end } = await confirmed(world)
      return { stopped: cancel, meanwhile: pay, end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'the time runs out while a payment begins',
    begin: async (world) => {
      const { pay, expire, end } = await confirmed(world)
      return { stopped: pay, meanwhile: expire, end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'the owner cancels while a payment begins',
    begin: async (world) => {
      const { pay, order, end } = await confirmed(world)
      return { stopped: pay, meanwhile: asAdmin(world, 'POST', `orders/${order.id}/cancel`), end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'a payment begins while the owner cancels',
    begin: async (world) => {
      const { pay, order, end } = await confirmed(world)
      return { stopped: asAdmin(world, 'POST', `orders/${order.id}/cancel`), meanwhile: pay, end }
    },
    ends: /^(canceled|confirm started)$/,
  },
  {
    name: 'the price changes while an order is placed',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 5)
      const change: Flow = async () =>
        sql`update product set price_cents = 1500 where id = ${product}`.execute(world.shop.db.run)
      return { stopped: order, meanwhile: change, end }
    },
    ends: /^1 at 1000, left 4, cart 0$/,
  },
  {
    name: 'stock arrives while an order is refused',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 0)
      const restock = asAdmin(world, 'POST', `products/${product}/stock`, { change: 5 })
      return { stopped: order, meanwhile: restock, end }
    },
    ends: /^(0 at 0, left 5|1 at 1000, left 4), cart 0$/,
  },
  {
    name: 'an order is placed while stock arrives',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 0)
      const restock = asAdmin(world, 'POST', `products/${product}/stock`, { change: 5 })
      return { stopped: restock, meanwhile: order, end }
    },
    ends: /^(0 at 0, left 5|1 at 1000, left 4), cart 0$/,
  },
  {
    name: 'a product is deleted while it is ordered',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 5)
      return { stopped: asAdmin(world, 'DELETE', `products/${product}`), meanwhile: order, end }
    },
    ends: /^(0 at 0, left 5?, cart 0|1 at 1000, left 4, cart 0)$/,
  },
  {
    name: 'a product is put into the cart while it is ordered',
    begin: async (world) => {
      const { order, product, buyer, end } = await ordering(world, 5)
      const add: Flow = ({ shop }) =>
        shop.call('POST', '/api/user/cart', { token: buyer.token, body: { cart: product } })
      return { stopped: order, meanwhile: add, end }
    },
    ends: /^1 at 1000, left 4, cart [01]$/,
  },
  {
    name: 'a product is deleted in the middle of an order',
    begin: async (world) => {
      const { order, product, end } = await ordering(world, 5)
      return { stopped: order, meanwhile: asAdmin(world, 'DELETE', `products/${product}`), end }
    },
    ends: /^(0 at 0, left 5?, cart 0|1 at 1000, left 4, cart 0)$/,
  },
  {
    name: 'the time runs out while the provider reports the payment',
    begin: async (world) => {
      const { webhook, expire, order, end } = await paidOnPage(world)
      await world.stripe.lapseHold(order)
      return { stopped: webhook, meanwhile: expire, end }
    },
    ends: /^complete captured$/,
  },
  {
    name: 'the provider reports the payment while the time runs out',
    begin: async (world) => {
      const { webhook, expire, order, end } = await paidOnPage(world)
      await world.stripe.lapseHold(order)
      return { stopped: expire, meanwhile: webhook, end }
    },
    ends: /^complete captured$/,
  },
  ...(['part', 'refund'] as const).map((stopped) => ({
    name: `staff refund a part and all of an order at once, ${stopped} stopped`,
    async begin(world: World) {
      const { refund, part, end } = await completed(world)
      const [first, second] = stopped === 'part' ? [part, refund] : [refund, part]
      return { stopped: first, meanwhile: second, end }
    },
    ends: /^canceled refunded, refunds 1$/,
  })),
  {
    name: 'the owner refunds while the provider reports the payment again',
    begin: async (world) => {
      const { webhook, refund, end } = await completed(world)
      return { stopped: refund, meanwhile: webhook, end }
    },
    ends: /^canceled (captured|refunded), refunds 1$/,
  },
  {
    name: 'the provider reports the payment again while the owner refunds',
    begin: async (world) => {
      const { webhook, refund, end } = await completed(world)
      return { stopped: webhook, meanwhile: refund, end }
    },
    ends: /^canceled (captured|refunded), refunds 1$/,
  },
  {
    name: 'two members of staff refund the same payment',
    begin: async (world) => {
      const { refund, end } = await completed(world)
      return { stopped: refund, meanwhile: refund, end }
    },
    ends: /^canceled (captured|refunded), refunds 1$/,
  },
  {
    name: 'the customer cancels while the owner confirms',
    begin: async (world) => {
      const { confirm, cancel, end } = await pending(world)
      return { stopped: confirm, meanwhile: cancel, end }
    },
    ends: /^canceled$/,
  },
  {
    name: 'the owner confirms while the customer cancels',
    begin: async (world) => {
      const { confirm, cancel, end } = await pending(world)
      return { stopped: cancel, meanwhile: confirm, end }
    },
    ends: /^canceled$/,
  },
  {
    name: 'an order is sent again while it is placed',
    begin: async (world) => {
      const { product, buyer, end } = await ordering(world, 5)
      const key = randomUUID()
      const order: Flow = ({ orders }) => orders.place(caller(buyer), [{ Product: product }], key)
      return { stopped: order, meanwhile: order, end }
    },
    ends: /^1 at 1000, left 4, cart 0$/,
  },
  {
    name: 'two requests add the hundredth line to a cart',
    begin: async (world) => {
      const { shop, fillers } = world
      const buyer = await shop.customer()
      await sql`
        insert into cart_item (user_id, product_id)
        select ${buyer.id}, unnest(${fillers}::bigint[])`.execute(shop.db.run)
      const [first = 0, second = 0] = await shop.products(2)
      return {
        stopped: asks(buyer, 'POST', 'user/cart', { cart: first }),
        meanwhile: asks(buyer, 'POST', 'user/cart', { cart: second }),
        async end() {
          const { rows } = await sql<{ lines: number }>`
            select count(*) as lines from cart_item where user_id = ${buyer.id}`.execute(
            shop.db.run,
          )
          return `${rows[0]?.lines} lines`
        },
      }
    },
    ends: /^100 lines$/,
  },
  {
    name: 'one order is paid alone while the purchase is',
    begin: async (world) => {
      const { pay, payAll, end } = await purchased(world)
      return { stopped: payAll, meanwhile: pay, end }
    },
    ends: /^confirm( failed)? started, confirm started$|^confirm started, confirm$/,
  },
  {
    name: 'a purchase is paid while one of its orders is',
    begin: async (world) => {
      const { pay, payAll, end } = await purchased(world)
      return { stopped: pay, meanwhile: payAll, end }
    },
    ends: /^confirm( failed)? started, confirm started$|^confirm started, confirm$/,
  },
  {
    name: 'one order is cancelled while its purchase is paid',
    begin: async (world) => {
      const { cancel, payAll, end } = await purchased(world)
      return { stopped: payAll, meanwhile: cancel, end }
    },
    ends: /^(canceled, confirm started|confirm started, confirm started|canceled, confirm)$/,
  },
  {
    name: 'one order is refunded while the provider reports its purchase again',
    begin: async (world) => {
      const { paid, one, end } = await purchased(world)
      const webhook = await paid()
      const { shop, stripe } = world
      await webhook({ shop, payments: stripe.payments(), orders: stripe.orders() })
      const refund = asAdmin(world, 'POST', `orders/${one.id}/refund`, { goodsBack: true })
      return { stopped: refund, meanwhile: webhook, end }
    },
    ends: /^canceled refunded, complete captured$/,
  },
  {
    name: 'two orders of one charge are refunded',
    begin: async (world) => {
      const { paid, one, other } = await purchased(world)
      const { shop, stripe } = world
      await (await paid())({ shop, payments: stripe.payments(), orders: stripe.orders() })
      const refund = ({ id }: PlacedOrder) =>
        asAdmin(world, 'POST', `orders/${id}/refund`, { goodsBack: true })
      const asked = async (order: PlacedOrder) => (await stripe.refundsAsked(order)).length
      const end = async () => `${(await asked(one)) + (await asked(other))} refunds`
      return { stopped: refund(one), meanwhile: refund(other), end }
    },
    ends: /^3 refunds$/,
  },
]

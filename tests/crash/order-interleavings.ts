/** R11: concurrent changes to orders. */
import { randomUUID } from 'node:crypto'
import type { PlacedOrder } from '#tests/kit/stripe-shop.ts'
import {
  asAdmin,
  asks,
  caller,
  type Flow,
  type Interleaving,
  pairs,
  type World,
} from './interleaving.ts'

async function confirmed(world: World) {
  const order = await world.stripe.order()
  const ownerCancels = asAdmin(world, 'POST', `orders/${order.id}/cancel`)
  const flows = { ...flowsOf(order), ownerCancels }
  return { order, flows, end: () => world.stripe.stateOf(order) }
}

async function paidOnPage(world: World) {
  const { stripe } = world
  const { order, flows, end } = await confirmed(world)
  const webhook = received(world, stripe.fake.pay(await stripe.begin(order)))
  const sweep: Flow = ({ payments }) => payments.sweep()
  return { order, flows: { ...flows, webhook, sweep }, end }
}

/** A payment old enough for the sweeper to settle. */
async function aged(world: World) {
  const scene = await paidOnPage(world)
  await world.stripe.age(scene.order, 120)
  return scene
}

/** A payment that the provider reports only after the order's hold on the stock has expired. */
async function lapsed(world: World) {
  const scene = await paidOnPage(world)
  await world.stripe.lapseHold(scene.order)
  return scene
}

async function completed(world: World) {
  const { order, flows } = await paidOnPage(world)
  await flows.webhook(asProcess(world))
  const refund = (body: object) =>
    asAdmin(world, 'POST', `orders/${order.id}/refund`, { goodsBack: true, ...body })
  const end = async () => {
    const refunds = await world.stripe.refundsAsked(order)
    return `${await world.stripe.stateOf(order)}, refunds ${refunds.length}`
  }
  return { flows: { webhook: flows.webhook, refund: refund({}), part: refund({ units: 1 }) }, end }
}

async function pending(world: World) {
  const { shop, stripe } = world
  const buyer = await shop.customer()
  const productId = await shop.product()
  const body = { orders: [{ Product: productId, quantity: 1 }] }
  const placed = await shop.call('POST', '/api/user/order', { token: buyer.token, body })
  const order = { id: placed.body.data[0].id, buyer, productId }
  const confirm = asAdmin(world, 'POST', `orders/${order.id}/confirm`)
  return { flows: { confirm, ...flowsOf(order) }, end: () => stripe.stateOf(order) }
}

/** Two orders in one purchase with a delivery fee, and flows that pay or cancel the first one, or pay both. */
async function purchased(world: World) {
  const { stripe } = world
  const purchase = await stripe.purchase([1000, 2000], { fee: 300 })
  const [one, other] = purchase.orders
  if (!one || !other) throw new Error('the purchase does not have two orders')
  const payAll: Flow = ({ payments }) =>
    payments.payPurchase(caller(purchase.buyer), purchase.id, { shownCents: null })
  const end = async () => (await stripe.statesOf(purchase)).join(', ')
  return { purchase, one, other, flows: { ...flowsOf(one), payAll }, end }
}

/** Like `purchased`, but paid, so that its orders can be refunded. */
async function paidPurchase(world: World) {
  const { stripe } = world
  const { purchase, one, other, end } = await purchased(world)
  const webhook = received(world, stripe.fake.pay(await stripe.beginPurchase(purchase)))
  await webhook(asProcess(world))
  const refund = ({ id }: PlacedOrder) =>
    asAdmin(world, 'POST', `orders/${id}/refund`, { goodsBack: true })
  return { one, other, flows: { webhook, refund: refund(one), refundOther: refund(other) }, end }
}

function flowsOf({ id, buyer }: PlacedOrder) {
  return {
    pay: ({ payments }) => payments.pay(caller(buyer), id),
    cancel: ({ orders }) => orders.cancel(caller(buyer), id),
    expire: ({ orders }) => orders.cancelUnpaid(0),
  } satisfies Record<string, Flow>
}

function received({ stripe }: World, event: Parameters<World['stripe']['signed']>[0]): Flow {
  const { payload, signature } = stripe.signed(event)
  return ({ payments }) => payments.receive(Buffer.from(payload), signature)
}

const asProcess = ({ shop, stripe }: World) => ({
  shop,
  payments: stripe.payments(),
  orders: stripe.orders(),
})

const ordering = (stock: number) => async (world: World) => {
  const { shop } = world
  const buyer = await shop.customer()
  const product = await shop.product({ stock, price: 10 })
  const order =
    (key: string | null): Flow =>
    ({ orders }) =>
      orders.place(caller(buyer), [{ Product: product }], key)
  const flows = {
    order: order(null),
    orderByKey: order(randomUUID()),
    changePrice: () => shop.sql`update product set price_cents = 1500 where id = ${product}`,
    restock: asAdmin(world, 'POST', `products/${product}/stock`, { change: 5 }),
    remove: asAdmin(world, 'DELETE', `products/${product}`),
    addToCart: asks(buyer, 'POST', 'user/cart', { cart: product }),
  }
  const end = () => {
    return shop.value<string>`
      select concat(count(o.id), ' at ', coalesce(max(o.unit_price_cents), 0), ', left ', max(p.on_hand - p.reserved),
        ', cart ', (select coalesce(sum(quantity), 0) from cart_item where user_id = ${buyer.id})) as text
      from product p left join orders o on o.product_id = p.id where p.id = ${product}`
  }
  return { flows, end }
}

async function twoRefunds(world: World) {
  const { one, other, flows } = await paidPurchase(world)
  const asked = async (order: PlacedOrder) => (await world.stripe.refundsAsked(order)).length
  return { flows, end: async () => `${(await asked(one)) + (await asked(other))} refunds` }
}

export const ORDER_INTERLEAVINGS: Interleaving[] = [
  ...pairs(paidOnPage, /^complete captured$/, {
    'the browser polls while the provider reports the payment': ['pay', 'webhook'],
    'the provider reports the payment while the browser polls': ['webhook', 'pay'],
    'the customer cancels between the capture and its commit': ['webhook', 'cancel'],
  }),
  ...pairs(aged, /^complete captured$/, {
    'the sweeper settles a payment while the provider reports it': ['webhook', 'sweep'],
    'the provider reports a payment while the sweeper settles it': ['sweep', 'webhook'],
  }),
  ...pairs(confirmed, /^(canceled|confirm started)$/, {
    'the customer cancels while a payment begins': ['pay', 'cancel'],
    'a payment begins while the customer cancels': ['cancel', 'pay'],
    'the time runs out while a payment begins': ['pay', 'expire'],
    'the owner cancels while a payment begins': ['pay', 'ownerCancels'],
    'a payment begins while the owner cancels': ['ownerCancels', 'pay'],
  }),
  ...pairs(ordering(5), /^1 at 1000, left 4, cart 0$/, {
    'the price changes while an order is placed': ['order', 'changePrice'],
    'an order is sent again while it is placed': ['orderByKey', 'orderByKey'],
  }),
  ...pairs(ordering(0), /^(0 at 0, left 5|1 at 1000, left 4), cart 0$/, {
    'stock arrives while an order is refused': ['order', 'restock'],
    'an order is placed while stock arrives': ['restock', 'order'],
  }),
  ...pairs(ordering(5), /^(0 at 0, left 5?, cart 0|1 at 1000, left 4, cart 0)$/, {
    'a product is deleted while it is ordered': ['remove', 'order'],
    'a product is deleted in the middle of an order': ['order', 'remove'],
  }),
  ...pairs(ordering(5), /^1 at 1000, left 4, cart [01]$/, {
    'a product is put into the cart while it is ordered': ['order', 'addToCart'],
  }),
  ...pairs(lapsed, /^complete captured$/, {
    'the time runs out while the provider reports the payment': ['webhook', 'expire'],
    'the provider reports the payment while the time runs out': ['expire', 'webhook'],
  }),
  ...pairs(completed, /^canceled refunded, refunds 1$/, {
    'staff refund all of an order while they refund a part': ['part', 'refund'],
    'staff refund a part of an order while they refund all of it': ['refund', 'part'],
  }),
  ...pairs(completed, /^canceled (captured|refunded), refunds 1$/, {
    'the owner refunds while the provider reports the payment again': ['refund', 'webhook'],
    'the provider reports the payment again while the owner refunds': ['webhook', 'refund'],
    'two staff members refund the same payment': ['refund', 'refund'],
  }),
  ...pairs(pending, /^canceled$/, {
    'the customer cancels while the owner confirms': ['confirm', 'cancel'],
    'the owner confirms while the customer cancels': ['cancel', 'confirm'],
  }),
  ...pairs(purchased, /^confirm( failed)? started, confirm started$|^confirm started, confirm$/, {
    'one order is paid alone while the purchase is': ['payAll', 'pay'],
    'a purchase is paid while one of its orders is': ['pay', 'payAll'],
  }),
  ...pairs(
    purchased,
    /^(canceled, confirm started|confirm started, confirm started|canceled, confirm)$/,
    { 'one order is canceled while its purchase is paid': ['payAll', 'cancel'] },
  ),
  ...pairs(paidPurchase, /^canceled refunded, complete captured$/, {
    'one order is refunded while the provider reports its purchase again': ['refund', 'webhook'],
  }),
  ...pairs(twoRefunds, /^3 refunds$/, {
    'two orders of one charge are refunded': ['refund', 'refundOther'],
  }),
]

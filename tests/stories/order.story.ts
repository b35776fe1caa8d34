import type { Product } from '#contract/catalog.ts'
import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import {
  admin,
  anOrder,
  aProduct,
  expect,
  moveOrder,
  products,
  signIn,
  test,
  toast,
} from './story.ts'

const toDollars = (sum: number) => Math.round(sum * 100) / 100

test('an order from placing to delivery, with its steps and its button @phone-full @firefox', async ({
  page,
}) => {
  const account = await signIn(page)
  const product = await aProduct(page.request)
  const order = await anOrder(account, product)
  await page.goto(`/order-preview/${order.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `Order #${order.id}` })).toBeVisible()
  await expect(page.getByText(/^Created \d{4}-\d\d-\d\d \d\d:\d\d [AP]M$/)).toBeVisible()
  const facts = page.getByRole('region', { name: 'Product' })
  await expect(facts).toContainText(product.name)
  await expect(facts).toContainText('Delivery')
  await expect(facts).toContainText('Awaiting confirmation')

  const steps = page.getByRole('region', { name: 'Progress' }).getByRole('listitem')
  const done = /^Done/
  const notYet = /^\d?Not yet/
  // The second step looks done, as specified, but a screen reader announces what has really happened.
  await expect(steps).toHaveText([done, notYet, notYet, notYet])
  await expect(steps.nth(1).getByText('2', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Go to payment' })).toBeDisabled()

  await moveOrder(page.request, account, order, ['confirm'])
  await expect(page.getByRole('link', { name: 'Go to payment' })).toHaveAttribute(
    'href',
    `/payment-method/${order.id}`,
  )
  await expect(page.getByRole('link', { name: 'Go to payment' })).toBeInViewport({ ratio: 1 })
  await moveOrder(page.request, account, order, ['payment'])
  const complete = page.getByRole('button', { name: 'Complete the delivery process' })
  await expect(complete).toBeVisible()
  await expect(steps).toHaveText([done, done, done, notYet])
  await expect(page.getByText('Awaiting your delivery address')).toBeVisible()
  await complete.click()
  // The page asks for a confirmation, because the shop does not know yet that the order was shipped.
  await page.getByRole('button', { name: 'Yes, it has arrived' }).click()
  await expect(toast(page, 'Delivery completed. Enjoy!')).toBeVisible()
  await expect(complete).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeFocused()
  await expect(facts).toContainText('Delivered')

  await page.getByRole('button', { name: 'Buy again' }).click()
  await expect(toast(page, 'Cart added successfuly.')).toBeVisible()
  await page.getByRole('button', { name: 'Rate the product' }).click()
  const rating = page.getByRole('dialog', { name: 'Rate our product' })
  await rating.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await rating.getByRole('button', { name: 'Submit' }).click()
  await expect(toast(page, 'Rate added successfuly.')).toBeVisible()
})

test('the delivery fee is in every total that the customer and the owner see @full', async ({
  page,
  office,
}) => {
  const account = await signIn(page)
  const [one, other] = await products(page.request, 2)
  if (!one || !other) throw new Error('The shop has fewer than two products.')
  const fee = 15
  const express = 2
  const place = async (...of: Product[]) => {
    const orders = of.map(({ id }) => ({ Product: id }))
    const body = { orders, delivery: express }
    return (await account.call<{ data: Order[] }>('POST', '/api/user/order', body)).data
  }
  const [alone] = await place(one)
  const total = formatPrice(one.price + fee)
  await page.goto(`/order-preview/${alone?.id}`)
  const facts = page.getByRole('region', { name: 'Product' })
  await expect(facts).toContainText(`Delivery fee${formatPrice(fee)}Total${total}`)
  const money = page.getByRole('region', { name: 'Payments and refunds' })
  await expect(money).toContainText(`Amount dueincluding ${priceInText(fee)} for delivery${total}`)
  await page.goto('/orders')
  const card = page.getByRole('listitem').filter({ hasText: one.name }).first()
  await expect(card).toContainText(total)
  await expect(card.getByText(`#${alone?.id}`, { exact: true })).toBeVisible()
  await office.goto(`/admin/orders?search=${alone?.id}`)
  await expect(office.getByRole('row').filter({ hasText: one.name })).toContainText(total)
  await office.goto(`/admin/orders/${alone?.id}`)
  await expect(office.getByText(`Total${total}`)).toBeVisible()

  const [first] = await place(one, other)
  const whole = formatPrice(toDollars(one.price + other.price + fee))
  await page.goto(`/order-preview/${first?.id}`)
  await expect(facts).toContainText(`Subtotal${formatPrice(one.price)}`)
  await expect(money).toContainText(
    `Amount duefor the whole purchaseincluding ${priceInText(fee)} for delivery${whole}`,
  )
  await expect(page.getByRole('region', { name: 'Also in this purchase' })).toContainText(
    `Purchase total${whole}`,
  )
})

test('an order is canceled after a confirmation that says what the others will cost', async ({
  page,
}) => {
  const account = await signIn(page)
  const [one, other] = await products(page.request, 2)
  if (!one || !other) throw new Error('The shop has fewer than two products.')
  const coupon = `HALF-${crypto.randomUUID().slice(0, 8)}`
  const least = toDollars(one.price + other.price)
  await (await admin(page.request)).call('POST', '/api/admin/coupons', {
    code: coupon,
    kind: 'percent',
    percent: 50,
    amount: null,
    least,
    is_active: true,
    starts_at: null,
    ends_at: null,
    categories: null,
    product_ids: null,
    max_uses: null,
    max_uses_per_customer: null,
  })
  const orders = [{ Product: one.id }, { Product: other.id }]
  const { data } = await account.call<{ data: Order[] }>('POST', '/api/user/order', {
    orders,
    coupon,
  })
  const [order, kept] = data
  await page.goto(`/order-preview/${order?.id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this order?' })
  const before = toDollars(other.price - (kept?.discount ?? 0))
  await expect(dialog).toContainText(
    `will cost ${priceInText(other.price)} instead of ${priceInText(before)}. The coupon requires a minimum purchase of ${priceInText(least)}.`,
  )
  await dialog.getByRole('button', { name: 'Keep order' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel order' }).press('Enter')
  await dialog.getByRole('button', { name: 'Cancel order' }).press('Enter')
  await expect(toast(page, 'Order canceled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Progress' })).toBeFocused()
  await expect(page.getByText(/^Canceled on/)).toBeVisible()
  await expect(page.getByText('Canceled').filter({ visible: true }).first()).toBeVisible()
  await page.goto('/orders')
  const purchase = page.getByText(/^Purchase #\d+ · 1 product\b/)
  await expect(purchase).toBeVisible()
  await page.getByRole('tab', { name: 'Delivered' }).click()
  await expect(page.getByText(`#${order?.id}`, { exact: true })).toBeVisible()
  await expect(purchase).toHaveCount(0)
  await page.goto(`/order-preview/${kept?.id}`)
  await expect(page.getByRole('region', { name: 'Also in this purchase' })).toContainText(
    'Canceled',
  )

  const { data: again } = await account.call<{ data: Order[] }>('POST', '/api/user/order', {
    orders,
  })
  await page.goto(`/order-preview/${again[0]?.id}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await expect(dialog).toContainText('The other orders in this purchase stay as they are.')
})

/**
 * With PLACEHOLDERS=true, a shop shows real values where the specification prescribes fixed ones. The stories about
 * cart, order, payment and header check that other shops show the fixed values to the letter.
 */
import type { Product } from '#contract/catalog.ts'
import { reductionPercent } from '#contract/money.ts'
import { testIn } from './own-shop.ts'
import {
  anOrder,
  aProduct,
  expect,
  moveOrder,
  oneInCart,
  prefer,
  products,
  signIn,
} from './story.ts'

const PROMISE = 'With you in two to four days'
const PROMISE_AR = 'يصلك خلال يومين إلى أربعة أيام'
const SPECIFIED = /24 hours|24 ساعة/

const visit = testIn({
  PLACEHOLDERS: 'true',
  DELIVERY_PROMISE: PROMISE,
  DELIVERY_PROMISE_AR: PROMISE_AR,
})
visit.describe.configure({ mode: 'serial' })

visit('a line of the cart has its own reduction, or none, and no size @full', async ({ page }) => {
  const account = await signIn(page)
  const sold = await products(page.request, 24)
  const reduced = found(sold.find((product) => reductionPercent(product) > 0))
  const plain = found(sold.find(({ compare_at_price: before }) => before === null))
  for (const { id } of [reduced, plain]) await account.call('POST', '/api/user/cart', { cart: id })

  await page.goto('/carts')

  const line = ({ name }: Product) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name }) })
  await expect(line(reduced).getByText(`${reductionPercent(reduced)}%`)).toBeVisible()
  await expect(line(plain)).toBeVisible()
  await expect(line(plain).getByText('Discount')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('Size', { exact: true })).toHaveCount(0)
})

visit("delivery is promised in the owner's words @full", async ({ page }) => {
  const { product } = await oneInCart(page)
  for (const path of ['/carts', `/product/${product.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(PROMISE)).toBeVisible()
    await expect(page.getByText(SPECIFIED)).toHaveCount(0)
  }
  await prefer(page, { locale: 'ar' })
  await page.goto('/carts')
  await expect(page.getByRole('main').getByText(PROMISE_AR)).toBeVisible()
})

visit(
  'the steps of an order are marked when they happen, its price stands once @full',
  async ({ page }) => {
    const account = await signIn(page)
    const product = await aProduct(page.request)
    const order = await anOrder(account, product)
    await page.goto(`/order-preview/${order.id}`)
    const steps = page.getByRole('region', { name: 'Progress' }).getByRole('listitem')
    const done = /^Done/
    const notYet = /^\d?Not yet/
    await expect(steps).toHaveText([done, notYet, notYet, notYet])

    await moveOrder(page.request, account, order, ['confirm'])
    await page.getByRole('link', { name: 'Go to payment' }).click()
    const summary = page.getByRole('region', { name: 'Order summary' })
    await expect(summary).toContainText(product.name)
    await expect(summary.locator('s')).toHaveCount(0)
  },
)

visit('the bell counts the notices that are unread @full', async ({ page }) => {
  await signIn(page)
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Notifications, 4' }).click()
  await expect(page.getByText(PROMISE)).toBeVisible()
  const read = page.getByRole('button', { name: 'Notifications, 0' })
  await expect(read).toBeVisible()
  await page.reload()
  await expect(read).toBeVisible()
})

function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('The demo has no such product.')
  return thing
}

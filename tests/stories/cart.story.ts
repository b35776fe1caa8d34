import type { Page, Route } from '@playwright/test'
import { QUANTITY_MAX } from '#contract/limits.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { recordShifts, shiftsOf } from './layout-shifts.ts'
import {
  type Account,
  expect,
  FAILED_REQUESTS,
  oneInCart,
  ordersOf,
  products,
  removeButton,
  test,
  toast,
} from './story.ts'

test('quantities, the total, and a removed line @phone-full @firefox', async ({ page }) => {
  const { account, product: one } = await oneInCart(page)
  const [, two = one] = await products(page.request, 2)
  await account.call('POST', '/api/user/cart', { cart: two.id })
  await page.goto('/carts')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText('Home>Carts')
  const line = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { level: 2, name: one.name }),
  })
  await expect(line.getByText('13', { exact: true })).toBeVisible()
  await expect(line.getByText('23%')).toBeVisible()
  const decrease = line.getByRole('button', { name: /^Decrease quantity/ })
  await expect(decrease).toBeDisabled()
  await decrease.press('Enter')
  await expect(decrease).toBeFocused()

  const saves: string[] = []
  page.on('response', (reply) => {
    if (reply.request().method() === 'PUT') saves.push(reply.url())
  })
  await line.getByRole('button', { name: /^Increase quantity/ }).dblclick({ delay: 50 })
  const total = (one.price * 300 + two.price * 100) / 100
  const words = Number.isInteger(total) ? String(total) : total.toFixed(2)
  await expect(page.getByRole('button', { name: `Order (${words}$)` })).toBeVisible()
  await expect.poll(() => saves, 'both clicks are sent as one').toHaveLength(1)
  await page.getByRole('button', { name: 'Add a note' }).click()
  // Typed, since Playwright's `fill` sets the value in Firefox in a way that React does not notice.
  await page.getByLabel('Note').pressSequentially('Ring twice')
  await page.reload()
  await expect(page.getByLabel('Note')).toHaveValue('Ring twice')
  await expect(line.getByRole('status').or(line.locator('output'))).toHaveText('3')
  await expect(line).toContainText(`3 × ${formatPrice(one.price)}`)

  await removeButton(page, two).click()
  await expect(toast(page, 'Cart deleted succefully.')).toBeVisible()
  await expect(page.getByRole('heading', { name: two.name })).toHaveCount(0)
  await expect(removeButton(page, one)).toBeFocused()
  await expect(page.getByText('Fast delivery - 24 hours to major cities').first()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'My orders' }).click()
  await expect(page).toHaveURL(/\/orders$/)
})

test('adding beyond the maximum quantity says so, instead of that it was added @full', async ({
  page,
}) => {
  const { account, product } = await oneInCart(page)
  const lines = [{ id: product.id, quantity: QUANTITY_MAX }]
  await account.call('POST', '/api/user/cart/join', { lines })
  const cart = page.waitForResponse('**/api/user/cart')
  await page.goto(`/product/${product.id}`)
  await cart
  await page
    .getByRole('button', { name: `Add to cart: ${product.name}` })
    .first()
    .click()
  await expect(toast(page, /maximum quantity of this product/)).toBeVisible()
  await expect(toast(page, 'Cart added successfuly.')).toHaveCount(0)
})

test('an order placed right after a click has the new quantity, once, and nothing jumps', async ({
  page,
}) => {
  const { account } = await oneInCart(page)
  await recordShifts(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/api\/user\/(cart|order)/.test(request.url()) && request.method() !== 'GET') {
      sent.push(request.method())
    }
  })
  await page.goto('/carts')
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await page.getByRole('button', { name: /^Order \(/ }).dblclick()
  await expect(toast(page, 'Order submitted successfully')).toBeVisible()
  await page.waitForURL('/orders')
  expect(sent).toEqual(['PUT', 'POST'])
  expect((await ordersOf(account)).map(({ quantity }) => quantity)).toEqual([2])
  await expect(page.getByRole('button', { name: 'Shopping bag, 0 new' })).toBeVisible()
  await expect(page.getByRole('link', { name: /View orders details/ })).toBeVisible()
  expect(await shiftsOf(page)).toEqual([])
})

test('lines being ordered stay in view while the reply is late, though the cart is empty already @full', async ({
  page,
}) => {
  const { product } = await oneInCart(page)
  await recordShifts(page)
  await page.goto('/carts')
  await page.waitForLoadState('networkidle')
  await page.route(/\/api\/user\/order$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const emptied = page.waitForResponse(/\/api\/user\/cart$/)
    const response = await route.fetch()
    await (await emptied).finished()
    await page.waitForTimeout(600)
    await route.fulfill({ response })
  })
  const reply = page.waitForResponse(/\/api\/user\/order$/)
  await page.getByRole('button', { name: /^Order \(/ }).click()
  await reply
  await expect(toast(page, 'Order submitted successfully')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { name: product.name })).toBeVisible()
  await page.waitForURL('/orders')
  expect(await shiftsOf(page)).toEqual([])
})

test('a list that was requested before a click does not undo it @full', async ({ page }) => {
  await oneInCart(page)
  await page.goto('/carts')
  await page.waitForLoadState('networkidle')
  // Before the route, because the page may ask by itself, for instance once its socket is open.
  const listed = page.waitForResponse(/\/api\/user\/cart$/)
  await page.route(
    /\/api\/user\/cart$/,
    async (route) => {
      const response = await route.fetch()
      await page.getByRole('button', { name: /^Increase quantity/ }).click()
      await route.fulfill({ response })
    },
    // Once: the page asks again if the quantity is saved before the list has arrived.
    { times: 1 },
  )
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/api/user/order') && request.method() === 'POST',
  )
  await page.evaluate(() => {
    window.dispatchEvent(new Event('visibilitychange'))
  })
  await listed
  await page.getByRole('button', { name: /^Order \(/ }).click()
  expect((await sent).postDataJSON().orders[0].quantity).toBe(2)
})

test('a line removed right after a click is gone @full', async ({ page }) => {
  await oneInCart(page)
  await page.goto('/carts')
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await removeButton(page).click()
  await expect(page.getByRole('main').getByText('Your cart is empty')).toBeVisible()
})

test('two clicks in one task count twice, right before the page is reloaded, too @full', async ({
  page,
}) => {
  const { account } = await oneInCart(page)
  await page.goto('/carts')
  const increase = page.getByRole('button', { name: /^Increase quantity/ })
  await increase.waitFor()
  // In one task, so that the delayed save cannot run before the reload, even if the machine pauses.
  await increase.evaluate((button: HTMLElement) => {
    button.click()
    button.click()
    window.location.reload()
  })
  await expect.poll(() => quantities(account)).toEqual([3])
})

test('of two saves at once, the last choice arrives last @full', async ({ page }) => {
  const { account } = await oneInCart(page)
  await page.goto('/carts')
  const saves: Route[] = []
  await page.route(/\/api\/user\/cart\/\d+$/, (route) => {
    saves.push(route)
    // Holds the first two saves, so that the story can let them arrive in the wrong order.
    return saves.length > 2 ? route.continue() : undefined
  })
  const increase = page.getByRole('button', { name: /^Increase quantity/ })
  await increase.click()
  await expect.poll(() => saves).toHaveLength(1)
  // In one task, so that the delayed save cannot begin to wait for the first one, even if the machine pauses.
  await increase.evaluate((button: HTMLElement) => {
    button.click()
    window.dispatchEvent(new Event('pagehide'))
  })
  await expect.poll(() => saves, 'a page that is closed waits for nothing').toHaveLength(2)
  const arrived = page.waitForResponse((reply) => reply.request().method() === 'PUT')
  await saves[1]?.continue()
  await arrived
  await saves[0]?.continue()

  await expect.poll(() => saves, 'the last choice is saved again').toHaveLength(3)
  await expect.poll(() => quantities(account)).toEqual([3])
  await expect(page.getByRole('main').locator('output')).toHaveText('3')
})

test.describe('an order that is refused', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('for more than the stock says so line by line, and the cart is kept', async ({ page }) => {
    const { product } = await oneInCart(page)
    const soldOut = [{ id: product.id, name: product.name, available: 0 }]
    const message = 'Not enough in stock.'
    await orderRefused(page, { status: 409, error: 'out_of_stock', message, products: soldOut })
    await expect(page.getByRole('alert')).toContainText(`${product.name}: none left`)
    await expect(page.getByRole('heading', { name: product.name })).toBeVisible()
  })

  test('for too many unpaid ones links to them @full', async ({ page }) => {
    await oneInCart(page)
    const message = 'You have too many unpaid orders.'
    await orderRefused(page, { error: 'unpaid_orders', message })
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(message)
    await alert.getByRole('link', { name: 'My orders' }).click()
    await expect(page).toHaveURL('/orders')
  })

  async function orderRefused(page: Page, json: object): Promise<void> {
    await page.route('**/api/user/order', (route) => route.fulfill({ status: 409, json }))
    await page.goto('/carts')
    await page.getByRole('button', { name: /^Order \(/ }).click()
    await expect(toast(page, 'Something went wrong')).toBeVisible()
  }
})

async function quantities(account: Account): Promise<number[]> {
  const { Carts } = await account.call<{ Carts: { quantity: number }[] }>('GET', '/api/user/cart')
  return Carts.map(({ quantity }) => quantity)
}

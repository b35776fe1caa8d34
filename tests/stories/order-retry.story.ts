/** The response to an order is lost: whatever the customer does next, the order is placed once. */
import type { Page, Route } from '@playwright/test'
import type { Address } from '#contract/addresses.ts'
import { LONDON } from './addresses.ts'
import {
  type Account,
  expect,
  FAILED_REQUESTS,
  ordersOf,
  products,
  signIn,
  test,
  toast,
} from './story.ts'

test.use({ expectedErrors: FAILED_REQUESTS })

const ORDERS = '**/api/user/order'
const CART = /\/api\/user\/cart$/
const UNHEARD = "We didn't get a response. Check your orders before trying again."
const WAIT = 'Too many attempts. Try again in a minute.'

for (const reached of [true, false]) {
  const where = reached ? 'reply' : 'request'
  const tags = reached ? '@firefox' : '@firefox @full'
  test(`a lost ${where} and another address: one set of orders, to the last one ${tags}`, async ({
    page,
  }) => {
    const account = await twoInCart(page)
    const sent = await loseFirstOrder(page, { reached })
    await order(page)
    await expect(toast(page, 'Error submitting order')).toBeVisible()
    await expect(page.getByRole('alert')).toContainText(UNHEARD)
    await chooseOffice(page)
    await order(page)
    await expect(toast(page, 'Order submitted successfully')).toBeVisible()
    await page.waitForURL('/orders')

    expect(await placed(account)).toEqual(['Office', 'Office'])
    expect(new Set(sent.map(({ key }) => key)).size, 'one key').toBe(1)
    expect(new Set(sent.map(({ body }) => body)).size, 'one body').toBe(1)
  })
}

test('the cart is left after a lost reply, and ordered from again: one set of orders @full', async ({
  page,
}) => {
  const account = await twoInCart(page)
  await loseFirstOrder(page, { reached: true })
  await order(page)
  await page.getByRole('alert').getByRole('link', { name: 'My orders' }).click()
  await expect(page).toHaveURL('/orders')
  await page.goBack()
  await order(page)
  await page.waitForURL('/orders')
  expect(await placed(account)).toEqual(['Home', 'Home'])
})

test('a repetition that was refused for a minute is still a repetition @full', async ({ page }) => {
  const account = await twoInCart(page)
  await loseFirstOrder(page, { reached: true })
  await order(page)
  await expect(page.getByRole('alert')).toContainText(UNHEARD)
  await page.route(
    ORDERS,
    (route) =>
      isPost(route) ? route.fulfill({ status: 429, json: { message: WAIT } }) : route.fallback(),
    { times: 1 },
  )
  await order(page)
  await expect(page.getByRole('alert')).toContainText(WAIT)
  await order(page)
  await page.waitForURL('/orders')
  expect(await placed(account)).toEqual(['Home', 'Home'])
})

test('a quantity changed after a lost reply orders nothing more @full', async ({ page }) => {
  const account = await twoInCart(page)
  await loseFirstOrder(page, { reached: true })
  await order(page)
  await expect(page.getByRole('alert')).toContainText(UNHEARD)
  await page.unroute(CART)
  await page
    .getByRole('button', { name: /^Increase quantity/ })
    .first()
    .click()
  await order(page)
  await expect(page.getByRole('alert')).toContainText(UNHEARD)
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  expect(await placed(account)).toEqual(['Home', 'Home'])
})

test('an address that cannot be changed any more is no failed order @full', async ({ page }) => {
  const account = await twoInCart(page)
  await loseFirstOrder(page, { reached: true })
  await order(page)
  await chooseOffice(page)
  await page.route(/\/api\/user\/order\/\d+\/address$/, (route) => route.abort())
  await order(page)
  await expect(toast(page, 'Order submitted successfully')).toBeVisible()
  await expect(
    toast(page, "We couldn't change the address. You can change it on the order page."),
  ).toBeVisible()
  await page.waitForURL('/orders')
  expect(await placed(account)).toEqual(['Home', 'Home'])
})

interface Sent {
  key: string | undefined
  body: string | null
}

/**
 * Loses the response to the first order if `reached`, otherwise its request. Also stops the cart from loading again, so
 * that its lines stay, as after a lost connection.
 * @returns the orders that the page sends.
 */
async function loseFirstOrder(page: Page, { reached }: { reached: boolean }): Promise<Sent[]> {
  const sent: Sent[] = []
  await page.route(CART, (route) => route.abort())
  await page.route(ORDERS, async (route) => {
    if (!isPost(route)) return route.fallback()
    const request = route.request()
    sent.push({ key: request.headers()['idempotency-key'], body: request.postData() })
    if (sent.length > 1) return route.fallback()
    if (reached) await route.fetch()
    return route.abort()
  })
  return sent
}

function isPost(route: Route): boolean {
  return route.request().method() === 'POST'
}

/** A customer on the cart page with two products and two addresses: Home, which is the default, and Office. */
async function twoInCart(page: Page): Promise<Account> {
  const account = await signIn(page)
  for (const name of ['Home', 'Office']) {
    await account.call('POST', '/api/user/addresses', { ...LONDON, name })
  }
  for (const { id } of await products(page.request, 2)) {
    await account.call('POST', '/api/user/cart', { cart: id })
  }
  await page.goto('/carts')
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Home')
  await page.waitForLoadState('networkidle')
  return account
}

async function order(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Order \(/ }).click()
}

async function chooseOffice(page: Page): Promise<void> {
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByRole('button', { name: 'Change the delivery address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Office').click()
  await dialog.getByRole('button', { name: 'Deliver here' }).click()
  await expect(summary).toContainText('Office')
}

async function placed(account: Account): Promise<Array<Address['name'] | undefined>> {
  return (await ordersOf(account)).map(({ address }) => address?.name)
}

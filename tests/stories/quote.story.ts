/** The cart shows the server's prices, and no order is placed at a total that was not shown. */
import type { Page } from '@playwright/test'
import type { BodyOf } from '#contract/endpoint.ts'
import type { quoteOrder } from '#contract/orders.ts'
import type { Quote } from '#contract/quote.ts'
import { buttonAmount } from '#web/cart/total.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { expect, FAILED_REQUESTS, oneInCart, orderButton, ordersOf, test } from './story.ts'

test.use({ expectedErrors: FAILED_REQUESTS })

// Ignores errors of a quote that is still pending when its story ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('if delivery is free, the summary is as specified @full', async ({ page }) => {
  const { price } = (await oneInCart(page)).product
  await changeQuotes(page, (quote) => ({ ...quote, deliveries: quote.deliveries.slice(0, 1) }))
  await page.goto('/carts')
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByText('Total', { exact: true })).toBeVisible()
  await expect(summary.getByText('Delivery', { exact: true })).toHaveCount(0)
  await expect(summary).toContainText(formatPrice(price))
  await expect(orderButton(page)).toContainText(buttonAmount(price))
})

test('a total that has changed is shown before it is ordered @full', async ({ page }) => {
  const { account, product } = await oneInCart(page)
  const { price } = product
  await changeQuotes(page, (quote) => {
    for (const line of quote.lines) line.price -= 1
    return { ...quote, total: quote.total - 1 }
  })
  await page.goto('/carts')
  await expect(page.getByText('Price changed from')).toBeVisible()
  await expect(orderButton(page)).toContainText(buttonAmount(price - 1))
  await orderButton(page).click()

  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Your total has changed. Review it, then order again.')
  await expect(alert).toContainText(`${priceInText(price - 1)}, now ${priceInText(price)}`)
  await expect(orderButton(page)).toContainText(buttonAmount(price))
  expect(await ordersOf(account)).toHaveLength(0)
  await orderButton(page).click()
  await page.waitForURL('/orders')
  expect(await ordersOf(account)).toHaveLength(1)
})

test('of two shipping methods one is chosen, and its fee is in the total @full', async ({
  page,
}) => {
  const { price } = (await oneInCart(page)).product
  await changeQuotes(page, withCourier)
  await page.goto('/carts')
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByRole('radio', { name: /^Standard/ })).toBeChecked()
  await summary.getByRole('radio', { name: /^Courier/ }).check()
  await expect(summary).toContainText('1 to 2 days')
  await expect(orderButton(page)).toContainText(buttonAmount(price + 5))
  await expect(summary).toContainText('$5.00')
  const sent = page.waitForRequest('**/api/user/order')
  await orderButton(page).click()
  expect((await sent).postDataJSON()).toMatchObject({ delivery: COURIER.id, total: price + 5 })
})

test('a line says what is left, and an address where the shop does not deliver @full', async ({
  page,
}) => {
  const { price } = (await oneInCart(page)).product
  let available = 9
  await changeQuotes(page, (quote) => {
    for (const line of quote.lines) line.available = available
    return { ...quote, deliveries: [], delivery: null }
  })
  await page.goto('/carts')
  await expect(page.getByText("We don't deliver to this address yet.")).toBeVisible()
  const increase = page.getByRole('button', { name: /^Increase quantity/ })
  await increase.click()
  // Other customers buy while the page is open. The page checks the stock again every ten seconds.
  available = 1
  await expect(page.getByText('Only 1 left.')).toBeVisible({ timeout: 20_000 })
  await expect(increase).toBeDisabled()
  await expect(orderButton(page)).toContainText(buttonAmount(price))
  available = 0
  await expect(page.getByText('Sold out.')).toBeVisible({ timeout: 20_000 })
})

const COURIER = {
  id: 999_999,
  name: 'Courier',
  name_ar: 'مندوب',
  fee: 5,
  days: { min: 1, max: 2 },
}

function withCourier(quote: Quote, body: BodyOf<typeof quoteOrder>): Quote {
  const deliveries = [...quote.deliveries, COURIER]
  if (body.delivery !== COURIER.id) return { ...quote, deliveries }
  const total = quote.items + COURIER.fee
  return { ...quote, deliveries, delivery: COURIER.id, deliveryFee: COURIER.fee, total }
}

async function changeQuotes(
  page: Page,
  change: (quote: Quote, body: BodyOf<typeof quoteOrder>) => Quote,
): Promise<void> {
  await page.route('**/api/user/quote', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const json = { data: change(data, route.request().postDataJSON()), message: null }
    await route.fulfill({ response, json })
  })
}

/** The server goes down and comes back: every page shows the same quiet state and recovers by itself. */
import type { Page } from '@playwright/test'
import { testIn } from './own-shop.ts'
import { anOrder, aProduct, expect, FAILED_REQUESTS, keepSession, signIn } from './story.ts'

const test = testIn()
test.describe.configure({ mode: 'serial' })
test.use({
  expectedErrors: new RegExp(
    `${FAILED_REQUESTS.source}|WebSocket|ERR_|ChunkError|part of the page`,
  ),
})

const failure = (page: Page) => page.getByText("Couldn't load this content").first()
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' }).first()

test('pages whose data did not load recover when the server is back @full', async ({
  page: first,
  context,
  shop,
}) => {
  const account = await signIn(first)
  const product = await aProduct(first.request)
  const order = await anOrder(account, product)
  await account.call('POST', '/api/user/cart', { cart: product.id })
  const card = (page: Page) => page.getByRole('main').getByRole('article').first()
  const heading = (name: string) => (page: Page) => page.getByRole('heading', { name }).first()
  const screens = [
    { path: '/', shown: card },
    { path: `/product/${product.id}`, shown: heading(product.name) },
    { path: '/carts', shown: heading('Summary') },
    { path: '/orders', shown: (page: Page) => page.getByRole('main').getByText(product.name) },
    { path: `/order-preview/${order.id}`, shown: heading('Progress') },
    { path: '/user/product/show?category=All&search=phone', shown: card },
    { path: '/product-by-categroy/Phones', shown: card },
  ]
  const pages: Page[] = []
  for (const { path } of screens) {
    const page = await context.newPage()
    // The page loads, but not its data, as if the server went down in between.
    await page.route(/\/api\/(?!config|auth)/, (route) => route.abort())
    await keepSession(page, account.token)
    await page.goto(path)
    await expect(failure(page)).toBeVisible()
    await expect(retry(page)).toBeVisible()
    pages.push(page)
  }
  await shop.kill()
  for (const page of pages) await page.unrouteAll()
  // First, the pages must notice that the server is down.
  await Promise.all(pages.map((page) => page.waitForEvent('requestfailed')))
  await shop.restart()
  await Promise.all(
    screens.map(async ({ path, shown }, index) => {
      const page = pages[index] as Page
      await expect(shown(page), path).toBeVisible()
      await expect(failure(page), path).toHaveCount(0)
    }),
  )
})

test('a screen whose code did not load recovers as well, and so does the header @full', async ({
  page,
  shop,
}) => {
  await signIn(page)
  await page.goto('/profile')
  await expect(page.getByLabel('City')).toBeVisible()
  // The real-time code loads only when the page is idle.
  await page.waitForLoadState('networkidle')
  await shop.kill()
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('link', { name: 'Contact' }).first().click()
  await expect(failure(page)).toBeVisible()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  await shop.restart()
  await expect(page.getByRole('heading', { level: 1, name: /Contact/ })).toBeAttached()
})

test('requests to a server that fails are retried with growing pauses @full', async ({ page }) => {
  await signIn(page)
  const asked: number[] = []
  await page.route(/\/api\/products\?/, (route) => {
    asked.push(Date.now())
    return asked.length > 3
      ? route.continue()
      : route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Busy.' } })
  })
  await page.goto('/product-by-categroy/Phones')
  await expect(failure(page)).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(pauses[1]).toBeGreaterThan(1900)
  expect(pauses[2]).toBeGreaterThan(3900)
})

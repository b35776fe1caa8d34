/** Without a connection, the last content seen is still readable, and the page says how old it is. */
import type { Page } from '@playwright/test'
import {
  addButton,
  expect,
  FAILED_REQUESTS,
  oneInCart,
  orderButton,
  ordersOf,
  prefer,
  test,
  toast,
} from './story.ts'

// Requests fail on purpose. If the code of a screen cannot be loaded, the page logs an error of its own (lazy-part.ts).
test.use({
  serviceWorkers: 'allow',
  expectedErrors: new RegExp(
    `${FAILED_REQUESTS.source}|WebSocket|ERR_|ChunkError|part of the page`,
  ),
})

const picture = /\/media\/.+avif/
const notice = /^No connection\. Showing a copy saved (\d+) minutes? ago\.$/

test('pages that were seen are readable without a connection, and nothing is ordered @full', async ({
  page,
  context,
}) => {
  await prefer(page, {})
  const { account, product } = await oneInCart(page)
  const card = page.getByRole('main').getByRole('article').first()
  const said = page.getByText(notice)
  await page.goto('/product-by-categroy/Phones')
  await expect(card).toBeVisible()
  // The service worker starts after the first page has loaded, so the page tells it what to cache.
  await expect.poll(() => kept(page)).toContainEqual(expect.stringContaining('/api/products?'))
  await page.goto(`/product/${product.id}`)
  await expect(addButton(page, product)).toBeEnabled()
  await expect.poll(() => kept(page)).toContainEqual(expect.stringMatching(picture))
  await page.goto('/carts')
  await expect(orderButton(page)).toBeEnabled()

  await context.setOffline(true)
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await expect(toast(page, /^Couldn't update the quantity/)).toBeVisible()
  await expect(page.getByRole('group', { name: /^Quantity of/ })).toHaveText('1')
  await orderButton(page).click()
  await expect(toast(page, 'Error submitting order')).toBeVisible()
  await page.clock.install({ time: Date.now() + 20 * 60_000 })
  for (const [path, shown] of [
    [`/product/${product.id}`, page.getByRole('heading', { name: product.name }).first()],
    ['/product-by-categroy/Phones', card],
  ] as const) {
    await page.goto(path)
    await expect(shown).toBeVisible()
    await expect(said).toHaveText(/ 20 minutes ago/)
    await expect
      .poll(() => page.getByRole('main').locator('img').first().evaluate(isDrawn))
      .toBe(true)
  }
  await page.goto(`/product/${product.id}`)
  await addButton(page, product).click()
  await expect(toast(page, 'Cart added failed.')).toBeVisible()
  await page.goto('/orders')
  await expect(page.getByText("Couldn't load this content").first()).toBeVisible()

  // Nothing that is personal to this account may be cached.
  const own = (await kept(page)).filter((one) => one.includes(account.username))
  expect([own, (await kept(page)).filter((one) => /^\S+\/api\/(user|auth)/.test(one))]).toEqual([
    [],
    [],
  ])

  await page.goto(`/product/${product.id}`)
  await expect(said).toBeVisible()
  await context.setOffline(false)
  await expect(said).toHaveCount(0)
  await expect(addButton(page, product)).toBeEnabled()
  expect(await ordersOf(account)).toEqual([])
})

function isDrawn(image: Element): boolean {
  return (image as HTMLImageElement).naturalWidth > 0
}

/** @returns each cached response's URL, followed by its body if it is a document or an API response. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found = []
    for (const kind of await caches.keys()) {
      const cache = await caches.open(kind)
      for (const request of await cache.keys()) {
        const isText = kind === 'document' || kind === 'answer'
        const text = isText && (await (await cache.match(request))?.text())
        found.push(`${request.url} ${text || ''}`)
      }
    }
    return found
  })
}

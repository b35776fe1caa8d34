/** Unusual data that must not break a screen: long names, odd prices, no pictures, many lines. */

import type { Product } from '#contract/catalog.ts'
import { aProduct, expect, prefer, signIn, test } from './story.ts'

const LONG =
  'Orvane Ultra Professional Noise-Canceling Over-Ear Wireless Headphones with Lossless Codec, Travel Case and a Donaudampfschifffahrtsgesellschaftskapitän edition cable'

test('a long price leaves the words of the button beside it on one line @phone @full', async ({
  page,
}) => {
  await signIn(page)
  const product = await aProduct(page.request)
  await page.route(/\/api\/products\?/, async (route) => {
    const reply = await route.fetch()
    const body: { products: Product[] } = await reply.json()
    body.products = body.products.map((each) => ({ ...each, price: 1_250_000, quantity: 1 }))
    await route.fulfill({ json: body })
  })
  for (const locale of ['en', 'ar']) {
    await prefer(page, { locale })
    await page.goto(`/product-by-categroy/${product.category}`)
    const card = page.getByRole('main').getByRole('article').first()
    await expect(card.getByText('$1,250,000.00')).toBeVisible()
    const lines = await card.locator('button', { hasText: /cart|السلة/ }).evaluate((button) => {
      const words = document.createRange()
      words.selectNodeContents(button.lastChild ?? button)
      return words.getClientRects().length
    })
    expect(lines).toBe(1)
  }
})

test('long names, 12,345.67 and 0.5, and no picture @phone @full', async ({ page }) => {
  await signIn(page)
  const product = await aProduct(page.request)
  await page.route(/\/api\/products\?/, async (route) => {
    const reply = await route.fetch()
    const body: { products: Product[] } = await reply.json()
    body.products = body.products.map((each, index) => ({
      ...each,
      name: index % 2 ? LONG : 'X',
      price: index % 2 ? 12_345.67 : 0.5,
      compare_at_price: index % 3 ? null : 99_999.99,
      profileImage: null,
    }))
    await route.fulfill({ json: body })
  })
  await page.goto(`/product-by-categroy/${product.category}`)
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.nth(1).getByText('$12,345.67')).toBeVisible()
  await expect(cards.nth(0).getByText('$0.50')).toBeVisible()
  // Compares only a phone's first row, because products in other rows may have an extra line.
  const heights = () =>
    cards.evaluateAll((all) => new Set(all.slice(0, 2).map((card) => card.clientHeight)).size)
  await expect.poll(heights).toBe(1)
  for (const inner of await cards.nth(1).locator('*').all()) {
    const [card, box] = [await cards.nth(1).boundingBox(), await inner.boundingBox()]
    if (!card || !box || box.width < 2) continue
    expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width + 1)
  }
})

/** Rare data that must not break a screen: long names, odd prices, no pictures, many lines. */

import type { CartItem } from '#contract/cart-item.ts'
import type { Product } from '#contract/catalog.ts'
import type { Quote } from '#contract/quote.ts'
import { aProduct, expect, signIn, test } from './story.ts'

const LONG =
  'Orvane Ultra Professional Noise-Cancelling Over-Ear Wireless Headphones with Lossless Codec, Travel Case and a Donaudampfschifffahrtsgesellschaftskapitän edition cable'

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
  const heights = await cards.evaluateAll((all) => all.slice(0, 4).map((card) => card.clientHeight))
  expect(new Set(heights).size).toBe(1)
  for (const inner of await cards.nth(1).locator('*').all()) {
    const [card, box] = [await cards.nth(1).boundingBox(), await inner.boundingBox()]
    if (!card || !box || box.width < 2) continue
    expect(box.x + box.width).toBeLessThanOrEqual(card.x + card.width + 1)
  }
})

test('a cart of sixty lines @phone @full', async ({ page }) => {
  await signIn(page)
  const product = await aProduct(page.request)
  const lines: CartItem[] = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    name: index % 2 ? LONG : 'X',
    name_ar: 'سماعات',
    img: index % 3 ? product.profileImage : null,
    profileImage: null,
    price: index % 2 ? 12_345.67 : 0.5,
    added_price: index % 2 ? 12_345.67 : 0.5,
    compare_at_price: null,
    quantity: 99,
    user_id: 1,
    isRead: false,
    description: LONG.repeat(3),
    description_ar: '',
    created_at: new Date().toISOString(),
  }))
  await page.route(/\/api\/user\/cart$/, (route) => route.fulfill({ json: { Carts: lines } }))
  // The server has other products under these ids.
  await page.route('**/api/user/quote', (route) =>
    route.fulfill({ json: { data: quoteOf(lines), couponProblem: null, message: null } }),
  )
  await page.goto('/carts')
  await expect(page.getByRole('main').getByRole('button', { name: /^Remove/ })).toHaveCount(60)
  await expect(page.getByRole('button', { name: 'Shopping bag, 60 new' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order (36668124.90$)' })).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(width).toBeLessThanOrEqual(0)
})

function quoteOf(lines: readonly CartItem[]): Quote {
  const cents = (line: CartItem) => Math.round(line.price * 100) * line.quantity
  const total = lines.reduce((sum, line) => sum + cents(line), 0) / 100
  return {
    lines: lines.map(({ id, name, name_ar, price, quantity }) => ({
      ...{ Product: id, name, name_ar, price, quantity },
      total: Math.round(price * 100 * quantity) / 100,
      available: quantity,
    })),
    items: total,
    deliveries: [],
    tax: null,
    payments: ['online'],
    cashMax: null,
    delivery: null,
    deliveryFee: 0,
    coupon: null,
    discount: 0,
    total,
  }
}

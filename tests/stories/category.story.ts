import { expect, signIn, test } from './story.ts'

test('a category shows its own products, page after page, with prices in the currency of the shop @phone-full', async ({
  page,
}) => {
  await signIn(page)
  // Changes the currency in the document, because the demo's currency is fixed once the demo has orders.
  await page.addInitScript(() => {
    const parse = JSON.parse
    JSON.parse = (text: string, ...more) =>
      parse(text.replace('"currency":"USD"', '"currency":"EUR"'), ...more)
  })
  await page.route(/\/api\/products\?/, (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '10')
    return route.continue({ url: url.href })
  })
  await page.goto('/product-by-categroy/Accessories')
  await expect(page.getByRole('heading', { name: 'Category: Accessories' })).toBeVisible()
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first()).toContainText(/€[\d,]+\.\d\d/)
  await expect(cards).toHaveCount(10)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(cards).toHaveCount(20)
  await page.evaluate(() => localStorage.setItem('barq-locale', 'ar'))
  await page.reload()
  await expect(cards.first()).toContainText(/\d\.\d\d\s€/)
})

test('products of another category in the response are left out @full', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/products?*', async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    body.products[0].category = 'Phones'
    await route.fulfill({ json: body })
  })
  const answer = page.waitForResponse('**/api/products?*')
  await page.goto('/product-by-categroy/Electronics')
  const { products } = await (await answer).json()
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(products.length - 1)
})

test('the cards of a row end together on a phone, and nothing lies on their pictures @full', async ({
  page,
}) => {
  await signIn(page)
  const cards = page.getByRole('main').getByRole('article')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/product-by-categroy/Phones')
    await expect(cards.first()).toBeVisible()
    const seen = await cards.evaluateAll((all) =>
      all.map((card) => {
        const picture = card.querySelector('img')?.getBoundingClientRect() ?? new DOMRect()
        const covers = [...card.querySelectorAll('p, button')].filter((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return top < picture.bottom - 1 && bottom > picture.top + 1
        })
        const buttons = [...card.querySelectorAll('button')]
        return {
          top: Math.round(card.getBoundingClientRect().top),
          foot: Math.round(buttons.at(-1)?.getBoundingClientRect().bottom ?? 0),
          covers: covers.map((one) => one.outerHTML),
        }
      }),
    )
    expect(seen.flatMap(({ covers }) => covers)).toEqual([])
    for (const row of Map.groupBy(seen, ({ top }) => top).values()) {
      expect(new Set(row.map(({ foot }) => foot)).size, `${width} px`).toBe(1)
    }
    expect(new Set(seen.map(({ top }) => top)).size).toBeLessThan(seen.length)
  }
})

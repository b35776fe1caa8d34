import { expect, signIn, test } from './story.ts'

test('a category shows its own products, page after page @phone-full', async ({ page }) => {
  await signIn(page)
  await page.goto('/product-by-categroy/Accessories')
  await expect(page.getByRole('heading', { name: 'Category: Accessories' })).toBeVisible()
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first()).toBeVisible()
  const shown = await cards.count()
  const more = page.getByRole('button', { name: 'Show more' })
  if (await more.isVisible()) {
    await more.click()
    await expect.poll(() => cards.count()).toBeGreaterThan(shown)
  }
})

test('products of another category in the response are left out', async ({ page }) => {
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

/** Brand and subcategory pages: product lists under the name of the brand or subcategory. */
import type { ProductPage } from '#contract/product-lists.ts'
import { expect, signIn, test } from './story.ts'

test('a product leads to the page of its brand and of its type @phone-full @full', async ({
  page,
}) => {
  const account = await signIn(page)
  const { products } = await account.call<ProductPage>(
    'GET',
    '/api/products?search=orvane%20one&category=Phones',
  )
  const [product, sibling] = products.filter(({ family_id }) => family_id)
  await page.goto(`/product/${product?.id}`)
  const more = page.getByRole('region', { name: 'More from Phones' })
  await expect(more.getByRole('article').first()).toBeVisible()
  await expect(more.getByRole('article').filter({ hasText: sibling?.name ?? '' })).toHaveCount(0)
  await page.getByRole('link', { name: 'More from Orvane' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orvane')
  await expect(page).toHaveTitle(/Orvane/)
  await expect(page).toHaveURL(/brand=\d+/)
  const logo = page.locator('main img[src*="/brands/"]')
  await expect(logo).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.goBack()
  await page.getByRole('link', { name: 'Smartphones' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Smartphones')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.locator('main').getByRole('link', { name: 'Phones', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Category: Phones')
})

import { priceInText } from '#web/i18n/left-to-right.ts'
import {
  admin,
  aProduct,
  expect,
  keepSession,
  signIn,
  suggestionsNamed,
  test,
  type,
} from './story.ts'

test('words and category lead to results that can be filtered and sorted @firefox', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Phones')
  await type(page.getByRole('combobox', { name: 'Search products' }), 'phone')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/product\/show\?category=Phones&search=phone$/)
  await expect(page.getByRole('heading', { name: 'Results for “phone”' })).toBeVisible()
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first()).toBeVisible()

  await page.getByLabel('Sort by').selectOption('price')
  await expect(page).toHaveURL(/sort=price/)
  await type(page.getByLabel('Max price'), '100')
  await page.getByLabel('Max price').press('Enter')
  await expect(page).toHaveURL(/maxPrice=100/)
  await page.getByLabel('In stock only').click({ force: true })
  await expect(page).toHaveURL(/inStock=true/)
  await page.goBack()
  await expect(page).toHaveURL(/maxPrice=100$/)
  await expect(page.getByLabel('In stock only')).not.toBeChecked()
  await page.goForward()
  await expect(page).toHaveURL(/inStock=true/)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page).not.toHaveURL(/maxPrice/)
})

test('suggestions appear while typing and work by keyboard @firefox', async ({ page }) => {
  await signIn(page)
  const product = await aProduct(page.request)
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Search products' })
  const words = product.name.slice(0, 12).trim()
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).searchParams.get('q') === words,
  )
  await field.pressSequentially(words, { delay: 20 })
  await (await answered).finished()
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  const options = list.getByRole('option')
  await expect(suggestionsNamed(page, product.name)).toHaveCount(1)
  await expect(field).toHaveAttribute('aria-expanded', 'true')

  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(list.getByRole('option', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const name = await options.first().textContent()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\/\d+$/)
  // The previous screen stays until the product's screen has loaded.
  const heading = page.getByRole('heading', { level: 1 })
  await expect.poll(async () => name?.includes((await heading.textContent()) ?? '?')).toBe(true)
})

test('an outdated request is aborted @full', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/products/suggest?q=or&*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue().catch(() => {})
  })
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Search products' })
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('q=or&'))
  await field.fill('or')
  await page.waitForRequest('**/api/products/suggest?q=or&*')
  await field.fill('orvane')
  await aborted
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(/orvane/i)
})

test('a price in words is a filter or leads to the nearest, and unmatched search terms are named @full', async ({
  page,
}) => {
  await signIn(page)
  const main = page.getByRole('main')
  for (const [words, notice] of [
    ['gift under 50', `Nothing under ${priceInText(50)}. Prices start at ${priceInText(79)}.`],
    [
      'purple spaceship headphones',
      'Nothing matches “purple, spaceship”. Showing results for the rest of your search.',
    ],
  ] as const) {
    await page.goto(`/user/product/show?category=All&search=${encodeURIComponent(words)}`)
    await expect(main.getByRole('status').filter({ hasText: notice })).toBeVisible()
    await expect(main.getByRole('article').first()).toBeVisible()
  }
  await page.goto('/user/product/show?category=All&search=watch+under+300')
  await expect(main.getByText(/up to .\$300/)).toBeVisible()
  await expect(main.getByText(/^Nothing/)).toHaveCount(0)
})

test('an empty result says so and offers a correction @full', async ({ page }) => {
  await signIn(page)
  await page.route('**/api/products?*search=fone*', (route) =>
    route.fulfill({
      json: {
        products: [],
        total: 0,
        facets: { category: {} },
        nextCursor: null,
        didYouMean: 'phone',
      },
    }),
  )
  await page.goto('/user/product/show?category=All&search=fone')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('link', { name: 'Did you mean phone?' }).click()
  await expect(page.getByRole('heading', { name: 'Results for “phone”' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})

test("an admin's search has its own results, with stock and tools @full", async ({ page }) => {
  const { token } = await admin(page.request)
  await keepSession(page, token, 'admin')
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Top Products' }).getByRole('article').first()
  await expect(card.getByText(/^Available \d+ · Sold \d+%$/)).toBeVisible()
  expect(Math.round((await card.boundingBox())?.height ?? 0)).toBe(450)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search products' }).fill('phone')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/product\/show\/All\?category=All&search=phone$/)
  const result = page.getByRole('main').getByRole('article').first()
  await expect(result.getByText(/Sold \d+%$/)).toBeVisible()
  await expect(result.getByRole('link', { name: /^Edit/ })).toBeVisible()
  await expect(result.getByRole('link', { name: /^Delete/ })).toBeVisible()
  await expect(result.getByRole('button', { name: /^Add to cart/ })).toHaveCount(0)
})

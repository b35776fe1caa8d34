import { expect, prefer, signIn, test } from './story.ts'

const PHONES = '/product-by-categroy/Phones'

test('a category is filtered by brand, storage and type, and each filter can be removed', async ({
  page,
}) => {
  await signIn(page)
  await page.goto(PHONES)
  const main = page.getByRole('main')
  const count = main.getByRole('status').first()
  const cards = main.getByRole('article')

  await expect(main.getByRole('group', { name: /^Price \S/ })).toBeVisible()
  await expect(main.getByRole('group', { name: /^Battery \(mAh\) \S/ })).toBeVisible()
  await main.getByRole('checkbox', { name: 'Orvane' }).check()
  await expect(count).toHaveText('8 products')
  const storage = main.getByRole('group', { name: 'Storage' })
  await storage.getByRole('checkbox', { name: '256 GB' }).check()
  await storage.getByRole('checkbox', { name: '512 GB' }).check()
  await expect(count).toHaveText('5 products')
  await expect(cards).toHaveCount(5)
  // A brand's count respects the storage filter, but not the brand filter.
  const zelmora = main.locator('label', { hasText: 'Zelmora' })
  await expect(zelmora).toContainText('4')
  await main.getByLabel('Sort by').selectOption('Price, low to high')
  await expect(cards.first()).toContainText('Orvane Slim')

  const address = new URL(page.url())
  expect(address.pathname).toBe(PHONES)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    brand: expect.stringMatching(/^\d+$/),
    attributes: expect.stringMatching(/^\d+:256,512$/),
    sort: 'price',
  })
  await page.reload()
  await expect(count).toHaveText('5 products')
  await main.getByRole('button', { name: 'Remove filter: Orvane' }).click()
  await expect(count).toHaveText('10 products')
  await expect(main.getByRole('button', { name: /^Remove filter: .*256/ })).toBeFocused()
  await main.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(main.getByRole('heading', { name: 'Filters' })).toBeFocused()
  await expect(main.getByRole('list', { name: 'Filters' })).toHaveCount(0)
  // The number varies, because other stories may be adding phones.
  await expect(count).toHaveText(/^[2-9]\d products$/)
})

test('filters that leave nothing say so and can be cleared @full', async ({ page }) => {
  await signIn(page)
  await page.goto(`${PHONES}?minPrice=1&maxPrice=2`)
  const main = page.getByRole('main')
  await expect(main.getByText('No products').last()).toBeVisible()
  await main.getByRole('button', { name: 'Clear all filters' }).last().click()
  await expect(main.getByRole('article').first()).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Filters' })).toBeFocused()
})

test('on a phone the filters are a sheet that says what they leave @phone-full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  await page.goto(PHONES)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: 'Terruk' }).check()
  await sheet.getByRole('button', { name: 'Clear all filters' }).press('Enter')
  await expect(sheet.getByRole('button', { name: /^Show/ })).toBeFocused()
  await sheet.getByRole('checkbox', { name: 'Terruk' }).check()
  await sheet.getByRole('button', { name: 'Show 4 products' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
  await expect(main.getByRole('article')).toHaveCount(4)
  await main.getByRole('button', { name: 'Remove filter: Terruk' }).press('Enter')
  await expect(main.getByRole('list', { name: 'Filters' })).toHaveCount(0)
  await expect(main.getByRole('button', { name: 'Filters', exact: true })).toBeFocused()
})

test('a search is filtered by the attributes of its category, in Arabic too @full', async ({
  page,
}) => {
  await signIn(page)
  await prefer(page, { locale: 'ar' })
  await page.goto('/user/product/show?category=Phones&search=orvane')
  const main = page.getByRole('main')
  await main.getByRole('checkbox', { name: 'IP68' }).check()
  await expect(main.getByRole('status').first()).toHaveText('منتج واحد')
  await expect(
    main.getByRole('button', { name: 'إزالة التصفية: مقاومة الماء: IP68' }),
  ).toBeVisible()

  const least = main.getByLabel('أدنى سعر')
  await least.fill('١٬٥٠٠٫٥')
  await least.press('Enter')
  await expect(page).toHaveURL(/minPrice=1500\.5/)
  await expect(least).toHaveValue('1500.5')
  await main.getByLabel('الفئة').selectOption('All')
  await expect(main.getByRole('button', { name: /IP68/ })).toHaveCount(0)
})

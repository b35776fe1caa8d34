import type { Page } from '@playwright/test'
import {
  expect,
  fillSignIn,
  idsOf,
  letVisitorsBrowse,
  prefer,
  register,
  signIn,
  test,
  toast,
} from './story.ts'
import { tooWide } from './too-wide.ts'

const table = (page: Page) => page.getByRole('table')
const removeFirst = (page: Page) =>
  page
    .getByRole('button', { name: /^Remove: / })
    .first()
    .click()
const toggles = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Compare: / })

test('products are chosen on cards, compared and taken out again @phone-full @full', async ({
  page,
}) => {
  await signIn(page)
  // The filter hides products that other stories add: they have no ratings, and no specifications to compare.
  await page.goto('/product-by-categroy/Phones?minRating=2')
  for (const place of [0, 1]) {
    await toggles(page).nth(place).click()
    await expect(toggles(page).nth(place)).toHaveAttribute('aria-pressed', 'true')
  }
  await page.getByRole('link', { name: 'Compare (2)' }).click()

  await expect(page).toHaveURL(/\/user\/compare\?ids=\d+,\d+$/)
  await expect(table(page).getByRole('columnheader')).toHaveCount(2)
  const rows = table(page).getByRole('rowheader')
  await expect(rows.first()).toBeAttached()

  await removeFirst(page)
  await expect(page).toHaveURL(/\/user\/compare\?ids=\d+$/)
  await expect(table(page).getByRole('columnheader')).toHaveCount(1)
  await page.getByRole('link', { name: 'Add another product' }).click()
  await expect(page.getByRole('link', { name: 'Compare (1)' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear comparison' }).click()
  await expect(page.getByRole('link', { name: /^Compare \(/ })).toHaveCount(0)
})

test('a removed product is no longer chosen, however soon the customer leaves @full', async ({
  page,
}) => {
  await signIn(page)
  const [one = 0, two = 0] = await idsOf(page.request, 'Phones', 2)
  await page.goto(`/user/compare?ids=${one},${two}`)
  await expect(table(page).getByRole('columnheader')).toHaveCount(2)
  // Never answers the request for the comparison of the remaining product.
  await page.route(/\/api\/products\/compare\?ids=\d+$/, () => {})
  await removeFirst(page)
  await page.getByRole('link', { name: 'Add another product' }).click()
  await expect(page.getByRole('link', { name: 'Compare (1)' })).toBeVisible()
})

test('at most four, and only of one category @full', async ({ page }) => {
  await signIn(page)
  await page.goto('/product-by-categroy/Phones')
  for (const place of [0, 1, 2, 3, 4]) await toggles(page).nth(place).click()
  await expect(toast(page, 'You can compare up to 4 products.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Compare (4)' })).toBeVisible()

  await page.goto('/product-by-categroy/Electronics')
  await toggles(page).first().click()
  await expect(toast(page, 'You can only compare products in the same category.')).toBeVisible()
})

test('what cannot be compared leaves the address, and is named @full', async ({ page }) => {
  await signIn(page)
  const [one = 0, two = 0] = await idsOf(page.request, 'Phones', 2)
  const [other = 0] = await idsOf(page.request, 'Electronics', 1)
  await page.goto(`/user/compare?ids=${one},999999,${other},${two}`)
  await expect(page).toHaveURL(new RegExp(`\\?ids=${one},${two}$`))
  await expect(page.getByText('1 product is no longer sold.')).toBeVisible()
  await expect(page.getByText('You can only compare products in the same category.')).toBeVisible()
  await page.goto('/user/compare?ids=x')
  await expect(page.getByText('Nothing to compare yet')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Phones' })).toBeVisible()
})

test('the choice on a product page is the account’s own @full', async ({ page }) => {
  await signIn(page)
  const [one] = await idsOf(page.request, 'Phones', 1)
  await page.goto(`/product/${one}`)
  await toggles(page).first().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Compare (1)' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Compare (1)' })).toBeVisible()
  await page.evaluate(() =>
    sessionStorage.setItem(
      'barq-compare',
      sessionStorage.getItem('barq-compare')?.replace(/"user":\d+/, '"user":1') ?? '',
    ),
  )
  await page.reload()
  await expect(toggles(page).first()).toHaveAttribute('aria-pressed', 'false')
})

test('names stay in view while a phone scrolls through four products, in Arabic @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await prefer(page, { locale: 'ar' })
  await signIn(page)
  const ids = await idsOf(page.request, 'Phones', 4)
  await page.goto(`/user/compare?ids=${ids.join()}`)
  const names = table(page).getByRole('columnheader')
  await expect(names).toHaveCount(4)
  await expect(names.nth(0)).toBeInViewport({ ratio: 0.95 })
  await expect(names.nth(1)).toBeInViewport({ ratio: 0.95 })
  // A strip of the third product hints that there are more.
  await expect(names.nth(2)).toBeInViewport({ ratio: 0.1 })
  await expect(names.nth(2)).not.toBeInViewport({ ratio: 0.5 })
  expect(await tooWide(page)).toEqual([])

  // The page scrolls vertically, not the table.
  await table(page).getByRole('rowheader').last().scrollIntoViewIfNeeded()
  await expect(names.first()).toBeInViewport({ ratio: 0.5 })
  const values = table(page).getByRole('rowgroup').last()
  await values.evaluate((element) => element.scrollBy({ left: -element.scrollWidth }))
  await expect(names.last()).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByText('3–4 من 4')).toBeAttached()
})

test('a visitor compares, and the choice stays after the sign-in @full', async ({ page }) => {
  await letVisitorsBrowse(page)
  const [one, two] = await idsOf(page.request, 'Phones', 2)
  const open = page.getByRole('link', { name: /^Compare \(/ })
  for (const id of [one, two]) {
    await page.goto(`/product/${id}`)
    await toggles(page).first().click()
    await expect(toggles(page).first()).toHaveAttribute('aria-pressed', 'true')
  }
  await open.click()
  await expect(table(page).getByRole('columnheader')).toHaveCount(2)
  await removeFirst(page)
  await fillSignIn(page, await register(page.request))
  await toast(page, 'Sign in successfuly.').waitFor()
  await page.goto(`/product/${two}`)
  await expect(open).toHaveText('Compare (1)')
})

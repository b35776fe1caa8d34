/** Empty, invalid and early states: what a screen shows without data, or before its code has loaded. */
import { volume } from '#tests/kit/volume.ts'
import { expect, prefer, signIn, test } from './story.ts'

// Milliseconds between two key presses, and until the code arrives. React delays showing loaded code by up to 300 ms;
// typing `orvane` takes less, about as long, or longer.
const PACES = volume([70], [30, 45, 70, 95, 120])
const DELAYS = volume([0, 300], [0, 150, 300, 700, 1500])

test('no letter typed before the search bar has loaded is lost, nor Enter @full', async ({
  page,
}) => {
  await signIn(page)
  let delay = 0
  let held = 0
  await page.route(/\/assets\/SearchBar.*\.js/, async (route) => {
    held++
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue()
  })
  const field = page.getByRole('combobox', { name: 'Search products' })
  for (delay of DELAYS) {
    for (const pace of PACES) {
      await page.goto('/contact')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.keyboard.type('orvane', { delay: pace })
      await expect(field, `${pace} ms a letter, code after ${delay} ms`).toHaveValue('orvane')
      await page.keyboard.type(' one')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/search=orvane(?:%20|\+)one$/)
    }
  }
  expect(held).toBe(DELAYS.length * PACES.length)
  delay = 1500
  await page.goto('/contact')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.keyboard.type('orv')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=orv$/)
})

test('two prices that are filled in at once both count @full', async ({ page }) => {
  await signIn(page)
  await page.goto('/user/product/show?category=All&search=')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await page.evaluate(() => {
    const fields = document.querySelectorAll<HTMLInputElement>('main input[inputmode=decimal]')
    fields.forEach((field, index) => {
      field.focus()
      field.value = String(100 * (index + 1))
      field.blur()
    })
  })
  await expect(page).toHaveURL(/minPrice=100&maxPrice=200/)
})

test('an invalid price range is shown at the fields and not requested @full', async ({ page }) => {
  await signIn(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/.*minPrice=500/.test(request.url())) asked.push(request.url())
  })
  await page.goto('/user/product/show?category=All&search=&minPrice=500&maxPrice=100')
  const max = page.getByLabel('Max price')
  await expect(max).toHaveAccessibleDescription('The minimum price is higher than the maximum.')
  await expect(max).toHaveAttribute('aria-invalid', 'true')
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear all filters' })).toHaveCount(0)
})

test('an empty result offers popular products and a way to clear the filters @full', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/user/product/show?category=Phones&search=phone&minPrice=90000')
  await expect(page.getByText('No results')).toBeVisible()
  const popular = page.getByRole('region', { name: 'Popular in Phones' })
  await expect(popular.getByRole('article').first()).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Clear all filters' }).last().click()
  await expect(page).not.toHaveURL(/minPrice/)
  await expect(page.getByText('No results')).toHaveCount(0)
})

test('each tab of the orders says what it is for @full', async ({ page }) => {
  await signIn(page)
  await page.goto('/orders')
  await expect(page.getByText('as soon as you place them')).toBeVisible()
  await page.getByRole('tab', { name: 'Delivered' }).click()
  await expect(page.getByText('Delivered and canceled orders appear here.')).toBeVisible()
})

test('a password can be shown, in both languages @full', async ({ page }) => {
  await prefer(page, { locale: 'ar' })
  await page.goto('/sign-in')
  const field = page.getByLabel('كلمة المرور', { exact: true })
  const toggle = page.getByRole('button', { name: 'إظهار كلمة المرور' })
  await field.fill('a long password')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect(field).toHaveAttribute('type', 'text')
  await toggle.click()
  await expect(field).toHaveAttribute('type', 'password')
})

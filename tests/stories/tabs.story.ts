import {
  expect,
  FAILED_REQUESTS,
  logIn,
  products,
  register,
  signIn,
  somebody,
  test,
} from './story.ts'

test('signing in reaches another tab that shows the form @full', async ({ page, context }) => {
  const person = somebody()
  await register(page.request, person)
  await page.goto('/sign-in')
  const other = await context.newPage()
  await other.goto('/sign-up')
  await expect(other.getByRole('contentinfo')).toBeVisible()

  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()

  await expect(other).toHaveURL(/\/$/)
  await expect(other.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('after a change of account, other tabs show nothing of the first', async ({
  page,
  context,
}) => {
  const first = await signIn(page)
  const second = somebody()
  await register(page.request, second)
  const { token } = await logIn(page.request, second)
  await page.goto('/contact')
  // Until then it would join the channel of the first account with the token of the second.
  await expect(page.locator('html')).toHaveAttribute('data-live', 'true')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByLabel('Email')).toHaveValue(first.email)
  await expect(other.locator('html')).toHaveAttribute('data-live', 'true')

  await page.evaluate((kept) => localStorage.setItem('access_token', kept), token)

  await expect(other.getByLabel('Email')).toHaveValue(second.email)
  await expect(other.getByText(first.email)).toHaveCount(0)
})

test('products ordered in one window leave the cart of the other @full', async ({
  page,
  context,
}) => {
  const account = await signIn(page)
  const [product] = await products(page.request, 1)
  await account.call('POST', '/api/user/cart', { cart: product?.id })
  const other = await context.newPage()
  for (const window of [page, other]) {
    await window.goto('/carts')
    await expect(window.locator('html')).toHaveAttribute('data-live', 'true')
    await expect(window.getByRole('button', { name: /^Increase quantity/ })).toBeVisible()
  }

  await page.getByRole('button', { name: /^Order \(/ }).click()

  await expect(other.getByText('Your cart is empty')).toBeVisible()
  await page.waitForURL('/orders')
})

test.describe('a session that is ended on another device', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('ends in every tab at the next request of one @full', async ({ page, context }) => {
    const account = await signIn(page)
    await page.goto('/contact')
    const other = await context.newPage()
    await other.goto('/contact')
    await account.call('POST', '/api/auth/logout')

    await page.getByRole('link', { name: 'Phones' }).first().click()

    await expect(page).toHaveURL(/\/sign-in$/)
    await expect(other).toHaveURL(/\/sign-in$/)
  })
})

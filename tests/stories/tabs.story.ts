import {
  anAccount,
  expect,
  expectLive,
  FAILED_REQUESTS,
  fillSignIn,
  oneInCart,
  register,
  removeButton,
  signIn,
  test,
} from './story.ts'

test('signing in reaches another tab that shows the form @full', async ({ page, context }) => {
  const person = await register(page.request)
  const other = await context.newPage()
  await other.goto('/sign-up')
  await expect(other.getByRole('contentinfo')).toBeVisible()

  await fillSignIn(page, person)

  await expect(other).toHaveURL(/\/$/)
  await expect(other.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('after a change of account, other tabs show nothing from the first @full', async ({
  page,
  context,
}) => {
  const first = await signIn(page)
  const second = await anAccount(page.request)
  await page.goto('/contact')
  // Waits, because the page might otherwise join the first account's channel with the second account's token.
  await expectLive(page)
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByLabel('Email')).toHaveValue(first.email)
  await expectLive(other)

  await page.evaluate((kept) => localStorage.setItem('access_token', kept), second.token)

  await expect(other.getByLabel('Email')).toHaveValue(second.email)
  await expect(other.getByText(first.email)).toHaveCount(0)
})

test('products ordered in one window leave the cart of the other @full', async ({
  page,
  context,
}) => {
  await oneInCart(page)
  const other = await context.newPage()
  for (const window of [page, other]) {
    await window.goto('/carts')
    await expectLive(window)
    await expect(window.getByRole('button', { name: /^Increase quantity/ })).toBeVisible()
  }

  await page.getByRole('button', { name: /^Order \(/ }).click()

  await expect(other.getByText('Your cart is empty')).toBeVisible()
  await page.waitForURL('/orders')
})

test('a quantity changed and a line removed in one window are so in the other @full', async ({
  page,
  context,
}) => {
  const { product } = await oneInCart(page)
  const other = await context.newPage()
  for (const window of [page, other]) {
    await window.goto('/carts')
    await expectLive(window)
  }

  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  await expect(other.getByRole('main').locator('output')).toHaveText('2')

  await removeButton(page, product).click()
  await expect(other.getByText('Your cart is empty')).toBeVisible()
})

test('a profile form saves only what was changed in it @full', async ({ page }) => {
  const account = await signIn(page)
  await page.goto('/profile')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  const { username, email } = account
  // Stands for another tab, of which this one has not heard.
  await account.call('PUT', '/api/auth/user/update', { username, email, country: 'UAE' })

  await page.getByLabel('City').fill('Dubai')
  await page.getByRole('button', { name: 'Update information' }).click()

  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await expect(page.getByLabel('Country')).toHaveValue('UAE')
  await expect(page.getByLabel('City')).toHaveValue('Dubai')
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

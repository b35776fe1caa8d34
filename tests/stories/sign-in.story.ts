import { expect, FAILED_REQUESTS, fillSignIn, register, test, toast } from './story.ts'

test('empty fields are reported, and the loading flag stays until the form is edited', async ({
  page,
}) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  const loading = page.getByRole('status').filter({ hasText: 'Loading' })
  await expect(loading).toBeVisible()

  // While the loading status is shown, the form can be edited and sent.
  await page.getByLabel('Email').fill('sara@example.com')
  await expect(loading).toHaveCount(0)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Email is required')).toHaveCount(0)
  await expect(page.getByText('Password is required')).toBeVisible()
})

test.describe('a wrong email and password', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('get the same answer for every mistake, and the form keeps the input @firefox', async ({
    page,
  }) => {
    await fillSignIn(page, { email: 'nobody@example.com', password: 'not my password' })
    await expect(toast(page, 'Bad credentials')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
    await expect(page.getByLabel('Email')).toHaveValue('nobody@example.com')
    await expect(page).toHaveURL(/\/sign-in$/)
  })
})

test('the right email and password lead home after three seconds @firefox', async ({ page }) => {
  const person = await register(page.request)
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  const reply = page.waitForResponse('**/api/auth/login')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(toast(page, 'Sign in successfuly.')).toBeVisible()
  await page.waitForURL('/')
  const { startTime, responseEnd } = (await reply).request().timing()
  expect(Date.now() - startTime - responseEnd).toBeGreaterThan(2900)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  expect(stored).toMatchObject({ account_type: 'customer', access_token: expect.any(String) })
})

test('the links to the other screens @full', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot Your Password?' }).click()
  await expect(page).toHaveURL(/\/password\/reset$/)
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign up', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-up$/)
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(toast(page, "Google sign-in isn't available in this shop.")).toBeVisible()
})

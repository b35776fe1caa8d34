import { expect, FAILED_REQUESTS, register, test, toast } from './story.ts'

test.describe('the form', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('reports empty fields, then a wrong password, and leads home three seconds after the right one @firefox', async ({
    page,
  }) => {
    const person = await register(page.request)
    await page.goto('/sign-in')
    const email = page.getByLabel('Email')
    const password = page.getByLabel('Password', { exact: true })
    const login = page.getByRole('button', { name: 'Login' })
    await login.click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    await expect(email).toBeFocused()
    const loading = page.getByRole('status').filter({ hasText: 'Loading' })
    await expect(loading).toBeVisible()

    // While the loading status is shown, the form can be edited and sent.
    await email.fill(person.email)
    await expect(loading).toHaveCount(0)
    await login.click()
    await expect(page.getByText('Email is required')).toHaveCount(0)
    await expect(page.getByText('Password is required')).toBeVisible()

    await password.fill('not my password')
    await login.click()
    await expect(toast(page, 'Bad credentials')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText('Wrong email or password.')
    await expect(email).toHaveValue(person.email)
    await expect(page).toHaveURL(/\/sign-in$/)

    await password.fill(person.password)
    const reply = page.waitForResponse('**/api/auth/login')
    await password.press('Enter')
    await expect(toast(page, 'Sign in successfuly.')).toBeVisible()
    await page.waitForURL('/')
    const { startTime, responseEnd } = (await reply).request().timing()
    expect(Date.now() - startTime - responseEnd).toBeGreaterThan(2900)
    const stored = await page.evaluate(() => ({ ...localStorage }))
    expect(stored).toMatchObject({ account_type: 'customer', access_token: expect.any(String) })
  })
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

import {
  addButton,
  expect,
  FAILED_REQUESTS,
  fillSignUp,
  prefer,
  somebody,
  test,
  toast,
} from './story.ts'

test.describe('errors', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('an error is shown under its field, and the input is kept @firefox', async ({ page }) => {
    const sara = { username: 'Sara', email: 'not an address', password: 'short' }
    const button = await fillSignUp(page, sara, 'shorter')
    await expect(page.getByRole('heading', { name: 'Register a New Account' })).toBeVisible()
    await button.click()

    const email = page.getByLabel('Email')
    const password = page.getByLabel('Password', { exact: true })
    await expect(email).toHaveAttribute('aria-invalid', 'true')
    await expect(email).toBeFocused()
    await expect(email).toHaveAccessibleDescription(/\w/)
    await expect(password).toHaveAccessibleDescription('Password must have at least 8 characters.')
    await expect(page.getByLabel('Username')).toHaveValue('Sara')
    await expect(email).toHaveValue('not an address')
    await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('')
    await expect(page).toHaveURL(/\/sign-up$/)
  })

  test("the shop's errors are in the page's language @firefox @full", async ({ page }) => {
    await prefer(page, { locale: 'ar' })
    await page.goto('/sign-up')
    await page.getByLabel('كلمة المرور', { exact: true }).fill('short')
    await page.getByRole('main').locator('button[type=submit]').click()
    await expect(page.getByLabel('اسم المستخدم')).toHaveAccessibleDescription(/[\u0600-\u06ff]/)
    await expect(page.getByLabel('البريد الإلكتروني')).toHaveAccessibleDescription(
      /[\u0600-\u06ff]/,
    )
  })
})

test('a double click opens one account and leads to sign-in @firefox', async ({ page }) => {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/register')) sent += 1
  })
  await (await fillSignUp(page, somebody())).dblclick()

  await expect(toast(page, 'Sign up successfuly.')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(page.getByLabel('Email')).toHaveValue(/@/)
  expect(sent).toBe(1)
})

test('what was typed is still there after a look at another page, except the passwords', async ({
  page,
}) => {
  const sara = somebody()
  await fillSignUp(page, sara)
  await page.getByRole('button', { name: 'Show password' }).first().click()
  await page.getByLabel('Password', { exact: true }).pressSequentially('!')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click()

  await expect(page.getByLabel('Username')).toHaveValue(sara.username)
  await expect(page.getByLabel('Email')).toHaveValue(sara.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
  expect(stored).not.toContain(sara.password)

  await page.getByLabel('Password', { exact: true }).fill(sara.password)
  await page.getByLabel('Password confirmation').fill(sara.password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Username')).toHaveValue('')
})

test('the storefront is shown beside the form, and its cards ask for an account @full', async ({
  page,
}) => {
  await page.goto('/sign-up')
  await expect(page.getByRole('region', { name: 'Highlights' })).toBeVisible()
  const top = page.getByRole('region', { name: 'Top Products' })
  await addButton(top).click()
  await expect(toast(page, 'Please login to your account.')).toBeVisible()
  const heart = top.getByRole('button', { name: /^Favourite/ }).first()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

import { expect, FAILED_REQUESTS, prefer, register, somebody, test, toast } from './story.ts'

test.describe('errors', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('an error is shown under its field, and the input is kept @firefox', async ({ page }) => {
    await page.goto('/sign-up')
    await expect(page.getByRole('heading', { name: 'Register a New Account' })).toBeVisible()
    await page.getByLabel('Username').fill('Sara')
    await page.getByLabel('Email').fill('not an address')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByLabel('Password confirmation').fill('shorter')
    await page.getByRole('button', { name: 'Register' }).click()

    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Email')).toBeFocused()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/\w/)
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      /at least 8 characters\./i,
    )
    await expect(page.getByLabel('Username')).toHaveValue('Sara')
    await expect(page.getByLabel('Email')).toHaveValue('not an address')
    await expect(page).toHaveURL(/\/sign-up$/)
  })

  test('a taken address is reported', async ({ page }) => {
    const person = somebody()
    await register(page.request, person)
    await page.goto('/sign-up')
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Email').fill(person.email.toUpperCase())
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Password confirmation').fill(person.password)
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/taken/)
  })

  test('the shop refuses in the language of the page @firefox @full', async ({ page }) => {
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
  const person = somebody()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/register')) sent += 1
  })
  await page.goto('/sign-up')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password confirmation').fill(person.password)
  await page.getByRole('button', { name: 'Register' }).dblclick()

  await expect(toast(page, 'Sign up successfuly.')).toBeVisible()
  await expect(page).toHaveURL(/\/sign-in$/)
  expect(sent).toBe(1)
})

test('the storefront is shown beside the form, and its cards ask for an account', async ({
  page,
}) => {
  await page.goto('/sign-up')
  await expect(page.getByRole('region', { name: 'Highlights' })).toBeVisible()
  const top = page.getByRole('region', { name: 'Top Products' })
  await top
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(toast(page, 'Please login to your account.')).toBeVisible()
  const heart = top.getByRole('button', { name: /^Favourite/ }).first()
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
})

import { linkTo } from './mailbox.ts'
import { expect, FAILED_REQUESTS, logIn, register, somebody, test } from './story.ts'

test('a forgotten password is replaced by the link in the mail', async ({ page }) => {
  const person = somebody()
  await register(page.request, person)
  await page.goto('/password/reset')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()

  await page.goto(await linkTo(page.request, person.email, '/password/reset'))
  await page.getByLabel('New password').fill('another long password')
  await page.getByLabel('Password confirmation').fill('another long password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible()
  const account = await logIn(page.request, { ...person, password: 'another long password' })
  expect(account.token).toBeTruthy()
})

test.describe('a link that no longer works', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('shows that and offers a new one @full', async ({ page }) => {
    await page.goto('/password/reset#an-old-token')
    await page.getByLabel('New password').fill('another long password')
    await page.getByLabel('Password confirmation').fill('another long password')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This link no longer works. Request a new one.',
    )
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  })
})

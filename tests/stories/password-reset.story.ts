import type { Page } from '@playwright/test'
import { expect, FAILED_REQUESTS, logIn, register, test } from './story.ts'

const PASSWORD = 'another long password'

test('a forgotten password is replaced by the link in the mail, which the demo shows @phone-full', async ({
  page,
}) => {
  const person = await register(page.request)
  await page.goto('/password/reset')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()

  await page.getByRole('link', { name: 'Open the demo inbox' }).click()
  await expect(page.getByRole('heading', { name: 'Demo inbox' })).toBeVisible()
  const mails = page.getByRole('navigation', { name: 'All emails' })
  await mails
    .getByRole('link', { name: /Set a new password/ })
    .filter({ hasText: person.email })
    .click()
  await expect(page.getByRole('heading', { name: /Set a new password/ })).toBeFocused()
  await page.getByRole('link', { name: 'Open link' }).click()
  await expect(page).toHaveURL(/\/password\/reset#/)

  await setPassword(page)
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible()
  expect((await logIn(page.request, { ...person, password: PASSWORD })).token).toBeTruthy()
})

test.describe('a link that no longer works', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('shows that and offers a new one @full', async ({ page }) => {
    await page.goto('/password/reset#an-old-token')
    await setPassword(page)
    await expect(page.getByRole('alert')).toHaveText(
      'This link no longer works. Request a new one.',
    )
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  })
})

async function setPassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Password confirmation').fill(PASSWORD)
  await page.getByRole('button', { name: 'Save password' }).click()
}

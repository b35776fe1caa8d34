import { linkTo } from './mailbox.ts'
import { expect, FAILED_REQUESTS, signIn, test } from './story.ts'

// Taking a change back ends the page's own session, and an old link is refused.
test.use({ expectedErrors: FAILED_REQUESTS })

test('a changed e-mail is confirmed, and taken back by the one of before', async ({ page }) => {
  const account = await signIn(page)
  const moved = `new-${account.email}`
  await page.goto('/profile')
  await page.getByLabel('Email').fill(moved)
  await page.getByRole('button', { name: 'Update information' }).click()
  const saved = page.getByRole('status').filter({ hasText: 'Saved' })
  await expect(saved).toContainText('within 7 days')

  await page.goto(await linkTo(page.request, moved, '/email/confirm'))
  await page.getByRole('button', { name: 'Confirm the email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeFocused()

  await page.goto(await linkTo(page.request, account.email, '/email/undo'))
  await page.getByRole('button', { name: 'Undo change' }).click()
  await expect(page.getByRole('heading', { name: 'Email change undone' })).toBeFocused()
})

test.describe('a link that does not work any more', () => {
  for (const address of ['/email/confirm#old', '/email/undo#old']) {
    test(`${address} says so, without an account`, async ({ page }) => {
      await page.goto(address)
      await page.getByRole('main').getByRole('button').click()
      await expect(page.getByRole('alert')).toContainText('This link does not work any more')
    })
  }
})

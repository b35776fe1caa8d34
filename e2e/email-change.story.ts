import type { APIRequestContext } from '@playwright/test'
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

  await page.goto(await linkFor(page.request, moved, 'confirm'))
  await page.getByRole('button', { name: 'Confirm the email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeFocused()

  await page.goto(await linkFor(page.request, account.email, 'undo'))
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is as before' })).toBeFocused()
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

/** Path and fragment of the link that a mail to this address has. */
async function linkFor(request: APIRequestContext, email: string, action: 'confirm' | 'undo') {
  let link = ''
  const look = async () => {
    const { mails } = await (await request.get('/api/demo/mails')).json()
    for (const { id, to } of mails as { id: number; to: string }[]) {
      if (!to.includes(email)) continue
      const { text } = await (await request.get(`/api/demo/mails/${id}`)).json()
      link = new RegExp(`/email/${action}#\\S+`).exec(text)?.[0] ?? link
    }
    return link
  }
  await expect.poll(look, { timeout: 15_000 }).not.toBe('')
  return link
}

import { linkTo } from './mailbox.ts'
import { expect, FAILED_REQUESTS, signIn, test, toast } from './story.ts'

// Reverting a change ends the page's own session, and an old link is rejected.
test.use({ expectedErrors: FAILED_REQUESTS })

test('a new email is pending until its link is opened, and the earlier one can undo it @full', async ({
  page,
}) => {
  const account = await signIn(page)
  const moved = `new-${account.email}`
  await page.goto('/profile')
  await page.getByLabel('Email').fill(`mistyped-${account.email}`)
  await page.getByRole('button', { name: 'Update information' }).click()
  const saved = page.getByRole('status').filter({ hasText: 'Saved' })
  await expect(saved).toContainText('within 7 days')
  const waits = page.getByRole('region', { name: 'Confirm your new email' })
  await expect(waits).toContainText(`Until you open it, your account keeps using ${account.email}.`)
  await waits.getByRole('button', { name: 'Keep current email' }).click()
  await expect(waits).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await page.getByLabel('Email').fill(moved)
  await page.getByRole('button', { name: 'Update information' }).click()
  await waits.getByRole('button', { name: 'Send the link again' }).click()
  await expect(toast(page, 'The link is on its way.')).toBeVisible()
  await page.getByLabel('City').fill('Dubai')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update information' }).click()
  await expect(saved).toBeVisible()
  await expect(waits).toBeVisible()

  await page.goto(await linkTo(page.request, moved, '/email/confirm'))
  await page.getByRole('button', { name: 'Confirm email' }).click()
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Continue shopping' }).click()
  await page.waitForURL('/')
  await page.goto('/profile')
  await expect(page.getByRole('definition').filter({ hasText: moved })).toBeVisible()

  await page.goto(await linkTo(page.request, account.email, '/email/undo'))
  await page.getByRole('button', { name: 'Undo change' }).click()
  await expect(page.getByRole('heading', { name: 'Email change undone' })).toBeFocused()
})

test('a profile open in another window follows the confirmed email @full', async ({ page }) => {
  const account = await signIn(page)
  const moved = `new-${account.email}`
  const { username } = await account.call<{ username: string }>('GET', '/api/auth/user')
  await account.call('PUT', '/api/auth/user/update', { username, email: moved })
  await page.goto('/profile')
  const waits = page.getByRole('region', { name: 'Confirm your new email' })
  await expect(waits).toBeVisible()
  await page.getByLabel('City').fill('Typed meanwhile')

  const other = await page.context().newPage()
  await other.goto(await linkTo(page.request, moved, '/email/confirm'))
  await other.getByRole('button', { name: 'Confirm email' }).click()
  await expect(other.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  // Playwright gives every window the focus, so this event never fires by itself.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))

  await expect(waits).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(moved)
  await expect(page.getByLabel('City')).toHaveValue('Typed meanwhile')
})

test.describe('a link that no longer works', () => {
  for (const address of ['/email/confirm#old', '/email/undo#old']) {
    test(`${address} says so, without an account @full`, async ({ page }) => {
      await page.goto(address)
      await page.getByRole('main').getByRole('button').click()
      await expect(page.getByRole('alert')).toContainText('This link has expired')
    })
  }
})

import { expect, signIn, test } from './story.ts'

// The pending subscription may be rejected, since the token is already revoked.
test.use({ expectedErrors: /401 .*\/broadcasting\// })

test('signing out in one tab reaches the other, and revokes the token', async ({
  page,
  context,
}) => {
  const account = await signIn(page)
  const other = await context.newPage()
  await page.goto('/contact')
  await other.goto('/profile')
  await expect(other.getByRole('heading', { name: 'My profile details' })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(other).toHaveURL(/\/sign-in$/)
  expect(await other.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
  const headers = { authorization: `Bearer ${account.token}` }
  expect((await page.request.get('/api/auth/user', { headers })).status()).toBe(401)
})

test('the Logout link of the profile does the same @full', async ({ page }) => {
  await signIn(page)
  // The browser would log an error for a request that is still pending when the token is revoked.
  const devices = page.waitForResponse('**/api/auth/sessions')
  await page.goto('/profile')
  await devices
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
})

import { mailTo } from './mailbox.ts'
import { admin, expect, FAILED_REQUESTS, keepSession, logIn, signIn, test, toast } from './story.ts'

// The wrong password and the closed account's token are both rejected.
test.use({ expectedErrors: FAILED_REQUESTS })

test('an account is deleted by its password, in every tab @phone-full @full', async ({
  page,
  context,
}) => {
  const account = await signIn(page)
  await page.goto('/profile')
  const other = await context.newPage()
  await other.goto('/contact')
  const asks = page.getByRole('button', { name: 'Delete my account' })
  await asks.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Keep my account' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(asks).toBeFocused()
  await asks.press('Enter')
  await expect(dialog).toContainText('Kept without your name: your orders')
  const password = dialog.getByLabel('Your password')
  await expect(password).toBeFocused()

  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription(/Password is required/)
  await password.fill('not it')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription(/isn't your account's password/)
  await expect(password).toBeFocused()

  await password.fill(account.password)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()

  await expect(page).toHaveURL(/\/sign-in$/)
  await expect(toast(page, 'Your account was deleted.')).toBeVisible()
  await expect(other).toHaveURL(/\/sign-in$/)
  for (const tab of [page, other]) {
    const kept = await tab.evaluate(() => [
      localStorage.getItem('access_token'),
      localStorage.getItem('account_type'),
    ])
    expect(kept).toEqual([null, null])
  }
  expect((await logIn(page.request, account)).token).toBeUndefined()
  await mailTo(page.request, account.email, /was deleted$/)
})

test('deleting is not offered to the staff @full', async ({ page }) => {
  await keepSession(page, (await admin(page.request)).token, 'admin')
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeDisabled()
  await expect(
    page.getByText(
      "Another owner must remove you from the staff first. If you're the only owner, make someone else an owner.",
    ),
  ).toBeVisible()
})

test('the shared account of the demo cannot be deleted @full', async ({ page }) => {
  const demo = { username: '', email: 'customer@barq.example', password: 'lightning' }
  await keepSession(page, (await logIn(page.request, demo)).token)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByLabel('Your password').fill(demo.password)
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('alert')).toContainText("This account can't be deleted")
})

import { anAccount, answerToken, expect, FAILED_REQUESTS, test, toast } from './story.ts'

test('the code in the address is exchanged once and leaves the address', async ({ page }) => {
  const { token } = await anAccount(page.request)
  const asked: unknown[] = []
  await page.route('**/api/auth/google/token', (route) => {
    asked.push(route.request().postDataJSON())
    return answerToken(token)(route)
  })
  await page.goto('/sign-in#google=one-time-code')
  await expect(toast(page, 'Sign in successfuly.')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(asked).toEqual([{ code: 'one-time-code' }])
})

test('an account with the same address is linked by its password @full', async ({ page }) => {
  const person = await anAccount(page.request)
  await page.route('**/api/auth/google/token', (route) =>
    route.fulfill({ json: { link: { email: person.email } } }),
  )
  await page.route('**/api/auth/google/link', answerToken(person.token))
  await page.goto('/sign-in#google=one-time-code')
  await expect(page.getByText(person.email)).toBeVisible()
  const password = page.getByLabel('Password', { exact: true })
  await password.fill(person.password)
  await page.getByRole('button', { name: 'Link and sign in' }).click()
  await expect(page).toHaveURL('/')
})

test.describe('without a session', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('a failed return says why @full', async ({ page }) => {
    await page.goto('/sign-in#google-error=denied')
    await expect(page.getByRole('alert')).toHaveText('Google sign-in was canceled.')
    await expect(page).toHaveURL('/sign-in')
    await page.goto('/sign-up')
    await page.goto('/sign-in#google=a-code-that-nobody-has')
    await expect(page.getByRole('alert')).toHaveText('Google sign-in failed. Try again.')
  })
})

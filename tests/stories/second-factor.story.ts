import { codeAt, stepAt } from '#server/accounts/sign-in/totp.ts'
import { fromBase32 } from '#tests/kit/second-factor.ts'
import { expect, FAILED_REQUESTS, fillSignIn, signIn, test } from './story.ts'

test.use({ expectedErrors: FAILED_REQUESTS })

test('two-step sign-in is turned on in the profile, and asks for a code @phone-full @full', async ({
  page,
}) => {
  const person = await signIn(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up an app' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' })
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const field = dialog.getByLabel('Code from the app')
  await expect(field).toBeFocused()
  const secret = fromBase32((await dialog.locator('code').innerText()).replaceAll(' ', ''))
  const code = (steps: number) => codeAt(secret, stepAt(Date.now()) + steps)
  await field.fill('000000')
  await field.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('This code is wrong')
  await expect(field).toBeFocused()
  await field.fill(code(0))
  await field.press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const recovery = await dialog.getByRole('listitem').first().innerText()
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByText('On. You have 10 recovery codes left.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused()

  await page.evaluate(() => localStorage.clear())
  await fillSignIn(page, person)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByLabel('Recovery code').press('Enter')
  await page.waitForURL('/')

  await page.evaluate(() => localStorage.clear())
  await fillSignIn(page, person)
  await expect(page.getByLabel('Code from the app')).toBeFocused()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
  await fillSignIn(page, person)
  await page.getByLabel('Code from the app').fill(code(1))
  await page.getByLabel('Code from the app').press('Enter')
  await page.waitForURL('/')
})

test('a passkey is added in the profile, and signs in @phone-full @full', async ({ page }) => {
  const person = await signIn(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' })
  await expect(dialog.getByLabel('Name')).toHaveValue(/Chrom/)
  await dialog.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1)

  await page.evaluate(() => localStorage.clear())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await fillSignIn(page, person)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await page.waitForURL('/')
  expect(asked.filter((path) => path === '/api/auth/login/passkey-options')).toHaveLength(1)

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Set up an app' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn off' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeFocused()
})

import { anAccount, expect, prefer, signIn, test } from './story.ts'

test("Let's talk opens the mail program with the message filled in @full", async ({ page }) => {
  const { email } = await signIn(page)
  await page.goto('/contact')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await page.getByLabel('First name').fill('Sara')
  await page.getByLabel('Last name').fill('Hassan')
  await page.getByLabel('Company').fill('Noor & Co')
  await page.getByLabel('Email', { exact: true }).fill('sara@example.com')
  const codes = page.getByLabel('Country code')
  await expect(codes.getByRole('option')).toHaveText(['US', 'CA', 'EU'])
  await codes.selectOption('EU')
  await page.getByLabel('Phone number').fill('123456')
  await page.getByLabel('Message', { exact: true }).fill('Do you repair?')
  await page.getByLabel('I agree to the privacy policy').check({ force: true })

  // Chromium requests a `mailto:` URL like any other, so the request can be observed.
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const send = async () => {
    const opened = new Promise<string>((resolve) => {
      session.once('Page.frameRequestedNavigation', ({ url }) => resolve(url))
    })
    await page.getByRole('button', { name: "Let's talk" }).click()
    return decodeURIComponent(await opened)
  }
  const address = await send()
  expect(address).toMatch(/^mailto:support@barq\.example\?subject=Message from Sara Hassan/)
  expect(address).toContain('Company: Noor & Co')
  expect(address).toContain('Phone number: EU 123456')
  expect(address).toContain('Do you repair?')
  await page.getByLabel('Phone number').clear()
  expect(await send()).not.toContain('Phone number')
})

test('a half-typed message is still there after Back and after a reload, but not for another user', async ({
  page,
}) => {
  const account = await signIn(page)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  const message = page.getByLabel('Message', { exact: true })
  await page.getByLabel('First name').fill('Sara')
  await page.getByLabel('Country code').selectOption('EU')
  await message.fill('Do you rep')
  await page.goBack()
  await page.goForward()
  await expect(message).toHaveValue('Do you rep')
  await expect(page.getByLabel('First name')).toHaveValue('Sara')
  await expect(page.getByLabel('Country code')).toHaveValue('EU')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
  await page.reload()
  await expect(message).toHaveValue('Do you rep')

  const { token, email } = await anAccount(page.request)
  await page.evaluate((other) => localStorage.setItem('access_token', other), token)
  await page.reload()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  await expect(message).toHaveValue('')

  // The home page does not load the form.
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click()
  // Signing out ends the session on the server first, then reloads the page.
  await expect(async () => {
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage))
    expect(stored, 'nothing stays after the sign-out').not.toContain('Do you rep')
  }).toPass()
})

test("the shop's address is in the language of the page @full", async ({ page }) => {
  await signIn(page)
  await page.goto('/contact')
  await expect(page.getByRole('main')).toContainText('Dubai, United Arab Emirates')

  await prefer(page, { locale: 'ar' })
  await page.goto('/contact')

  await expect(page.getByRole('main')).toContainText('دبي، الإمارات العربية المتحدة')
  await expect(page.getByRole('contentinfo')).not.toContainText('Dubai')
  // From right to left, "12 Palm St" would be shown as "Palm St 12".
  await expect(page.getByLabel('الشركة')).toHaveCSS('unicode-bidi', 'plaintext')
})

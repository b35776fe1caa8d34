import { mailTo } from './mailbox.ts'
import { expect, logIn, prefer, register, somebody, test } from './story.ts'

test('a visitor who tries the demo finds the requested link @phone @full', async ({ page }) => {
  const person = somebody()
  await register(page.request, person)
  await page.goto('/password/reset')
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByRole('link', { name: 'Open the demo inbox' }).click()
  await expect(page.getByRole('heading', { name: 'Demo inbox' })).toBeVisible()
  // The mail appears without a reload.
  const mails = page.getByRole('navigation', { name: 'All emails' })
  await mails
    .getByRole('link', { name: /Set a new password/ })
    .filter({ hasText: person.email })
    .click()
  await expect(page.getByRole('heading', { name: /Set a new password/ })).toBeFocused()
  await page.getByRole('link', { name: 'Open link' }).click()
  await expect(page).toHaveURL(/\/password\/reset#/)
  await page.getByLabel('New password').fill('another long password')
  await page.getByLabel('Password confirmation').fill('another long password')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible()
  expect(
    (await logIn(page.request, { ...person, password: 'another long password' })).token,
  ).toBeTruthy()
})

test('a mail in Arabic reads from the right, in any page language @full', async ({ page }) => {
  const person = somebody()
  await register(page.request, person)
  await page.request.post('/api/auth/password/email', {
    data: { email: person.email },
    headers: { 'accept-language': 'ar' },
  })
  const mail = await mailTo(page.request, person.email, /كلمة مرور/)
  await prefer(page, { locale: 'en' })
  await page.goto(`/email/demo?mail=${mail.id}`)
  await expect(page.getByRole('article')).toHaveCSS('direction', 'rtl')
})

test('markup in a mail is shown as text @full', async ({ page }) => {
  const person = { ...somebody(), username: '<img src=x onerror=alert(1)>' }
  await register(page.request, person)
  await page.request.post('/api/auth/password/email', { data: { email: person.email } })
  const mail = await mailTo(page.request, person.email, /Set a new password/)
  await page.goto(`/email/demo?mail=${mail.id}`)
  await expect(page.getByRole('article')).toContainText(`Hello ${person.username},`)
  await expect(page.getByRole('article').getByRole('img')).toHaveCount(0)
})

test('a shop that sends its mails has no such page @full', async ({ page }) => {
  await page.route('**/api/config', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), demo_mails: false } })
  })
  await page.goto('/email/demo')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Demo inbox' })).toHaveCount(0)
})

test('nor has an address below it @full', async ({ page }) => {
  await page.goto('/email/anything')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

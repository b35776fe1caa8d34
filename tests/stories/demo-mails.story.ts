import type { Page } from '@playwright/test'
import { mailTo } from './mailbox.ts'
import { expect, type Person, prefer, register, somebody, test } from './story.ts'

/**
 * Registers the person and requests a password email.
 * @returns the path of the demo inbox that shows this email.
 */
async function pageOfMail(page: Page, person: Person, language: string, subject: RegExp) {
  await register(page.request, person)
  await page.request.post('/api/auth/password/email', {
    data: { email: person.email },
    headers: { 'accept-language': language },
  })
  return `/email/demo?mail=${(await mailTo(page.request, person.email, subject)).id}`
}

test('a mail in Arabic reads from the right, in any page language @full', async ({ page }) => {
  const address = await pageOfMail(page, somebody(), 'ar', /كلمة مرور/)
  await prefer(page, { locale: 'en' })
  await page.goto(address)
  await expect(page.getByRole('article')).toHaveCSS('direction', 'rtl')
})

test('markup in a mail is shown as text @full', async ({ page }) => {
  const person = { ...somebody(), username: '<img src=x onerror=alert(1)>' }
  await page.goto(await pageOfMail(page, person, 'en', /Set a new password/))
  await expect(page.getByRole('article')).toContainText(`Hello ${person.username},`)
  await expect(page.getByRole('article').getByRole('img')).toHaveCount(0)
})

test('a shop that sends its mails has no such page @full', async ({ page }) => {
  await page.route('**/email/demo', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.text()).replace('"demo_mails":true', '"demo_mails":false')
    await route.fulfill({ response: reply, body })
  })
  await page.goto('/email/demo')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Demo inbox' })).toHaveCount(0)
})

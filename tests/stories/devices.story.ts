import type { APIRequestContext, Page } from '@playwright/test'
import { expect, type Person, signIn, test, toast } from './story.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

test('the profile lists every device, and ends one at once @phone-full @full', async ({ page }) => {
  const account = await signIn(page)
  const desk = await signInOn(page.request, account, FIREFOX)
  await page.goto('/profile')
  const devices = devicesOf(page)
  await expect(devices).toHaveCount(2)
  const here = devices.filter({ hasText: 'This device' })
  await expect(here).toHaveCount(1)
  await expect(here).toContainText('In use now')
  await expect(here.getByRole('button')).toHaveCount(0)
  const firefox = devices.filter({ hasText: 'Firefox on Windows' })
  await expect(firefox).toContainText('Last used')
  await expect(firefox).toContainText('127.0.0.*')

  await firefox.getByRole('button', { name: 'Sign out: Firefox on Windows' }).press('Enter')

  await expect(toast(page, 'Firefox on Windows has been signed out.')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await expect(page.getByRole('heading', { name: "Where you're signed in" })).toBeFocused()
  expect(await statusOf(page.request, desk)).toBe(401)
  expect(await statusOf(page.request, account.token)).toBe(200)
})

test('all other devices are signed out after a confirmation @full', async ({ page }) => {
  const account = await signIn(page)
  const others = [
    await signInOn(page.request, account, FIREFOX),
    await signInOn(page.request, account, SAFARI),
  ]
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else?' })
  await expect(dialog).toContainText('2 other devices will be signed out right away.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const asks = page.getByRole('button', { name: 'Sign out all other devices' })
  await expect(asks).toBeFocused()
  await asks.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(asks).toBeFocused()
  expect(await statusOf(page.request, others[0])).toBe(200)

  await asks.press('Enter')
  await dialog.getByRole('button', { name: 'Sign out all other devices' }).click()

  await expect(toast(page, '2 devices have been signed out.')).toBeVisible()
  await expect(devicesOf(page)).toHaveCount(1)
  await expect(page.getByText("You're only signed in on this device.")).toBeVisible()
  await expect(page.getByRole('heading', { name: "Where you're signed in" })).toBeFocused()
  for (const token of others) expect(await statusOf(page.request, token)).toBe(401)
  expect(await statusOf(page.request, account.token)).toBe(200)
})

function devicesOf(page: Page) {
  return page.getByRole('region', { name: "Where you're signed in" }).getByRole('listitem')
}

async function signInOn(request: APIRequestContext, person: Person, agent: string) {
  const { email, password } = person
  const headers = { 'user-agent': agent }
  const reply = await request.post('/api/auth/login', { headers, data: { email, password } })
  return (await reply.json()).access_token as string
}

async function statusOf(request: APIRequestContext, token: string | undefined): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await request.get('/api/auth/user', { headers })).status()
}

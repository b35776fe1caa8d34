import { join } from 'node:path'
import { expect, FAILED_REQUESTS, register, signIn, test, toast } from './story.ts'

const PICTURE = join(import.meta.dirname, '../../docs/screenshots/home.webp')

// The trace recorder fetches the preview of a picture, which the page's policy forbids.
test.use({ trace: 'off' })

test('profile details are saved @phone-full @firefox', async ({ page }) => {
  const account = await signIn(page)
  await page.goto('/profile')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  const parts = page.getByRole('navigation', { name: 'On this page' })
  await parts.getByRole('link', { name: 'Delete account' }).click()
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeInViewport()
  // Typed, since Playwright's `fill` sets the value in Firefox in a way that React does not notice.
  await page.getByLabel('Phone').pressSequentially('+971 50 000 0000')
  await page.getByLabel('Country').pressSequentially('UAE')
  await page.getByLabel('City').pressSequentially('Dubai')
  await page.getByRole('button', { name: 'Update information' }).click()
  await expect(toast(page, 'Sign in successfuly.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Dubai')
  await expect(page.getByRole('region', { name: account.username })).toContainText('Dubai')
})

test('a new picture is uploaded @firefox @full', async ({ page }) => {
  await signIn(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload a new picture' })
  await dialog.getByRole('button', { name: 'Upload' }).click()
  const picker = dialog.getByLabel('Picture')
  await expect(picker).toBeFocused()
  await expect(picker).toHaveAccessibleDescription('Choose a picture first.')
  await expect(dialog.getByLabel('Picture')).toHaveAttribute('required')
  await dialog.getByLabel('Picture').setInputFiles(PICTURE)
  await expect(dialog.getByText('home.webp')).toBeVisible()
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await expect(dialog).toHaveCount(0)
  const picture = page.getByRole('button', { name: 'Change picture' }).locator('img')
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test.describe('errors', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('a new password asks for the current one and shows an error beside it when it is wrong @full', async ({
    page,
  }) => {
    const account = await signIn(page)
    await page.goto('/profile')
    const current = page.getByLabel('Current password')
    await page.getByLabel('City').fill('Dubai')
    await expect(current).toHaveCount(0)
    await page.getByLabel('Password', { exact: true }).fill('another long password')
    await current.fill('not my password')
    await page.getByRole('button', { name: 'Update information' }).click()
    await expect(current).toHaveAccessibleDescription(/This isn't your account's password\.$/)
    await expect(current).toBeFocused()

    await current.fill(account.password)
    await current.press('Enter')

    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible()
    await expect(current).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Update information' })).toBeFocused()
    const { email } = account
    const data = { email, password: 'another long password' }
    expect((await page.request.post('/api/auth/login', { data })).status()).toBe(200)
  })

  test('a taken address is reported beside its field and in a toast @full', async ({ page }) => {
    const other = await register(page.request)
    await signIn(page)
    await page.goto('/profile')
    await page.getByLabel('Email').fill(other.email)
    const reply = page.waitForResponse('**/api/auth/user/update')
    await page.getByRole('button', { name: 'Update information' }).click()
    const { message } = await (await reply).json()
    await expect(toast(page, message)).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/\w/)
    await expect(page.getByLabel('Email')).toHaveValue(other.email)
  })

  test('a file that is not a picture is only logged, and the dialog stays open @full', async ({
    page,
  }) => {
    await signIn(page)
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Change picture' }).click()
    const dialog = page.getByRole('dialog')
    const file = dialog.getByLabel('Picture')
    const notes = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('notes') }
    await file.focus()
    await file.setInputFiles(notes)
    await expect(file).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog.getByRole('alert')).toHaveText('Choose a picture first.')
    await file.setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('no picture at all'),
    })
    const reply = page.waitForResponse('**/api/auth/upload_images')
    await dialog.getByRole('button', { name: 'Upload' }).click()
    expect((await reply).ok()).toBe(false)
    await expect(dialog.getByRole('button', { name: 'Upload' })).not.toHaveAttribute('aria-busy')
    await expect(dialog).toBeVisible()
    await expect(page.getByRole('status', { name: 'Messages' })).toHaveText('')
  })
})

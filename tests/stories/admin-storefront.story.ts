import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signInAsOwner } from './admin-owner.ts'
import { expect, FAILED_REQUESTS, test } from './story.ts'

test.use({ expectedErrors: FAILED_REQUESTS })

const PICTURE = join(import.meta.dirname, '../../demo/pictures/ampriva-braid/192.webp')

async function choosePicture(page: Page, label: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(label, { exact: true }).setInputFiles(PICTURE)
  await expect(dialog.locator('img[src^="/media/"]')).toBeVisible()
}

const rowOf = (page: Page, list: string, name: string) =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: name })

test('a slide is added with its picture, moved to the top, turned off and removed @full', async ({
  page,
}) => {
  const owner = await signInAsOwner(page)
  const title = `Weekend ${Date.now()}`
  const shown = async () => {
    const { slides } = await owner.call<{ slides: { title: string }[] }>('GET', '/api/shop-window')
    return slides.map((slide) => slide.title)
  }
  await page.goto('/admin/window')

  await page.getByRole('button', { name: 'New slide' }).click()
  const dialog = page.getByRole('dialog', { name: 'New slide' })
  await dialog.getByLabel('Title', { exact: true }).fill(title)
  await dialog.getByLabel('Title in Arabic (optional)', { exact: true }).fill('نهاية الأسبوع')
  await dialog.getByLabel('Button text', { exact: true }).fill('Look')
  await dialog.getByLabel('Button text in Arabic').fill('انظر')
  await dialog.getByLabel('Link', { exact: true }).fill('javascript:alert(1)')
  await choosePicture(page, 'Wide picture')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Link', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Link', { exact: true }).fill('/summer-sale')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The shop has no page at this path.').first()).toBeVisible()
  await dialog.getByLabel('Link', { exact: true }).fill('/contact')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const row = rowOf(page, 'Carousel', title)
  await expect(row).toBeVisible()
  const up = row.getByRole('button', { name: `Move up: ${title}` })
  const indexOfRow = () =>
    row.evaluate((node) => [...(node.parentNode?.children ?? [])].indexOf(node))
  while (await up.isEnabled()) {
    const index = await indexOfRow()
    await up.click()
    await expect.poll(indexOfRow).toBe(index - 1)
  }
  await expect.poll(async () => (await shown())[0]).toBe(title)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()

  await page.goto('/admin/window')
  await row.getByRole('switch', { name: `Shown: ${title}` }).click()
  await expect.poll(shown).not.toContain(title)
  // On a phone, the buttons of a row are in a menu.
  await page.setViewportSize({ width: 390, height: 844 })
  await row.getByRole('button', { name: `More: ${title}` }).click()
  await page.getByRole('button', { name: `Delete: ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)

  await page.goto('/admin/audit?entity=slide')
  const entries = page.getByRole('row').filter({ hasText: title })
  await expect(entries.filter({ hasText: 'Created' })).toHaveCount(1)
  await expect(entries.filter({ hasText: 'Deleted' })).toHaveCount(1)
})

test('a partner is added with a logo, changed and removed @full', async ({ page }) => {
  await signInAsOwner(page)
  const name = `Maker ${Date.now()}`
  await page.goto('/admin/window')

  await page.getByRole('button', { name: 'New partner' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Name in Arabic').fill('صانع')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Logo is required.')).toBeVisible()
  const { promise: mayUpload, resolve: upload } = Promise.withResolvers<void>()
  await page.route('**/api/admin/pictures', (route) => mayUpload.then(() => route.continue()))
  await page.getByLabel('Logo', { exact: true }).setInputFiles(PICTURE)
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  upload()
  await expect(page.getByRole('dialog').locator('img[src^="/media/"]')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()

  const row = rowOf(page, 'Partners', name)
  await row.getByRole('button', { name: `Edit: ${name}` }).click()
  await page.getByLabel('Link (optional)').fill('https://example.com')
  await page.getByRole('dialog').getByText('Shown', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('https://example.com')
  await expect(row.getByRole('switch')).not.toBeChecked()

  // The menu of the last row in a phone's window opens upward.
  await page.setViewportSize({ width: 390, height: 700 })
  await row.getByRole('button', { name: `More: ${name}` }).click()
  const remove = page.getByRole('button', { name: `Delete: ${name}` })
  await expect(remove).toBeInViewport({ ratio: 1 })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

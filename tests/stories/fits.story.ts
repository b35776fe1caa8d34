/** Staff enter what an accessory fits, and customers see it for their devices. */
import type { Page } from '@playwright/test'
import type { AdminProduct } from '#contract/admin.ts'
import { createProduct, signInAsOwner } from './admin-owner.ts'
import { admin, expect, signIn, test, toast } from './story.ts'
import { tooWide } from './too-wide.ts'

interface Goods {
  phone: AdminProduct
  other: AdminProduct
  cover: AdminProduct
}

let stories = 0

/** Creates two phones and an accessory that no other story uses. */
async function goods(page: Page): Promise<Goods> {
  const staff = await admin(page.request)
  const tag = `${Date.now() % 1e6}${stories++}`
  return {
    phone: await createProduct(staff, { name: `Tessera ${tag}` }),
    other: await createProduct(staff, { name: `Quillon ${tag}` }),
    cover: await createProduct(staff, { name: `Sleeve ${tag}`, category: 'Accessories' }),
  }
}

async function sayFits(
  page: Page,
  { phone, cover }: Goods,
  says = { version: 1, fits_only: false },
): Promise<void> {
  const staff = await admin(page.request)
  await staff.call('PUT', `/api/admin/products/${cover.id}/fits`, {
    ...says,
    rows: [{ device: phone.id }],
  })
}

test('staff say what an accessory fits: a device, and a rule @full', async ({ page }) => {
  const { phone, cover } = await goods(page)
  await signInAsOwner(page)
  await page.goto(`/admin/products/${cover.id}/fits`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(`Compatibility of ${cover.name}`)
  await main.getByLabel('Add a product: name or SKU').fill(phone.name)
  await main.getByRole('button', { name: `Add: ${phone.name}` }).click()
  await main.getByLabel('Attribute').selectOption('Phones: Storage')
  await main.getByLabel('From GB').fill('9000')
  await main.getByRole('button', { name: 'Add a condition' }).click()
  await main.getByRole('button', { name: 'Add this rule' }).click()
  const rows = main.getByRole('listitem')
  // The number is surrounded by direction marks.
  await expect(rows.filter({ hasText: /Devices with Storage: from .*9000.* GB/ })).toHaveCount(1)
  await main.getByRole('switch', { name: 'Fits no other device' }).check()
  await main.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Compatibility saved.')).toBeVisible()

  await page.reload()
  await expect(rows.filter({ hasText: phone.name })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Devices with Storage' })).toHaveCount(1)
  await page.goto(`/product/${cover.id}`)
  await expect(page.getByRole('heading', { name: 'Fits', exact: true })).toBeVisible()
  await expect(page.getByText("Doesn't fit any other device.")).toBeVisible()
})

test('a customer forgets a phone and names another, and the page says whether it fits @phone @full', async ({
  page,
}) => {
  const made = await goods(page)
  const { phone, other, cover } = made
  await sayFits(page, made)
  const account = await signIn(page)
  const staff = await admin(page.request)
  const screen = await createProduct(staff, { name: `${phone.name} TV`, category: 'Electronics' })
  for (const { id } of [screen, phone]) {
    await account.call('POST', '/api/user/devices', { device: id })
  }
  await page.goto(`/product/${cover.id}`)
  await expect(page.getByText(`Fits your ${phone.name}`)).toBeVisible()
  await expect(page.getByText(screen.name)).toHaveCount(0)
  await account.call('DELETE', `/api/user/devices/${screen.id}`)

  await page.goto('/profile')
  const owned = page.getByRole('region', { name: 'Devices you own' })
  await owned.getByRole('button', { name: `Remove: ${phone.name}` }).click()
  await expect(owned.getByText('No devices yet.')).toBeVisible()
  await page.goto(`/product/${other.id}`)
  const mine = page.getByRole('button', { name: 'I have this device' })
  await expect(mine).toHaveAttribute('aria-pressed', 'false')
  await mine.click()
  await expect(mine).toHaveAttribute('aria-pressed', 'true')
  await page.goto(`/product/${cover.id}`)
  await expect(page.getByText(`We can't confirm that this fits your ${other.name}`)).toBeVisible()
  await sayFits(page, made, { version: 2, fits_only: true })
  await page.reload()
  await expect(page.getByText(`Doesn't fit your ${other.name}`)).toBeVisible()
  expect(await tooWide(page)).toEqual([])
})

test('a list is filtered by a device, and the address is shared @full', async ({ page }) => {
  const made = await goods(page)
  const { phone, cover } = made
  await sayFits(page, made)
  const account = await signIn(page)
  await account.call('POST', '/api/user/devices', { device: phone.id })
  await page.goto('/product-by-categroy/Accessories')
  const main = page.getByRole('main')
  await main.getByLabel('Fits my device').selectOption(phone.name)
  await expect(main.getByRole('status').first()).toHaveText('1 product')
  await expect(main.getByRole('article')).toContainText(cover.name)
  await expect(page).toHaveURL(new RegExp(`fits=${phone.id}`))

  // A customer who does not have the device sees the same list.
  await signIn(page)
  await page.reload()
  await expect(main.getByRole('article')).toHaveCount(1)
  await main.getByRole('button', { name: `Remove filter: Fits ${phone.name}` }).click()
  await expect(page).not.toHaveURL(/fits=/)
  await expect(main.getByRole('article').nth(1)).toBeVisible()
})

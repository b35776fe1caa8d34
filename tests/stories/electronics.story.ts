/** The demo's electronics: a device that is named, what fits it, two compared, one in the color and size wanted. */
import type { Page } from '@playwright/test'
import { addButton, expect, openProduct, prefer, signIn, test, toast } from './story.ts'
import { tooWide } from './too-wide.ts'

const ONE = 'Orvane One 5G 128 GB'
const WANTED = 'Orvane One 5G 256 GB Blue'
const CASE = 'Orvane Silicone Case for Orvane One, 2-Pack'
const OTHER_CASE = 'Zelmora Soft Case for Aria 3, 2-Pack'

test('a phone is named, a case for it found, and the one in blue with 256 GB put into the cart @phone-full @full', async ({
  page,
}) => {
  const { call } = await signIn(page)
  await openProduct(page, ONE)
  await page.getByRole('button', { name: 'I have this device' }).click()
  await expect(toast(page, `${ONE} is now one of your devices.`)).toBeVisible()
  const fitting = page.getByRole('region', { name: 'Compatible accessories' })
  await expect(
    fitting.getByRole('link', { name: /^Orvane Silicone Case for Orvane One/ }),
  ).toBeVisible()

  await page.goto('/user/product/show?category=Accessories&search=case')
  await expect(card(page, CASE).getByText('Fits your device')).toBeVisible()
  await expect(card(page, OTHER_CASE).getByText('Doesn’t fit your device')).toBeVisible()

  await compareWith(page, 'Orvane One Lite 128 GB')
  await openProduct(page, ONE)
  const heading = page.getByRole('heading', { level: 1 })
  await page.getByRole('list', { name: 'Storage' }).getByRole('link', { name: '256 GB' }).click()
  await expect(heading).toHaveText('Orvane One 5G 256 GB Green')
  const colors = page.getByRole('list', { name: 'Color' })
  // There is none in black with 256 GB: the way leads to one with 128.
  await expect(colors.getByRole('link', { name: /^Black/ })).toHaveAccessibleName(
    'Black (With other options)',
  )
  await colors.getByRole('link', { name: 'Blue' }).click()
  await expect(heading).toHaveText(WANTED)
  await expect(page.getByRole('main').getByText('1 of 2')).toBeVisible()
  expect(await tooWide(page)).toEqual([])
  await addButton(page.getByRole('main'), { name: WANTED }).click()
  await expect(toast(page, 'Cart added successfuly.')).toBeVisible()

  await page.goto('/carts')
  await expect(page.getByRole('heading', { level: 2, name: WANTED })).toBeVisible()
  const { Carts } = await call<{ Carts: Array<{ id: number; name: string }> }>(
    'GET',
    '/api/user/cart',
  )
  expect(Carts).toHaveLength(1)
})

test('in Arabic, the phone in other colors and what fits it @phone @full', async ({ page }) => {
  await prefer(page, { locale: 'ar' })
  await signIn(page)
  await openProduct(page, ONE)
  await page.getByRole('button', { name: 'لدي هذا الجهاز' }).click()
  await page.getByRole('list', { name: 'اللون' }).getByRole('link', { name: 'أزرق' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'هاتف أورفان ون 5G سعة 128 جيجابايت، أزرق',
  )
  const fitting = page.getByRole('region', { name: 'الإكسسوارات المناسبة' })
  await fitting
    .getByRole('link', { name: 'غطاء أورفان السيليكوني لهاتف أورفان ون (قطعتان)' })
    .click()
  await expect(page.getByText('يناسب جهازك هاتف أورفان ون 5G سعة 128 جيجابايت')).toBeVisible()
  await expect(page.getByText('جميع طرازات أورفان ون')).toBeVisible()
  expect(await tooWide(page)).toEqual([])
})

/** Chooses the phone and another one on their cards, and compares them. */
async function compareWith(page: Page, other: string): Promise<void> {
  await page.goto('/user/product/show?category=Phones&search=Orvane%20One')
  for (const name of [ONE, other]) {
    await page
      .getByRole('main')
      .getByRole('button', { name: `Compare: ${name}` })
      .click()
  }
  await page.getByRole('link', { name: 'Compare (2)' }).click()
  const table = page.getByRole('table')
  await expect(table.getByRole('columnheader')).toHaveCount(2)
  await expect(table.getByRole('row', { name: /^Color/ })).toContainText('Violet')
}

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name })

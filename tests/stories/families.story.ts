/** Staff create a family of products, and a customer moves between its products. */
import type { Page } from '@playwright/test'
import type { AdminAttribute } from '#contract/admin.ts'
import type { AttributeValueInput } from '#contract/attributes.ts'
import { createProduct } from './admin-owner.ts'
import { type Account, admin, expect, signIn, test } from './story.ts'

test('staff make a family, and a customer walks along colors and sizes @phone-full @full', async ({
  page,
  office,
}) => {
  const name = `Lantern ${Date.now() % 1_000_000}`
  const { blue, long } = await makeInOffice(office, name)
  await signIn(page)
  await page.goto(`/product/${blue}`)

  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`${name} Blue 10`)
  const shades = page.getByRole('list', { name: `${name} shade` })
  const sizes = page.getByRole('list', { name: `${name} length` })
  await expect(shades.getByRole('link', { name: 'Blue' })).toHaveAttribute('aria-current', 'true')
  await expect(sizes.getByRole('link', { name: '20 cm (Sold out)' })).toBeVisible()

  const red = shades.getByRole('link', { name: 'Red' })
  await red.focus()
  await page.keyboard.press('Enter')
  await expect(heading).toHaveText(`${name} Red 10 cm`)
  await expect(red).toBeFocused()
  await expect(red).toHaveAttribute('aria-current', 'true')
  await expect(page).not.toHaveURL(new RegExp(`/product/${blue}$`))
  // No red product is 20 cm long, so the link leads to the blue product and says so.
  const other = sizes.getByRole('link', { name: /^20 cm/ })
  await expect(other).toHaveAccessibleName('20 cm (Sold out. Changes other options)')
  await other.click()
  await expect(heading).toHaveText(`${name} Blue 20`)
  await expect(page).toHaveURL(`/product/${long}`)

  await page.goto(`/user/product/show/All?category=All&search=${encodeURIComponent(name)}`)
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card).toHaveCount(1)
  await expect(card).toContainText('3 options')
  await expect(card).toContainText('$30.00 – $50.00')
})

/**
 * Creates the family.
 * @returns the ids of its short and its long blue product.
 */
async function makeInOffice(page: Page, name: string) {
  const owner = await admin(page.request)
  const shade = await anAttribute(owner, `${name} shade`, ['Blue', 'Red'])
  const length = await anAttribute(owner, `${name} length`)
  const inBlue = (number: number): AttributeValueInput[] => [
    { attribute: shade.id, choice: shade.choices[0]?.id ?? 0 },
    { attribute: length.id, number },
  ]
  const lantern = { category: 'Accessories', price: 30 } as const
  const blue = { ...lantern, name: `${name} Blue 10`, attributes: inBlue(10) }
  const long = { ...lantern, name: `${name} Blue 20`, attributes: inBlue(20), price: 40, stock: 0 }
  const { id: blueId } = await createProduct(owner, blue)
  const { id: longId } = await createProduct(owner, long)

  await page.goto('/admin/families')
  await page.getByRole('link', { name: 'New variant group' }).click()
  await page.getByLabel('Category', { exact: true }).selectOption('Accessories')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Name in Arabic').fill(name)
  await page.getByLabel(`${name} shade`).check()
  await page.getByLabel(`${name} length`).check()
  await page.getByLabel('Add a product: name or SKU').fill(name)
  await page.getByRole('button', { name: `Add: ${name} Blue 10` }).click()
  await page.getByRole('button', { name: `Add: ${name} Blue 20` }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/\/admin\/families\/\d+$/)

  await page
    .getByRole('group', { name: `${name} shade` })
    .getByLabel('Red')
    .check()
  await page.getByLabel(`${name} length (cm)`).fill('10')
  const made = page.getByRole('group', { name: 'Red, 10 cm' })
  await made.getByLabel('Price in $').fill('50')
  await made.getByLabel('Stock').fill('3')
  await page.getByRole('button', { name: 'Create 1 product' }).click()
  await expect(page.getByRole('row', { name: /Red 10 cm/ })).toContainText('$50.00')
  return { blue: blueId, long: longId }
}

/** Creates an attribute with these choices or, if there are none, one whose values are numbers in centimeters. */
async function anAttribute(
  owner: Account,
  name: string,
  choices: string[] = [],
): Promise<AdminAttribute> {
  const isNumber = choices.length === 0
  const { data } = await owner.call<{ data: AdminAttribute }>('POST', '/api/admin/attributes', {
    category: 'Accessories',
    name,
    name_ar: name,
    is_filter: true,
    is_compared: true,
    kind: isNumber ? 'number' : 'choice',
    unit: isNumber ? 'cm' : '',
    unit_ar: isNumber ? 'سم' : '',
    choices: choices.map((choice) => ({ name: choice, name_ar: choice, swatch: '#3355cc' })),
  })
  return data
}

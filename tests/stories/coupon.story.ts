import type { Page } from '@playwright/test'
import { formatPrice } from '#web/i18n/format.ts'
import { signInAsOwner } from './admin-owner.ts'
import {
  expect,
  FAILED_REQUESTS,
  oneInCart,
  orderButton,
  ordersOf,
  products,
  test,
} from './story.ts'
import { tooWide } from './too-wide.ts'

const PERCENT = 15

test('staff create a coupon, and a customer uses it once @phone-full @full', async ({
  page,
  office,
}) => {
  const code = aCode()
  await createInOffice(office, code)
  const { account, product } = await oneInCart(page)
  const discount = Math.round(product.price * PERCENT) / 100
  const total = formatPrice(product.price - discount)

  await page.goto('/carts')
  await page.getByRole('button', { name: 'Add a coupon code' }).click()
  const field = page.getByLabel('Coupon code')
  await expect(field).toBeFocused()
  await field.fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(`Coupon ${code} applied`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeFocused()
  const summary = page.getByRole('region', { name: 'Summary' })
  await page.goto('/orders')
  await page.goBack()
  await expect(summary).toContainText(`Discount−${formatPrice(discount)}`)
  await expect(summary).toContainText(`Total${total}`)
  await orderButton(page).click()
  await page.waitForURL('/orders')

  await expect(page.getByRole('main')).toContainText(`Discount −${formatPrice(discount)}`)
  await expect(page.getByRole('main')).toContainText(total)
  const [order] = await ordersOf(account)
  await page.goto(`/order-preview/${order?.id}`)
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true })
  await expect(delivery).toContainText(`Coupon${code}`)
  const facts = page.getByRole('region', { name: 'Product' })
  await expect(facts).toContainText(`Discount−${formatPrice(discount)}`)
  await expect(facts).toContainText(total)

  await account.call('POST', '/api/user/cart', { cart: product.id })
  await page.goto('/carts')
  await enter(page, code)
  await expect(page.getByText("You've already used this code.")).toBeVisible()
  await expect(page.getByLabel('Coupon code')).toHaveAttribute('aria-invalid', 'true')
  await expect(summary).not.toContainText('Discount')
  await expect(summary).toContainText(`Total${formatPrice(product.price)}`)
})

test.describe('a code that is only typed', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('is applied before anything is ordered @full', async ({ page, office }) => {
    const code = aCode()
    await createInOffice(office, code)
    const { account } = await oneInCart(page)
    await page.goto('/carts')
    await page.getByRole('button', { name: 'Add a coupon code' }).click()
    await page.getByLabel('Coupon code').pressSequentially(code)
    await holdQuotes(page)
    await orderButton(page).click()
    await expect(page.getByText(`Coupon ${code} applied`)).toBeVisible()
    expect(await ordersOf(account)).toEqual([])
  })
})

test('a wrong code says so at its field, and the cart keeps working @phone-full @full', async ({
  page,
}) => {
  const { account, product } = await oneInCart(page)
  await page.goto('/carts')
  const answered = await holdQuotes(page)
  await enter(page, 'NO-SUCH-CODE')
  await expect(page.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText(/Coupon .+ applied/)).toHaveCount(0)
  answered()

  const field = page.getByLabel('Coupon code')
  await expect(field).toHaveAccessibleDescription("This code doesn't exist. Check it for typos.")
  await expect(field).toHaveValue('NO-SUCH-CODE')
  await page.getByRole('button', { name: /^Increase quantity/ }).click()
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText(`Total${formatPrice(product.price * 2)}`)
  await expect(field).toHaveAccessibleDescription(/^This code doesn't exist/)
  await orderButton(page).click()
  await page.waitForURL('/orders')
  expect(await ordersOf(account)).toMatchObject([{ quantity: 2, discount: 0 }])
})

test('a coupon for two products can be edited @full', async ({ page }) => {
  const code = aCode()
  await signInAsOwner(page)
  const chosen = (await products(page.request, 2)).map(({ name }) => name)
  await page.goto('/admin/coupons')
  await page.getByRole('button', { name: 'New coupon' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code', { exact: true }).fill(code)
  await dialog.getByLabel('Percentage', { exact: true }).fill(String(PERCENT))
  await expect(dialog.getByLabel(/^Minimum purchase .+ \(optional\)$/)).toBeVisible()
  for (const name of chosen) {
    await dialog.getByLabel('Add a product: name or SKU').fill(name)
    await dialog.getByRole('button', { name: `Add: ${name}`, exact: true }).click()
  }
  expect(await tooWide(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  const row = page.getByRole('listitem').filter({ hasText: code })
  await row.getByRole('button', { name: /^Edit/ }).click()
  await dialog.getByRole('button', { name: `Remove: ${chosen[0]}`, exact: true }).click()
  await expect(dialog.getByRole('button', { name: `Remove: ${chosen[1]}` })).toBeVisible()
  await dialog.getByLabel('Percentage', { exact: true }).fill('20')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('−20%')
  await expect(row).toContainText('1 product')
  await expect(row).not.toContainText('Scheduled')
  await row.getByRole('button', { name: /^Edit/ }).click()
  await dialog.getByLabel('Starts').fill('2999-01-01T00:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Scheduled')
  await row.getByRole('button', { name: /^Edit/ }).click()
  await dialog.getByLabel('Starts').fill('2020-01-01T00:00')
  await dialog.getByLabel('Ends').fill('2020-01-02T00:00')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Expired')
})

let codes = 0

const aCode = () => `STORY-${process.pid}-${Date.now()}-${codes++}`

/** Creates a coupon for all customers, each of whom may use it once. */
async function createInOffice(office: Page, code: string): Promise<void> {
  await office.goto('/admin/coupons')
  await office.getByRole('button', { name: 'New coupon' }).click()
  const dialog = office.getByRole('dialog', { name: 'New coupon' })
  await dialog.getByLabel('Code', { exact: true }).fill(code)
  await dialog.getByLabel('Percentage', { exact: true }).fill(String(PERCENT))
  await dialog.getByLabel('Maximum uses per customer').fill('1')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  const row = office.getByRole('listitem').filter({ hasText: code })
  await expect(row).toContainText(`−${PERCENT}%`)
  await expect(row).toContainText('Not used yet')
  await expect(row.getByRole('switch', { name: `Active: ${code}` })).toBeChecked()
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a coupon code' }).click()
  await page.getByLabel('Coupon code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
}

/**
 * Holds back quotes with a coupon.
 * @returns a function that lets them through.
 */
async function holdQuotes(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/user/quote', async (route) => {
    if (route.request().postDataJSON().coupon !== null) await held.promise
    await route.continue()
  })
  return held.resolve
}

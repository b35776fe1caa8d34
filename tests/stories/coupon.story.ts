/** A coupon, from the staff's form to the customer's order. */
import { signInAsOwner } from './admin-owner.ts'
import { aProduct, expect, FAILED_REQUESTS, signIn, test } from './story.ts'

test.use({ expectedErrors: FAILED_REQUESTS })

test('a coupon is made, entered in the cart, and used once by a customer @phone', async ({
  page,
  browser,
}, { project }) => {
  // Each project has its own.
  const code = `STORY-${project.name.toUpperCase()}`
  const office = await browser.newContext()
  const staff = await office.newPage()
  await signInAsOwner(staff)
  await staff.goto('/admin/coupons')
  await staff.getByRole('button', { name: 'New coupon' }).click()
  const form = staff.getByRole('dialog')
  await form.getByLabel('Code').fill(code.toLowerCase())
  await form.getByLabel('Percent').fill('25')
  await form.getByLabel('Uses per customer').fill('1')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(staff.getByText(code)).toBeVisible()

  const account = await signIn(page)
  const product = await aProduct(page.request)
  await account.call('POST', '/api/user/cart', { cart: product.id })
  await page.goto('/carts')
  const summary = page.getByRole('region', { name: 'Summary' })
  await summary.getByRole('button', { name: 'Add a coupon code' }).click()
  await summary.getByLabel('Coupon code').fill('NO-SUCH-CODE')
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(
    summary.getByText("This code doesn't exist. Check it for typing errors."),
  ).toBeVisible()
  await summary.getByLabel('Coupon code').fill(code)
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(summary.getByText(`Coupon ${code} is applied`)).toBeVisible()
  const discount = Math.round(product.price * 25) / 100
  await expect(summary).toContainText(`−$${discount.toFixed(2)}`)
  await page.getByRole('button', { name: `Order (${product.price - discount}$)` }).click()
  await page.waitForURL('/orders')

  const { data } = await account.call<{ data: { id: number }[] }>('GET', '/api/user/order')
  await page.goto(`/order-preview/${data[0]?.id}`)
  await expect(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText(code)
  await expect(page.getByRole('region', { name: 'Product' })).toContainText('Discount')
  await staff.reload()
  await expect(staff.getByRole('listitem').filter({ hasText: code })).toContainText('Used once')
  await office.close()

  await account.call('POST', '/api/user/cart', { cart: product.id })
  await page.goto('/carts')
  await summary.getByRole('button', { name: 'Add a coupon code' }).click()
  await summary.getByLabel('Coupon code').fill(code)
  await summary.getByRole('button', { name: 'Apply' }).click()
  await expect(summary.getByText("You've already used this code.")).toBeVisible()
  await page.getByRole('button', { name: `Order (${product.price}$)` }).click()
  await page.waitForURL('/orders')
})

/** From the seller's taxes to the invoice: the customer's page, the printed sheet and the PDF. */
import { MUSCAT } from './addresses.ts'
import {
  anOrder,
  aProduct,
  expect,
  FAILED_REQUESTS,
  moveOrder,
  oneInCart,
  signIn,
  test,
  toast,
} from './story.ts'
import { tooWide } from './too-wide.ts'

test("the cart's tax is on the invoice, which can be read, printed and saved @phone-full @full", async ({
  page,
  office: staff,
}) => {
  await staff.goto('/admin/taxes')
  await staff.getByLabel('Legal name', { exact: true }).fill('Barq Trading LLC')
  await staff.getByLabel('Tax number').fill('100 123 456')
  // On a phone, the story finds the country that its first run saved.
  const country = staff.getByLabel('Country', { exact: true })
  if ((await country.count()) === 0)
    await staff.getByRole('button', { name: 'Add a country' }).click()
  // No other story delivers to this country.
  await country.selectOption('OM')
  await staff.getByLabel('Tax name', { exact: true }).fill('VAT')
  await staff.getByLabel('Tax name in Arabic').fill('ضريبة القيمة المضافة')
  await staff.getByLabel('Percentage').fill('5')
  const optional = staff.getByRole('main').locator('[name]:not([required])')
  const unmarked = await optional.evaluateAll((fields) =>
    fields
      .map((field) => (field as HTMLInputElement).labels?.[0]?.textContent)
      .filter((label) => !label?.endsWith('(optional)')),
  )
  expect(unmarked).toEqual(['Second currency'])
  await staff.getByLabel('Second currency', { exact: true }).selectOption('AED')
  await staff.getByLabel('Exchange rate, USD to AED').fill('3.6725')
  await staff.getByLabel('Exchange rate date').fill('2026-01-02')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(toast(staff, 'Saved. Changes apply from the next invoice.')).toBeVisible()

  const { account, product } = await oneInCart(page)
  await account.call('POST', '/api/user/addresses', MUSCAT)
  await page.goto('/carts')
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary).toContainText('Includes VAT 5%')

  const order = await anOrder(account, product)
  await moveOrder(page.request, account, order, ['confirm', 'payment'])
  await page.goto(`/order-preview/${order.id}`)
  const invoices = page.getByRole('region', { name: 'Invoices' })
  await invoices.getByRole('link', { name: /^Invoice 20\d\d-\d{6}$/ }).click()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Barq Trading LLC')
  await expect(page.getByRole('main')).toBeFocused()
  expect(await page.evaluate(() => scrollY), 'it starts at its top').toBe(0)
  await expect(sheet).toContainText('Tax number: 100 123 456')
  await expect(sheet).toContainText('Way 2345')
  await expect(sheet).toContainText(/Paid on \w+ \d+, 20\d\d/)
  await expect(sheet.getByRole('row', { name: /^Total \$/ })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /^Includes VAT 5%/ })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /^VAT in AED AED/ })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /^Total in AED AED/ })).toBeVisible()
  await expect(
    sheet.getByRole('row', { name: 'Exchange rate on January 2, 2026 1 USD = 3.6725 AED' }),
  ).toBeVisible()

  const window = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(sheet).toContainText('Quantity')
  expect(await tooWide(page)).toEqual([])
  if (window) await page.setViewportSize(window)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /PDF$/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^20\d\d-\d{6}\.pdf$/)
  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()

  await staff.goto('/admin/invoices')
  await expect(staff.getByRole('link', { name: `#${order.id}`, exact: true })).toBeVisible()
  await staff
    .getByRole('link', { name: /^Invoice 20\d\d-\d{6}$/ })
    .first()
    .click()
  await expect(staff.getByRole('article')).toContainText('Barq Trading LLC')
})

test.describe('an invoice of another customer', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('is not found @full', async ({ page }) => {
    const account = await signIn(page)
    const order = await anOrder(account, await aProduct(page.request))

    await page.goto(`/order-preview/${order.id}?invoice=1`)

    await expect(page.getByText('Invoice not found')).toBeVisible()
  })
})

import { formatPrice } from '#web/i18n/format.ts'
import { DUBAI } from './addresses.ts'
import { testIn } from './own-shop.ts'
import { expect, expectLive, ordersOf, products, signIn, toast } from './story.ts'

// The stories' shared shop does not offer cash on delivery.
const test = testIn()

test('an order is chosen for cash, sent unpaid, and paid at the door @full', async ({
  page,
  office: staff,
}) => {
  await staff.goto('/admin/delivery')
  await staff.getByRole('switch', { name: 'Offer cash on delivery' }).check()
  await staff.getByLabel('Maximum total').fill('100000')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(toast(staff, 'Cash on delivery settings saved.')).toBeVisible()

  const account = await signIn(page)
  await account.call('POST', '/api/user/addresses', DUBAI)
  for (const { id } of await products(page.request, 2)) {
    await account.call('POST', '/api/user/cart', { cart: id })
  }
  await page.goto('/carts')
  await expect(page.getByRole('radio', { name: /^Pay online/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
  await page.getByRole('button', { name: /^Order \(/ }).click()
  await page.waitForURL('/orders')
  const [one, two] = (await ordersOf(account)).sort((a, b) => a.id - b.id)
  if (!one || !two) throw new Error('the purchase does not have two orders')
  const purchase = page
    .getByRole('paragraph')
    .filter({ hasText: `Purchase #${one.purchaseId} · 2 products` })
  await expect(purchase).toContainText(formatPrice(one.total + two.total))
  expect([one.payment, two.payment]).toEqual(['cash', 'cash'])

  await page.goto(`/order-preview/${one.id}`)
  await expect(page.getByText('You pay in cash when the parcel arrives.')).toBeVisible()
  await expect(page.getByText('Go to payment')).toHaveCount(0)
  await expectLive(page)

  for (const { id } of [one, two]) {
    await staff.goto(`/admin/orders/${id}`)
    await staff.getByRole('button', { name: /^Confirm/ }).click()
    await expect(staff.getByRole('button', { name: /^Ship/ })).toBeVisible()
  }
  await expect(
    page.getByText('Confirmed, being prepared').filter({ visible: true }).first(),
  ).toBeVisible()
  await staff.getByRole('button', { name: /^Ship/ }).click()
  await expect(staff.getByRole('dialog').getByRole('checkbox')).toHaveCount(2)
  await staff.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(
    page.getByText('On its way, pay on delivery').filter({ visible: true }).first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)

  const total = formatPrice(one.total + two.total)
  await staff.getByRole('link', { name: /^Parcel #\d+$/ }).click()
  await expect(staff.getByRole('article')).toContainText(`Collect in cash${total}`)
  await staff.goto(`/admin/orders/${one.id}`)
  await staff.getByRole('button', { name: 'Record cash payment' }).click()
  const question = staff.getByRole('dialog', { name: /^Did you receive/ })
  await expect(question).toContainText(total)
  await expect(question).toContainText(`#${one.id}, #${two.id}`)
  await question.getByRole('button', { name: 'Money received' }).click()
  await expect(toast(staff, /^Cash payment of/)).toContainText(total)

  await expect(page.getByRole('region', { name: 'Product' })).toContainText('Delivered')
  await expect(page.getByRole('region', { name: 'Payments and refunds' })).toContainText('Paid')
})

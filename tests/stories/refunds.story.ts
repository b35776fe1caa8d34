import type { Order } from '#contract/orders.ts'
import { formatPrice } from '#web/i18n/format.ts'
import { priceInText } from '#web/i18n/left-to-right.ts'
import { type Account, admin, expect, expectLive, products, signIn, test, toast } from './story.ts'

async function paidPurchase(account: Account, request: Parameters<typeof admin>[0]) {
  const chosen = await products(request, 5)
  const { data } = await account.call<{ data: Order[] }>('POST', '/api/user/order', {
    orders: chosen.map(({ id }) => ({ Product: id, quantity: 3 })),
    note: 'Ring twice.\nThanks.',
  })
  const staff = await admin(request)
  for (const { id } of data) await staff.call('POST', `/api/admin/orders/${id}/confirm`)
  const [first] = data
  if (!first) throw new Error('nothing was ordered')
  await account.call('POST', `/api/user/purchases/${first.purchaseId}/payment`, {})
  return first
}

test('one unit of a purchase of five lines is refunded, and the page of its order adds up @full', async ({
  page,
  office,
}) => {
  const account = await signIn(page)
  const order = await paidPurchase(account, page.request)
  await page.goto(`/order-preview/${order.id}`)
  const money = page.getByRole('region', { name: 'Payments and refunds' })
  await expect(money).toContainText(`Paid${formatPrice(order.total)}`)
  await expectLive(page)

  await office.goto(`/admin/orders/${order.id}`)
  await office.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = office.getByRole('dialog')
  const whole = dialog.getByRole('radio', { name: 'Full refund' })
  await whole.focus()
  await office.keyboard.press('ArrowDown')
  const units = dialog.getByLabel(/^Units/)
  await expect(units).toBeFocused()
  await expect(units).toHaveValue('1')
  await dialog.getByLabel('Reason').fill('One box was open.')
  await dialog.getByRole('button', { name: /^Refund .*\d/ }).click()
  await expect(office.getByText(/of order #\d+ refunded\.$/)).toBeVisible()
  await expect(office.getByRole('row', { name: /One box was open/ })).toBeVisible()
  const history = office.getByRole('list').filter({ hasText: 'Placed' }).getByRole('listitem')
  await expect(history.last()).toHaveText(
    new RegExp(`^Partially refunded\\${formatPrice(order.price)} · 1 unit.* · \\S`),
  )
  const words = office.getByText('Ring twice.')
  expect(await words.innerText(), 'with its line break').toBe('Ring twice.\nThanks.')
  await expect(office.getByText(`Purchase #${order.purchaseId}`)).toBeVisible()
  await office.getByRole('link', { name: `#${order.id + 1}`, exact: true }).click()
  const note = office.getByRole('paragraph').filter({ hasText: 'Credit note' })
  await expect(note).toContainText(`Order #${order.id}`)

  await expect(money).toContainText('One box was open.')
  await expect(money).toContainText(`−${formatPrice(order.price)}`)
  await expect(money).toContainText(`Net paid${formatPrice(order.price * 2)}`)
  const others = page.getByRole('region', { name: 'Also in this purchase' })
  await expect(others).toContainText(`Refunded−${formatPrice(order.price)}`)
  await expect(page.getByRole('region', { name: 'Product' })).toContainText('Paid')
  await page.goto('/orders')
  await expect(page.getByText(/refunded on/)).toContainText(formatPrice(order.price))
})

test('a refunded order is not called canceled, and says what was returned @full', async ({
  page,
}) => {
  const account = await signIn(page)
  const order = await paidPurchase(account, page.request)
  const staff = await admin(page.request)
  await staff.call('POST', `/api/admin/orders/${order.id}/refund`, { goodsBack: true })
  await page.goto(`/order-preview/${order.id}`)
  const facts = page.getByRole('region', { name: 'Product' })
  await expect(facts).toContainText('Refunded')
  await expect(facts).not.toContainText('Canceled')
  const money = page.getByRole('region', { name: 'Payments and refunds' })
  await expect(money).toContainText('Net paid$0.00')
  await expect(toast(page, /./)).toHaveCount(0)
  await page.goto('/orders')
  await page.getByRole('tab', { name: 'Delivered' }).click()
  await expect(page.getByRole('main').getByText('Refunded', { exact: true })).toBeVisible()
})

test('units come back without money where all of it was refunded, and the order stays @full', async ({
  page,
  office,
}) => {
  const account = await signIn(page)
  const order = await paidPurchase(account, page.request)
  const staff = await admin(page.request)
  await staff.call('POST', `/api/admin/orders/${order.id}/refund`, {
    goodsBack: true,
    amount: order.total,
  })
  await office.goto(`/admin/orders/${order.id}`)
  await office.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = office.getByRole('dialog')
  await expect(dialog).toContainText('already been refunded')
  await expect(dialog.getByRole('radio', { name: 'Custom amount' })).toHaveCount(0)
  await dialog.getByRole('radio', { name: 'Selected units' }).check()
  await dialog.getByRole('button', { name: 'Save without a refund' }).click()
  await expect(office.getByRole('row', { name: /1 unit\s+\$0\.00/ })).toBeVisible()
  await expect(office.getByRole('button', { name: 'Refund', exact: true })).toBeVisible()
})

test.describe('of two staff members', () => {
  test.use({ expectedErrors: /409 \(Conflict\)/ })

  test('a dialog refunds no amount that it cannot read or that a colleague has changed @full', async ({
    page,
    office,
  }) => {
    const order = await paidPurchase(await signIn(page), page.request)
    await office.goto(`/admin/orders/${order.id}`)
    await office.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = office.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: `Refund ${priceInText(order.total)}` })
    await expect(confirm).toBeVisible()

    await dialog.getByRole('radio', { name: 'Custom amount' }).check()
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(dialog.getByText(/^Amount .* is required\.$/)).toBeVisible()
    await dialog.getByLabel(/^Amount/).fill('ten')
    await dialog.getByRole('button', { name: /^Refund/ }).click()
    await expect(dialog.getByText(/^Amount .* must be a number\.$/)).toBeVisible()
    await dialog.getByRole('radio', { name: 'Full refund' }).check()

    const staff = await admin(page.request)
    await staff.call('POST', `/api/admin/orders/${order.id}/refund`, {
      goodsBack: true,
      amount: 0.01,
      reason: 'A scratch.',
    })
    await expect(office.getByText('A scratch.')).toBeAttached()

    await expect(dialog).toContainText('will be refunded in full')
    await confirm.click()
    await expect(dialog).toContainText('The order has changed in the meantime')
  })
})

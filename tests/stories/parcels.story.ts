import { DUBAI } from './addresses.ts'
import { anOrder, expect, expectLive, moveOrder, products, signIn, test } from './story.ts'

test('two orders are sent in one parcel, and the customer sees it at once @phone-full @full', async ({
  page: customer,
  office: page,
}) => {
  const account = await signIn(customer)
  await account.call('POST', '/api/user/addresses', DUBAI)
  const [one, two] = await products(page.request, 2)
  if (!one || !two) throw new Error('The shop has too little to sell.')
  const orders = [await anOrder(account, one), await anOrder(account, two)]
  for (const order of orders) {
    await moveOrder(page.request, account, order, ['confirm', 'payment'])
  }
  const [first, second] = orders
  await customer.goto(`/order-preview/${first?.id}`)
  await expect(
    customer.getByText('Paid, being prepared').filter({ visible: true }).first(),
  ).toBeVisible()
  await expectLive(customer)

  await page.goto(`/admin/orders?state=unsent&search=${first?.id}`)
  const row = page.getByRole('row', { name: new RegExp(`Order #${first?.id}\\b`) })
  await expect(row.getByText('To ship')).toBeVisible()
  await page.getByRole('link', { name: 'Packing slips' }).click()
  const slips = page.getByRole('article')
  const together = slips.filter({ hasText: `Order #${first?.id}, Order #${second?.id}` })
  await expect(together).toContainText('12 Palm Street')
  await page.emulateMedia({ media: 'print' })
  await expect(together).toBeVisible()
  await expect(page.getByRole('link', { name: 'On the way' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/admin/orders/${second?.id}`)
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await expect(slips).toHaveCount(1)
  await expect(together).toBeVisible()
  await page.goto(`/admin/orders?state=unsent&search=${first?.id}`)
  await row.getByRole('button', { name: /^Ship/ }).click()
  const dialog = page.getByRole('dialog', { name: `Ship order #${first?.id}` })
  await expect(dialog.getByRole('checkbox')).toHaveCount(2)
  await expect(dialog.getByRole('checkbox', { name: `Order #${second?.id}` })).toBeChecked()
  await dialog.getByLabel('Carrier').fill('Orvane Express')
  await dialog.getByLabel('Tracking number').fill('OX 1234')
  await dialog.getByLabel('Tracking page').fill('https://track.example/OX1234')
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByText('Orders marked as shipped: 2.')).toBeVisible()
  await expect(row).toHaveCount(0)

  const shipment = customer.getByRole('region', { name: 'Shipment' })
  await expect(shipment).toContainText('Orvane Express')
  await expect(shipment).toContainText('OX 1234')
  const track = shipment.getByRole('link', { name: 'Track parcel' })
  await expect(track).toHaveAttribute('href', 'https://track.example/OX1234')
  await expect(
    customer.getByText('Paid, on its way').filter({ visible: true }).first(),
  ).toBeVisible()
  await expect(customer.getByText('On its way to you')).toBeVisible()

  await page.goto(`/admin/orders/${second?.id}`)
  await page.getByRole('button', { name: 'Edit tracking' }).click()
  const tracking = page.getByRole('dialog')
  await tracking.getByLabel('Tracking number').fill('OX 9999')
  await tracking.getByLabel('Tracking page').fill('track.example')
  await tracking.getByRole('button', { name: 'Save' }).click()
  await expect(tracking.getByText("Tracking page isn't a valid address.").first()).toBeVisible()
  await tracking.getByLabel('Tracking page').fill('https://track.example/OX9999')
  await tracking.getByRole('button', { name: 'Save' }).click()
  await expect(shipment).toContainText('OX 9999')
  await page.getByRole('link', { name: /^Parcel #\d+$/ }).click()
  await expect(page.getByRole('heading', { name: /^Packing slip/ })).toBeVisible()
  const slip = page.getByRole('article')
  await expect(slip).toContainText('12 Palm Street')
  await expect(slip.getByRole('row')).toHaveText([
    /Product/,
    new RegExp(`${first?.id}.*${quoted(one.name)}`),
    new RegExp(`${second?.id}.*${quoted(two.name)}`),
  ])
  await page.emulateMedia({ media: 'print' })
  await expect(slip).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
})

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

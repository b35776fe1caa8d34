import { orderElsewhere, signInAsOwner } from './admin-owner.ts'
import { expect, test } from './story.ts'

test('a new order arrives by itself, is confirmed, paid and refunded with its history', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/orders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  const { account, order } = await orderElsewhere(page.request)
  const row = page.getByRole('row', { name: new RegExp(`Order ${order.id}\\b`) })
  await expect(page.getByText(`New order: ${order.id}`)).toBeVisible()
  await expect(row).toBeVisible()
  await expect(row.getByText('New', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Confirm/ }).click()
  await expect(row.getByText('To be paid')).toBeVisible()

  await account.call('POST', `/api/user/order/${order.id}/payment`)
  await row.getByRole('link', { name: `Order ${order.id}` }).click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The goods are gone').click()
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  await expect(page.getByText(`Order ${order.id} refunded.`)).toBeVisible()
  const history = page.getByRole('list').filter({ hasText: 'Placed' }).getByRole('listitem')
  await expect(history).toHaveText([/Placed/, /Confirmed/, /Paid/, /Refunded/])

  await page.goto(`/admin/audit?entity=order&id=${order.id}`)
  await expect(page.getByRole('row', { name: /Refunded/ })).toBeVisible()
})

test('a customer who is locked out can be let in again', async ({ page }) => {
  await signInAsOwner(page)
  const { account } = await orderElsewhere(page.request)

  await page.goto('/admin/customers')
  await page.getByRole('searchbox').fill(account.email)
  await page.getByRole('link', { name: account.username }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText(/^This account is disabled since/)).toBeVisible()

  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
})

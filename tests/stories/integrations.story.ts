/** API tokens and webhooks, which connect programs to the shop. */
import { orderElsewhere, signInAsOwner } from './admin-owner.ts'
import { expect, test, toast } from './story.ts'

test('a token is shown once, works, and ends when it is revoked @full', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/admin/integrations')
  await page.getByRole('button', { name: 'New API token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Stock sync')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const field = dialog.getByLabel('Token', { exact: true })
  await expect(field).toBeFocused()
  const token = await field.inputValue()
  const headers = { authorization: `Bearer ${token}` }
  const read = async () => (await page.request.get('/api/admin/orders', { headers })).status()
  expect(await read()).toBe(200)
  await page.mouse.click(5, 5)
  await expect(field, 'a click beside the dialog leaves it open').toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()

  const row = page.getByRole('row', { name: /Stock sync/ })
  await expect(row).not.toContainText('Never')
  expect(await page.content()).not.toContain(token)
  await row.getByRole('button', { name: 'Revoke “Stock sync”' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  expect(await read()).toBe(401)
})

test('a webhook that cannot be reached says so, and sends again @full', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/admin/integrations')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  // Nothing listens on this port; only a shop that is not public sends webhooks to its own machine.
  await dialog.getByLabel('URL').fill('https://127.0.0.1:9/barq')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByLabel('Signing secret')).toHaveValue(/^whsec_/)
  await page.keyboard.press('Escape')
  const { order } = await orderElsewhere(page.request)

  await page.getByRole('button', { name: /^Sent messages/ }).click()
  const sent = dialog.getByRole('row', { name: new RegExp(`#${order.id}`) })
  await expect(async () => {
    await page.reload()
    await page.getByRole('button', { name: /^Sent messages/ }).click()
    await expect(sent).toContainText('ECONNREFUSED', { timeout: 2_000 })
  }).toPass()
  await expect(sent).toContainText('Waiting')
  await sent.getByRole('button', { name: /^Send again/ }).click()
  await expect(toast(page, 'Queued to be sent again.')).toBeVisible()
})

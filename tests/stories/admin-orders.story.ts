import type { AdminProduct } from '#contract/admin.ts'
import { AUDITED } from '#contract/audit-kinds.ts'
import { REFUND_REASON_MAX } from '#contract/limits.ts'
import { orderElsewhere, signInAsOwner } from './admin-owner.ts'
import { expect, expectLive, FAILED_REQUESTS, test, toast } from './story.ts'
import { tooWide } from './too-wide.ts'

test('a new order appears on its own, is confirmed, paid and refunded with its history @firefox', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin/orders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await expectLive(page)

  const { account, order } = await orderElsewhere(page.request)
  const row = page.getByRole('row', { name: new RegExp(`Order #${order.id}\\b`) })
  await expect(page.getByText(`New order: #${order.id}`)).toBeVisible()
  await expect(row).toBeVisible()
  await expect(row.getByText('New', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Confirm/ }).click()
  await expect(row.getByText('Awaiting payment')).toBeVisible()

  await account.call('POST', `/api/user/order/${order.id}/payment`)
  // Forces the click, because a link covers the whole row.
  await row.getByRole('cell').nth(2).click({ force: true })
  // The list, which may have other orders without an address, stays in view until the order has loaded.
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`#${order.id}`)
  await expect(page.getByText("The customer hasn't chosen a delivery address yet.")).toBeVisible()
  await page.getByRole('button', { name: /^Mark as delivered/ }).click()
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(`Order #${order.id} marked as not delivered.`)).toBeVisible()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText("Don't restock").click()
  await dialog.getByLabel('Reason').pressSequentially('x'.repeat(REFUND_REASON_MAX))
  // Selecting text past the dialog's edge leaves it open.
  await dialog.getByLabel('Reason').hover()
  await page.mouse.down()
  await page.mouse.move(5, 5, { steps: 5 })
  await page.mouse.up()
  await dialog.getByRole('button', { name: /^Refund/ }).click()
  await expect(page.getByText(`Order #${order.id} refunded.`)).toBeVisible()
  await expect(
    page.getByRole('cell', { name: 'x'.repeat(REFUND_REASON_MAX), exact: true }),
  ).toBeVisible()
  expect(await tooWide(page)).toEqual([])
  const history = page.getByRole('list').filter({ hasText: 'Placed' }).getByRole('listitem')
  await expect(history).toHaveText([
    new RegExp(`Placed.* · ${account.username}$`),
    /Confirmed/,
    /^Paid[^·]*$/,
    /^Delivered/,
    /Marked as not delivered/,
    /Refunded/,
  ])

  await page.goto(`/admin/audit?entity=order&id=${order.id}`)
  await expect(page.getByRole('row', { name: /Refunded After: \$\d/ })).toBeVisible()
})

test.describe('signed in long ago', () => {
  test.use({ expectedErrors: /422/ })

  test('a refund asks for the password, and puts returned goods back in stock @full', async ({
    page,
  }) => {
    const owner = await signInAsOwner(page)
    const { order } = await orderElsewhere(page.request, ['confirm', 'payment'])
    // Fakes the password prompt, because the story's session is too recent to trigger it.
    const errors = { current_password: ['Enter your current password.'] }
    let asks = true
    await page.route(`**/api/admin/orders/${order.id}/refund`, (route) =>
      asks
        ? route.fulfill({ status: 422, json: { error: 'invalid', message: '', errors } })
        : route.fallback(),
    )
    await page.route('**/api/auth/password/confirm', async (route) => {
      const response = await route.fetch()
      asks = !response.ok()
      await route.fulfill({ response })
    })
    const returned = expect.objectContaining({ reason: 'return', on_hand: 1, order_id: order.id })
    const stockEntries = async () => {
      const path = `/api/admin/products/${order.Product}`
      return (await owner.call<{ data: AdminProduct }>('GET', path)).data.stockEntries
    }
    expect(await stockEntries()).not.toContainEqual(returned)
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Refund/ })
    const question = page.getByRole('dialog', { name: 'Enter your password' })
    const refund = dialog.getByRole('button', { name: /^Refund/ })
    const password = question.getByLabel('Your password')
    const proceed = question.getByRole('button', { name: 'Continue' })
    await dialog.getByText('Restock units').click()
    await dialog.getByLabel('Reason').fill('Arrived late')

    await refund.click()
    await expect(password).toBeFocused()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toContainText('Nothing was changed. This action requires your password.')
    await refund.click()
    await proceed.click()
    await expect(password).toHaveAccessibleDescription('Enter your current password.')
    await password.fill('not it')
    await proceed.click()
    await expect(password).toHaveAccessibleDescription("This isn't your account's password.")
    await password.fill(owner.password)
    await proceed.click()

    await expect(page.getByText(`Order #${order.id} refunded.`)).toBeVisible()
    await expect(page.getByText('Arrived late')).toBeVisible()
    await expect(page.getByRole('row', { name: /Refunded/ })).toBeVisible()
    expect(await stockEntries()).toContainEqual(returned)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/admin/orders?state=refunded')
    await expect(page.getByRole('row', { name: new RegExp(`Order #${order.id}\\b`) })).toBeVisible()
    const chip = page.getByRole('link', { name: /^Refunded/ })
    await expect(chip).toHaveText(/Refunded\s*[\d,]+/)
    await expect(chip).toBeInViewport({ ratio: 1 })
  })
})

test.describe('refused', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('a move says what the role lacks, or when to try again @full', async ({ page }) => {
    await signInAsOwner(page)
    const { order } = await orderElsewhere(page.request)
    // The API's response if the staff member's role has changed since the screen was opened.
    const message = "Your role doesn't include this. Ask the shop's owner."
    await page.route('**/api/admin/orders/*/confirm', (route) =>
      route.fulfill({ status: 403, json: { error: 'forbidden', message } }),
    )
    // The API's response if a page of the previous payment provider may still be open.
    await page.route(`**/api/admin/orders/${order.id}/cancel`, (route) =>
      route.fulfill({
        status: 409,
        headers: { 'retry-after': '1130' },
        json: { error: 'conflict', message: 'Try again later.', state: 'pending' },
      }),
    )
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('button', { name: /^Confirm/ }).click()
    await expect(toast(page, message)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(page.getByRole('dialog')).toContainText('Try again in 19 minutes.')
  })
})

test('the audit log is filtered by kind, number and day @full', async ({ page }) => {
  const owner = await signInAsOwner(page)
  const { order } = await orderElsewhere(page.request)
  await owner.call('POST', `/api/admin/orders/${order.id}/cancel`)
  await page.goto('/admin/audit')

  await page.getByLabel('What').selectOption('Order')
  await page.getByRole('searchbox').fill(String(order.id))
  const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Canceled')
  await expect(rows.getByRole('insertion').first()).toBeVisible()
  await expect(page.getByLabel('What').getByRole('option')).toHaveCount(AUDITED.length + 1)
  await expect(rows).toContainText(`Order #${order.id}`)
  await expect(page).toHaveURL(new RegExp(`entity=order&id=${order.id}`))

  await page.getByLabel('To').fill('2001-01-01')
  await expect(page.getByText('No entries')).toBeVisible()
  await page.getByLabel('To').fill('')
  await page.getByLabel('What').selectOption('Customer')
  await expect(page.getByText('No entries')).toBeVisible()
})

test('a locked customer can be unlocked again @full', async ({ page }) => {
  await signInAsOwner(page)
  const { account } = await orderElsewhere(page.request)

  await page.goto('/admin/customers')
  await page.getByRole('searchbox').fill(account.email)
  await page.getByRole('link', { name: account.username }).click()
  await page.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByText(/^This account has been disabled since/)).toBeVisible()
  const ended = await page.request.get('/api/auth/user', {
    headers: { authorization: `Bearer ${account.token}` },
  })
  expect(ended.status()).toBe(401)

  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
})

import { signInAsOwner } from './admin-owner.ts'
import { mailTo } from './mailbox.ts'
import { anOrder, aProduct, expect, moveOrder, signIn, test } from './story.ts'

test('staff read an email in both languages, as it looks and as text, and switch it off @phone @full', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/admin')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await menu.waitFor()
  const more = menu.getByRole('button', { name: 'More' })
  if (await more.isVisible()) await more.click()
  await menu.getByText('Emails').click()

  await page.getByRole('link', { name: 'Receipt' }).click()

  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('This email is your receipt.')).toBeVisible()
  await expect(frame.getByRole('row').last()).toContainText('$938.98')
  // An empty `sandbox` gives the frame an origin of its own and runs no scripts.
  expect(await page.locator('iframe').getAttribute('sandbox')).toBe('')
  await expect(frame.getByRole('link', { name: 'View your order' })).toHaveCSS(
    'background-color',
    'rgb(11, 59, 53)',
  )

  await page.getByLabel('Language', { exact: true }).selectOption({ label: 'العربية' })
  await expect(frame.locator('html')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('tab', { name: 'Plain text' }).click()
  await expect(page.getByText('هذه الرسالة هي إيصالك.')).toBeVisible()

  await page.goto('/admin/emails')
  const sent = page.getByRole('switch', { name: 'On: Refund' })
  await sent.click()
  await expect(sent).not.toBeChecked()
  await page.reload()
  await expect(sent).not.toBeChecked()
  await sent.click()
  await expect(sent).toBeChecked()

  await page.goto('/admin/audit?entity=email')
  await expect(page.getByRole('row').filter({ hasText: 'Refund' })).not.toHaveCount(0)
})

test('an order is followed by emails whose links open its pages @full', async ({ page }) => {
  const account = await signIn(page)
  const order = await anOrder(account, await aProduct(page.request))
  await mailTo(page.request, account.email, new RegExp(`received your order \\(#${order.id}\\)$`))

  await moveOrder(page.request, account, order, ['confirm'])
  const mail = await mailTo(
    page.request,
    account.email,
    new RegExp(`is confirmed.*\\(#${order.id}\\)`),
  )
  await page.goto(`/email/demo?mail=${mail.id}`)
  await page
    .getByRole('article')
    .getByRole('link', { name: /payment-method/ })
    .click()
  await expect(page.getByRole('button', { name: 'Complete Payment' })).toBeVisible()
})

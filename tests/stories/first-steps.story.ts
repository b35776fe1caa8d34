/** An owner's first hour, in a shop without demo. */
import { signInAsOwner } from './admin-owner.ts'
import { testIn } from './own-shop.ts'
import { expect } from './story.ts'

const visit = testIn({ DEMO: 'off' })

visit('staff sign in to the dashboard, which begins with first steps @full', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Phones' })).toBeVisible()
  await expect(page.getByText(/971|barq\.example|Dubai|Privacy|Google/)).toHaveCount(0)
  await page.getByLabel('Email').fill('admin@barq.example')
  await page.getByLabel('Password', { exact: true }).fill('lightning')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByText('Payments are in test mode')).toBeVisible()

  const listOf = (text: string) => page.getByRole('list').filter({ hasText: text })
  await expect(listOf('Name your shop').getByRole('listitem')).toHaveText([
    ...[/Name your shop$/, /currency.*done/, /deliver/, /legal seller/],
    ...[/Add a product.*done/, /yourself.*done/],
  ])
  const missing = listOf('Take payments').getByRole('listitem')
  await expect(missing).toHaveText([/payments/, /SMTP_URL/, /Enter phone/, /two-step/])
  const owner = await signInAsOwner(page)
  const { data } = await owner.call<{ data: object }>('GET', '/api/admin/shop-details')
  await owner.call('PUT', '/api/admin/shop-details', { ...data, phone: '+971 4 123 4567' })
  await page.goto('/admin')
  await expect(missing.nth(2)).toHaveText(/Enter phone.*done/)
})

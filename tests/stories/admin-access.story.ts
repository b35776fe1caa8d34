import { signInAsOwner } from './admin-owner.ts'
import { expect, signIn, test } from './story.ts'

test('a customer sees no link to the owner screens, and gets Page not found there', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  await signIn(page)

  await page.goto('/')
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toHaveCount(0)

  await page.goto('/admin/orders')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toHaveCount(1)
  expect(fetched.filter((url) => /\/api\/admin\/|AdminArea|AdminOrders/.test(url))).toEqual([])
})

test('the owner goes from the account menu to the figures and looks at another period @phone-full', async ({
  page,
}) => {
  await signInAsOwner(page)
  await page.goto('/profile')
  const phone = (page.viewportSize()?.width ?? 0) < 700
  await page.getByRole('button', { name: phone ? 'Menu' : 'Account', exact: true }).click()
  await page.getByRole('link', { name: 'Admin', exact: true }).click()

  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Average order')).toBeVisible()
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/days=90/)
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table', { name: 'Revenue by day' }).getByRole('row')).toHaveCount(91)
})

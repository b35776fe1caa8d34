/** An owner's first hour in a shop without demo data. */
import type { Dashboard } from '#contract/admin/dashboard.ts'
import { MUSCAT } from './addresses.ts'
import { signInAsOwner } from './admin-owner.ts'
import { recordShifts, shiftsOf } from './layout-shifts.ts'
import { testIn } from './own-shop.ts'
import {
  admin,
  anOrder,
  aProduct,
  expect,
  FAILED_REQUESTS,
  moveOrder,
  orderButton,
  prefer,
  signIn,
  toast,
} from './story.ts'

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
    /Name your shop$/,
    /currency.*done/,
    /without an account$/,
    /deliver/,
    /legal name.*done/,
    /Add a product.*done/,
    /yourself.*done/,
  ])
  const missing = listOf('Take payments').getByRole('listitem')
  await expect(missing).toHaveText([/payments/, /SMTP_URL/, /Enter the shop's phone/, /two-step/])
  const owner = await signInAsOwner(page)
  const { data } = await owner.call<{ data: object }>('GET', '/api/admin/shop-details')
  await owner.call('PUT', '/api/admin/shop-details', { ...data, phone: '+971 4 123 4567' })
  await page.goto('/admin')
  await expect(missing.nth(2)).toHaveText(/Enter the shop's phone.*done/)

  await missing.nth(3).getByRole('link').click()
  const section = page.getByRole('heading', { name: 'Two-step sign-in' })
  await expect(section).toBeFocused()
  await expect(section).toBeInViewport()
  await expect(page.getByRole('button', { name: /app/ })).toBeVisible()
  await expect(section).toBeInViewport()
})

visit(
  'an unpaid order is no test order, and late first steps move nothing @full',
  async ({ page }) => {
    const owner = await signInAsOwner(page)
    const dashboard = await owner.call<Dashboard>('GET', '/api/admin/dashboard?days=7')
    const orderCounts = { ...dashboard.orderCounts, complete: 0, refunded: 0 }
    await page.route('/api/admin/dashboard?*', (route) =>
      route.fulfill({ json: { ...dashboard, orderCounts } }),
    )
    await page.route('/api/admin/emails', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await route.continue()
    })
    await recordShifts(page)
    await page.goto('/admin')
    await expect(page.getByRole('listitem').filter({ hasText: 'yourself' })).toHaveText(
      /pay for it$/,
    )
    expect(await shiftsOf(page)).toEqual([])
  },
)

visit.describe('when they do not load', () => {
  visit.use({ expectedErrors: /503|Not now/ })

  visit('first steps that do not load leave the dashboard in place @full', async ({ page }) => {
    await signInAsOwner(page)
    let asked = 0
    await page.route('/api/admin/emails', (route) => {
      asked++
      return route.fulfill({ status: 503, json: { error: 'unavailable', message: 'Not now.' } })
    })
    await page.goto('/admin')
    const unpaid = await page
      .getByRole('link', { name: /unpaid/i })
      .first()
      .elementHandle()
    await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(2)
    expect(await unpaid?.evaluate((link) => link.isConnected)).toBe(true)
  })
})

visit(
  'the first steps count what was chosen or given, not what was saved @full',
  async ({ page }) => {
    const owner = await signInAsOwner(page)
    const path = '/api/admin/tax'
    const { data: seller } = await owner.call<{ data: object }>('GET', path)
    for (const missing of [{ name: 'Barq' }, { address: '' }]) {
      await owner.call('PUT', path, { ...seller, version: undefined, ...missing })
      await page.goto('/admin')
      await expect(page.getByRole('listitem').filter({ hasText: 'legal name' })).toHaveText(
        /any taxes you charge$/,
      )
    }

    const step = page.getByRole('listitem').filter({ hasText: 'without an account' })
    const save = async () => {
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Shop details saved.')).toBeVisible()
      await page.goto('/admin')
    }
    await step.getByRole('link').click()
    const choice = page.getByLabel('Visitors', { exact: true })
    await expect(choice.getByRole('option', { selected: true })).toHaveText(/^Not chosen yet/)
    await page.getByLabel('Tagline', { exact: true }).fill('Lamps')
    await save()
    await expect(step).toHaveText(/without an account$/)
    // Keeping the shop closed to visitors is also a choice.
    await step.getByRole('link').click()
    await choice.selectOption('The sign-in screen')
    await save()
    await expect(step).toHaveText(/without an account.*done/)
  },
)

visit('customers read what staff call the categories @full', async ({ page }) => {
  await signInAsOwner(page)
  await page.goto('/admin/categories')
  const form = page.locator('form').first()
  await form.getByLabel('Name', { exact: true }).fill('Handsets')
  // The name is on the category's two cards, and serves as the Arabic name while there is none.
  await expect(form.getByText('Handsets')).toHaveCount(3)
  await form.getByLabel('Name in Arabic').fill('جوالات')
  await form.getByLabel('Tagline', { exact: true }).fill('For calls')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()

  await page.goto('/')
  await expect(
    page.getByRole('navigation').getByRole('link', { name: 'Handsets' }).first(),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: /Handsets For calls/ })).toBeVisible()
  await page.goto('/product-by-categroy/Phones')
  await expect(page).toHaveTitle(/Handsets/)
  await prefer(page, { locale: 'ar' })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('جوالات')
})

visit.describe('in maintenance', () => {
  visit.use({ expectedErrors: FAILED_REQUESTS })

  visit('an open cart and an open payment say so once they are used @full', async ({ page }) => {
    const rules = '/api/admin/shop-rules'
    const [account, product] = [await signIn(page), await aProduct(page.request)]
    await account.call('POST', '/api/user/addresses', MUSCAT)
    const order = await anOrder(account, product)
    await moveOrder(page.request, account, order, ['confirm'])
    await account.call('POST', '/api/user/cart', { cart: product.id })
    await page.goto('/carts')
    const button = orderButton(page)
    await expect(button).toBeEnabled()
    const payment = await page.context().newPage()
    await payment.goto(`/payment-method/${order.id}`)
    await expect(payment.getByRole('button', { name: 'Complete Payment' })).toBeEnabled()

    const owner = await admin(page.request)
    const { data } = await owner.call<{ data: object }>('GET', rules)
    await owner.call('PUT', rules, { ...data, is_closed: true, closed_text: 'Back at noon' })
    await button.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Back at noon' })).toBeInViewport()
    await expect(toast(page, 'Something went wrong')).toHaveCount(0)
    await payment.getByRole('button', { name: 'Complete Payment' }).click()
    await expect(payment.getByRole('alert').filter({ hasText: 'Back at noon' })).toBeInViewport()
  })
})

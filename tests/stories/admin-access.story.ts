import type { Locator } from '@playwright/test'
import type { getAdminOrder, listFamilies } from '#contract/admin.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { DUBAI } from './addresses.ts'
import { createProduct, orderElsewhere, signInAsOwner, signInAsStaff } from './admin-owner.ts'
import { linkTo } from './mailbox.ts'
import {
  admin,
  anAccount,
  anOrder,
  aProduct,
  expect,
  FAILED_REQUESTS,
  keepSession,
  logIn,
  moveOrder,
  signIn,
  somebody,
  test,
  toast,
} from './story.ts'

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

test('the owner goes from the account menu to the figures and looks at another period @phone-full @full', async ({
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
  await expect(page.getByText('One for each product of a purchase')).toBeVisible()
  const header = page.getByRole('banner')
  await expect(header.getByRole('button')).toHaveText([/customer or product/, ''])
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await header.getByRole('button', { name: 'Account' }).click()
  await header.getByRole('button', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page).toHaveURL(/days=90/)
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('table', { name: 'Revenue by day' }).getByRole('row')).toHaveCount(91)
  await header.getByRole('link', { name: 'View shop' }).click()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(header.getByRole('link', { name: 'View shop' })).toHaveCount(0)
})

test('staff find an order by its number and a customer by a name, by keyboard @full', async ({
  page,
}) => {
  const { account, order } = await orderElsewhere(page.request)
  await signInAsOwner(page)
  await page.goto('/admin/exports')
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(`Order no. ${order.id}`)
  // Enter waits for the results.
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(`Order #${order.id}`)

  await page.keyboard.press('Control+k')
  await page.keyboard.type(account.username)
  await expect(dialog.getByRole('link', { name: account.email })).toBeVisible()
  // Orders are listed first, although their search may finish last.
  const first = dialog.getByRole('link', { name: `Order #${order.id}` })
  await expect(first).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(first).toBeFocused()
  await dialog.getByRole('link', { name: account.email }).press('Enter')
  await expect(heading).toHaveText(account.username)
})

test('invited staff choose a password and find what their role opens @full', async ({
  page,
  office: staff,
}) => {
  const clerk = { ...somebody(), password: 'a clerk’s password' }
  await staff.goto('/admin/staff')
  const accounts = staff.getByRole('list', { name: 'Accounts' })
  const own = accounts.getByRole('listitem').filter({ hasText: 'You' })
  await expect(own).toBeVisible()
  await expect(own.locator('button, input')).toHaveCount(0)
  await staff.getByRole('button', { name: 'Invite staff' }).click()
  await staff.getByLabel('Name').fill(clerk.username)
  await staff.getByLabel('Email').fill(clerk.email)
  await staff.getByLabel('Role').selectOption('catalog')
  await staff.getByRole('button', { name: 'Save' }).click()
  await expect(staff.getByText(clerk.email)).toBeVisible()

  await page.goto(await linkTo(page.request, clerk.email, '/password/reset'))
  await page.getByLabel('New password').fill(clerk.password)
  await page.getByLabel('Password confirmation').fill(clerk.password)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Password updated' })).toBeVisible()

  const { token } = await logIn(page.request, clerk)
  await keepSession(page, token, 'admin')
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/products')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link', { name: 'Storefront' })).toHaveCount(1)
  await expect(menu.getByRole('link', { name: /Orders|Customers|Staff/ })).toHaveCount(0)
})

test.describe('a page that the role does not include', () => {
  test.use({ expectedErrors: FAILED_REQUESTS })

  test('says so, and offers nothing to press @full', async ({ page }) => {
    await signInAsStaff(page, 'catalog')
    for (const path of ['staff', 'integrations', 'audit', 'exports']) {
      await page.goto(`/admin/${path}`)
      await expect(page.getByText(/^Your role doesn't include this/).first(), path).toBeVisible()
      await expect(page.locator('#screen').getByRole('button'), path).toHaveCount(0)
    }
  })
})

test('staff who handle orders find their moves, and no export @full', async ({ page }) => {
  await signInAsStaff(page, 'orders')
  const account = await anAccount(page.request)
  await account.call('POST', '/api/user/addresses', DUBAI)
  const order = await anOrder(account, await aProduct(page.request))
  await page.goto('/admin/invoices')
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export invoices' })).toHaveCount(0)
  await page.goto(`/admin/orders/${order.id}`)
  await expect(page.getByRole('button', { name: /^Confirm/ })).toBeVisible()
  await page.getByRole('link', { name: account.username, exact: true }).click()
  const panels = page.locator('section', { has: page.getByRole('heading', { level: 2 }) })
  await expect(panels.filter({ hasText: 'View only' })).toHaveCount(1)
  await expect(page.getByText('View only')).toHaveCount(1)
  await expect(page.locator('#screen').getByRole('button')).toHaveText([/^Confirm/])

  await moveOrder(page.request, account, order, ['confirm', 'payment'])
  await page.reload()
  await page.getByRole('button', { name: /^Ship/ }).click()
  const dialog = page.getByRole('dialog', { name: `Ship order #${order.id}` })
  await dialog.getByLabel('Carrier').fill('Orvane Express')
  await dialog.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(toast(page, 'Orders marked as shipped: 1.')).toBeVisible()
})

test('a reader sees every screen, and no control that changes something @full', async ({
  page,
}) => {
  const owner = await admin(page.request)
  const { order } = await orderElsewhere(page.request)
  const { customer } = (
    await owner.call<ReplyOf<typeof getAdminOrder>>('GET', `/api/admin/orders/${order.id}`)
  ).data
  const { families } = await owner.call<ReplyOf<typeof listFamilies>>('GET', '/api/admin/families')
  const { id } = await createProduct(owner, { name: 'Sleeve', category: 'Accessories' })
  await signInAsStaff(page, 'reader')
  const screen = page.locator('#screen')
  const screens: [path: string, title: string, buttons?: string[]][] = [
    ['', 'Dashboard'],
    ['orders', 'Orders'],
    [`orders/${order.id}`, `Order #${order.id}`],
    ['customers', 'Customers'],
    [`customers/${customer.id}`, customer.username],
    ['products', 'Products', ['Export products']],
    ['products/import', 'Products', ['Export products']],
    [`products/${id}/fits`, 'Compatibility of Sleeve'],
    ['groups', 'Brands and subcategories'],
    ['families', 'Variant groups'],
    [`families/${families[0]?.id}`, families[0]?.name ?? ''],
    ['window', 'Storefront'],
    ['coupons', 'Coupons'],
    ['emails', 'Emails'],
    ['emails/ordered', 'Order received'],
    ['shop', 'Shop details'],
    ['categories', 'Categories'],
    ['rules', 'Orders and stock'],
    ['delivery', 'Delivery'],
    ['taxes', 'Seller and taxes'],
    ['legal', 'Legal pages'],
  ]
  for (const [path, title, buttons = []] of screens) {
    await page.goto(`/admin/${path}`)
    await expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(screen.locator(`${CONTENT} >> visible=true`).first()).toBeVisible()
    await expect(screen.locator('[aria-busy]')).toHaveCount(0)
    await expect(screen.locator(BUTTONS), path).toHaveText(buttons)
    await expect(screen.locator(FIELDS), path).toHaveCount(0)
    await expect(screen.locator(FORM_LINKS), path).toHaveCount(0)
    if (path !== '') await expect(screen.getByText('View only').first(), path).toBeVisible()
  }
})

test('a reader views an entry of a list, a product and its stock @full', async ({ page }) => {
  await signInAsStaff(page, 'reader')
  const dialog = page.getByRole('dialog')
  const screen = page.locator('#screen')
  await page.goto('/admin/window')
  const view = screen.getByRole('button', { name: /^View: / }).first()
  const name = (await view.getAttribute('aria-label')) ?? ''
  await view.click()
  await expect(dialog.getByRole('heading', { name })).toBeVisible()
  await expect(dialog.getByLabel('Title', { exact: true })).toBeDisabled()
  await expectNoControls(dialog)

  await page.goto('/admin/products')
  await screen.getByRole('cell').getByRole('link').first().click()
  await expect(dialog.getByText('View only')).toBeVisible()
  await expect(dialog.getByLabel('Price', { exact: false }).first()).toBeDisabled()
  await expectNoControls(dialog)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await screen
    .getByRole('link', { name: /^Stock: / })
    .first()
    .click()
  await expect(dialog.getByRole('heading', { name: 'Recent stock movements' })).toBeVisible()
  await expectNoControls(dialog)

  await page.route('**/api/admin/families?*', async (route) => {
    const reply = await (await route.fetch()).json()
    await route.fulfill({ json: { ...reply, families: [] } })
  })
  await page.goto('/admin/families')
  await expect(screen.getByText('Nothing here yet')).toBeVisible()
  await expect(screen.getByText('A variant group is one product')).toHaveCount(0)
})

/** Expects no field, and no button except the one that closes the dialog, which has no text. */
async function expectNoControls(dialog: Locator) {
  await expect(dialog.getByRole('button')).toHaveText([''])
  await expect(dialog.locator(FIELDS)).toHaveCount(0)
}

/** What a screen shows once it has loaded. */
const CONTENT = ':is(tbody tr, li, form, section p, iframe)'
/** The visible buttons, except tabs, buttons that page through a list, and buttons that view an entry of it. */
const BUTTONS =
  ':not(nav) > button:not([role="tab"], [aria-label^="View: "], :has-text("View: ")) >> visible=true'
/** Fields that send or change something; list filters are not in a form. */
const FIELDS = ':is(form, td, li) :is(input, select, textarea):enabled'
const FORM_LINKS = 'a:is([href*="edit=new"], [href*="delete="], [href*="import"], [href$="/new"])'

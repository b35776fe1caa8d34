/** Every screen of the owner: for axe in both languages and themes, and from 320 px on. */
import type { AdminOrder } from '#contract/admin.ts'
import type { Order } from '#contract/orders.ts'
import { orderElsewhere, signInAsOwner } from './admin-owner.ts'
import { examine } from './axe.ts'
import type { Screen } from './screens.ts'
import { type Account, expect, prefer, test } from './story.ts'
import { tooWide } from './too-wide.ts'

test.describe.configure({ timeout: 120_000 })

async function screensOf(owner: Account, order: Order): Promise<Screen[]> {
  const { orders } = await owner.call<{ orders: AdminOrder[] }>(
    'GET',
    '/api/admin/orders?state=refunded&limit=1',
  )
  return [
    { name: 'dashboard', address: '/admin?days=90' },
    { name: 'orders', address: '/admin/orders' },
    { name: 'no orders', address: '/admin/orders?search=zzzzqqqq' },
    { name: 'order', address: `/admin/orders/${order.id}` },
    { name: 'refunded order', address: `/admin/orders/${orders[0]?.id}` },
    { name: 'products', address: '/admin/products' },
    { name: 'new product', address: '/admin/products?edit=new' },
    { name: 'import', address: '/admin/products/import' },
    { name: 'customers', address: '/admin/customers?sort=spend' },
    { name: 'customer', address: `/admin/customers/${order.orderBy}` },
    { name: 'window', address: '/admin/window' },
    { name: 'audit', address: '/admin/audit' },
  ]
}

for (const [locale, theme] of [
  ['en', 'light'],
  ['en', 'dark'],
  ['ar', 'light'],
  ['ar', 'dark'],
] as const) {
  test(`every screen of the owner, ${locale}, ${theme}`, async ({ page }) => {
    await prefer(page, { locale, theme })
    const owner = await signInAsOwner(page)
    const { order } = await orderElsewhere(page.request)
    for (const { name, address } of await screensOf(owner, order)) {
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await examine(page, name)
      if (theme === 'dark') continue
      for (const width of [320, 768, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await tooWide(page), `${name} at ${width}`).toEqual([])
      }
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  })
}

/**
 * Every screen of the owner, in unusual states too: axe in both languages, and widths from 320 px.
 */
import type { AdminOrder } from '#contract/admin.ts'
import { examine } from './axe.ts'
import { furnishOffice, open } from './screens.ts'
import { admin, expect, prefer, test } from './story.ts'
import { tooWide } from './too-wide.ts'

test.describe.configure({ timeout: 120_000 })

for (const locale of ['en', 'ar']) {
  test(`every screen of the owner, ${locale}`, async ({ page }) => {
    await prefer(page, { locale })
    const office = await furnishOffice(page)
    const owner = await admin(page.request)
    const { orders } = await owner.call<{ orders: AdminOrder[] }>(
      'GET',
      '/api/admin/orders?state=refunded&limit=1',
    )
    const states = [
      { name: 'no orders', address: '/admin/orders?search=zzzzqqqq' },
      { name: 'refunded order', address: `/admin/orders/${orders[0]?.id}` },
      { name: 'new product', address: '/admin/products?edit=new' },
      { name: 'customers by spend', address: '/admin/customers?sort=spend' },
    ]
    for (const screen of [...office, ...states]) {
      await open(page, screen)
      const { name } = screen
      await examine(page, name)
      for (const width of [320, 768, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        expect.soft(await tooWide(page), `${name} at ${width}`).toEqual([])
      }
      await page.setViewportSize({ width: 1280, height: 800 })
    }
  })
}

/** No call is made twice while a screen loads, signed out or signed in. */
import type { Page } from '@playwright/test'
import { furnish, furnishOffice, open, type Screen, VISITOR_SCREENS } from './screens.ts'
import { expect, test } from './story.ts'

/** Longer than the page takes to subscribe to real time, at which it may fetch what it missed. */
const SETTLED_MS = 1500

test.describe.configure({ timeout: 180_000 })

test('a visitor', async ({ page }) => {
  // `open` loads an address with a fragment twice.
  const screens = VISITOR_SCREENS.filter(({ address }) => !address.includes('#'))
  for (const screen of screens) await expectSingleCalls(page, screen)
})

test('a customer', async ({ page }) => {
  const { screens } = await furnish(page)
  // The events of what was furnished are delivered by then.
  await page.waitForTimeout(SETTLED_MS)
  for (const screen of screens) await expectSingleCalls(page, screen, 'live')
})

test('the owner', async ({ page }) => {
  const screens = await furnishOffice(page)
  await page.waitForTimeout(SETTLED_MS)
  for (const screen of screens) await expectSingleCalls(page, screen, 'live')
})

async function expectSingleCalls(page: Page, screen: Screen, live?: 'live'): Promise<void> {
  // A new document, with nothing of the previous screen under way.
  await page.goto('about:blank')
  const calls: string[] = []
  const count = (request: { method(): string; url(): string }) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}${search}`)
  }
  page.on('request', count)
  await open(page, screen)
  if (live) await expect(page.locator('html')).toHaveAttribute('data-live', 'true')
  await page.waitForTimeout(SETTLED_MS)
  page.off('request', count)
  const twice = calls.filter((call, index) => calls.indexOf(call) !== index)
  expect.soft(twice, screen.name).toEqual([])
}

/**
 * Nothing moves while a screen loads: every screen, with an empty cache and delayed pictures, at
 * four widths in both languages.
 */
import type { Page } from '@playwright/test'
import { recordShifts } from './layout-shifts.ts'
import { furnish, open, type Screen, VISITOR_SCREENS } from './screens.ts'
import { expect, prefer, test } from './story.ts'

const SHIFT_MAX = 0.02
/** Longer than the page needs to lay out the boxes of the pictures. */
const PICTURE_DELAY_MS = 250

test.describe.configure({ timeout: 120_000 })

for (const width of [320, 390, 768, 1440]) {
  for (const locale of ['en', 'ar']) {
    test(`no screen moves at ${width} px, ${locale}`, async ({ page }) => {
      await page.setViewportSize({ width, height: width < 600 ? 800 : 900 })
      await prefer(page, { locale })
      await recordShifts(page)
      await page.route('**/media/**', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, PICTURE_DELAY_MS))
        await route.continue()
      })
      for (const screen of VISITOR_SCREENS) await expectStill(page, screen)
      const { screens } = await furnish(page)
      for (const screen of screens) await expectStill(page, screen)
    })
  }
}

test('a box that grows late is noticed', async ({ page }) => {
  await recordShifts(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Login' }).waitFor()
  await page.evaluate(() => {
    const box = document.createElement('div')
    document.body.prepend(box)
    setTimeout(() => (box.style.blockSize = '300px'), 700)
  })
  await expect.poll(() => shiftOf(page)).toBeGreaterThan(SHIFT_MAX)
})

async function expectStill(page: Page, screen: Screen): Promise<void> {
  await open(page, screen)
  // Without it the observer may not have received the last frame.
  await page.waitForTimeout(PICTURE_DELAY_MS)
  const seen = await page.evaluate(() => window.shifts)
  const total = seen.reduce((sum, { value }) => sum + value, 0)
  expect.soft(total, `${screen.name}: ${JSON.stringify(seen)}`).toBeLessThan(SHIFT_MAX)
}

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => window.shifts.reduce((sum, { value }) => sum + value, 0))
}

/** Widths from 320 px on: nothing is cut off, nothing scrolls sideways. */
import { furnish, open, VISITOR_SCREENS } from './screens.ts'
import { expect, prefer, test } from './story.ts'
import { tooWide } from './too-wide.ts'

test.describe.configure({ timeout: 90_000 })

for (const locale of ['en', 'ar']) {
  test(`every screen reflows at 320 px, ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await prefer(page, { locale })
    for (const screen of VISITOR_SCREENS) {
      await open(page, screen)
      expect.soft(await tooWide(page), screen.name).toEqual([])
    }
    const { screens } = await furnish(page)
    for (const screen of screens) {
      await open(page, screen)
      expect.soft(await tooWide(page), screen.name).toEqual([])
    }
  })
}

test('every screen fills 2560 px without tearing', async ({ page }) => {
  await page.setViewportSize({ width: 2560, height: 1200 })
  const { screens } = await furnish(page)
  for (const screen of screens) {
    await open(page, screen)
    expect.soft(await tooWide(page), screen.name).toEqual([])
  }
})

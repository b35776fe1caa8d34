/** Widths from 320 px on: nothing is cut off, nothing scrolls sideways. */
import type { Page } from '@playwright/test'
import { furnish, furnishOffice, open, VISITOR_SCREENS } from './screens.ts'
import { expect, prefer, test } from './story.ts'

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

  test(`every screen of the owner reflows at 320 px, ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await prefer(page, { locale })
    for (const screen of await furnishOffice(page)) {
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

/** What sticks out of the window sideways and is in nobody's scroller; nothing, when all is well. */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const found: string[] = []
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways')
    for (const element of document.body.querySelectorAll<HTMLElement>(
      'main *, header *, footer *',
    )) {
      const { left, right, width: own } = element.getBoundingClientRect()
      if (own < 2 || (left >= -1 && right <= width + 1)) continue
      let parent = element.parentElement
      while (parent && getComputedStyle(parent).overflowX === 'visible')
        parent = parent.parentElement
      if (!parent || parent === document.body) found.push(element.outerHTML.slice(0, 120))
    }
    return found
  })
}

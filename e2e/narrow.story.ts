/** Widths from 320 px on: nothing is cut off, nothing scrolls sideways. */
import { furnish, open, VISITOR_SCREENS } from './screens.ts'
import { expect, prefer, signIn, test } from './story.ts'
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

test('a row of results fills its room at every width', async ({ page }) => {
  await signIn(page)
  await page.goto('/user/product/show')
  const cards = page.getByRole('main').getByRole('article')
  for (const width of [640, 768, 961, 1024, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(cards.first()).toBeVisible()
    const share = await cards.evaluateAll(([first, ...others]) => {
      const box = first?.getBoundingClientRect()
      const inRow = others.filter((card) => card.getBoundingClientRect().top === box?.top)
      const last = inRow.at(-1)?.getBoundingClientRect()
      let room = first?.parentElement
      while (room && getComputedStyle(room).display !== 'grid') room = room.parentElement
      return ((last?.right ?? 0) - (box?.left ?? 0)) / (room?.getBoundingClientRect().width ?? 0)
    })
    expect.soft(share, `${width} px`).toBeGreaterThan(0.93)
  }
})

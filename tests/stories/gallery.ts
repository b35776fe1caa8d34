/** Saves screenshots of every screen, at every width and in every language and theme, to coverage/gallery. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PICTURES } from './gallery-sheets.ts'
import { furnish, furnishOffice, open, type Screen, VISITOR_SCREENS } from './screens.ts'
import { prefer, test } from './story.ts'
import { Traffic } from './traffic.ts'

const WIDTHS = [390, 768, 1280, 1920]

for (const width of WIDTHS) {
  for (const locale of ['en', 'ar']) {
    for (const theme of ['light', 'dark']) {
      const look = `${width}-${locale}-${theme}`

      test(`visitor ${look}`, async ({ page }) => {
        await prepare(page, width, locale, theme)
        await portray(page, look, VISITOR_SCREENS)
      })

      test(`customer ${look}`, async ({ page }) => {
        await prepare(page, width, locale, theme)
        const { screens } = await furnish(page)
        await portray(page, look, screens)
      })

      test(`owner ${look}`, async ({ page }) => {
        await prepare(page, width, locale, theme)
        await portray(page, look, await furnishOffice(page))
      })
    }
  }
}

async function prepare(page: Page, width: number, locale: string, theme: string): Promise<void> {
  await page.setViewportSize({ width, height: width < 500 ? 844 : 900 })
  await prefer(page, { locale, theme })
}

async function portray(page: Page, look: string, screens: readonly Screen[]): Promise<void> {
  const traffic = new Traffic(page)
  for (const screen of screens) {
    await open(page, traffic, screen)
    await page.evaluate(async () => {
      // Renders off-screen cards too, and scrolls through the page, because pictures load only near the viewport.
      const all = new CSSStyleSheet()
      all.replaceSync('* { content-visibility: visible !important }')
      document.adoptedStyleSheets = [all]
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo({ top: y, behavior: 'instant' })
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
      scrollTo({ top: 0, behavior: 'instant' })
    })
    await traffic.quiet()
    await page.screenshot({ path: pictureOf(screen, look), fullPage: true })
  }
}

function pictureOf({ name }: Screen, look: string): string {
  return join(PICTURES, look, `${name.replaceAll(' ', '-')}.png`)
}

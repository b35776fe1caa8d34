/** What moves on a page without user input, for the stories that check it. */
import type { Page } from '@playwright/test'

/**
 * The largest total shift that nobody notices: half of what Web Vitals calls good. On a busy machine the fonts may
 * load after the first paint, which moves lines slightly.
 */
const SHIFT_MAX = 0.05

interface Shift {
  value: number
  /** What moved, as tag, class, and x, y, width and height before and after. */
  moved: string[]
}

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

declare global {
  interface Window {
    shifts: Shift[]
  }
}

/** Makes every page opened from now on record layout shifts that occur without user input. */
export async function recordShifts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(() => {
    // In an email's sandboxed frame, calling the observer counts as a blocked script.
    if (window !== window.top) return
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue
        const place = ({ x, y, width, height }: DOMRectReadOnly) =>
          [x, y, width, height].map(Math.round).join(' ')
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const name =
            node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName
          return `${name} (${place(previousRect)} to ${place(currentRect)})`
        })
        window.shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The shifts since the page was opened, if their sum is noticeable. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => window.shifts)
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  return total < SHIFT_MAX ? [] : shifts.map(({ value, moved }) => `${value}: ${moved.join(', ')}`)
}

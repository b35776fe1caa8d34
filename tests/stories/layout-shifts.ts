/** Layout shifts: what moves on a page without user input. */
import type { Page } from '@playwright/test'

/**
 * The largest total shift that goes unnoticed: half of what Web Vitals calls good. On a busy machine, fonts may load
 * after the first paint, which moves lines slightly.
 */
const SHIFT_MAX = 0.05

interface Shift {
  value: number
  /** The tag and class of each element that moved, and its x, y, width and height before and after. */
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

/** From now on, the page's documents load without the browser's cache and record layout shifts without user input. */
export async function recordShifts(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(() => {
    // In the sandboxed frame of an email, calling the observer would count as a blocked script.
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

/** The shifts since the page was opened; empty if their sum is not noticeable. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(() => window.shifts)
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  return total < SHIFT_MAX ? [] : shifts.map(({ value, moved }) => `${value}: ${moved.join(', ')}`)
}

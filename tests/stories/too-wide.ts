import type { Page } from '@playwright/test'

/** Descriptions of elements that overflow the window horizontally, except inside a scroller. */
export function tooWide(page: Page): Promise<string[]> {
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

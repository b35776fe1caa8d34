import type { Page } from '@playwright/test'

/** Prices that go over two lines, and controls whose words stand out of them; nothing, when all is well. */
export function brokenText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      for (const price of text.nodeValue?.matchAll(/\$\d[\d,.]*/g) ?? []) {
        const range = document.createRange()
        range.setStart(text, price.index)
        range.setEnd(text, price.index + price[0].length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(`${price[0]} stands on ${lines.size} lines`)
      }
    }
    const controls = document.querySelectorAll<HTMLElement>('main :is(a, button), header button')
    for (const control of controls) {
      if (
        control.checkVisibility() &&
        control.scrollWidth > control.clientWidth + 1 &&
        control.clientWidth > 0
      ) {
        found.push(`"${control.innerText || control.ariaLabel}" stands out of its control`)
      }
    }
    return found
  })
}

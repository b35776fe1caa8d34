import type { Page } from '@playwright/test'

/**
 * Finds broken text in a narrow window: prices that wrap across lines, names whose size at the end is cut off, words
 * that overflow their link or button, or touch the edge of their card.
 * @returns a description of each defect.
 */
export function brokenText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Matches the number and unit at the end of a name. */
    const MEASURE = /\d+ (GB|TB|mm|جيجابايت|تيرابايت|ملم)$/
    const found: string[] = []

    function rectsOf(text: Node, start: number, length: number): DOMRect[] {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, start + length)
      return [...range.getClientRects()]
    }

    function isCut(text: Node, rects: DOMRect[]): boolean {
      for (let box = text.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === 'visible') continue
        const { bottom } = box.getBoundingClientRect()
        if (rects.some((rect) => rect.bottom > bottom + 1)) return true
        // Ignores what clips the card itself: only the rail does, and it scrolls.
        if (box.parentElement?.matches('article')) return false
      }
      return false
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = text.nodeValue ?? ''
      for (const price of words.matchAll(/\$\d[\d,.]*/g)) {
        const lines = new Set(rectsOf(text, price.index, price[0].length).map(({ top }) => top))
        if (lines.size > 1) found.push(`${price[0]} wraps across lines`)
      }
      const card = text.parentElement?.closest('article')
      if (!card || words.trim() === '') continue
      const rects = rectsOf(text, 0, words.length)
      if (text.parentElement?.closest('h2, h3') && MEASURE.test(words) && isCut(text, rects)) {
        found.push(`the size at the end of "${words}" is cut off`)
      }
      const { left, right } = card.getBoundingClientRect()
      if (
        rects.some((rect) => rect.width > 1 && (rect.left < left + 6 || rect.right > right - 6))
      ) {
        found.push(`"${words}" touches the edge of its card`)
      }
    }
    for (const control of document.querySelectorAll<HTMLElement>('main :is(a, button)')) {
      if (control.clientWidth > 0 && control.scrollWidth > control.clientWidth + 1) {
        found.push(`"${control.innerText}" overflows its control`)
      }
    }
    return found
  })
}

/** Finds English texts on a screen in Arabic. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../contract/words/${locale}.json`), 'utf8'))

const english = read('en')
const arabic = read('ar')

const texts = Object.entries(english)
  .filter(([id, text]) => text !== arabic[id])
  .map(([id, text]) => ({ id, pattern: patternOf(text) }))

/** The texts and accessible names on the page that are English messages or message ids. */
export async function untranslated(page: Page): Promise<string[]> {
  // Excludes names of languages and companies, and values in lists of changes, which staff entered in any language.
  const shown = await shownTexts(page, '[lang="en"], del, ins, script, style')
  return shown.filter(
    (text) =>
      text in english || (/[a-z]/i.test(text) && texts.some(({ pattern }) => pattern?.test(text))),
  )
}

/**
 * The page's title, texts, accessible names and placeholders.
 * @param except a selector: matching elements, and everything inside them, are left out
 */
export function shownTexts(page: Page, except: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const found: string[] = [document.title]
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode
      if (parent && !parent.closest(selector)) found.push(textContent ?? '')
    }
    for (const element of document.querySelectorAll('*')) {
      if (element.closest(selector)) continue
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        found.push(element.getAttribute(name) ?? '')
      }
    }
    return found.map((text) => text.trim()).filter(Boolean)
  }, except)
}

/** Matches the message as shown; null if it is mostly placeholders. */
function patternOf(message: string): RegExp | null {
  const plural = /other \{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/.exec(message)?.[1]
  const text = plural ?? message
  if ((text.replace(/\{\w+\}/g, '').match(/[a-z]/gi) ?? []).length < 2) return null
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  const filled = escaped.replace(/\{\w+\}/g, '.+')
  return new RegExp(`^${plural ? filled.replaceAll('#', '\\d+') : filled}$`)
}

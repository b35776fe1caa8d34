/** Texts of the page that a screen in Arabic must not show. */
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

/** Texts and accessible names on the page that are English messages or message ids. */
export async function untranslated(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const found: string[] = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement: parent, textContent: text } = walker.currentNode
      if (!parent || !text?.trim()) continue
      // Names of languages and companies are in their own language, and values in a list of changes
      // in that of the author.
      if (parent.closest('[lang="en"], del, ins, script, style')) continue
      found.push(text.trim())
    }
    for (const element of document.querySelectorAll(
      '[aria-label], [placeholder], [alt], [title]',
    )) {
      if (element.closest('[lang="en"]')) continue
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        const value = element.getAttribute(name)
        if (value) found.push(value)
      }
    }
    return found
  })
  return shown.filter((text) => text in english || texts.some(({ pattern }) => pattern?.test(text)))
}

/** A pattern for the message as it is shown; null when it is mostly placeholders. */
function patternOf(message: string): RegExp | null {
  const plural = /other \{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/.exec(message)?.[1]
  const text = plural ?? message
  if ((text.replace(/\{\w+\}/g, '').match(/[a-z]/gi) ?? []).length < 2) return null
  const escaped = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{\w+\}/g, '.+').replaceAll('#', '\\d+')}$`)
}

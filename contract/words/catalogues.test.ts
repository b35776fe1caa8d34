import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileCatalogue } from '#web/i18n/compiled-catalogues.ts'

const ARABIC_PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other']

const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), 'utf8'))
const en = read('en')
const ar = read('ar')

test('both catalogues have the same ids, in the same order', () => {
  expect(Object.keys(ar)).toEqual(Object.keys(en))
})

test('a message has the same placeholders in both languages', () => {
  const [english, arabic] = [compileCatalogue(en), compileCatalogue(ar)]
  for (const id of Object.keys(en)) {
    expect([...placeholders(arabic[id])].sort(), id).toEqual([...placeholders(english[id])].sort())
  }
})

test('an Arabic count has all six plural forms', () => {
  for (const [id, message] of Object.entries(ar)) {
    if (!message.includes(', plural,')) continue
    for (const form of ARABIC_PLURALS) expect(message, id).toMatch(new RegExp(`\\b${form} ?\\{`))
  }
})

/** What was said in two ways, and the one that stays. */
const TERMS: ReadonlyArray<readonly [wrong: RegExp, right: string]> = [
  [/حقيبة/, 'سلة'],
  [/ميغا/, 'ميجا'],
  // One signs out of a device; a device does not go out.
  [/خروج (كل|الأجهزة|جهاز|#)/, 'الخروج من'],
  [/\{stars\} نجوم/, 'plural'],
]

test('Arabic has one word for a thing', () => {
  for (const [id, message] of Object.entries(ar)) {
    for (const [wrong, right] of TERMS) expect(message, `${id}: ${right}`).not.toMatch(wrong)
  }
})

function placeholders(tokens: unknown, found = new Set<string>()): Set<string> {
  if (!Array.isArray(tokens)) return found
  for (const token of tokens) {
    if (!Array.isArray(token)) continue
    found.add(String(token[0]))
    const forms = token[2]
    if (forms && typeof forms === 'object') {
      for (const form of Object.values(forms)) placeholders(form, found)
    }
  }
  return found
}

/** The message catalogs are complete, with the same ids and placeholders and no unused messages. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileCatalog } from '#web/i18n/compiled-catalogs.ts'
import { LOCALE_CODES } from '../locale.ts'

const ARABIC_PLURALS = ['zero', 'one', 'two', 'few', 'many', 'other']

const read = (locale: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`./${locale}.json`, import.meta.url), 'utf8'))
const en = read('en')
const ar = read('ar')

test('there is a catalog for each language, and no other', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'))
  expect(files.sort()).toEqual(LOCALE_CODES.map((code) => `${code}.json`).sort())
})

test.for(LOCALE_CODES)('the catalog of %s has the ids of the English one, in its order', (code) => {
  expect(Object.keys(read(code))).toEqual(Object.keys(en))
})

test.for(LOCALE_CODES)('a message has the placeholders of the English one in %s', (code) => {
  const [english, other] = [compileCatalog(en), compileCatalog(read(code))]
  for (const id of Object.keys(en)) {
    expect([...placeholders(other[id])].sort(), id).toEqual([...placeholders(english[id])].sort())
  }
})

/** Labels of the contract's fields: server/platform/http/field-errors.test.ts checks that they are used. */
const NAMED_BY_THE_CONTRACT = /^field\./

test('every message is used somewhere', () => {
  const used = messagesIn(['web', 'server', 'contract'].map(sourcesOf).join('\n'))
  const unused = Object.keys(en).filter((id) => !NAMED_BY_THE_CONTRACT.test(id) && !used(id))
  expect(unused, 'Remove them from the catalogs.').toEqual([])
})

test('an unused message is found', () => {
  const used = messagesIn(`t('cart.title') + t(\`orders.$${'{tab}'}\`)`)
  expect(['cart.title', 'orders.done', 'orders.done.text', 'cart.lead'].map(used)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

/** A promise in the specification, the period before a price reduction in EU law, and the name of an encoding. */
const FIGURES_THAT_STAY = /24 hours|30 days|UTF-8|24 ساعة|30 يومًا/g
/** Ids of period names: each ends with the period's number of days. */
const NAMED_BY_FIGURES = /^admin\.period\./

test('a limit is a placeholder in a sentence', () => {
  for (const [id, message] of [...Object.entries(en), ...Object.entries(ar)]) {
    if (NAMED_BY_FIGURES.test(id)) continue
    const text = message.replace(/=\d+ ?\{/g, '').replace(FIGURES_THAT_STAY, '')
    expect(text, `${id}: take the figure from contract/limits.ts`).not.toMatch(/\d/)
  }
})

test('an Arabic count has all six plural forms', () => {
  for (const [id, message] of Object.entries(ar)) {
    if (!message.includes(', plural,')) continue
    for (const form of ARABIC_PLURALS) expect(message, id).toMatch(new RegExp(`\\b${form} ?\\{`))
  }
})

/** Arabic wordings that are no longer used, and what replaces them. */
const TERMS: ReadonlyArray<readonly [wrong: RegExp, right: string]> = [
  [/حقيبة/, 'سلة'],
  [/ميغا/, 'ميجا'],
  // People sign out of a device; the device does not sign out.
  [/خروج (كل|الأجهزة|جهاز|#)/, 'الخروج من'],
  [/\{stars\} نجوم/, 'plural'],
  [/الدولة/, 'البلد'],
  [/يصلح الرابط/, 'الرابط صالح'],
  [/اضغط (القلب|النجوم)/, 'اضغط على'],
  [/هل ت(لغي|حذف|رد|وقف|فعّل|سجّل) /, 'هل تريد'],
]

test('Arabic has one word for a thing', () => {
  for (const [id, message] of Object.entries(ar)) {
    for (const [wrong, right] of TERMS) expect(message, `${id}: ${right}`).not.toMatch(wrong)
  }
})

test('English has the words of the field', () => {
  const fix = 'shipping method, variant group, subcategory, minimum'
  for (const [id, message] of Object.entries(en)) {
    if (id === 'error.fitKind') continue // `family` is a word that the import file contains.
    expect(message, `${id}: ${fix}`).not.toMatch(/delivery way|famil(y|ies)|sub-categor|least sum/i)
  }
})

/** Ids of the texts that name a product or an account by its id. */
const NAMED_BY_ID = /^(cart\.owner|error\.(idInDoubt|productUnknown))$/

test('the number of an order, purchase, parcel or import follows #', () => {
  for (const [id, message] of [...Object.entries(en), ...Object.entries(ar)]) {
    if (NAMED_BY_ID.test(id)) continue
    expect(message.replaceAll('#{id}', ''), id).not.toContain('{id}')
  }
})

const UNCONTRACTED =
  /\b(cannot|(is|are|was|were|do|does|did|has|have|had|will|could|would|should) not|(you|we|they) will|(you|we) are)\b/i

test('English contracts as people speak', () => {
  for (const [id, message] of Object.entries(en)) {
    expect(message, `${id}: can't, isn't, won't, you'll`).not.toMatch(UNCONTRACTED)
  }
})

test('no sentence has the key of a field for its name', () => {
  for (const [id, message] of [...Object.entries(en), ...Object.entries(ar)]) {
    if (id === 'admin.importLead') continue // `stock_change` is a column of the import file.
    expect(message.replace(/\{\w+/g, ''), id).not.toMatch(/[a-z]_[a-z]/)
  }
})

/** @returns whether a message id appears in the source, as a string or as a template that matches it. */
function messagesIn(source: string): (id: string) => boolean {
  const whole = new Set(
    [...source.matchAll(/['"]([a-z][\w-]*\.[\w.-]+)['"]/gi)].map(([, id]) => id),
  )
  const templates = [...source.matchAll(/`([a-z][\w-]*\.[^`\n]*\$\{[^`\n]*)`/gi)].map(
    ([, template = '']) => {
      const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[^\w-]/g, '\\$&'))
      return new RegExp(`^${parts.join('[^.]+')}$`)
    },
  )
  return (id) => whole.has(id) || templates.some((template) => template.test(id))
}

function sourcesOf(folder: string): string {
  const root = join(import.meta.dirname, '../..', folder)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
}

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

/**
 * The shop's languages at run time. The English texts for the first screen are in the entry bundle; all others are
 * loaded when needed.
 */
import { type Messages, setupI18n } from '@lingui/core'
import { LOCALES, type Locale, languageOf } from '#contract/locale.ts'
import type { ShopConfig } from '#contract/shop.ts'
import firstEnglish from '#contract/words/en.json?first'
import type { PageMessageId } from '#contract/words/message-ids.ts'
import { putStored } from '#web/ui/stored.ts'
import { localeStore } from './locale-store.ts'

export type MessageId = PageMessageId

/** Read by public/boot.js before the first paint. */
const STORAGE_KEY = 'barq-locale'

interface Texts {
  default: Messages
}

/** Loaders for the texts outside the entry bundle and for the staff-only texts, keyed by catalog file. */
const OTHER_TEXTS = {
  ...import.meta.glob<Texts>(['./*.json', '!./en.json'], {
    base: '../../contract/words',
    query: '?all',
  }),
  './en.json': () => import('#contract/words/en.json?rest'),
}
const STAFF_TEXTS = import.meta.glob<Texts>('./*.json', {
  base: '../../contract/words',
  query: '?admin',
})

const i18n = setupI18n({ messages: { en: firstEnglish } })

let named: ReadonlyMap<string, ShopConfig['categories'][number]> = new Map()

/** Sets the shop's own category names, which replace the default texts. */
export function nameCategories(categories: ShopConfig['categories']): void {
  named = new Map(categories.map((one) => [`category.${one.category}`, one]))
}

export function translate(id: MessageId, values?: Record<string, string | number>): string {
  const own = named.get(id)
  if (own) return localeStore.get() === 'ar' ? own.name_ar : own.name
  // The server renders screens for many visitors, so to save time, it skips formatting for texts without placeholders.
  const text = import.meta.env.SSR && i18n.messages[id]
  if (text && text.length === 1 && typeof text[0] === 'string') return text[0]
  return i18n._(id, values)
}

/** Activates the language chosen by boot.js, after loading its texts unless they are in the entry bundle. */
export async function startI18n(): Promise<void> {
  const { lang } = document.documentElement
  const locale = LOCALES.find(({ code }) => code === lang)?.code ?? 'en'
  if (locale !== 'en') await loadTexts(locale)
  activate(locale)
}

export async function setLocale(locale: Locale): Promise<void> {
  await loadTexts(locale)
  activate(locale)
  // The server, which renders first screens, has no storage.
  if (!import.meta.env.SSR) putStored(STORAGE_KEY, locale)
}

/** Loads the texts outside the entry bundle; lazily loaded parts wait for them (web/navigation/lazy-part.ts). */
export function loadAllTexts(): Promise<void> {
  return loadTexts(localeStore.get())
}

/** Also loads the texts for the staff screens, both now and whenever the language changes. */
export async function loadStaffTexts(): Promise<void> {
  isStaff = true
  await loadAllTexts()
}

let isStaff = false

/** The languages whose texts outside the staff screens have all loaded. */
const complete = new Set<Locale>()
/** The languages whose texts for the staff screens have loaded. */
const completeForStaff = new Set<Locale>()

async function loadTexts(locale: Locale): Promise<void> {
  await Promise.all([
    loadOnce(locale, OTHER_TEXTS, complete),
    isStaff && loadOnce(locale, STAFF_TEXTS, completeForStaff),
  ])
}

async function loadOnce(
  locale: Locale,
  texts: Partial<Record<string, () => Promise<Texts>>>,
  loaded: Set<Locale>,
): Promise<void> {
  if (loaded.has(locale)) return
  const file = await texts[`./${locale}.json`]?.()
  if (file) i18n.load(locale, file.default)
  loaded.add(locale)
}

function activate(locale: Locale): void {
  const { dir, format } = languageOf(locale)
  i18n.activate(locale, format)
  document.documentElement.lang = locale
  document.documentElement.dir = dir
  localeStore.set(locale)
}

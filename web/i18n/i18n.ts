/**
 * The shop's languages at run time. What the first screen says in English is in the entry; the
 * other English texts and all the Arabic ones come when they are needed.
 */
import { setupI18n } from '@lingui/core'
import { LOCALES, type Locale } from '#contract/locale.ts'
import type english from '#contract/words/en.json'
import firstEnglish from '#contract/words/en.json?first'
import { createStore } from '#web/ui/store.ts'
import { FORMAT_LOCALES } from './format-locales.ts'

/** Every text of the page by its id. */
export type MessageId = keyof typeof english

/** Also read by public/boot.js before the first paint. */
const STORAGE_KEY = 'barq-locale'

const i18n = setupI18n({ messages: { en: firstEnglish } })

/** The languages whose texts are all here. */
const complete = new Set<Locale>()

export const localeStore = createStore<Locale>('en')

/** The text of an id in the current language, its holes filled in. */
export function translate(id: MessageId, values?: Record<string, string | number>): string {
  return i18n._(id, values)
}

/** Loads what the first screen needs in the remembered language; call it before rendering. */
export async function startI18n(): Promise<void> {
  const locale = rememberedLocale()
  if (locale !== 'en') await loadTexts(locale)
  activate(locale)
}

/** Switches the whole page to a language and remembers it. */
export async function setLocale(locale: Locale): Promise<void> {
  await loadTexts(locale)
  activate(locale)
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch (error) {
    console.error('The language could not be remembered.', error)
  }
}

/** Brings the texts that are not in the entry; every lazily fetched part waits for it. */
export function loadAllTexts(): Promise<void> {
  return loadTexts(localeStore.get())
}

/** Brings the texts of the owner's screens as well, from now on for every language. */
export async function loadStaffTexts(): Promise<void> {
  isStaff = true
  await loadAllTexts()
}

let isStaff = false

/** The languages whose texts for staff are here. */
const completeForStaff = new Set<Locale>()

async function loadTexts(locale: Locale): Promise<void> {
  await Promise.all([loadShopTexts(locale), isStaff && loadTextsForStaff(locale)])
}

async function loadTextsForStaff(locale: Locale): Promise<void> {
  if (completeForStaff.has(locale)) return
  const { default: texts } = await (locale === 'ar'
    ? import('#contract/words/ar.json?admin')
    : import('#contract/words/en.json?admin'))
  i18n.load(locale, texts)
  completeForStaff.add(locale)
}

async function loadShopTexts(locale: Locale): Promise<void> {
  if (complete.has(locale)) return
  const { default: texts } = await (locale === 'ar'
    ? import('#contract/words/ar.json?all')
    : import('#contract/words/en.json?rest'))
  i18n.load(locale, texts)
  complete.add(locale)
}

function activate(locale: Locale): void {
  i18n.activate(locale, FORMAT_LOCALES[locale])
  document.documentElement.lang = locale
  document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr'
  localeStore.set(locale)
}

function rememberedLocale(): Locale {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return LOCALES.find((locale) => locale === stored) ?? 'en'
  } catch {
    return 'en'
  }
}

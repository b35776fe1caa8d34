/**
 * The shop's languages at run time. What the first screen says in English is in the entry; the
 * other English texts and all the Arabic ones come when they are needed.
 */
import { setupI18n } from '@lingui/core'
import { LOCALES, type Locale } from '#contract/locale.ts'
import { createStore } from '#web/ui/store.ts'
import type english from './en.json'
import firstEnglish from './en.json?first'

/** Every text of the page by its id. */
export type MessageId = keyof typeof english

/** Also read by public/boot.js before the first paint. */
const STORAGE_KEY = 'barq-locale'

const i18n = setupI18n({ messages: { en: firstEnglish } })

let allEnglish = false

/** Western digits everywhere, so the Arabic formats are asked for with `nu-latn`. */
const FORMAT_LOCALES: Record<Locale, string> = { en: 'en', ar: 'ar-u-nu-latn' }

export const localeStore = createStore<Locale>('en')

/** The text of an id in the current language, its holes filled in. */
export function translate(id: MessageId, values?: Record<string, string | number>): string {
  return i18n._(id, values)
}

/** Loads what the remembered language needs, then returns; call it once before rendering. */
export function startI18n(): Promise<void> {
  return activate(rememberedLocale())
}

/** Switches the whole page to a language and remembers it. */
export async function setLocale(locale: Locale): Promise<void> {
  await activate(locale)
  await loadAllTexts()
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch (error) {
    console.error('The language could not be remembered.', error)
  }
}

/** Brings the texts that are not in the entry; every lazily fetched part waits for it. */
export async function loadAllTexts(): Promise<void> {
  if (localeStore.get() !== 'en' || allEnglish) return
  const { default: rest } = await import('./en.json?rest')
  i18n.load('en', rest)
  allEnglish = true
}

async function activate(locale: Locale): Promise<void> {
  if (locale === 'ar') i18n.load('ar', (await import('./ar.json?all')).default)
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

import type { Locale } from '#contract/locale.ts'
import { createStore } from '#web/ui/store.ts'

/** The language of the page; i18n.ts changes it once its texts are loaded. */
export const localeStore = createStore<Locale>('en')

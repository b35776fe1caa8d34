import type { Locale } from '#contract/locale.ts'
import { createStore } from '#web/ui/store.ts'

/** The page's language; i18n.ts changes it once the new language's texts have loaded. */
export const localeStore = createStore<Locale>('en')

import { useCallback } from 'react'
import type { Locale } from '#contract/locale.ts'
import { useStore } from '#web/ui/store.ts'
import { type MessageId, translate } from './i18n.ts'
import { localeStore } from './locale-store.ts'

/** `t(id, values)` returns a message in the page's language; the component re-renders when the language changes. */
export function useT(): typeof translate {
  const locale = useLocale()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function for each language
  return useCallback((id: MessageId, values) => translate(id, values), [locale])
}

export function useLocale(): Locale {
  return useStore(localeStore, localeStore.get)
}

type Localized<Field extends string> = Record<Field, string> &
  Partial<Record<`${Field}_ar`, string>>

/**
 * Picks a field by language: after `const pick = useLocalized()`, `pick(product, 'name')` returns `name_ar` in Arabic,
 * if any, and otherwise `name`.
 */
export function useLocalized() {
  const locale = useLocale()
  return useCallback(
    <Field extends string>(thing: Localized<Field>, field: Field): string => {
      const texts = thing as Record<string, string | undefined>
      return texts[`${field}_${locale}`] || (texts[field] ?? '')
    },
    [locale],
  )
}

import { useCallback } from 'react'
import type { Locale } from '#contract/locale.ts'
import { dateParts } from './format.ts'
import { FORMAT_LOCALES } from './format-locales.ts'
import { useLocale } from './useI18n.ts'

const IN_WORDS = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const

/**
 * A moment in the reader's time zone: `2026-11-02 02:20 PM` as the specification has it, in Arabic
 * in the order and the words of that language, `2 نوفمبر 2026، 2:20 م`.
 */
export function formatDateTime(iso: string, locale: Locale): string {
  if (locale === 'en') {
    const { date, time, half } = dateParts(iso)
    return `${date} ${time} ${half}`
  }
  return new Intl.DateTimeFormat(FORMAT_LOCALES[locale], IN_WORDS).format(new Date(iso))
}

/** Writes a moment in the language of the page. */
export function useDateTime(): (iso: string) => string {
  const locale = useLocale()
  return useCallback((iso) => formatDateTime(iso, locale), [locale])
}

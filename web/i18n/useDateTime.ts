import { useCallback } from 'react'
import { languageOf } from '#contract/locale.ts'
import { dateParts } from './format.ts'
import { useLocale, useT } from './useI18n.ts'

/** Keeps figures and hyphens in their order inside a text that reads from the right. */
const LEFT_TO_RIGHT = '\u2066'
const END = '\u2069'

/** Writes a moment as `2026-11-02 02:20 PM`, in the reader's time zone. */
export function useDateTime(): (iso: string) => string {
  const t = useT()
  const locale = useLocale()
  return useCallback(
    (iso) => {
      const { date, time, half } = dateParts(iso)
      const figures =
        languageOf(locale).dir === 'rtl'
          ? `${LEFT_TO_RIGHT}${date} ${time}${END}`
          : `${date} ${time}`
      return `${figures} ${t(`time.${half}`)}`
    },
    [t, locale],
  )
}

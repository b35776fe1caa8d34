import { useCallback } from 'react'
import { dateParts } from './format.ts'
import { useT } from './useI18n.ts'

/** Writes a moment as `2026-11-02 02:20 PM`, in the reader's time zone. */
export function useDateTime(): (iso: string) => string {
  const t = useT()
  return useCallback(
    (iso) => {
      const { date, time, half } = dateParts(iso)
      return `${date} ${time} ${t(`time.${half}`)}`
    },
    [t],
  )
}

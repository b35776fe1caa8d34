import { useCallback } from 'react'
import { formatDateTime } from './format.ts'
import { useLocale } from './useI18n.ts'

export function useDateTime(): (iso: string) => string {
  const locale = useLocale()
  return useCallback((iso) => formatDateTime(iso, locale), [locale])
}

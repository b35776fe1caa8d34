import { useLocale } from '#web/i18n/useI18n.ts'

/** @returns a function that names a currency in a list: `AED · United Arab Emirates Dirham`, for example */
export function useCurrencyName(): (code: string) => string {
  const names = new Intl.DisplayNames([useLocale()], { type: 'currency' })
  return (code) => `${code} · ${names.of(code)}`
}

import { useLocale } from '#web/i18n/useI18n.ts'

/** Names a currency in a list of them: `AED · United Arab Emirates Dirham`. */
export function useCurrencyName(): (code: string) => string {
  const names = new Intl.DisplayNames([useLocale()], { type: 'currency' })
  return (code) => `${code} · ${names.of(code)}`
}

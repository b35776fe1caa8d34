/** Days and times as staff see them: in the shop's time zone. */
import { useShopConfig } from '#web/api/config.queries.ts'
import { formatDateTime, formatDay } from '#web/i18n/format.ts'
import { useLocale } from '#web/i18n/useI18n.ts'

/** The shop's time zone as an IANA name; UTC until the configuration has loaded. */
export function useShopZone(): string {
  return useShopConfig()?.timeZone ?? 'UTC'
}

/** @returns a function that formats a moment with its time, in the page's language */
export function useShopTime(): (iso: string) => string {
  const locale = useLocale()
  const zone = useShopZone()
  return (iso) => formatDateTime(iso, locale, zone)
}

/** @returns a function that formats the day of a moment, in the page's language */
export function useShopDay(): (iso: string) => string {
  const locale = useLocale()
  const zone = useShopZone()
  return (iso) => formatDay(iso, locale, zone)
}

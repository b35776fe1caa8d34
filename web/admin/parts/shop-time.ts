/** Days and times as the owner's screens show them: in the time zone of the shop. */
import { useShopConfig } from '#web/api/config.queries.ts'
import { formatDateTime, formatDay } from '#web/i18n/format.ts'
import { useLocale } from '#web/i18n/useI18n.ts'

/** An IANA name; UTC until the settings are loaded. */
export function useShopZone(): string {
  return useShopConfig()?.timeZone ?? 'UTC'
}

/** Writes a moment in the language of the page. */
export function useShopTime(): (iso: string) => string {
  const locale = useLocale()
  const zone = useShopZone()
  return (iso) => formatDateTime(iso, locale, zone)
}

/** Writes the day of a moment. */
export function useShopDay(): (iso: string) => string {
  const locale = useLocale()
  const zone = useShopZone()
  return (iso) => formatDay(iso, locale, zone)
}

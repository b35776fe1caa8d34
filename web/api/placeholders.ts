/** What the page shows where the specification has a fixed display that may not be so. */
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useShopConfig } from './config.queries.ts'

/** Whether the specification's fixed displays are shown; what is so until the shop has answered. */
export function usePlaceholders(): boolean {
  return useShopConfig()?.placeholders ?? false
}

/** What the shop promises of its delivery; null when it promises nothing. */
export function useDeliveryPromise(): string | null {
  const t = useT()
  const pick = useLocalized()
  const config = useShopConfig()
  if (!config) return null
  return config.placeholders ? t('cart.delivery') : pick(config, 'delivery_promise') || null
}

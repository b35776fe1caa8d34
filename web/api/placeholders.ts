import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { useShopConfig } from './config.queries.ts'

/**
 * Whether to show the specification's fixed displays instead of the real values (docs/departures.md); false until the
 * settings have loaded.
 */
export function usePlaceholders(): boolean {
  return useShopConfig()?.placeholders ?? false
}

export function useDeliveryPromise(): string | null {
  const t = useT()
  const pick = useLocalized()
  const config = useShopConfig()
  if (!config) return null
  return config.placeholders ? t('cart.delivery') : pick(config, 'delivery_promise') || null
}

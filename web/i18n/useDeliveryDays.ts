import { useT } from './useI18n.ts'

/** @returns a function that formats a delivery promise: today, in 2 days, 1 to 2 days. */
export function useDeliveryDays(): (days: { min: number; max: number }) => string {
  const t = useT()
  return ({ min, max }) =>
    min === max ? t('delivery.exactly', { count: max }) : t('delivery.days', { min, max })
}

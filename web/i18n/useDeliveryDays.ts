import { useT } from './useI18n.ts'

/** @returns a function that formats a delivery time, such as "today", "2 days" or "1 to 2 days". */
export function useDeliveryDays(): (days: { min: number; max: number }) => string {
  const t = useT()
  return ({ min, max }) =>
    min === max ? t('delivery.exactly', { count: max }) : t('delivery.days', { min, max })
}

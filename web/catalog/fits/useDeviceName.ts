import { useQuery } from '@tanstack/react-query'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { productQuery } from '../catalog.queries.ts'
import { useDevices } from './useDevices.ts'

/**
 * The name of the device that a list is filtered by; a generic name until it has loaded.
 * @param id the device's id; empty if the list is not filtered by device
 */
export function useDeviceName(id: string): string {
  const t = useT()
  const pick = useLocalized()
  const own = useDevices().find((device) => String(device.id) === id)
  const { data } = useQuery({
    ...productQuery(Number(id)),
    enabled: id !== '' && !own,
    staleTime: 60_000,
  })
  const device = own ?? data
  return device ? pick(device, 'name') : t('fits.aDevice')
}

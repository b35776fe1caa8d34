import type { ListFilters } from '#contract/list-filters.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { Select } from '#web/ui/Field.tsx'
import { useDeviceName } from '../fits/useDeviceName.ts'
import { useDevices } from '../fits/useDevices.ts'

interface FitsFilterProps {
  filters: ListFilters
  onChange: (change: Partial<ListFilters>) => void
}

/** Filters by device: one of the customer's own, or the one in a shared URL. */
export function FitsFilter({ filters: { fits, category }, onChange }: FitsFilterProps) {
  const t = useT()
  const pick = useLocalized()
  const devices = useDevices()
  const name = useDeviceName(fits)
  const mayFit = category === 'Accessories' || category === 'All'
  if (fits === '' && (!mayFit || devices.length === 0)) return null
  const isOwn = devices.some(({ id }) => String(id) === fits)
  const own = devices.map((device) => ({ value: device.id, text: pick(device, 'name') }))
  return (
    <Select
      label={t('fits.filter')}
      value={fits}
      onChange={({ target }) => onChange({ fits: target.value })}
      none={t('fits.any')}
      options={fits === '' || isOwn ? own : [...own, { value: fits, text: name }]}
    />
  )
}

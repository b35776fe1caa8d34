import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useT } from '#web/i18n/useI18n.ts'
import { DetailPage } from '../parts/AdminPage.tsx'
import { PackingSlipSheet } from './PackingSlipSheet.tsx'
import { PrintButton } from './PrintButton.tsx'
import { parcelQuery } from './parcels.queries.ts'

export default function PackingSlipScreen() {
  const t = useT()
  const id = Number(useParams().id)
  const query = useQuery(parcelQuery(id))
  const { data: parcel } = query
  return (
    <DetailPage
      title={t('admin.packingSlipOf', { id: id || '–' })}
      list="orders"
      query={query}
      height={480}
      missing={t('admin.parcelMissing')}
      actions={parcel && <PrintButton />}
    >
      {parcel && <PackingSlipSheet slip={{ ...parcel, parcel }} />}
    </DetailPage>
  )
}

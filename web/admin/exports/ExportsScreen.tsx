import { useLocale, useT } from '#web/i18n/useI18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import UserRound from '#web/ui/icons/user-round.svg?icon'
import { AdminPage, Panel } from '../parts/AdminPage.tsx'
import { DownloadButton } from '../parts/DownloadButton.tsx'
import { DayRange, FilterBar } from '../parts/Filters.tsx'
import { momentsOf } from '../parts/local-time.ts'
import { useShopZone } from '../parts/shop-time.ts'
import { useFilters } from '../parts/useFilters.ts'
import { useMayRead } from '../useMayRead.ts'
import styles from './ExportsScreen.module.css'
import { DOWNLOADS, fetchTable } from './exports.queries.ts'

export default function ExportsScreen() {
  const t = useT()
  const mayExport = useMayRead()('exports')
  const zone = useShopZone()
  const locale = useLocale()
  const [filters, setFilters] = useFilters(['from', 'to'])
  const period = momentsOf(filters.from, filters.to, zone)
  if (!mayExport) {
    return (
      <AdminPage title={t('admin.exports')}>
        <EmptyState icon={<UserRound />} title={t('admin.notYourRole')} />
      </AdminPage>
    )
  }
  return (
    <AdminPage title={t('admin.exports')} lead={t('admin.exportsText', { zone })}>
      <FilterBar>
        <DayRange from={filters.from} to={filters.to} onChoose={setFilters} />
      </FilterBar>
      <Panel title={t('admin.exportTables')}>
        <ul className={styles.list}>
          {DOWNLOADS.map((table) => {
            const name = t(`admin.exportTable.${table}`)
            return (
              <li key={table} className={styles.row}>
                <div>
                  <h3 className={styles.name}>{name}</h3>
                  <p className="quiet">{t(`admin.exportTable.${table}.text`)}</p>
                </div>
                <DownloadButton
                  file={`${table}.csv`}
                  label={t('admin.exportDownload', { name })}
                  load={() => fetchTable(table, { period, locale })}
                >
                  {t('admin.download')}
                </DownloadButton>
              </li>
            )
          })}
        </ul>
      </Panel>
    </AdminPage>
  )
}

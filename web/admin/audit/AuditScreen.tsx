import type { AuditEntry, Audited } from '#contract/admin/audit.ts'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useDateTime } from '#web/i18n/useDateTime.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import History from '#web/ui/icons/history.tsx'
import { useAdminTask } from '../admin-task.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { Changes } from '../parts/Changes.tsx'
import type { Column } from '../parts/DataTable.tsx'
import { Choice, DayRange, FilterBar, momentsOf, SearchField } from '../parts/Filters.tsx'
import { PagedTable } from '../parts/PagedList.tsx'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { usePages } from '../parts/usePages.ts'
import styles from './AuditScreen.module.css'

/**
 * The screens of all kinds of the wire, an import of which would bring its schemas along; a product's
 * is a task of any screen.
 */
const SCREENS: Record<Audited, string | ((id: number) => string) | null> = {
  product: null,
  order: adminPaths.order,
  parcel: adminPaths.parcel,
  customer: adminPaths.customer,
  coupon: adminPaths.coupons,
  shipping_method: adminPaths.delivery,
  cash: adminPaths.delivery,
  tax: adminPaths.taxes,
  slide: adminPaths.storefront,
  partner: adminPaths.storefront,
  email: adminPaths.emails,
  shop: adminPaths.shop,
  brand: adminPaths.groups,
  sub_category: adminPaths.groups,
  attribute: adminPaths.attributes,
  family: adminPaths.families,
}
const ENTITIES = Object.keys(SCREENS) as Audited[]

/** The list of changes by staff, newest first. */
export default function AuditScreen() {
  const t = useT()
  const [filters, setFilters] = useFilters(['entity', 'id', 'from', 'to'])
  const entity = oneOf(ENTITIES, filters.entity)
  const pages = usePages('GET /api/admin/audit', {
    filters: {
      entity,
      entity_id: /^[1-9]\d{0,14}$/.test(filters.id) ? filters.id : '',
      ...momentsOf(filters.from, filters.to),
    },
  })

  return (
    <AdminPage title={t('admin.audit')}>
      <FilterBar>
        <Choice
          label={t('admin.what')}
          value={entity}
          all={t('admin.entity.all')}
          options={ENTITIES.map((value) => ({ value, text: t(`admin.entity.${value}`) }))}
          onChoose={(value) => setFilters({ entity: value })}
        />
        <SearchField
          label={t('admin.searchAudit')}
          value={filters.id}
          onSearch={(id) => setFilters({ id })}
        />
        <DayRange from={filters.from} to={filters.to} onChoose={setFilters} />
      </FilterBar>
      <PagedTable
        pages={pages}
        rows={pages.page?.entries}
        caption={t('admin.audit')}
        columns={useColumns()}
        empty={
          <EmptyState
            icon={<History />}
            title={t('admin.auditEmpty')}
            text={t('admin.auditText')}
          />
        }
      />
    </AdminPage>
  )
}

const ACTION_TEXTS: Record<string, MessageId> = {
  create: 'admin.action.create',
  edit: 'admin.action.edit',
  delete: 'admin.action.delete',
  restore: 'admin.action.restore',
  stock: 'admin.action.stock',
  reorder: 'admin.action.reorder',
  confirm: 'admin.action.confirm',
  send: 'admin.action.send',
  cancel: 'admin.action.cancel',
  deliver: 'admin.action.deliver',
  undeliver: 'admin.action.undeliver',
  refund: 'admin.action.refund',
  take_cash: 'admin.action.take_cash',
  disable: 'admin.action.disable',
  enable: 'admin.action.enable',
}

function useColumns(): Column<AuditEntry>[] {
  const t = useT()
  const dateTime = useDateTime()
  return [
    {
      head: t('admin.when'),
      cell: ({ at }) => <span className={styles.when}>{dateTime(at)}</span>,
    },
    { head: t('admin.who'), cell: ({ actor }) => <bdi>{actor.username}</bdi> },
    {
      head: t('admin.action'),
      cell: ({ action }) => {
        const text = ACTION_TEXTS[action]
        return text ? t(text) : action
      },
    },
    { head: t('admin.what'), cell: (entry) => <What entry={entry} /> },
    {
      head: t('admin.changes'),
      alone: true,
      cell: ({ before, after }) => <Changes before={before} after={after} />,
    },
  ]
}

/** The changed thing, as a link when it has a screen. */
function What({ entry: { entity, entity_id: id, action } }: { entry: AuditEntry }) {
  const t = useT()
  const { addressOf } = useAdminTask()
  const name = `${t(`admin.entity.${entity}`)} ${id ?? ''}`.trim()
  if (id === null || action === 'delete') return name
  const screen = SCREENS[entity] ?? addressOf('edit', id)
  const to = typeof screen === 'function' ? screen(id) : screen
  return (
    <Link to={to} className={styles.link}>
      {name}
    </Link>
  )
}

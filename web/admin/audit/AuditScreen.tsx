import type { AuditEntry, AuditName } from '#contract/admin/audit.ts'
import { AUDIT_ACTIONS, AUDITED, type Audited } from '#contract/audit-kinds.ts'
import { useLocalized, useT } from '#web/i18n/useI18n.ts'
import { adminPaths } from '#web/navigation/admin-paths.ts'
import { Link } from '#web/navigation/Link.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import History from '#web/ui/icons/history.svg?icon'
import { useAdminTask } from '../admin-task.ts'
import { AdminPage } from '../parts/AdminPage.tsx'
import { Changes } from '../parts/Changes.tsx'
import type { Column } from '../parts/DataTable.tsx'
import { Choice, DayRange, FilterBar, SearchField } from '../parts/Filters.tsx'
import { momentsOf } from '../parts/local-time.ts'
import { PagedTable } from '../parts/PagedList.tsx'
import { useShopZone } from '../parts/shop-time.ts'
import { oneOf, useFilters } from '../parts/useFilters.ts'
import { usePages } from '../parts/usePages.ts'
import { When } from '../parts/When.tsx'

/** The screen to open for each kind of entity; null for products, whose dialog opens on any screen. */
const SCREENS: Record<Audited, string | ((id: number) => string) | null> = {
  product: null,
  order: adminPaths.order,
  parcel: adminPaths.parcel,
  customer: adminPaths.customer,
  staff: adminPaths.staff,
  api_token: adminPaths.integrations,
  webhook: adminPaths.integrations,
  coupon: adminPaths.coupons,
  shipping_method: adminPaths.delivery,
  cash: adminPaths.delivery,
  rules: adminPaths.rules,
  tax: adminPaths.taxes,
  slide: adminPaths.storefront,
  partner: adminPaths.storefront,
  category: adminPaths.categories,
  email: adminPaths.emails,
  shop: adminPaths.shop,
  brand: adminPaths.groups,
  sub_category: adminPaths.groups,
  attribute: adminPaths.attributes,
  family: adminPaths.families,
}

export default function AuditScreen() {
  const t = useT()
  const zone = useShopZone()
  const [filters, setFilters, fieldOf] = useFilters(['entity', 'action', 'id', 'from', 'to'])
  const entity = oneOf(AUDITED, filters.entity)
  const action = oneOf(AUDIT_ACTIONS, filters.action)
  const pages = usePages('GET /api/admin/audit', {
    filters: {
      entity,
      action,
      entity_id: /^[1-9]\d{0,14}$/.test(filters.id) ? Number(filters.id) : '',
      ...momentsOf(filters.from, filters.to, zone),
    },
  })

  return (
    <AdminPage title={t('admin.audit')}>
      <FilterBar>
        <SearchField label={t('admin.searchAudit')} {...fieldOf('id')} />
        <Choice
          label={t('admin.what')}
          {...fieldOf('entity')}
          all={t('admin.entity.all')}
          options={AUDITED.map((value) => ({ value, text: t(`admin.entity.${value}`) }))}
        />
        <Choice
          label={t('admin.action')}
          {...fieldOf('action')}
          all={t('admin.entity.all')}
          options={AUDIT_ACTIONS.map((value) => ({ value, text: t(`admin.action.${value}`) }))}
        />
        <DayRange from={filters.from} to={filters.to} onChoose={setFilters} />
      </FilterBar>
      <PagedTable
        pages={pages}
        rows={pages.page?.entries}
        caption={t('admin.audit')}
        columns={useColumns(pages.page?.names ?? [])}
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

function useColumns(names: readonly AuditName[]): Column<AuditEntry>[] {
  const t = useT()
  return [
    { head: t('admin.when'), plain: true, cell: ({ at }) => <When at={at} /> },
    { head: t('admin.who'), plain: true, cell: ({ actor }) => <Who actor={actor} /> },
    { head: t('admin.action'), plain: true, cell: ({ action }) => t(`admin.action.${action}`) },
    { head: t('admin.what'), plain: true, cell: (entry) => <What entry={entry} names={names} /> },
    {
      head: t('admin.changes'),
      alone: true,
      cell: (entry) => <Changes {...entry} names={names} />,
    },
  ]
}

/** The staff member and, if a program acted for them, the name of its API token. */
function Who({ actor: { username, api_token } }: Pick<AuditEntry, 'actor'>) {
  const t = useT()
  return (
    <>
      <bdi>{username}</bdi>
      {api_token !== null && (
        <div className="quiet">
          {t('admin.apiToken')}: <bdi>{api_token}</bdi>
        </div>
      )}
    </>
  )
}

interface WhatProps {
  entry: AuditEntry
  names: readonly AuditName[]
}

/**
 * The changed entity's kind and its name, or its id if it has no name; the kind alone if the entry has no id. Rendered
 * as a link while the entity exists.
 */
function What({ entry, names }: WhatProps) {
  const t = useT()
  const pick = useLocalized()
  const { addressOf } = useAdminTask()
  const { entity, entity_id: id } = entry
  const kind = t(`admin.entity.${entity}`)
  if (id === null) return kind

  const known = names.find((one) => one.kind === entity && one.id === id)
  const isNumbered = entity === 'order' || entity === 'parcel'
  const name = known ? pick(known, 'name') : nameIn(entry.after) || nameIn(entry.before)
  const screen = SCREENS[entity] ?? addressOf('edit', id)
  const to = typeof screen === 'function' ? screen(id) : screen
  if (isNumbered) {
    return (
      <Link to={to}>
        {kind} {t('order.number', { id })}
      </Link>
    )
  }
  return (
    <>
      <span className="quiet">{kind}</span>{' '}
      {known ? (
        <Link to={to}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name || id}</bdi>
      )}
    </>
  )
}

/** The name, title, code or URL in an audit entry's fields, for an entity whose name was not found; empty if none. */
function nameIn(fields: unknown): string {
  const { name, title, code, url } = (fields ?? {}) as Record<string, unknown>
  return String(name ?? title ?? code ?? url ?? '')
}

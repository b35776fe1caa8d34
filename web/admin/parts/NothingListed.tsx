import type { ComponentType } from 'react'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMayWrite } from '../useMayWrite.ts'

interface NothingListedProps {
  Icon: ComponentType
  /** The list's filters, which decide whether to say that no entry matches or that there are no entries yet. */
  filters: Readonly<Record<string, string>>
  /** What the list will contain, and how entries are created; hidden from a role that may only read. */
  none: Extract<MessageId, `admin.${string}None`>
}

export function NothingListed({ Icon, filters, none }: NothingListedProps) {
  const t = useT()
  const mayWrite = useMayWrite()
  return isFiltered(filters) ? (
    <EmptyState icon={<Icon />} title={t('list.empty')} text={t('list.emptyText')} />
  ) : (
    <EmptyState
      icon={<Icon />}
      title={t('admin.nothingYet')}
      {...(mayWrite && { text: t(none) })}
    />
  )
}

/** Whether any filter is on; a sort order is not a filter. */
function isFiltered({ sort: _sort, ...filters }: NothingListedProps['filters']): boolean {
  return Object.values(filters).some((value) => value !== '')
}

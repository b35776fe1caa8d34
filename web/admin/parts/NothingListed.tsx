import type { ReactNode } from 'react'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useMayWrite } from '../useMayWrite.ts'

interface NothingListedProps {
  icon: ReactNode
  /** Whether filters are set: if so, no entry matches them; if not, there are no entries at all. */
  filtered: boolean
  /** What the list will contain, and how entries are created: not for a role that may only read. */
  none: Extract<MessageId, `admin.${string}None`>
}

/** Shown in place of a list that has no rows. */
export function NothingListed({ icon, filtered, none }: NothingListedProps) {
  const t = useT()
  const mayWrite = useMayWrite()
  return filtered ? (
    <EmptyState icon={icon} title={t('list.empty')} text={t('list.emptyText')} />
  ) : (
    <EmptyState icon={icon} title={t('admin.nothingYet')} {...(mayWrite && { text: t(none) })} />
  )
}

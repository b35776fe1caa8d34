import type { ReactNode } from 'react'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface NothingListedProps {
  icon: ReactNode
  /** True when no entry matches the filters; false when the list itself is empty. */
  filtered: boolean
  /** Explains what the list will contain and how entries are created. */
  none: Extract<MessageId, `admin.${string}None`>
}

/** Shown in place of a list that has no rows. */
export function NothingListed({ icon, filtered, none }: NothingListedProps) {
  const t = useT()
  return filtered ? (
    <EmptyState icon={icon} title={t('list.empty')} text={t('list.emptyText')} />
  ) : (
    <EmptyState icon={icon} title={t('admin.nothingYet')} text={t(none)} />
  )
}

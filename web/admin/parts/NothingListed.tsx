import type { ReactNode } from 'react'
import type { MessageId } from '#web/i18n/i18n.ts'
import { useT } from '#web/i18n/useI18n.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'

interface NothingListedProps {
  icon: ReactNode
  /** Whether something is asked for that nothing fits; else there is nothing at all. */
  filtered: boolean
  /** What stands here once there is something, and how it comes. */
  none: Extract<MessageId, `admin.${string}None`>
}

/** In the place of a list without rows. */
export function NothingListed({ icon, filtered, none }: NothingListedProps) {
  const t = useT()
  return filtered ? (
    <EmptyState icon={icon} title={t('list.empty')} text={t('list.emptyText')} />
  ) : (
    <EmptyState icon={icon} title={t('admin.nothingYet')} text={t(none)} />
  )
}

/** The notices that every account starts with, and the accounts that have seen them in this browser. */
import { usePlaceholders } from '#web/api/placeholders.ts'
import { useSession } from '#web/session/useSession.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { putStored, storedJson } from '#web/ui/stored.ts'

export const NOTICES = [1, 2, 3, 4] as const

/** The storage key for the ids of the accounts that have opened their notices in this browser. */
const STORAGE_KEY = 'barq-notices-read'

const readBy = createStore<readonly number[]>(remembered())

/** The count on the bell: unread notices, or always four if the specification's fixed displays are shown. */
export function useNoticeCount(): number {
  const isFixed = usePlaceholders()
  const { user } = useSession()
  const isRead = useStore(readBy).includes(user?.id ?? 0)
  return isRead && !isFixed ? 0 : NOTICES.length
}

export function markNoticesRead(accountId: number): void {
  if (readBy.get().includes(accountId)) return
  const next = [...readBy.get(), accountId]
  putStored(STORAGE_KEY, JSON.stringify(next))
  readBy.set(next)
}

function remembered(): readonly number[] {
  const ids = storedJson(STORAGE_KEY)
  return Array.isArray(ids) ? ids : []
}

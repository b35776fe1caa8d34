import { createContext, useContext } from 'react'
import { type Area, may } from '#contract/roles.ts'
import { useSession } from '#web/session/useSession.ts'

/** The permission area that the screen changes; null for none or several. */
export const ChangedArea = createContext<Area | null>(null)

/** @returns whether the user's role may change `area`, by default the screen's area; true if neither is set */
export function useMayWrite(area?: Area): boolean {
  const ofScreen = useContext(ChangedArea)
  const role = useSession().user?.role
  const asked = area ?? ofScreen
  return !asked || Boolean(role && may(role, 'write', asked))
}

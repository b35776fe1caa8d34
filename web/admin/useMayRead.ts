import { type Area, may } from '#contract/roles.ts'
import { useSession } from '#web/session/useSession.ts'

/** @returns a function that says whether the user's role may read an area */
export function useMayRead(): (area: Area) => boolean {
  const role = useSession().user?.role
  return (area) => Boolean(role && may(role, 'read', area))
}

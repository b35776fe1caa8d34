import { type Area, may } from '#contract/roles.ts'
import { useSession } from '#web/session/useSession.ts'

/** @returns whether the user's role may open the screens of an area. */
export function useMayRead(): (area: Area) => boolean {
  const role = useSession().user?.role
  return (area) => Boolean(role && may(role, 'read', area))
}

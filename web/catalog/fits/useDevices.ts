import { useQuery } from '@tanstack/react-query'
import type { Device } from '#contract/fits.ts'
import { useSession } from '#web/session/useSession.ts'
import { devicesQuery } from './fits.queries.ts'

const NONE: readonly Device[] = []

/** The customer's devices; none for staff and for visitors. */
export function useDevices(): readonly Device[] {
  const { signedIn, isAdmin, checking } = useSession()
  const isCustomer = signedIn && !isAdmin && !checking
  return useQuery({ ...devicesQuery, enabled: isCustomer }).data ?? NONE
}

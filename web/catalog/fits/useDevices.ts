import { useQuery } from '@tanstack/react-query'
import type { Device } from '#contract/fits.ts'
import { useSession } from '#web/session/useSession.ts'
import { devicesQuery } from './fits.queries.ts'

const NONE: readonly Device[] = []

/** The customer's devices; an empty list for staff, guests and visitors. */
export function useDevices(): readonly Device[] {
  const { user } = useSession()
  const isCustomer = user?.account_type === 'customer' && !user.guest
  return useQuery({ ...devicesQuery, enabled: isCustomer }).data ?? NONE
}

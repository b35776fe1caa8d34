import { type ComponentType, createContext, useContext } from 'react'
import type { Product } from '#contract/catalog.ts'

type Tools = ComponentType<{ product: Product }>

/** A slot for the staff's controls on a product, instead of shopping; `app` fills it for staff. */
export const StaffToolsSlot = createContext<Tools | null>(null)

/**
 * Null for customers, even before their session has loaded, so that components that only ask this are not rendered
 * again.
 */
export function useStaffTools(): Tools | null {
  return useContext(StaffToolsSlot)
}

import { type ComponentType, createContext, useContext } from 'react'
import type { Product } from '#contract/catalog.ts'

type Tools = ComponentType<{ product: Product }>

/** A slot for the staff controls that replace a product's shopping buttons; `app` fills it for staff. */
export const StaffToolsSlot = createContext<Tools | null>(null)

/**
 * Null for customers, even before their session has loaded, so that components that need nothing else from the session
 * are not rendered again.
 */
export function useStaffTools(): Tools | null {
  return useContext(StaffToolsSlot)
}
